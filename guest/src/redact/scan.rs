//! One pass over a text: tokens and single bytes that can be part of a finding are handed to the families that asked
//! for them; everything else costs one look into the class table.

use super::class::{CODED, TOKEN, class};
use super::finding::Finding;
use super::rule::{Family, Trigger};
use super::rules::FAMILIES;

/// A run of letters, digits, `.`, `-` and `_`, or the single byte of a [`Trigger::Byte`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The classes that occur in it.
    pub has: u8,
}

impl Token {
    /// Its bytes.
    pub(crate) fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// A set of families, one bit each, in the order of [`FAMILIES`].
pub(crate) type FamilySet = u32;

/// Lengths above this are all the same to the prefilter.
const LENGTHS: usize = 32;

/// Which families want a token, by each thing that can be told of it at no cost.
struct Prefilter {
    classes: [FamilySet; 128],
    first: [FamilySet; 256],
    last: [FamilySet; 256],
    length: [FamilySet; LENGTHS],
    byte: [FamilySet; 256],
    line: FamilySet,
}

static PREFILTER: Prefilter = Prefilter::new();

impl Prefilter {
    #[allow(clippy::indexing_slicing)] // evaluated at compile time
    const fn new() -> Self {
        assert!(FAMILIES.len() <= FamilySet::BITS as usize);
        let mut this = Self {
            classes: [0; 128],
            first: [0; 256],
            last: [0; 256],
            length: [0; LENGTHS],
            byte: [0; 256],
            line: 0,
        };
        let mut index = 0;
        while index < FAMILIES.len() {
            let bit = 1 << index;
            match &FAMILIES[index].trigger {
                Trigger::Byte(bytes) => mark(&mut this.byte, bytes, bit),
                Trigger::Line => this.line |= bit,
                Trigger::Token(shape) => {
                    let mut has = 0_u8;
                    while has <= TOKEN {
                        if has & shape.all == shape.all && has & shape.none == 0 {
                            this.classes[has as usize] |= bit;
                        }
                        has += 1;
                    }
                    mark(&mut this.first, if shape.first.is_empty() { &ALL_BYTES } else { shape.first }, bit);
                    mark(&mut this.last, if shape.last.is_empty() { &ALL_BYTES } else { shape.last }, bit);
                    assert!(shape.min_bytes < LENGTHS);
                    let mut bytes = shape.min_bytes;
                    while bytes < LENGTHS {
                        this.length[bytes] |= bit;
                        bytes += 1;
                    }
                }
            }
            index += 1;
        }
        this
    }

    #[inline]
    fn at_token(&self, first: u8, last: u8, length: usize, has: u8) -> FamilySet {
        let of = |table: &[FamilySet], at: usize| table.get(at).copied().unwrap_or_default();
        of(&self.classes, usize::from(has & TOKEN))
            & of(&self.first, usize::from(first))
            & of(&self.last, usize::from(last))
            & of(&self.length, length.min(LENGTHS - 1))
    }

    #[inline]
    fn at_byte(&self, byte: u8) -> FamilySet {
        self.byte.get(usize::from(byte)).copied().unwrap_or_default()
    }
}

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // evaluated at compile time
const ALL_BYTES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut at = 0;
    while at < 256 {
        bytes[at] = at as u8;
        at += 1;
    }
    bytes
};

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn mark(table: &mut [FamilySet; 256], bytes: &[u8], bit: FamilySet) {
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] |= bit;
        at += 1;
    }
}

/// Adds what the `active` families find in `text` between `from` and `to`, and tells of each line that may read
/// differently once it is decoded.
pub(crate) fn scan(
    text: &[u8],
    active: FamilySet,
    findings: &mut Vec<Finding>,
    mut coded_line: impl FnMut(usize, usize, &mut Vec<Finding>),
) {
    let mut at = 0;
    let mut line = 0;
    let mut coded = 0;
    let wanting_lines = PREFILTER.line & active;
    while let Some(&byte) = text.get(at) {
        if at == line && wanting_lines != 0 {
            let next = dispatch(wanting_lines, text, Token { start: at, end: at, has: 0 }, findings);
            if next > at {
                (line, coded) = skip(text, at, next, line, coded, findings, &mut coded_line);
                at = next;
                continue;
            }
        }
        let kind = class(byte);
        if kind & TOKEN == 0 {
            coded |= kind;
            if byte == b'\n' {
                if coded != 0 {
                    coded_line(line, at, findings);
                    coded = 0;
                }
                line = at + 1;
            }
            let wanting = PREFILTER.at_byte(byte) & active;
            at += 1;
            if wanting != 0 {
                let token = Token { start: at - 1, end: at, has: 0 };
                let next = dispatch(wanting, text, token, findings);
                if next > at {
                    (line, coded) = skip(text, at, next, line, coded, findings, &mut coded_line);
                    at = next;
                }
            }
            continue;
        }
        let start = at;
        let mut has = kind;
        let mut last = byte;
        at += 1;
        while let Some(&next) = text.get(at) {
            let kind = class(next);
            if kind & TOKEN == 0 {
                break;
            }
            has |= kind;
            last = next;
            at += 1;
        }
        let wanting = PREFILTER.at_token(byte, last, at - start, has) & active;
        if wanting != 0 {
            let next = dispatch(wanting, text, Token { start, end: at, has }, findings);
            if next > at {
                (line, coded) = skip(text, at, next, line, coded, findings, &mut coded_line);
                at = next;
            }
        }
    }
    if coded != 0 {
        coded_line(line, text.len(), findings);
    }
}

/// Goes over what a family has consumed: lines end and coded bytes stand there too.
fn skip(
    text: &[u8],
    from: usize,
    to: usize,
    mut line: usize,
    mut coded: u8,
    findings: &mut Vec<Finding>,
    coded_line: &mut impl FnMut(usize, usize, &mut Vec<Finding>),
) -> (usize, u8) {
    for (offset, &byte) in text.get(from..to).unwrap_or_default().iter().enumerate() {
        coded |= class(byte) & CODED;
        if byte == b'\n' {
            if coded != 0 {
                coded_line(line, from + offset, findings);
                coded = 0;
            }
            line = from + offset + 1;
        }
    }
    (line, coded)
}

#[inline]
fn dispatch(mut wanting: FamilySet, text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let mut next = token.end;
    while wanting != 0 {
        let family: Option<&Family> = FAMILIES.get(wanting.trailing_zeros() as usize);
        wanting &= wanting - 1;
        if let Some(family) = family {
            next = next.max((family.find)(text, token, findings));
        }
    }
    next
}
