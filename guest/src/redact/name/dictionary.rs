//! Every word that names are made of: one look tells all the lists that hold it.

use super::words::LISTS;
use crate::redact::words::is_same;

/// What is known of a word, one bit for each of [`LISTS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// The lists that hold it.
    pub is: u64,
    /// The lists that hold a word of three letters or more that it ends with.
    pub ends: u64,
    /// Its bytes.
    pub length: usize,
}

/// What is known of the word, in any case.
#[inline]
pub(super) fn known(word: &[u8]) -> Known {
    let mut known = Known { length: word.len(), ..Known::default() };
    let tail = tail_of(word);
    let mut next = DICTIONARY.first.get(bucket(tail)).copied().unwrap_or_default();
    while let Some(entry) = usize::from(next).checked_sub(1).and_then(|index| DICTIONARY.entries.get(index)) {
        next = entry.next;
        if (entry.tail ^ tail) & entry.letters != 0 {
            continue;
        }
        let Some(before) = word.len().checked_sub(entry.word.len()) else { continue };
        if is_same(word.get(before..).unwrap_or_default(), entry.word.as_bytes()) {
            known.ends |= entry.lists;
            known.is |= if before == 0 { entry.lists } else { 0 };
        }
    }
    known
}

/// The bit of a list.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
pub(super) const fn bit_of(list: &[&str]) -> u64 {
    let mut known = 0;
    loop {
        let mut same = 0;
        while same < list.len() && same < LISTS[known].len() && is_equal(list[same], LISTS[known][same]) {
            same += 1;
        }
        if same == list.len() && same == LISTS[known].len() {
            return 1 << known;
        }
        known += 1;
    }
}

/// The bit of a list whose words a word may end with.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
pub(super) const fn bit_of_endings(list: &[&str]) -> u64 {
    let mut word = 0;
    while word < list.len() {
        assert!(list[word].len() >= TAIL, "a shorter word is found only as a whole");
        word += 1;
    }
    bit_of(list)
}

struct Dictionary {
    /// The first entry of each bucket, counted from one.
    first: [u16; BUCKETS],
    entries: [Entry; WORDS],
}

#[derive(Clone, Copy)]
struct Entry {
    word: &'static str,
    lists: u64,
    tail: u32,
    /// Which letters of a tail the word has.
    letters: u32,
    /// The next one of the same bucket, counted from one; zero ends it.
    next: u16,
}

static DICTIONARY: Dictionary = Dictionary::new();

const BUCKETS: usize = 512;

/// The letters at a word's end by which its bucket is found.
const TAIL: usize = 3;

/// The letters at a word's end that are compared at once, and the bits of one.
const LETTERS: usize = 6;
const BITS: usize = 5;

/// How many words the lists have together.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
const WORDS: usize = {
    let mut words = 0;
    let mut list = 0;
    while list < LISTS.len() {
        words += LISTS[list].len();
        list += 1;
    }
    words
};

impl Dictionary {
    #[allow(clippy::indexing_slicing, clippy::large_stack_arrays, clippy::cast_possible_truncation)] // evaluated at compile time
    const fn new() -> Self {
        assert!(LISTS.len() <= 64);
        let mut this = Self {
            first: [0; BUCKETS],
            entries: [Entry { word: "", lists: 0, tail: 0, letters: 0, next: 0 }; WORDS],
        };
        let mut added = 0;
        let mut list = 0;
        while list < LISTS.len() {
            let mut at = 0;
            while at < LISTS[list].len() {
                let word = LISTS[list][at];
                let tail = tail_of(word.as_bytes());
                let bucket = bucket(tail);
                let mut entry = this.first[bucket] as usize;
                while entry > 0 && !is_equal(this.entries[entry - 1].word, word) {
                    entry = this.entries[entry - 1].next as usize;
                }
                if entry == 0 {
                    this.entries[added] =
                        Entry { word, lists: 0, tail, letters: letters_of(word), next: this.first[bucket] };
                    added += 1;
                    this.first[bucket] = added as u16;
                    entry = added;
                }
                this.entries[entry - 1].lists |= 1 << list;
                at += 1;
            }
            list += 1;
        }
        this
    }
}

/// The last letters of a word, whatever their case.
#[allow(clippy::indexing_slicing)] // bounded by the length
const fn tail_of(word: &[u8]) -> u32 {
    let mut tail = 0;
    let mut back = 0;
    while back < LETTERS && back < word.len() {
        tail |= (word[word.len() - 1 - back] as u32 & 31) << (BITS * back);
        back += 1;
    }
    tail
}

/// The bits of a tail that a word decides; a short word is found only as a whole.
const fn letters_of(word: &str) -> u32 {
    let letters = if word.len() < TAIL {
        TAIL
    } else if word.len() < LETTERS {
        word.len()
    } else {
        LETTERS
    };
    (1 << (BITS * letters)) - 1
}

/// Where words of such a tail are.
const fn bucket(tail: u32) -> usize {
    let tail = tail & ((1 << (BITS * TAIL)) - 1);
    (tail.wrapping_mul(0x9e37_79b1) >> (32 - BUCKETS.trailing_zeros())) as usize
}

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn is_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_known_with_every_list_that_holds_it() {
        let words = || LISTS.iter().flat_map(|list| list.iter());
        let more = ["mypassword", "SECRET", "xtoken", "zzz", "", "d", "2FA", "nextToken"];
        for word in words().copied().chain(more) {
            let mut expected = Known { length: word.len(), ..Known::default() };
            for (index, list) in LISTS.iter().enumerate() {
                let lower = word.to_ascii_lowercase();
                let is = list.contains(&lower.as_str());
                let ends = list.iter().any(|known| known.len() >= TAIL && lower.ends_with(known));
                expected.is |= u64::from(is) << index;
                expected.ends |= u64::from(ends || is) << index;
            }
            assert_eq!(known(word.as_bytes()), expected, "{word}");
        }
    }
}
