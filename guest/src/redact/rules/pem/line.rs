//! One line of a PEM block: what a log or a program puts before and behind it, and whether the rest can be a key's.

use crate::redact::around::{self, byte, line_start, run, run_back, slice, stands};
use crate::redact::value::transitions;

/// The most bytes that stand before a line of a block: a timestamp, a level, a logger, a pod.
pub(super) const PREFIX_BYTES: usize = 160;
/// The most bytes of marks before a line: `> `, ` * `, indentation and a quote.
const MARKS_BYTES: usize = 48;
/// A word of base64 is longer than a word of prose.
const WORD_BYTES: usize = 16;
/// Behind an unknown prefix, a word is told to be of a key by its length.
const SURE_BYTES: usize = 40;
/// A line of a body has so many bytes, but for the last one.
pub(super) const LINE_BYTES: usize = 32;
/// How often such a word changes between letters and digits, or back from lower case: a name does so less.
pub(super) const SURE_TRANSITIONS: usize = 8;
/// The most bytes of a label and the dashes behind it.
pub(super) const LABEL_BYTES: usize = 48;
/// The most quotes, commas and pluses that a program puts behind a line.
const MARKS_BEHIND: usize = 8;

pub(super) const BEGIN: &[u8] = b"-----BEGIN";
pub(super) const END: &[u8] = b"-----END ";
const DASHES: &[u8] = b"-----";

/// What a line is to a block, up to which place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing but a prefix.
    Blank,
    /// Base64.
    Body(usize),
    /// A header field.
    Field(usize),
    /// A word, which base64 can be too.
    Word(usize),
    /// Several words: part of a block that ends, else prose.
    Words,
    /// Base64, and then something that is none.
    Broken(usize),
    /// The end of the block.
    End(usize),
    /// No part of a block.
    Other,
}

/// What stands before the lines of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Prefix<'t>(pub(crate) &'t [u8]);

impl<'t> Prefix<'t> {
    /// What stands before `at` in its line; of too long a line, what is next to it.
    pub(super) fn before(text: &'t [u8], at: usize) -> Self {
        let start = line_start(text, at, PREFIX_BYTES);
        Self(slice(text, start, at))
    }

    /// Where the line goes on behind this prefix. A number stands for any number: timestamps count up.
    pub(crate) fn end_in(self, line: &[u8]) -> Option<usize> {
        let is_digit = |byte: u8| byte.is_ascii_digit();
        let (mut known, mut at) = (0, 0);
        while known < self.0.len() {
            let (expected, found) = (byte(self.0, known), byte(line, at));
            if is_digit(expected) && is_digit(found) {
                known = run(self.0, known, PREFIX_BYTES, is_digit);
                at = run(line, at, PREFIX_BYTES, is_digit);
            } else if expected == found {
                (known, at) = (known + 1, at + 1);
            } else {
                return None;
            }
        }
        Some(at)
    }
}

/// Where the line ends that goes on at `at`; dashes of a boundary end it too, so that no line is read twice.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    let mut end = at;
    loop {
        end = run(text, end, text.len(), |byte| byte != b'\n' && byte != b'-');
        if byte(text, end) != b'-' || stands(text, end, DASHES) {
            return end;
        }
        end += 1;
    }
}

/// Reads the line from `start` to `end` as one of a block whose lines have that prefix so far, and that mark behind them.
/// Returns the prefix of this one, too.
pub(super) fn read<'t>(
    text: &'t [u8],
    start: usize,
    end: usize,
    prefix: Prefix<'t>,
    mark: Option<u8>,
) -> (Line, Prefix<'t>) {
    let line = slice(text, start, end);
    if let Some((before, word)) = mark.and_then(|mark| marked_word(line, prefix, mark)) {
        return (Line::Body(start + word), Prefix(slice(line, 0, before)));
    }
    if end == text.len() && Prefix(line).end_in(prefix.0).is_some() {
        return (Line::Blank, prefix);
    }
    let marks = run(line, 0, MARKS_BYTES, is_mark);
    let before = prefix.end_in(line).unwrap_or(marks);
    // What stands before the first line may look like a prefix by chance.
    for before in [before, marks] {
        let known = content(text, start + before, end);
        let is_known = match known {
            Line::Word(_) | Line::Words | Line::Other => false,
            Line::Broken(broken) => broken >= start + before + WORD_BYTES,
            _ => true,
        };
        if is_known {
            return (known, Prefix(slice(line, 0, before)));
        }
    }
    let known = content(text, start + before, end);
    if stands(text, end, END) && end - start <= PREFIX_BYTES {
        return (Line::End(label_end(text, end)), Prefix(line));
    }
    match (sure_word(text, start, end), known) {
        (Some(word), _) => (content(text, word, end), Prefix(slice(text, start, word))),
        (None, Line::Broken(_)) => (Line::Other, prefix),
        (None, known) => (known, Prefix(slice(line, 0, before))),
    }
}

/// Whether words between the entries of other programs are of a key: a digest has only hexadecimal digits.
pub(super) fn is_sure(words: &[u8]) -> bool {
    let is_long = words.len() >= LINE_BYTES && transitions(words) >= SURE_TRANSITIONS;
    let is_last = words.ends_with(b"=") && transitions(words) > 0 && !words.contains(&b' ');
    (is_long || is_last) && words.iter().any(|byte| matches!(byte, b'g'..=b'z' | b'G'..=b'Z'))
}

/// The mark that something puts behind each line of a block, if it stands behind the label that ends at `at`:
/// `msg="…" n=1`, `<msg>…</msg>`, `…,x`.
pub(super) fn mark_at(text: &[u8], at: usize) -> Option<u8> {
    Some(byte(text, at)).filter(|mark| b"\"'`<,;|)]}& ".contains(mark))
}

/// Where the word of base64 starts and ends that the line has between the prefix and the mark.
fn marked_word(line: &[u8], prefix: Prefix<'_>, mark: u8) -> Option<(usize, usize)> {
    let start = prefix.end_in(line)?;
    let end = run(line, start, line.len(), is_base64);
    let word = slice(line, start, end);
    let is_encoded = || word.len() >= WORD_BYTES || transitions(word) > 0 || word.ends_with(b"=");
    // What stands before a blank may be a word of prose.
    let is_body = is_sure(word) || (mark != b' ' && is_encoded());
    (byte(line, end) == mark && is_body).then_some((start, end))
}

/// Reads what stands behind the label of a block on the same line, where anything may stand for a line end: `<br>`.
pub(super) fn read_beside_label(text: &[u8], start: usize, end: usize) -> Line {
    let known = content(text, start, end);
    if known != Line::Other {
        return known;
    }
    if stands(text, end, END) {
        return Line::End(label_end(text, end));
    }
    let mut sure = None;
    let mut at = start;
    while at < end {
        let word = run(text, at, end - at, |byte| !is_base64(byte));
        at = run(text, word, end - word, is_base64);
        if at - word >= SURE_BYTES {
            sure = Some(at);
        } else if sure.is_none() && at - start > MARKS_BYTES {
            break;
        }
    }
    sure.map_or(Line::Other, Line::Broken)
}

/// What stands from `start` to the `end` of its line, without a prefix.
pub(super) fn content(text: &[u8], start: usize, end: usize) -> Line {
    let is_boundary = byte(text, end) == b'-';
    let rest = slice(text, start, if is_boundary { end } else { start.max(marks_start(text, end)) });
    let length = run(rest, 0, rest.len(), in_body);
    let is_whole = length == rest.len();
    if is_whole && stands(text, end, END) {
        return Line::End(label_end(text, end));
    }
    let tail = slice(rest, length, rest.len());
    let cut_end = if is_whole { slice(text, end, text.len()) } else { tail };
    if (end == text.len() || is_whole) && !cut_end.is_empty() && END.starts_with(cut_end) {
        return Line::End(text.len());
    }
    let words = slice(rest, 0, length).trim_ascii();
    let first_word = words.iter().position(|&byte| byte == b' ').unwrap_or(words.len());
    let is_encoded = first_word >= WORD_BYTES || transitions(slice(words, 0, first_word)) > 0;
    let behind = start + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match () {
        () if words.is_empty() && is_whole => Line::Blank,
        () if !is_whole && is_encoded => Line::Broken(behind + first_word),
        () if words.is_empty() || !is_whole => Line::Other,
        () if words.windows(2).take(24).any(|bytes| bytes == b": ") => Line::Field(behind + words.len()),
        () if first_word < words.len() && first_word < WORD_BYTES => Line::Words,
        () if is_encoded || words.ends_with(b"=") => Line::Body(behind + words.len()),
        () => Line::Word(behind + words.len()),
    }
}

/// The last word of a line, if it is so long and so mixed that it is of a key, whatever stands before it.
fn sure_word(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let end = marks_start(text, end).max(start);
    let word = run_back(text, end, PREFIX_BYTES, is_base64).max(start);
    let is_sure = end - word >= SURE_BYTES && transitions(slice(text, word, end)) >= SURE_TRANSITIONS;
    (is_sure && word - start <= PREFIX_BYTES).then_some(word)
}

/// Where the base64 starts that stands before `end`, blanks and quotes between, and where it ends.
pub(crate) fn last_word(text: &[u8], end: usize) -> (usize, usize) {
    let end = marks_start(text, end);
    (run_back(text, end, text.len(), is_base64), end)
}

/// Where the label of the end at `at` ends, with the dashes behind it.
fn label_end(text: &[u8], at: usize) -> usize {
    let from = at + END.len();
    let label = slice(text, from, around::line_end(text, from, LABEL_BYTES));
    let close = label.windows(DASHES.len()).position(|bytes| bytes == DASHES);
    from + close.map_or(label.len(), |close| close + DASHES.len())
}

/// Where the blanks, quotes, commas and pluses start that a line ends with.
fn marks_start(text: &[u8], end: usize) -> usize {
    let mut at = end;
    for _ in 0..MARKS_BEHIND {
        at = run_back(text, at, MARKS_BYTES, |byte| byte.is_ascii_whitespace() && byte != b'\n');
        at -= match (byte(text, at.wrapping_sub(2)), byte(text, at.wrapping_sub(1))) {
            (_, b'"' | b'\'' | b',' | b';' | b')' | b']')
            | (b' ' | b'"' | b'\'', b'+' | b'.' | b'&' | b'\\') => 1,
            (b'\\', b'n' | b'r') => 2,
            _ => return at,
        };
    }
    at
}

/// What is put before a line without saying anything.
fn is_mark(byte: u8) -> bool {
    byte.is_ascii_punctuation() && !b"-/+=".contains(&byte) || matches!(byte, b' ' | b'\t')
}

/// Base64, blanks, header fields of encrypted keys, and line ends that were escaped.
fn in_body(byte: u8) -> bool {
    is_base64(byte) || byte.is_ascii_whitespace() || b":,\\".contains(&byte)
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)
}

/// Whether the label that begins at `at` ends in dashes, where, and whether it is that of a private key.
pub(super) fn label(text: &[u8], at: usize) -> Option<(usize, bool)> {
    let label = slice(text, at, text.len().min(at + LABEL_BYTES));
    let close = label.windows(DASHES.len()).position(|bytes| bytes == DASHES)?;
    let is_private = slice(label, 0, close).windows(7).any(|bytes| matches!(bytes, b"PRIVATE" | b"OpenVPN"));
    (stands(label, 0, b" ") && !slice(label, 0, close).contains(&b'\n'))
        .then_some((at + close + DASHES.len(), is_private))
}
