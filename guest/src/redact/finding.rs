//! What is found in a text, and what stands in its place.

use std::ops::Range;

use gobo_contract::Kind;
pub use gobo_contract::Numbered;

/// No text reaches so far.
const LAST_PLACE: u64 = (1 << 40) - 1;

/// A place in a text that must not be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What takes its place.
    pub marker: Marker,
    /// The marker takes the place of a bare JSON number, so it must bring quotes: how many times the text around it
    /// was escaped, plus one. Zero for no quotes.
    pub quotes: u8,
}

impl Finding {
    /// A finding of the bytes from `start` to before `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize, marker: Marker) -> Self {
        Self { start, end, marker, quotes: 0 }
    }

    /// A finding that is numbered by its value.
    pub(crate) fn numbered(found: Range<usize>, kind: Numbered) -> Self {
        Self::new(found.start, found.end, Marker::Numbered(kind))
    }

    /// Makes places in a part of a text, found after the first `known`, places in the whole.
    pub(crate) fn shift(findings: &mut [Self], known: usize, part_start: usize) {
        for finding in findings.iter_mut().skip(known) {
            finding.start += part_start;
            finding.end += part_start;
        }
    }

    /// The order in which overlaps are resolved: the one that starts first, then the longer one, then by
    /// [`Marker::rank`].
    pub(crate) fn precedence(&self) -> u128 {
        let longest_first = LAST_PLACE.saturating_sub(self.end as u64);
        u128::from(self.start as u64) << 48 | u128::from(longest_first) << 8 | u128::from(self.marker.rank())
    }
}

/// What takes the place of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// `<REDACTED:PASSWORD>`: a secret, not numbered, since equal passwords are nobody's business either.
    Secret(&'static str),
    /// `<REDACTED:NAME>` of the operator's rule with that index.
    User(usize),
    /// `<IP:1>`: numbered by value in the order of first appearance.
    Numbered(Numbered),
    /// `<PID>`.
    Pid,
    /// `?`, for a literal in SQL.
    Literal,
    /// `<STACK: 23 frames>`.
    Stack(usize),
    /// Nothing: an invisible or control character.
    Removed,
    /// A blank: a control character that kept two words apart.
    Blank,
}

impl Marker {
    /// The kind that switches it on and off. The operator's own rules have none: they are on wherever they are given.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Self::User(_) => None,
            Self::Secret(_) => Some(Kind::Secret),
            Self::Numbered(numbered) => Some(numbered.kind()),
            Self::Pid => Some(Kind::Pid),
            Self::Literal => Some(Kind::Sql),
            Self::Stack(_) => Some(Kind::Stack),
            Self::Removed | Self::Blank => Some(Kind::Invisible),
        }
    }

    /// Whether what it stands for is nobody's business, as opposed to a place or a literal.
    pub(crate) const fn is_secret(self) -> bool {
        matches!(self, Self::Secret(_) | Self::User(_))
    }

    /// Which of two findings of the same bytes counts: the lower.
    const fn rank(self) -> u8 {
        match self {
            Self::Secret(_) => 0,
            Self::User(_) => 1,
            Self::Stack(_) => 2,
            Self::Literal => 3,
            Self::Numbered(_) => 4,
            Self::Pid => 5,
            Self::Removed | Self::Blank => 6,
        }
    }
}
