//! One pass over a text: tokens and single bytes that can be part of a finding are handed to the families that asked
//! for them; everything else costs one look into the class table.

use super::class::{LOOK, TOKEN, class, is_coded};
use super::finding::Finding;
use super::rule::{Family, Trigger};
use super::rules::{FAMILIES, SECRETS, is_glued};

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
pub(crate) type FamilySet = u64;

/// Lengths above this are all the same to the prefilter.
const LENGTHS: usize = 32;

/// Which families want a token, by each thing that can be told of it at no cost.
struct Prefilter {
    classes: [FamilySet; 128],
    first: [FamilySet; 256],
    length: [FamilySet; LENGTHS],
    tail: [FamilySet; TAILS + 1],
    byte: [FamilySet; 256],
    next: [FamilySet; 256],
    line: FamilySet,
}

static PREFILTER: Prefilter = Prefilter::new();

impl Prefilter {
    #[allow(clippy::indexing_slicing, clippy::large_stack_arrays, clippy::cast_possible_truncation)] // evaluated at compile time
    const fn new() -> Self {
        assert!(FAMILIES.len() <= FamilySet::BITS as usize);
        let mut this = Self {
            classes: [0; 128],
            first: [0; 256],
            length: [0; LENGTHS],
            tail: [0; TAILS + 1],
            byte: [0; 256],
            next: [0; 256],
            line: 0,
        };
        let mut index = 0;
        while index < FAMILIES.len() {
            let bit = 1 << index;
            match &FAMILIES[index].trigger {
                Trigger::Byte(bytes) => {
                    mark(&mut this.byte, bytes, bit);
                    mark(&mut this.next, &ALL_BYTES, bit);
                }
                Trigger::Pair(bytes, next) => {
                    mark(&mut this.byte, bytes, bit);
                    mark(&mut this.next, next, bit);
                }
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
                    mark_tails(&mut this.tail, shape.words, bit);
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
        let mut byte = 0;
        while byte < 256 {
            assert!(this.byte[byte] == 0 || class(byte as u8) == LOOK, "a family's byte is passed over");
            byte += 1;
        }
        this
    }

    #[inline]
    fn at_token(&self, first: u8, tail: [u8; 3], length: usize, has: u8) -> FamilySet {
        let of = |table: &[FamilySet], at: usize| table.get(at).copied().unwrap_or_default();
        let wanting = of(&self.classes, usize::from(has & TOKEN)) & of(&self.tail, tail_index(tail));
        if wanting == 0 {
            return 0;
        }
        wanting & of(&self.first, usize::from(first)) & of(&self.length, length.min(LENGTHS - 1))
    }

    #[inline]
    fn at_byte(&self, byte: u8, next: u8) -> FamilySet {
        let of = |table: &[FamilySet; 256], at: u8| table.get(usize::from(at)).copied().unwrap_or_default();
        of(&self.byte, byte) & of(&self.next, next)
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

/// Tails of words fall into so many classes, and all that end in no letter into one more.
const TAILS: usize = 2_048;

/// The class of a word's last three bytes, whatever their case.
#[inline]
const fn tail_index(tail: [u8; 3]) -> usize {
    let [third, second, last] = tail;
    if !last.is_ascii_alphabetic() {
        return TAILS;
    }
    let letters = ((third & 31) as usize) << 10 | ((second & 31) as usize) << 5 | (last & 31) as usize;
    (letters.wrapping_mul(0x9e5) >> 4) % TAILS
}

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn mark_tails(table: &mut [FamilySet; TAILS + 1], lists: &[&[&str]], bit: FamilySet) {
    let mut index = 0;
    while lists.is_empty() && index <= TAILS {
        table[index] |= bit;
        index += 1;
    }
    let mut list = 0;
    while list < lists.len() {
        let mut word = 0;
        while word < lists[list].len() {
            let bytes = lists[list][word].as_bytes();
            let length = bytes.len();
            word += 1;
            if length == 0 || !bytes[length - 1].is_ascii_alphabetic() {
                table[TAILS] |= bit;
                continue;
            }
            // Before a word of two letters anything may stand.
            let mut third = if length > 2 { bytes[length - 3] } else { 0 };
            loop {
                table[tail_index([third, bytes[length - 2], bytes[length - 1]])] |= bit;
                third += 1;
                if length > 2 || third == 32 {
                    break;
                }
            }
        }
        list += 1;
    }
}

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn mark(table: &mut [FamilySet; 256], bytes: &[u8], bit: FamilySet) {
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] |= bit;
        at += 1;
    }
}

/// What is read otherwise than as it stands.
pub(crate) trait Reader {
    /// The text from `start` to before `end` is a line, or part of one, that holds coded bytes.
    fn coded(&mut self, start: usize, end: usize, findings: &mut Vec<Finding>);
    /// A document may begin at `at`. Returns where it ends, if it was one.
    fn document(&mut self, at: usize, findings: &mut Vec<Finding>) -> Option<usize>;
}

/// Reads everything as it stands.
impl Reader for () {
    fn coded(&mut self, _start: usize, _end: usize, _findings: &mut Vec<Finding>) {}

    fn document(&mut self, _at: usize, _findings: &mut Vec<Finding>) -> Option<usize> {
        None
    }
}

/// Adds what the `active` families find in a text. Returns where what was consumed up to the end of the text begins.
pub(crate) fn scan(
    text: &[u8],
    active: FamilySet,
    findings: &mut Vec<Finding>,
    reader: &mut impl Reader,
) -> Option<usize> {
    let mut line = Line::default();
    let mut at = 0;
    let wanting_lines = PREFILTER.line & active;
    while let Some(&byte) = text.get(at) {
        if at == line.begin && wanting_lines != 0 {
            let next = dispatch(wanting_lines, text, Token { start: at, end: at, has: 0 }, findings);
            if next > at {
                at = line.skip(text, at, at, next, findings, reader);
                continue;
            }
        }
        let kind = class(byte);
        let start = at;
        at += 1;
        if kind == 0 {
            continue;
        }
        if kind == LOOK {
            line.pass(start, byte, findings, reader);
            if matches!(byte, b'{' | b'[')
                && let Some(end) = reader.document(start, findings)
            {
                line.end_piece(start, findings, reader);
                line.plain = end;
                at = end;
                continue;
            }
            let next = text.get(at).copied().unwrap_or_default();
            let wanting = PREFILTER.at_byte(byte, next) & active;
            if wanting != 0 {
                let next = dispatch(wanting, text, Token { start, end: at, has: 0 }, findings);
                if next > at {
                    at = line.skip(text, start, at, next, findings, reader);
                }
            }
            continue;
        }
        let mut has = kind;
        while let Some(&next) = text.get(at) {
            let kind = class(next);
            if kind & TOKEN == 0 {
                break;
            }
            has |= kind;
            at += 1;
        }
        let tail = match text.get(start..at) {
            Some(&[.., third, second, last]) => [third, second, last],
            Some(&[second, last]) => [0, second, last],
            _ => [0, 0, byte],
        };
        let mut wanting = PREFILTER.at_token(byte, tail, at - start, has) & active;
        if wanting != 0 {
            if is_glued(text, start, at) {
                wanting &= SECRETS;
            }
            let next = dispatch(wanting, text, Token { start, end: at, has }, findings);
            if next > at {
                at = line.skip(text, start, at, next, findings, reader);
            }
        }
    }
    line.end_piece(text.len(), findings, reader);
    let (from, to) = line.consumed;
    let at_end = |rest: &[u8]| rest.trim_ascii_start().is_empty();
    text.get(to..).filter(|rest| from < to && at_end(rest)).map(|_| from)
}

/// The line that is being read.
#[derive(Default)]
struct Line {
    begin: usize,
    /// Where the plain text of it begins: after the last document.
    plain: usize,
    coded: bool,
    /// What a family has consumed last.
    consumed: (usize, usize),
}

impl Line {
    #[inline]
    fn pass(&mut self, at: usize, byte: u8, findings: &mut Vec<Finding>, reader: &mut impl Reader) {
        self.coded |= is_coded(byte);
        if byte == b'\n' {
            self.end_piece(at, findings, reader);
            self.begin = at + 1;
        }
    }

    #[inline]
    fn end_piece(&mut self, at: usize, findings: &mut Vec<Finding>, reader: &mut impl Reader) {
        if self.coded {
            reader.coded(self.plain, at, findings);
            self.coded = false;
        }
        self.plain = at + 1;
    }

    /// Goes over what a family has consumed: lines end and coded bytes stand there too.
    #[cold]
    fn skip(
        &mut self,
        text: &[u8],
        start: usize,
        from: usize,
        to: usize,
        findings: &mut Vec<Finding>,
        reader: &mut impl Reader,
    ) -> usize {
        self.consumed = (start, to);
        for (offset, &byte) in text.get(from..to).unwrap_or_default().iter().enumerate() {
            self.pass(from + offset, byte, findings, reader);
        }
        to
    }
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
    next.min(text.len())
}
