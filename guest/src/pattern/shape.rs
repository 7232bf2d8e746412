//! The shape of a line: its text with what varies by its looks taken out.
//!
//! Numbers and words with digits, paths, addresses, dates, empty values and the numbers of redaction markers vary by
//! their looks, whatever the source. Values that only punctuation parts are one: `10:11:12` is one value, not three.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut, Range};

use super::word;

/// What stands in a shape for a value: a byte that UTF-8 text never has.
pub(super) const VALUE: u8 = 0xFF;

/// Bytes of a line that are read: the bounds let a pattern have 1,024 bytes, and this is twice as much. Whatever
/// follows is one more value.
const LINE_BYTES: usize = 2_048;

/// The longest separator within a value or a list of them.
const SEPARATOR_BYTES: usize = 3;

/// The longest redaction marker, with room for a user rule's name.
const MARKER_BYTES: usize = 64;

/// A line's shape, and where its values are in the line.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    /// The text, with [`VALUE`] for each value.
    pub(super) text: Text,
    /// The values, in their order.
    pub(super) values: Vec<Range<usize>>,
}

/// The text of a shape. The texts of two lines are mostly the same, and in the sandbox the compiler compares byte by byte.
#[derive(Clone, Debug, Default, Eq)]
pub(super) struct Text(pub(super) Vec<u8>);

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        let (words, rest) = self.as_chunks::<8>();
        let (other_words, other_rest) = other.as_chunks::<8>();
        let is_same =
            |(one, other): (&[u8; 8], &[u8; 8])| u64::from_ne_bytes(*one) == u64::from_ne_bytes(*other);
        self.len() == other.len()
            && words.iter().zip(other_words).all(is_same)
            && rest.iter().zip(other_rest).all(|(one, other)| one == other)
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.0);
    }
}

impl Deref for Text {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.0
    }
}

impl DerefMut for Text {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }
}

impl Shape {
    /// Reads a line in the place of what was read before.
    pub(super) fn read(&mut self, line: &str) {
        self.text.clear();
        self.values.clear();
        let line = line.as_bytes();
        let read = line.get(..LINE_BYTES).unwrap_or(line);
        let mut at = 0;
        // What stands from here on is text that was not yet taken over.
        let mut text = 0;
        while let Some(&byte) = read.get(at) {
            let traits = word::traits(byte);
            if traits & word::IN_WORD != 0 {
                let (length, seen) = word::at_start(read.get(at..).unwrap_or_default());
                let end = at + length;
                if word::may_hold_value(length, seen, byte, read.get(end).copied()) {
                    self.literal(read, text..at);
                    at = self.word(read, at..end, seen);
                    text = at;
                } else {
                    at = end;
                }
            } else if traits & word::NOTABLE != 0 && word::is_notable(byte, read.get(at + 1).copied()) {
                self.literal(read, text..at);
                at += self.notable(read.get(at..).unwrap_or_default(), at);
                text = at;
            } else {
                at += 1;
            }
        }
        self.literal(read, text..at);
        if read.len() < line.len() {
            self.value(read.len()..line.len());
        }
    }

    fn literal(&mut self, line: &[u8], range: Range<usize>) {
        self.text.extend_from_slice(line.get(range).unwrap_or_default());
    }

    /// Reads a word that may hold a value, and answers where the rest of the line starts.
    fn word(&mut self, line: &[u8], run: Range<usize>, seen: u8) -> usize {
        let at = run.start;
        let whole = line.get(run.clone()).unwrap_or_default();
        let word = word::without_end(whole);
        let end = at + word.len();
        let after = line.get(end..).unwrap_or_default();
        if let Some(kind) = word::value_start(word, seen) {
            let end = end + word::unit(after).unwrap_or_default();
            self.value_of_kind(word.get(..kind).unwrap_or_default(), at + kind..end);
            return end;
        }
        if let Some(port) = word::port(word, after) {
            self.value(at..end + port);
            return end + port;
        }
        if word.len() == whole.len() && self.is_in_date(word, after) {
            self.value(at..end);
            return end;
        }
        self.text.extend_from_slice(whole);
        run.end
    }

    /// Whether a word is the name of a month or a day beside a number or another such name.
    fn is_in_date(&self, word: &[u8], after: &[u8]) -> bool {
        let next = after.trim_ascii_start();
        let value_before = || self.before(|byte| matches!(byte, b' ' | b'-' | b'/')).last() == Some(&VALUE);
        word::is_date_name(word)
            && (next.first().is_some_and(u8::is_ascii_digit) || word::is_date_name(next) || value_before())
    }

    /// Reads blanks, brackets, quotes, `=` and markers.
    fn notable(&mut self, rest: &[u8], at: usize) -> usize {
        match rest {
            [b' ' | b'\t' | b'\n' | b'\r', ..] => {
                self.text.push(b' ');
                rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
            }
            [b'<', b'0'..=b'9', ..] => {
                let length = 1 + rest.iter().skip(1).take_while(|byte| word::is_in_word(**byte)).count();
                self.value(at..at + length);
                length
            }
            [b'<', ..] => match marker(rest).and_then(|length| rest.get(..length)) {
                Some(marker) => self.marker(marker, at),
                None => self.punctuation(b'<'),
            },
            [open @ b'(', close @ b')', ..]
            | [open @ b'[', close @ b']', ..]
            | [open @ b'{', close @ b'}', ..]
            | [open @ b'"', close @ b'"', ..]
                if self.text.last().is_none_or(|before| matches!(before, b' ' | b'=')) =>
            {
                self.text.extend_from_slice(&[*open, VALUE, *close]);
                self.values.push(at + 1..at + 1);
                2
            }
            [b'=', after @ ..] => {
                let assigns = self.text.last().is_some_and(|before| word::is_in_word(*before));
                self.text.push(b'=');
                if assigns && after.first().is_none_or(|next| matches!(next, b' ' | b',' | b';' | b')')) {
                    self.text.push(VALUE);
                    self.values.push(at + 1..at + 1);
                }
                1
            }
            _ => self.punctuation(rest.first().copied().unwrap_or_default()),
        }
    }

    fn punctuation(&mut self, byte: u8) -> usize {
        self.text.push(byte);
        1
    }

    /// The marker's name stays, its number is a value of its own.
    fn marker(&mut self, marker: &[u8], at: usize) -> usize {
        let inner = marker.strip_suffix(b">").unwrap_or(marker);
        let number = inner.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let name = inner.get(..inner.len() - number).unwrap_or_default();
        if marker == b"<*>" {
            self.value(at..at + marker.len());
        } else if number > 0 && name.ends_with(b":") {
            self.text.extend_from_slice(name);
            self.text.extend_from_slice(&[VALUE, b'>']);
            self.values.push(at + name.len()..at + inner.len());
        } else {
            self.text.extend_from_slice(marker);
        }
        marker.len()
    }

    /// Adds a value after the name of its kind. One more of a list of the same kind makes the list longer.
    fn value_of_kind(&mut self, kind: &[u8], range: Range<usize>) {
        if kind.is_empty() {
            return self.value(range);
        }
        let before = self.before(|byte| matches!(byte, b' ' | b','));
        let list = before.strip_suffix(&[VALUE]).is_some_and(|list| list.ends_with(kind));
        let list_bytes = before.len();
        if let Some(list) = self.values.last_mut().filter(|_| list) {
            list.end = range.end;
            self.text.truncate(list_bytes);
        } else {
            self.text.extend_from_slice(kind);
            self.text.push(VALUE);
            self.values.push(range);
        }
    }

    /// Adds a value, or makes the value before it longer when only a joiner parts the two.
    fn value(&mut self, range: Range<usize>) {
        let before = self.before(joins);
        let (joins, bytes) = (before.last() == Some(&VALUE), before.len());
        if let Some(last) = self.values.last_mut().filter(|_| joins) {
            last.end = range.end;
            self.text.truncate(bytes);
        } else {
            self.text.push(VALUE);
            self.values.push(range);
        }
    }

    /// The text so far without the separator at its end.
    fn before(&self, separates: fn(u8) -> bool) -> &[u8] {
        let end = self.text.iter().rev().take(SEPARATOR_BYTES).take_while(|byte| separates(**byte)).count();
        self.text.get(..self.text.len() - end).unwrap_or_default()
    }
}

/// Whether a byte may stand between the parts of one value. A blank may not: what follows it may as well be a value of
/// its own, which another line has as a word.
fn joins(byte: u8) -> bool {
    matches!(byte, b':' | b',' | b'.' | b'/' | b'-' | b'#' | b'+' | b'*' | b'|' | b'~')
}

/// The length of the redaction marker that a text starts with.
pub(super) fn marker(text: &[u8]) -> Option<usize> {
    let inner = text.strip_prefix(b"<")?;
    let starts = inner.first().is_some_and(|first| first.is_ascii_uppercase() || *first == b'*');
    let close = inner.iter().take(MARKER_BYTES).position(|byte| *byte == b'>').filter(|_| starts)?;
    let of_marker =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b' ' | b'*' | &VALUE);
    inner.get(..close)?.iter().all(of_marker).then_some(close + 2)
}
