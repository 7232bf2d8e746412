//! The words of a shape, and which of them hold values by their looks.

use std::ops::Range;

use super::shape::{VALUE, marker};
use super::word::is_in_word;

/// How many different words at one place make it vary: plain words, which are as often verbs and states.
pub(super) const PLAIN_WORDS: usize = 8;

/// Words after `=` or within quotes.
const VALUES: usize = 4;

/// Words after a word like `user` or `from`, and qualified names.
const NAMES: usize = 3;

/// Kinds such as in `blk_17` and `rdd_2`, markers, and whatever stands where there was nothing.
const KINDS: usize = 2;

/// After these words something is named.
const NAMING_WORDS: &[&[u8]] = &[b"user", b"host", b"node", b"for", b"from", b"by"];

/// What stands after `=` when there is no value.
const ABSENT: &[&[u8]] = &[b"null", b"nil", b"none", b"None", b"undefined"];

/// The longest quoted text that is taken for one value.
const QUOTED_BYTES: usize = 64;

/// What stands at one place of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'s> {
    pub(super) text: &'s [u8],
    pub(super) hash: u64,
    pub(super) kind: Kind,
    start: usize,
}

/// What a place holds by its looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A value.
    Value,
    /// A word or a marker. The place varies when `needed` different ones stand there.
    Word {
        /// How many different words it takes.
        needed: usize,
    },
    /// The first word of a line, if it is a plain one: it names the event, however many others there are.
    First,
}

impl Token<'_> {
    /// Where the token is in its shape.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Whether its place holds values by its looks.
    pub(super) fn is_loose(&self) -> bool {
        match self.kind {
            Kind::Value => true,
            Kind::Word { needed } => needed < PLAIN_WORDS,
            Kind::First => false,
        }
    }
}

/// The tokens of a shape, in their order, and a hash of what stands between them.
pub(super) fn tokens(shape: &[u8]) -> (Vec<Token<'_>>, u64) {
    let mut tokens: Vec<Token<'_>> = Vec::with_capacity(TOKENS);
    let mut between = HASH;
    let mut before = 0;
    let mut at = 0;
    while let Some(&byte) = shape.get(at) {
        let rest = shape.get(at..).unwrap_or_default();
        let length = length(rest, byte, before);
        if let Some(text) = rest.get(..length).filter(|text| !text.is_empty()) {
            let (hash, marks) = scan(text);
            let kind = kind(text, &marks, before, tokens.last());
            tokens.push(Token { text, hash, kind, start: at });
            between = add_to_hash(between, VALUE);
            before = text.last().copied().unwrap_or_default();
        } else {
            between = add_to_hash(between, byte);
            before = byte;
        }
        at += length.max(1);
    }
    (tokens, between)
}

/// Tokens that most shapes have room for.
const TOKENS: usize = 32;

/// How long the token at the start of `rest` is, of which `byte` is the first; 0 for punctuation.
fn length(rest: &[u8], byte: u8, before: u8) -> usize {
    if matches!(before, b'"' | b'\'') {
        let close = rest.iter().take(QUOTED_BYTES).position(|byte| *byte == before || *byte == b' ');
        if let Some(close) = close.filter(|close| rest.get(*close) == Some(&before)) {
            return close;
        }
    }
    if byte == b'<' {
        return marker(rest).unwrap_or_default();
    }
    let mut length = 0;
    while let Some(&byte) = rest.get(length) {
        // A word after a colon without a blank, as in `image:v2`, is a part of the word before.
        let joins =
            || byte == b':' && length > 0 && rest.get(length + 1).is_some_and(|next| is_in_word(*next));
        if !is_in_word(byte) && !joins() {
            break;
        }
        length += 1;
    }
    if before == b'=' && rest.get(length) == Some(&b'{') {
        let close = rest.iter().take(QUOTED_BYTES).position(|byte| *byte == b'}');
        return close.map_or(length, |close| close + 1);
    }
    length
}

/// What is in a token.
struct Marks {
    value: bool,
    colon: bool,
    separators: usize,
}

fn scan(text: &[u8]) -> (u64, Marks) {
    let mut hash = HASH;
    let mut marks = Marks { value: false, colon: false, separators: 0 };
    let end = if text.ends_with(b"...") { text.len() - 3 } else { text.len() };
    for (at, byte) in text.iter().enumerate() {
        hash = add_to_hash(hash, *byte);
        match *byte {
            VALUE => marks.value = true,
            b':' => marks.colon = true,
            b'.' | b'/' if at < end => marks.separators += 1,
            _ => {}
        }
    }
    (hash, marks)
}

fn kind(text: &[u8], marks: &Marks, before: u8, token_before: Option<&Token<'_>>) -> Kind {
    if text == [VALUE] {
        return Kind::Value;
    }
    let is_marker = text.first() == Some(&b'<');
    let assigned = before == b'=';
    let needed = if is_marker || (marks.value && !marks.colon) || (assigned && ABSENT.contains(&text)) {
        KINDS
    } else if marks.separators > 1 {
        NAMES
    } else if assigned || matches!(before, b'"' | b'\'') {
        VALUES
    } else {
        match token_before {
            None => return Kind::First,
            Some(word) if NAMING_WORDS.contains(&word.text) => NAMES,
            Some(_) => PLAIN_WORDS,
        }
    };
    Kind::Word { needed }
}

/// The start of an FNV-1a hash. A collision merges two patterns that are none; nothing else depends on it.
const HASH: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of the token that is a value and nothing else.
pub(super) const VALUE_HASH: u64 = add_to_hash(HASH, VALUE);

const fn add_to_hash(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
}
