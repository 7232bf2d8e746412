//! One pass over a text: tokens and single bytes that can be part of a finding are handed to the families that asked
//! for them; everything else costs one look into the class table.

use std::ops::Range;

use super::class::{CLASSES, CODED, ENDS_LINE, LETTERS, LOOK, OPENS, TOKEN, class, look};
use super::finding::Finding;
use super::name::may_end_name;
use super::rule::{Before, Shape, Trigger};
use super::rules::{BESIDE_MARKERS, FAMILIES, FINDERS, NAMED, is_glued};
use super::view::colour_sequence;
use crate::run::run;

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
    /// Those of `classes` that want any tail.
    any_tail: [FamilySet; 128],
    /// One bit for each class of tails that any other family wants: most words end here.
    is_tail: WantedTails,
    /// Which of `tail_sets` each class of tails has.
    tail: [u8; TAILS + 1],
    tail_sets: [FamilySet; 256],
    byte: [FamilySet; 256],
    next: [FamilySet; 256],
    line: FamilySet,
}

#[allow(long_running_const_eval, reason = "a table of 32,768 tails, made when the projector is compiled")]
static PREFILTER: Prefilter = Prefilter::new();

impl Prefilter {
    #[allow(clippy::indexing_slicing, clippy::large_stack_arrays, clippy::cast_possible_truncation)] // evaluated at compile time
    const fn new() -> Self {
        assert!(FAMILIES.len() <= FamilySet::BITS as usize);
        let mut this = Self {
            classes: [0; 128],
            first: [0; 256],
            length: [0; LENGTHS],
            any_tail: [0; 128],
            is_tail: [0; WANTED_TAILS / 64],
            tail: [0; TAILS + 1],
            tail_sets: [0; 256],
            byte: [0; 256],
            next: [0; 256],
            line: 0,
        };
        let mut tails = [0; TAILS + 1];
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
                    let any_tail = shape.words.is_empty() && shape.more_words.is_empty();
                    let mut has = 0_u8;
                    while has <= TOKEN {
                        if has & shape.all == shape.all
                            && has & shape.none == 0
                            && (shape.any == 0 || has & shape.any != 0)
                        {
                            this.classes[has as usize] |= bit;
                            this.any_tail[has as usize] |= if any_tail { bit } else { 0 };
                        }
                        has += 1;
                    }
                    mark(&mut this.first, if shape.first.is_empty() { &ALL_BYTES } else { shape.first }, bit);
                    mark_tails(&mut tails, &mut this.is_tail, shape, bit);
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
        this.share_tail_sets(&tails);
        assert!(this.byte[ESCAPE as usize] == 0, "a family's byte is passed over");
        let mut byte = 0;
        while byte < 256 {
            assert!(this.byte[byte] == 0 || class(byte as u8) == LOOK, "a family's byte is passed over");
            byte += 1;
        }
        this
    }

    /// Many tails have the same set: each set is kept once.
    #[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // evaluated at compile time
    const fn share_tail_sets(&mut self, tails: &Tails) {
        let mut sets = 0;
        let mut at = 0;
        while at <= TAILS {
            let mut set = 0;
            while set < sets && self.tail_sets[set] != tails[at] {
                set += 1;
            }
            if set == sets {
                self.tail_sets[set] = tails[at];
                sets += 1;
            }
            self.tail[at] = set as u8;
            at += 1;
        }
    }

    #[allow(
        clippy::inline_always,
        reason = "called once for each token; in the sandbox a call costs as much as its work"
    )]
    #[inline(always)]
    fn at_token(&self, text: &[u8], first: u8, token: Token) -> FamilySet {
        let of = |table: &[FamilySet], at: usize| table.get(at).copied().unwrap_or_default();
        let has = usize::from(token.has & TOKEN);
        let mut wanting = of(&self.any_tail, has);
        let letters = last_letters(text, token);
        if is_wanted(&self.is_tail, letters) {
            let tail = if token.has & LETTERS == 0 { TAILS } else { tail_index(letters) };
            let tail = self.tail.get(tail).copied().unwrap_or_default();
            wanting |= of(&self.classes, has) & of(&self.tail_sets, usize::from(tail));
            if wanting & NAMED != 0 && !may_end_name(token.of(text), letters) {
                wanting &= !NAMED;
            }
        }
        if wanting == 0 {
            return 0;
        }
        let length = (token.end - token.start).min(LENGTHS - 1);
        wanting & of(&self.length, length) & of(&self.first, usize::from(first))
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

/// Tails of words fall into so many classes, and tokens without a letter into one more.
const TAILS: usize = 32_768;
pub(crate) const WANTED_TAILS: usize = 4 * TAILS;

/// The last four bytes up to a token's last letter, as a number.
#[inline]
fn last_letters(text: &[u8], token: Token) -> u32 {
    if token.has & LETTERS == 0 {
        return 0;
    }
    let mut end = token.end;
    if text.get(end - 1).is_some_and(|last| !last.is_ascii_alphabetic()) {
        end = last_letter(text, token) + 1;
    }
    let tail = match text.get(..end).unwrap_or_default() {
        [.., fourth, third, second, last] => [*fourth, *third, *second, *last],
        [third, second, last] => [0, *third, *second, *last],
        [second, last] => [0, 0, *second, *last],
        rest => [0, 0, 0, rest.first().copied().unwrap_or_default()],
    };
    // What stands before the token is not part of its tail.
    let bytes = (end - token.start).min(tail.len());
    let shift = 8 * (tail.len() - bytes);
    u32::from_be_bytes(tail) << shift >> shift
}

/// Where the last letter of a token is that has one.
fn last_letter(text: &[u8], token: Token) -> usize {
    let last = token.of(text).iter().rposition(u8::is_ascii_alphabetic);
    token.start + last.unwrap_or_default()
}

/// The class of four bytes, whatever their case.
#[inline]
const fn tail_index(tail: u32) -> usize {
    wanted_index(tail) >> (WANTED_TAILS.trailing_zeros() - TAILS.trailing_zeros())
}

/// The same in classes that are so small that nearly every tail in one that is wanted is wanted itself.
#[inline]
pub(crate) const fn wanted_index(tail: u32) -> usize {
    let letters = tail & 0x1f1f_1f1f;
    (letters.wrapping_mul(TAIL_FACTOR) >> (32 - WANTED_TAILS.trailing_zeros())) as usize
}

/// Of many odd numbers the one with which the fewest words of real logs fall into a class of others that are wanted.
const TAIL_FACTOR: u32 = 0x6ce3_b179;

type Tails = [FamilySet; TAILS + 1];
/// One bit for each.
pub(crate) type WantedTails = [u64; WANTED_TAILS / 64];

/// Whether the class of a tail is among those that are wanted.
#[inline]
pub(crate) fn is_wanted(wanted: &WantedTails, tail: u32) -> bool {
    let index = wanted_index(tail);
    wanted.get(index / 64).is_some_and(|bits| bits >> (index % 64) & 1 == 1)
}

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn mark_tails(tails: &mut Tails, wanted: &mut WantedTails, shape: &Shape, bit: FamilySet) {
    let mut list = 0;
    while list < shape.words.len() {
        let mut word = 0;
        while word < shape.words[list].len() {
            mark_tail(tails, wanted, shape.words[list][word].as_bytes(), shape.before, bit);
            word += 1;
        }
        list += 1;
    }
    let mut list = 0;
    while list < shape.more_words.len() {
        let mut word = 0;
        while word < shape.more_words[list].list.len() {
            mark_tail(tails, wanted, shape.more_words[list].list[word], shape.before, bit);
            word += 1;
        }
        list += 1;
    }
}

/// Marks the tails that a word has, up to its last letter, with what may stand before a short one.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // evaluated at compile time
const fn mark_tail(
    tails: &mut Tails,
    wanted: &mut WantedTails,
    word: &[u8],
    allowed: Before,
    bit: FamilySet,
) {
    let mut length = word.len();
    while length > 0 && !word[length - 1].is_ascii_alphabetic() {
        length -= 1;
    }
    if length == 0 {
        tails[TAILS] |= bit;
        wanted[0] |= 1;
        return;
    }
    let known = if length < 4 { length } else { 4 };
    let mut tail = [0; 4];
    let mut at = 0;
    while at < known {
        tail[3 - at] = word[length - 1 - at];
        at += 1;
    }
    let mut open = 4 - known;
    if open > 0 && matches!(allowed, Before::Dot) {
        open -= 1;
        tail[open] = b'.';
    }
    let variants = if matches!(allowed, Before::Nothing) { 1 } else { 1 << (5 * open) };
    let mut before = 0_u16;
    while before < variants {
        let mut at = 0;
        while at < open {
            tail[at] = (before >> (5 * at)) as u8 & 31;
            at += 1;
        }
        let letters = u32::from_be_bytes(tail);
        tails[tail_index(letters)] |= bit;
        wanted[wanted_index(letters) / 64] |= 1 << (wanted_index(letters) % 64);
        before += 1;
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
    while at < text.len() {
        if at == line.begin {
            let empty = Token { start: at, end: at, has: 0 };
            let next = dispatch(PREFILTER.line & active, text, empty, findings);
            if next > at {
                at = line.skip(text, at, at, next, findings, reader);
                continue;
            }
        }
        at = scan_on(text, at, active, &mut line, findings, reader);
    }
    line.end_piece(text.len(), findings, reader);
    let (from, to) = line.consumed;
    let at_end = |rest: &[u8]| rest.trim_ascii_start().is_empty();
    text.get(to..).filter(|rest| from < to && at_end(rest)).map(|_| from)
}

/// Adds what the families find in a part of a text, as places in the whole.
pub(crate) fn scan_part(
    text: &[u8],
    start: usize,
    end: usize,
    families: FamilySet,
    findings: &mut Vec<Finding>,
) {
    let before = findings.len();
    scan(text.get(start..end).unwrap_or_default(), families, findings, &mut ());
    Finding::shift(findings, before, start);
}

/// Adds what the families find at the words of a part of a text that is read up to `limit`, as places in the whole.
pub(crate) fn scan_words(
    text: &[u8],
    part: Range<usize>,
    limit: usize,
    families: FamilySet,
    findings: &mut Vec<Finding>,
) {
    let before = findings.len();
    let start = part.start;
    let text = text.get(start..limit).unwrap_or_default();
    let mut at = 0;
    while let Some(&first) = text.get(at).filter(|_| start + at < part.end) {
        let (length, has) = run(text.get(at..).unwrap_or_default(), &CLASSES, TOKEN);
        let token = Token { start: at, end: at + length.max(1), has };
        at = token.end;
        let mut wanting = if length > 0 {
            PREFILTER.at_token(text, first, token) & families
        } else {
            PREFILTER.at_byte(first, text.get(at).copied().unwrap_or_default()) & families
        };
        if length > 0 && wanting != 0 && is_glued(text, token.start, at) {
            wanting &= BESIDE_MARKERS;
        }
        if wanting != 0 {
            at = dispatch(wanting, text, token, findings);
        }
    }
    Finding::shift(findings, before, start);
}

/// What begins an escape sequence.
const ESCAPE: u8 = 0x1b;

/// Scans to the end of the line, or to the end of what a family has consumed. Returns where that is.
fn scan_on(
    text: &[u8],
    mut at: usize,
    active: FamilySet,
    line: &mut Line,
    findings: &mut Vec<Finding>,
    reader: &mut impl Reader,
) -> usize {
    while let Some(&byte) = text.get(at) {
        let kind = class(byte);
        let start = at;
        if kind & TOKEN != 0 {
            let (more, has) = run(text.get(start + 1..).unwrap_or_default(), &CLASSES, TOKEN);
            at = start + 1 + more;
            let token = Token { start, end: at, has: kind | has };
            let mut wanting = PREFILTER.at_token(text, byte, token) & active;
            if wanting != 0 {
                if is_glued(text, start, at) {
                    wanting &= BESIDE_MARKERS;
                }
                let next = dispatch(wanting, text, token, findings);
                if next > at {
                    return line.skip(text, start, at, next, findings, reader);
                }
            }
            // Behind a word stands mostly a blank: it costs no turn of its own.
            at += usize::from(text.get(at).is_some_and(|byte| class(*byte) == 0));
            continue;
        }
        at += 1;
        if kind == 0 {
            continue;
        }
        let look = look(byte);
        line.pass(start, look, findings, reader);
        if look & OPENS != 0
            && let Some(end) = reader.document(start, findings)
        {
            line.end_piece(start, findings, reader);
            line.plain = end;
            return end;
        }
        if byte == ESCAPE {
            at = at.max(start + colour_sequence(text.get(start..).unwrap_or_default()));
            continue;
        }
        let next = text.get(at).copied().unwrap_or_default();
        let wanting = PREFILTER.at_byte(byte, next) & active;
        if wanting != 0 {
            let next = dispatch(wanting, text, Token { start, end: at, has: 0 }, findings);
            if next > at {
                return line.skip(text, start, at, next, findings, reader);
            }
        }
        if look & ENDS_LINE != 0 {
            return at;
        }
    }
    at
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
    fn pass(&mut self, at: usize, look: u8, findings: &mut Vec<Finding>, reader: &mut impl Reader) {
        self.coded |= look & CODED != 0;
        if look & ENDS_LINE != 0 {
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
        let mut at = from;
        // Four bytes a turn: there is mostly nothing to see.
        let (chunks, _) = text.get(from..to).unwrap_or_default().as_chunks::<4>();
        for [a, b, c, d] in chunks {
            if (look(*a) | look(*b) | look(*c) | look(*d)) & (CODED | ENDS_LINE) != 0 {
                break;
            }
            at += 4;
        }
        for (offset, &byte) in text.get(at..to).unwrap_or_default().iter().enumerate() {
            self.pass(at + offset, look(byte), findings, reader);
        }
        to
    }
}

#[inline]
fn dispatch(mut wanting: FamilySet, text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let mut next = token.end;
    loop {
        let finder = FINDERS.get(wanting.trailing_zeros() as usize);
        let Some(find) = finder else { return next.min(text.len()) };
        next = next.max(find(text, token, findings));
        wanting &= wanting - 1;
    }
}
