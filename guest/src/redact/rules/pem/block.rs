//! Where a PEM block starts and ends: of a whole one, of one that was cut at either end, and of one whose lines are
//! texts of their own.

use super::MARKER;
use super::line::{
    BEGIN, END, LABEL_BYTES, Line, PREFIX_BYTES, Prefix, SURE_TRANSITIONS, label, last_word, line_end, read,
    read_beside_label,
};
use crate::redact::around::{byte, previous, run_back, slice, stands};
use crate::redact::finding::Finding;
use crate::redact::value::transitions;

/// How many other entries may stand between the lines of a key: those of programs that log at the same time.
const OTHER_ENTRIES: u8 = 8;
/// A line above the end of a block is of its body if it ends in a word of so many bytes.
const LINE_BYTES: usize = 32;

/// A place in a text.
pub(super) struct Block {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_private: bool,
    /// Where the scan goes on.
    pub(super) next: usize,
}

/// The block whose `-----BEGIN` ends at `at`: up to its end, or, when it was cut short, to the last line that can be
/// part of it.
pub(super) fn begun(text: &[u8], at: usize) -> Option<Block> {
    let start = at.checked_sub(BEGIN.len()).filter(|start| stands(text, *start, BEGIN))?;
    let (body, is_private) = label(text, at)?;
    let mut prefix = Prefix::before(text, start);
    let mut sure = None;
    let mut seen_words = false;
    let mut at = body;
    loop {
        let end = line_end(text, at);
        let line = if at == body {
            read_beside_label(text, at, end)
        } else {
            let line;
            (line, prefix) = read(text, at, end, prefix);
            line
        };
        match line {
            Line::End(end) => return Some(Block { start, end, is_private, next: end }),
            Line::Body(end) if !seen_words => sure = Some(end),
            // The first letters of a line that was cut.
            Line::Word(word) if !seen_words && end == text.len() => sure = Some(word),
            Line::Blank if end == text.len() && !seen_words => sure = sure.or(Some(body)),
            Line::Broken(end) if !seen_words => sure = Some(end),
            Line::Word(_) | Line::Words => seen_words = true,
            _ => {}
        }
        if byte(text, end) != b'\n' || matches!(line, Line::Broken(_) | Line::Other) {
            let goes_on = end == text.len() && line == Line::Blank;
            let next = |block_end| if goes_on { end } else { block_end };
            return sure.filter(|_| is_private).map(|end| Block { start, end, is_private, next: next(end) });
        }
        at = end + 1;
    }
}

/// The block that ends with the `-----END` before `at` and whose beginning is not in the text.
pub(super) fn ended(text: &[u8], at: usize) -> Option<Block> {
    let dashes = at.checked_sub(b"-----END".len()).filter(|dashes| stands(text, *dashes, b"-----END"))?;
    let (end, is_private) = label(text, at)?;
    let is_line = |(word, end): &(usize, usize)| end - word >= LINE_BYTES;
    let mut start = dashes;
    loop {
        let beside = Some(last_word(text, start)).filter(is_line);
        let above = || {
            let line = run_back(text, start, PREFIX_BYTES, |byte| byte != b'\n');
            let (word, end) = last_word(text, line.checked_sub(1)?);
            // The last line of a body may be short.
            let is_last = start == dashes && transitions(slice(text, word, end)) > 0;
            (previous(text, line) == b'\n' && (is_last || is_line(&(word, end)))).then_some((word, end))
        };
        match beside.or_else(above) {
            Some((word, _)) => start = word,
            None => {
                return (is_private && start < dashes).then_some(Block { start, end, is_private, next: end });
            }
        }
    }
}

/// A private key of which some lines have been seen, each a text of its own, and not yet the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenBlock {
    prefix: Vec<u8>,
    other_entries: u8,
}

impl OpenBlock {
    /// The block that a text leaves open whose last finding this is.
    pub(crate) fn left_by(text: &[u8], found: &Finding) -> Option<Self> {
        let is_private = stands(text, found.start, BEGIN)
            && label(text, found.start + BEGIN.len()).is_some_and(|(_, is_private)| is_private);
        let tail = slice(text, found.end.saturating_sub(LABEL_BYTES).max(found.start), found.end);
        let is_ended = tail.windows(END.len()).any(|bytes| bytes == END);
        let behind = slice(text, found.end, text.len());
        let is_last = behind.iter().all(|byte| !byte.is_ascii_alphanumeric());
        (is_private && is_last && !is_ended)
            .then(|| Self { prefix: Prefix::before(text, found.start).0.to_vec(), other_entries: 0 })
    }

    /// What of the next text is of the key, and whether the key goes on behind it.
    pub(crate) fn goes_on(mut self, text: &[u8]) -> (Option<Finding>, Option<Self>) {
        let mut prefix = Prefix(&self.prefix);
        let mut found: Option<(usize, usize)> = None;
        let mut at = 0;
        while at < text.len() {
            let end = line_end(text, at);
            let line;
            (line, prefix) = read(text, at, end, prefix);
            let start = found.map_or(at + prefix.0.len(), |(start, _)| start);
            match line {
                Line::End(end) => return (Some(Finding::new(start, end, MARKER)), None),
                Line::Body(end) | Line::Broken(end)
                    if self.is_body(slice(text, at + prefix.0.len(), end)) =>
                {
                    found = Some((start, end));
                }
                Line::Blank => {}
                _ => break,
            }
            at = end + 1;
        }
        let prefix = prefix.0.to_vec();
        if let Some((start, end)) = found {
            return (Some(Finding::new(start, end, MARKER)), Some(Self { prefix, other_entries: 0 }));
        }
        self.other_entries += 1;
        (None, Some(self).filter(|open| open.other_entries <= OTHER_ENTRIES))
    }

    /// Whether the words are of the key: behind the entry of another program, only a long one is.
    fn is_body(&self, words: &[u8]) -> bool {
        self.other_entries == 0 || words.len() >= LINE_BYTES && transitions(words) >= SURE_TRANSITIONS
    }
}
