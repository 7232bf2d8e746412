//! A private key whose lines are texts of their own: the entries of a log, the strings of a list.

use super::MARKER;
use super::block::{Begun, OTHER_ENTRIES};
use super::line::{BEGIN, Line, Prefix, is_sure, line_end, read};
use crate::redact::around::slice;
use crate::redact::finding::Finding;

/// A private key of which some lines have been seen, each a text of its own, and not yet the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenBlock {
    /// The keys under which its lines stand, if they stand in JSON.
    path: Vec<u8>,
    prefix: Vec<u8>,
    other_entries: u8,
    is_asked: bool,
}

impl OpenBlock {
    /// Whether one may begin in a text in which these things were found.
    pub(crate) fn may_begin(found: &[Finding]) -> bool {
        found.iter().any(|found| found.marker == MARKER)
    }

    /// The block that a text under that path leaves open.
    pub(crate) fn left_in(text: &[u8], path: Vec<u8>) -> Option<Self> {
        let begin = text.windows(BEGIN.len()).rposition(|bytes| bytes == BEGIN)?;
        let prefix = Begun::at(text, begin + BEGIN.len())?.left_open()?;
        Some(Self { path, prefix: prefix.0.to_vec(), other_entries: 0, is_asked: true })
    }

    /// Whether texts under that path can be lines of it.
    pub(crate) fn is_under(&self, path: &[u8]) -> bool {
        self.path == path
    }

    /// The same before another document, or nothing if too many had no line of it.
    pub(crate) fn before_another(self) -> Option<Self> {
        let others = self.other_entries + u8::from(!self.is_asked);
        (others <= OTHER_ENTRIES).then_some(Self { other_entries: others, is_asked: false, ..self })
    }

    /// What of the next text is of the key, and whether the key goes on behind it.
    pub(crate) fn goes_on(self, text: &[u8]) -> (Option<Finding>, Option<Self>) {
        let mut prefix = Prefix(&self.prefix);
        let mut found: Option<(usize, usize)> = None;
        let mut at = 0;
        while at < text.len() {
            let end = line_end(text, at);
            let (line, before) = read(text, at, end, prefix, None);
            let first = at + before.0.len();
            let start = found.map_or(first, |(start, _)| start);
            match line {
                Line::End(end) => return (Some(Finding::new(start, end, MARKER)), None),
                Line::Body(end) | Line::Field(end) | Line::Broken(end)
                    if self.other_entries == 0 || is_sure(slice(text, first, end)) =>
                {
                    found = Some((start, end));
                    prefix = before;
                }
                Line::Blank => {}
                _ => break,
            }
            at = end + 1;
        }
        let prefix = prefix.0.to_vec();
        let others = if found.is_some() { 0 } else { self.other_entries + 1 };
        let open = Self { path: self.path, prefix, other_entries: others, is_asked: true };
        let found = found.map(|(start, end)| Finding::new(start, end, MARKER));
        (found, Some(open).filter(|_| others <= OTHER_ENTRIES))
    }
}
