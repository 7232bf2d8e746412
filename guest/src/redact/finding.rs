//! What is found in a text, and what stands in its place.

use gobo_contract::Kind;

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

    /// The order in which overlaps are resolved: the one that starts first, then the longer one, then by
    /// [`Marker::rank`].
    pub(crate) fn precedence(&self) -> (usize, usize, u8) {
        (self.start, usize::MAX - self.end, self.marker.rank())
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
}

impl Marker {
    /// The kind that switches it on and off.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Secret(_) | Self::User(_) => Kind::Secret,
            Self::Numbered(numbered) => numbered.kind(),
            Self::Pid => Kind::Pid,
            Self::Literal => Kind::Sql,
            Self::Stack(_) => Kind::Stack,
            Self::Removed => Kind::Invisible,
        }
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
            Self::Removed => 6,
        }
    }
}

/// A kind whose markers are numbered by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Numbered {
    /// `<IP:1>`
    Ip,
    /// `<HOST:1>`
    Host,
    /// `<POD:1>`
    Pod,
    /// `<EMAIL:1>`
    Email,
    /// `<CARD:1>`
    PaymentCard,
    /// `<IBAN:1>`
    Iban,
    /// `<PHONE:1>`
    Phone,
    /// `<NATIONAL_ID:1>`
    NationalId,
}

impl Numbered {
    /// All, in the order of the contract.
    pub const ALL: [Self; 8] = [
        Self::Ip,
        Self::Host,
        Self::Pod,
        Self::Email,
        Self::PaymentCard,
        Self::Iban,
        Self::Phone,
        Self::NationalId,
    ];

    /// The word in the marker.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ip => "IP",
            Self::Host => "HOST",
            Self::Pod => "POD",
            Self::Email => "EMAIL",
            Self::PaymentCard => "CARD",
            Self::Iban => "IBAN",
            Self::Phone => "PHONE",
            Self::NationalId => "NATIONAL_ID",
        }
    }

    /// The kind that switches it on and off.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Ip => Kind::Ip,
            Self::Host => Kind::Host,
            Self::Pod => Kind::Pod,
            Self::Email => Kind::Email,
            Self::PaymentCard => Kind::PaymentCard,
            Self::Iban => Kind::Iban,
            Self::Phone => Kind::Phone,
            Self::NationalId => Kind::NationalId,
        }
    }
}
