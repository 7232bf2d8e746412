//! Lists of words that are looked for often, with an index that is made at compile time.

/// Words, found by their first and last letter and their length.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) list: &'static [&'static [u8]],
    chains: Chains,
}

impl Words {
    /// The words, in lower case.
    #[allow(clippy::indexing_slicing)] // evaluated at compile time
    pub(super) const fn new(list: &'static [&'static [u8]]) -> Self {
        let mut chains = Chains::NONE;
        let mut index = list.len();
        while index > 0 {
            index -= 1;
            let word = list[index];
            chains.add(index, Self::hash(word[0], word[word.len() - 1], word.len()));
        }
        Self { list, chains }
    }

    /// Whether the word is one of them, in any case.
    #[inline]
    pub(super) fn has(&self, word: &[u8]) -> bool {
        let is = |index: usize| self.list.get(index).is_some_and(|known| is_same(known, word));
        self.candidates(word).any(is)
    }

    /// Where the word stands in the list, in any case, however often.
    pub(super) fn places(&self, word: &[u8]) -> impl Iterator<Item = usize> {
        let is = |index: usize| self.list.get(index).is_some_and(|known| is_same(known, word));
        self.candidates(word).filter(move |index| is(*index))
    }

    /// The entries that may be the word.
    #[inline]
    pub(super) fn candidates(&self, word: &[u8]) -> impl Iterator<Item = usize> {
        let letter = |letter: Option<&u8>| letter.copied().unwrap_or_default();
        self.chains.of(Self::hash(letter(word.first()), letter(word.last()), word.len()))
    }

    const fn hash(first: u8, last: u8, length: usize) -> usize {
        (first as usize & 31) * 37 + (last as usize & 31) * 5 + length
    }
}

/// The words with which the rows of a table begin.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
pub(super) const fn first_column<A, B, const ROWS: usize>(
    table: &[(&'static str, A, B)],
) -> [&'static [u8]; ROWS] {
    let mut words: [&[u8]; ROWS] = [b""; ROWS];
    let mut at = 0;
    while at < ROWS {
        words[at] = table[at].0.as_bytes();
        at += 1;
    }
    words
}

/// Beginnings of names, found by their first three bytes.
pub(super) struct Beginnings {
    list: &'static [&'static [u8]],
    chains: Chains,
}

impl Beginnings {
    /// The beginnings, of three bytes or more.
    #[allow(clippy::indexing_slicing)] // evaluated at compile time
    pub(super) const fn new(list: &'static [&'static [u8]]) -> Self {
        let mut chains = Chains::NONE;
        let mut index = list.len();
        while index > 0 {
            index -= 1;
            let [first, second, third] = [list[index][0], list[index][1], list[index][2]];
            chains.add(index, Self::hash(first, second, third));
        }
        Self { list, chains }
    }

    /// Whether the name begins like one of them.
    pub(super) fn begin(&self, name: &[u8]) -> bool {
        let &[first, second, third, ..] = name else { return false };
        let is = |index: usize| self.list.get(index).is_some_and(|known| name.starts_with(known));
        self.chains.of(Self::hash(first, second, third)).any(is)
    }

    const fn hash(first: u8, second: u8, third: u8) -> usize {
        first as usize * 31 + second as usize * 7 + third as usize
    }
}

/// Whether two words are the same, in any case. Most bytes are the same as they stand.
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    let is_letter = |one: u8, other: u8| one ^ other == 0x20 && one.is_ascii_alphabetic();
    one.len() == other.len()
        && one.iter().zip(other).all(|(&one, &other)| one == other || is_letter(one, other))
}

const CHAINS: usize = 256;

/// Which entries of a list have the same hash. Entries are counted from one; zero ends a chain.
#[derive(Debug)]
struct Chains {
    first: [u8; CHAINS],
    next: [u8; CHAINS],
}

impl Chains {
    const NONE: Self = Self { first: [0; CHAINS], next: [0; CHAINS] };

    /// Puts an entry before those with the same hash.
    #[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // evaluated at compile time
    const fn add(&mut self, index: usize, hash: usize) {
        assert!(index + 1 < CHAINS);
        self.next[index] = self.first[hash % CHAINS];
        self.first[hash % CHAINS] = index as u8 + 1;
    }

    /// The entries with that hash.
    fn of(&self, hash: usize) -> Chain<'_> {
        Chain { next: &self.next, entry: self.first.get(hash % CHAINS).copied().unwrap_or_default() }
    }
}

/// The rest of a chain.
struct Chain<'c> {
    next: &'c [u8; CHAINS],
    entry: u8,
}

impl Iterator for Chain<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let index = usize::from(self.entry).checked_sub(1)?;
        self.entry = self.next.get(index).copied().unwrap_or_default();
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[&[u8]] = &[b"node", b"nurse", b"none", b"web", b"wab", b"db1", b"web"];

    #[test]
    fn an_index_finds_what_a_search_of_the_list_finds() {
        static WORDS: Words = Words::new(LIST);
        static BEGINNINGS: Beginnings = Beginnings::new(LIST);
        for text in ["node", "NODE", "nod", "nodes", "web", "wib", "db1", "none.", "", "n", "nonesuch", "no"]
        {
            let word = text.as_bytes();
            let listed = LIST.iter().any(|known| known.eq_ignore_ascii_case(word));
            assert_eq!(WORDS.has(word), listed, "{text}");
            let places: Vec<usize> = WORDS.places(word).collect();
            let each = LIST.iter().enumerate().filter(|(_, known)| known.eq_ignore_ascii_case(word));
            assert_eq!(places, each.map(|(at, _)| at).collect::<Vec<_>>(), "{text}");
            assert_eq!(BEGINNINGS.begin(word), LIST.iter().any(|known| word.starts_with(known)), "{text}");
        }
    }
}
