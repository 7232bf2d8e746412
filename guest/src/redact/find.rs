//! Everything that is to be found in a text, as places in that text.

use std::ops::Range;

use super::finding::{Finding, Marker};
use super::json;
use super::rules::{MEMBERS, OpenBlock};
use super::scan::{FamilySet, Reader, scan};
use super::view::{self, View, is_invisible};

/// How often text may stand inside a JSON string inside a text: deeper, it is read as it stands.
const DEPTH: u8 = 4;

/// The fewest bytes in which a family can find anything: an address is `::1`.
const LEAST_BYTES: usize = 3;

/// What is looked for.
#[derive(Clone, Copy)]
pub(crate) struct Search<'r> {
    /// The families that are on.
    pub families: FamilySet,
    /// The operator's own rules.
    pub user_rules: &'r [super::UserRule],
    /// How deep in JSON strings the text stands.
    pub depth: u8,
}

impl Search<'_> {
    /// Adds what there is in a text, as places in it. The strings of its documents may be lines of an open block.
    pub(crate) fn find(self, text: &str, open: &mut Option<OpenBlock>, findings: &mut Vec<Finding>) {
        if self.depth < DEPTH
            && text.trim_ascii_start().starts_with('"')
            && json::is_string(self, text, open, findings)
        {
            return;
        }
        let mut reader = Pieces { search: self, text, open, refused: 0, plain: 0 };
        if text.len() >= LEAST_BYTES || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            scan(text.as_bytes(), self.families, findings, &mut reader);
        }
        reader.apply_user_rules(text.len(), findings);
    }

    /// Where what is read up to the end of the text begins, if there is such: it may go on.
    pub(crate) fn open_block(self, text: &str) -> Option<usize> {
        scan(text.as_bytes(), self.families, &mut Vec::new(), &mut ())
    }

    /// Adds what there is in a part of a text, as places in the whole.
    pub(crate) fn find_within(
        self,
        text: &str,
        place: Range<usize>,
        open: &mut Option<OpenBlock>,
        findings: &mut Vec<Finding>,
    ) {
        let known = findings.len();
        let start = place.start;
        self.find(text.get(place).unwrap_or_default(), open, findings);
        Finding::shift(findings, known, start);
    }

    /// The search one level deeper, if there is one.
    pub(crate) fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// Adds what there is in a decoded text, as places in its original.
    pub(crate) fn find_in_view(
        self,
        view: &View,
        offset: usize,
        open: &mut Option<OpenBlock>,
        findings: &mut Vec<Finding>,
    ) {
        let Ok(text) = std::str::from_utf8(&view.text) else { return };
        let mut found = Vec::new();
        self.find(text, open, &mut found);
        findings.extend(found.into_iter().map(|finding| {
            let (start, end) = view.original(finding.start, finding.end);
            let quotes = if finding.quotes > 0 { finding.quotes + 1 } else { 0 };
            Finding { start: start + offset, end: end + offset, quotes, ..finding }
        }));
    }

    /// What the value of a JSON member is by its key.
    pub(crate) fn member(self, key: &[u8], value: &[u8]) -> Option<Marker> {
        let mut families = self.families;
        while families != 0 {
            let member = MEMBERS.get(families.trailing_zeros() as usize);
            families &= families - 1;
            let marker = member.copied().flatten().and_then(|member| member(key, value));
            if marker.is_some() {
                return marker;
            }
        }
        None
    }
}

/// Reads a text in pieces: documents member by member, coded lines once more as their view.
struct Pieces<'t, 'r, 'o> {
    search: Search<'r>,
    text: &'t str,
    open: &'o mut Option<OpenBlock>,
    /// Up to here no document begins: one that was tried turned out to be none.
    refused: usize,
    /// Where the plain text since the last document begins.
    plain: usize,
}

impl Reader for Pieces<'_, '_, '_> {
    fn coded(&mut self, start: usize, end: usize, findings: &mut Vec<Finding>) {
        let line = self.text.get(start..end).unwrap_or_default();
        find_invisible(line, start, findings);
        if line.bytes().any(is_separating) {
            let apart: Vec<u8> =
                line.bytes().map(|byte| if is_separating(byte) { b' ' } else { byte }).collect();
            let known = findings.len();
            scan(&apart, self.search.families, findings, &mut ());
            Finding::shift(findings, known, start);
        }
        if let Some(view) = view::decoded(line) {
            let mut found = Vec::new();
            scan(&view.text, self.search.families, &mut found, &mut ());
            findings.extend(found.into_iter().map(|finding| {
                let (from, to) = view.original(finding.start, finding.end);
                Finding { start: start + from, end: start + to, ..finding }
            }));
        }
    }

    fn document(&mut self, at: usize, findings: &mut Vec<Finding>) -> Option<usize> {
        if self.search.depth >= DEPTH || at < self.refused || !json::may_begin(self.text.as_bytes(), at) {
            return None;
        }
        let known = findings.len();
        let open = self.open.clone();
        if self.search.depth == 0 {
            *self.open = self.open.take().and_then(OpenBlock::before_another);
        }
        match json::document(self.search, self.text, at, self.open, findings) {
            Ok(end) => {
                self.apply_user_rules(at, findings);
                self.plain = end;
                Some(end)
            }
            Err(failed_at) => {
                findings.truncate(known);
                *self.open = open;
                self.refused = failed_at;
                None
            }
        }
    }
}

impl Pieces<'_, '_, '_> {
    fn apply_user_rules(&self, end: usize, findings: &mut Vec<Finding>) {
        let plain = self.text.get(self.plain..end).unwrap_or_default();
        for (index, rule) in self.search.user_rules.iter().enumerate() {
            let matches = rule.pattern.find_iter(plain).map(|found| (found.start(), found.end()));
            findings.extend(
                matches
                    .map(|(from, to)| Finding::new(self.plain + from, self.plain + to, Marker::User(index))),
            );
        }
    }
}

/// Adds the escape sequences and invisible characters of a line.
fn find_invisible(line: &str, start: usize, findings: &mut Vec<Finding>) {
    let bytes = line.as_bytes();
    let mut at = 0;
    let mut ascii_before = false;
    while let Some(&byte) = bytes.get(at) {
        if matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r') {
            ascii_before = true;
            at += 1;
            continue;
        }
        let Some(character) = line.get(at..).and_then(|rest| rest.chars().next()) else { break };
        let length = match character {
            '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => 0,
            '\u{1b}' | '\u{9b}' => view::escape_sequence(line.get(at..).unwrap_or_default()),
            _ if is_joining(character) && !ascii_before => 0,
            _ if is_invisible(character) => character.len_utf8(),
            _ => 0,
        };
        if length > 0 {
            let marker = if keeps_apart(bytes, at) { Marker::Blank } else { Marker::Removed };
            findings.push(Finding::new(start + at, start + at + length, marker));
        } else {
            ascii_before = false;
        }
        at += length.max(character.len_utf8());
    }
}

/// Control characters that stand between two texts: NUL, tabs and feeds that nobody sees, the separators of ASCII.
const fn is_separating(byte: u8) -> bool {
    matches!(byte, 0 | 0x0b | 0x0c | 0x1c..=0x1f)
}

/// Whether the byte at `at` is all that keeps two words apart. In text of two bytes a character, NUL is a half of each.
fn keeps_apart(bytes: &[u8], at: usize) -> bool {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
    let before = at.checked_sub(1).map_or(b' ', byte);
    let half_before = before != 0 && at.checked_sub(2).is_some_and(|at| byte(at) == 0);
    let is_half = byte(at) == 0 && (half_before || (byte(at + 1) != 0 && byte(at + 2) == 0));
    is_separating(byte(at))
        && !is_half
        && !before.is_ascii_whitespace()
        && !is_separating(before)
        && !byte(at + 1).is_ascii_whitespace()
}

/// Joiners and variation selectors, which scripts and emoji need, and which only hide something after ASCII.
fn is_joining(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{180b}'..='\u{180f}')
}
