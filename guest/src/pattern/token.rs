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

/// The tokens of a shape, in their order.
pub(super) fn tokens(shape: &[u8]) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut at = 0;
    while at < shape.len() {
        let rest = shape.get(at..).unwrap_or_default();
        let before = at.checked_sub(1).and_then(|before| shape.get(before)).copied();
        let length = length(rest, before);
        if let Some(text) = rest.get(..length).filter(|text| !text.is_empty()) {
            let kind = kind(text, before, tokens.last().map(|token| token.text));
            tokens.push(Token { text, kind, start: at });
        }
        at += length.max(1);
    }
    tokens
}

/// How long the token at the start of `rest` is; 0 for punctuation.
fn length(rest: &[u8], before: Option<u8>) -> usize {
    let quoted = before.filter(|quote| matches!(quote, b'"' | b'\'')).and_then(|quote| {
        let length = rest.iter().take(QUOTED_BYTES).position(|byte| *byte == quote)?;
        (!rest.get(..length)?.contains(&b' ')).then_some(length)
    });
    if let Some(length) = quoted {
        return length;
    }
    if let Some(length) = marker(rest) {
        return length;
    }
    let words = labelled_word(rest);
    let braced = rest.get(words) == Some(&b'{') && before == Some(b'=');
    let close = rest.iter().take(QUOTED_BYTES).position(|byte| *byte == b'}').filter(|_| braced);
    close.map_or(words, |close| close + 1)
}

/// The length of a word; one after a colon without a blank, as in `image:v2`, is a part of it.
fn labelled_word(rest: &[u8]) -> usize {
    let nexts = rest.iter().skip(1).map(Some).chain([None]);
    let in_token = |(byte, next): &(&u8, Option<&u8>)| {
        is_in_word(**byte) || (**byte == b':' && next.is_some_and(|next| is_in_word(*next)))
    };
    if rest.first().is_some_and(|first| is_in_word(*first)) {
        rest.iter().zip(nexts).take_while(in_token).count()
    } else {
        0
    }
}

fn kind(text: &[u8], before: Option<u8>, token_before: Option<&[u8]>) -> Kind {
    let assigned = before == Some(b'=');
    if text == [VALUE] {
        return Kind::Value;
    }
    let name = text.trim_ascii_end().strip_suffix(b"...").unwrap_or(text);
    let is_marker = text.first() == Some(&b'<');
    let is_kind = text.contains(&VALUE) && !text.contains(&b':');
    let needed = if is_marker || is_kind || (assigned && ABSENT.contains(&text)) {
        KINDS
    } else if name.iter().filter(|byte| matches!(byte, b'.' | b'/')).count() > 1 {
        NAMES
    } else if assigned || matches!(before, Some(b'"' | b'\'')) {
        VALUES
    } else if token_before.is_none() {
        return Kind::First;
    } else if token_before.is_some_and(|word| NAMING_WORDS.contains(&word)) {
        NAMES
    } else {
        PLAIN_WORDS
    };
    Kind::Word { needed }
}
