//! Where a PEM block starts and ends: of a whole one, of one that was cut at either end, and of one with lines of other
//! programs between its own.

use super::super::between::read_others;
use super::MARKER;
use super::line::{
    BEGIN, LINE_BYTES, Line, PREFIX_BYTES, Prefix, is_sure, label, last_word, line_end, mark_at, read,
    read_beside_label,
};
use crate::redact::around::{byte, line_start, previous, run, slice, stands};
use crate::redact::finding::Finding;
use crate::redact::value::transitions;

/// How many other entries may stand between the lines of a key: those of programs that log at the same time.
pub(super) const OTHER_ENTRIES: u8 = 8;

/// A place in a text.
pub(super) struct Block {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_private: bool,
}

/// Adds the block whose `-----BEGIN` ends at `at`: up to its end, or, when it was cut short, to the last line that can be
/// part of it. Lines of other programs between its lines stay. Returns from where the scan goes on.
pub(super) fn begun(text: &[u8], at: usize, findings: &mut Vec<Finding>) -> usize {
    let Some(mut block) = Begun::at(text, at) else { return at };
    if !block.is_private && is_only_named(text, block.body) {
        return at;
    }
    let known = findings.len();
    block.read_lines(|start, end| findings.push(Finding::new(start, end, MARKER)));
    if !block.is_private {
        findings.truncate(known);
        read_beside(text, block.body, block.next.unwrap_or(at), findings);
    }
    block.next.unwrap_or(at)
}

/// Whether another thing than a body goes on behind the label in its line: the label is only spoken of.
fn is_only_named(text: &[u8], body: usize) -> bool {
    let word = run(text, body, LINE_BYTES, |byte| matches!(byte, b' ' | b',' | b';' | b'.'));
    let end = run(text, word, LINE_BYTES, |byte| !byte.is_ascii_whitespace());
    let word = slice(text, word, end);
    word.iter().filter(|byte| byte.is_ascii_alphanumeric()).count() > 1 && !is_of_body(word)
}

/// Lets the others read what stands beside the words of a block that is not private.
fn read_beside(text: &[u8], start: usize, end: usize, findings: &mut Vec<Finding>) {
    let (mut read, mut at) = (start, start);
    while at < end {
        let word = run(text, at, end - at, |byte| byte.is_ascii_whitespace());
        at = run(text, word, end - word, |byte| !byte.is_ascii_whitespace());
        if is_of_body(slice(text, word, at)) {
            read_others(text, read, word, findings);
            read = at;
        }
    }
    read_others(text, read, end, findings);
}

/// Whether a word is a line of base64, or several with escaped line ends between.
fn is_of_body(word: &[u8]) -> bool {
    let padding = word.iter().rev().take_while(|byte| **byte == b'=').count();
    let is_short = word.len() < LINE_BYTES && padding == 0;
    let body = slice(word, 0, word.len() - padding);
    !is_short && body.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+/\\".contains(byte))
}

/// Whether the block whose `-----BEGIN` ends at `at` may go on behind the text.
pub(crate) fn may_go_on(text: &[u8], at: usize) -> bool {
    Begun::at(text, at).is_some_and(|mut block| block.is_private && block.read_lines(|_, _| {}))
}

/// A block that is read line by line.
pub(super) struct Begun<'t> {
    text: &'t [u8],
    /// Where the label ends.
    body: usize,
    is_private: bool,
    /// What stands before each of its lines, and the mark behind each: `msg="…" n=1`.
    prefix: Prefix<'t>,
    mark: Option<u8>,
    /// The lines in a row that are read, up to the last one that is sure.
    start: usize,
    end: Option<usize>,
    /// Where a short line starts that is its last one if its end follows.
    unsure: Option<usize>,
    other_entries: u8,
    /// Header fields stand before the first line of base64.
    has_body: bool,
    /// Where the first lines in a row end.
    next: Option<usize>,
}

impl<'t> Begun<'t> {
    pub(super) fn at(text: &'t [u8], at: usize) -> Option<Self> {
        let start = at.checked_sub(BEGIN.len()).filter(|start| stands(text, *start, BEGIN))?;
        let (body, is_private) = label(text, at)?;
        Some(Self {
            text,
            body,
            is_private,
            prefix: Prefix::before(text, start),
            mark: mark_at(text, body),
            start,
            end: None,
            unsure: None,
            other_entries: 0,
            has_body: false,
            next: None,
        })
    }

    /// Hands on the lines in a row of which it is sure, and tells whether the text ended before the block did.
    fn read_lines(&mut self, mut take: impl FnMut(usize, usize)) -> bool {
        let mut at = self.body;
        loop {
            let end = line_end(self.text, at);
            let is_whole = self.read_line(at, end, &mut take);
            let is_last = end == self.text.len();
            if is_whole || is_last || byte(self.text, end) != b'\n' || self.other_entries > OTHER_ENTRIES {
                self.close(&mut take);
                return !is_whole && is_last && self.other_entries <= OTHER_ENTRIES;
            }
            at = end + 1;
        }
    }

    /// What stands before its last line, if it goes on up to the end of the text and beyond.
    pub(super) fn left_open(mut self) -> Option<Prefix<'t>> {
        let is_open = self.is_private && self.read_lines(|_, _| {}) && self.other_entries == 0;
        is_open.then_some(self.prefix)
    }

    /// Reads one line and tells whether the block ends with it.
    fn read_line(&mut self, at: usize, end: usize, take: &mut impl FnMut(usize, usize)) -> bool {
        let is_last = end == self.text.len();
        let (line, prefix) = if at == self.body {
            (read_beside_label(self.text, at, end), self.prefix)
        } else {
            read(self.text, at, end, self.prefix, self.mark)
        };
        let start = at + if at == self.body { 0 } else { prefix.0.len() };
        match line {
            Line::End(end) => {
                self.end_at(start, end, take);
                return true;
            }
            Line::Body(end) => {
                self.prefix = prefix;
                self.add(start, end, take);
            }
            Line::Field(end) if !self.has_body && self.other_entries == 0 => {
                self.prefix = prefix;
                self.end = Some(end);
            }
            Line::Broken(end) if self.other_entries == 0 => {
                self.end = Some(end);
                return true;
            }
            // The first letters of a line that was cut.
            Line::Word(end) if is_last && self.other_entries == 0 => self.end = Some(end),
            Line::Word(_) => self.pass((self.other_entries == 0).then_some(start)),
            Line::Blank if is_last && self.other_entries == 0 => {
                self.end = self.end.or(Some(self.body));
                self.next = Some(end);
            }
            Line::Blank => {}
            _ if at == self.body && self.mark.is_some_and(|mark| mark != b' ') => {}
            _ => self.pass(None),
        }
        false
    }

    /// A line of base64: of the block, if no other program's stands before it or nothing else looks like it.
    fn add(&mut self, start: usize, end: usize, take: &mut impl FnMut(usize, usize)) {
        if self.other_entries > 0 {
            if !is_sure(slice(self.text, start, end)) {
                return self.pass(Some(start));
            }
            self.begin_again(start, take);
        }
        self.end = Some(end);
        self.has_body = true;
    }

    /// A line of another program.
    fn pass(&mut self, unsure: Option<usize>) {
        self.other_entries += 1;
        self.unsure = unsure;
    }

    fn end_at(&mut self, start: usize, end: usize, take: &mut impl FnMut(usize, usize)) {
        match self.unsure {
            // A short last line.
            Some(_) if self.other_entries == 1 => {}
            Some(unsure) => self.begin_again(unsure, take),
            None if self.other_entries > 0 => self.begin_again(start, take),
            None => {}
        }
        self.end = Some(end);
    }

    fn begin_again(&mut self, start: usize, take: &mut impl FnMut(usize, usize)) {
        self.end = self.end.or(Some(self.body));
        self.close(take);
        (self.start, self.unsure, self.other_entries) = (start, None, 0);
    }

    fn close(&mut self, take: &mut impl FnMut(usize, usize)) {
        if let Some(end) = self.end.take() {
            take(self.start, end);
            self.next = self.next.or(Some(end));
        }
    }
}

/// The private key that ends with the `-----END` before `at` and whose beginning is not in the text.
pub(super) fn ended(text: &[u8], at: usize) -> Option<Block> {
    let dashes = at.checked_sub(b"-----END".len()).filter(|dashes| stands(text, *dashes, b"-----END"))?;
    let (end, is_private) = label(text, at)?;
    let is_line = |(word, end): &(usize, usize)| end - word >= LINE_BYTES;
    let mut start = dashes;
    loop {
        let beside = Some(last_word(text, start)).filter(is_line);
        let above = || {
            let line = line_start(text, start, PREFIX_BYTES);
            let (word, end) = last_word(text, line.checked_sub(1)?);
            // The last line of a body may be short.
            let is_last = start == dashes && transitions(slice(text, word, end)) > 0;
            (previous(text, line) == b'\n' && (is_last || is_line(&(word, end)))).then_some((word, end))
        };
        match beside.or_else(above) {
            Some((word, _)) => start = word,
            None => {
                return (start < dashes).then_some(Block { start, end, is_private });
            }
        }
    }
}
