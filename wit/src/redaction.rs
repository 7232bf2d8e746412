//! Which findings are taken out, and the report of what was.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::limit;

/// A kind of finding: what one switch of [`RedactionOptions`] turns on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Credentials of every sort: passwords, tokens, keys, cookies, hashes.
    Secret,
    /// IPv4 and IPv6 addresses.
    Ip,
    /// Names of machines.
    Host,
    /// Names of pods and ids of containers.
    Pod,
    /// Process and thread ids.
    Pid,
    /// Literals inside SQL and key values in SQL error texts.
    Sql,
    /// Stack frames below the first application frame.
    Stack,
    /// Control characters, escape sequences and invisible characters.
    Invisible,
    /// E-mail addresses. Off by default.
    Email,
    /// Payment card numbers. Off by default.
    PaymentCard,
    /// International bank account numbers. Off by default.
    Iban,
    /// Telephone numbers. Off by default.
    Phone,
    /// National identity numbers. Off by default.
    NationalId,
}

impl Kind {
    /// All kinds, in the order of their bits.
    pub const ALL: [Self; 13] = [
        Self::Secret,
        Self::Ip,
        Self::Host,
        Self::Pod,
        Self::Pid,
        Self::Sql,
        Self::Stack,
        Self::Invisible,
        Self::Email,
        Self::PaymentCard,
        Self::Iban,
        Self::Phone,
        Self::NationalId,
    ];

    /// The kind's name in configuration.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Secret => "secret",
            Self::Ip => "ip",
            Self::Host => "host",
            Self::Pod => "pod",
            Self::Pid => "pid",
            Self::Sql => "sql",
            Self::Stack => "stack",
            Self::Invisible => "invisible",
            Self::Email => "email",
            Self::PaymentCard => "payment_card",
            Self::Iban => "iban",
            Self::Phone => "phone",
            Self::NationalId => "national_id",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
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

    /// The word in the marker: `IP`.
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

/// A set of [`Kind`]s. In configuration, a list of their names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kinds(u32);

impl Kinds {
    /// No kind.
    pub const NONE: Self = Self(0);
    /// Everything that is always on unless it is switched off.
    pub const DEFAULT: Self = Self::of(&[
        Kind::Secret,
        Kind::Ip,
        Kind::Host,
        Kind::Pod,
        Kind::Pid,
        Kind::Sql,
        Kind::Stack,
        Kind::Invisible,
    ]);
    /// Personal identifiers, off by default.
    pub const PII: Self =
        Self::of(&[Kind::Email, Kind::PaymentCard, Kind::Iban, Kind::Phone, Kind::NationalId]);

    /// The set of these kinds.
    #[must_use]
    pub const fn of(kinds: &[Kind]) -> Self {
        let mut bits = 0;
        let mut rest = kinds;
        while let [first, tail @ ..] = rest {
            bits |= 1 << (*first as u32);
            rest = tail;
        }
        Self(bits)
    }

    /// Whether the kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & (1 << (kind as u32)) != 0
    }

    /// What is in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds in the set.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter().map(Kind::name)).finish()
    }
}

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Kind::name))
    }
}

impl<'de> Deserialize<'de> for Kinds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        let mut kinds = Self::NONE;
        for name in names {
            let kind = Kind::from_name(&name).ok_or_else(|| {
                let known: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
                serde::de::Error::custom(format!("no kind is called {name:?}; known: {}", known.join(", ")))
            })?;
            kinds = kinds.or(Self::of(&[kind]));
        }
        Ok(kinds)
    }
}

/// A rule of the operator's own. Its matches become `<REDACTED:NAME>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserRule {
    /// Stands in the marker: upper-case letters, digits and `_`.
    pub name: String,
    /// A `regex-lite` pattern, compiled at call time and paid for in fuel.
    pub pattern: String,
}

/// Which findings are redacted, which values never are, and the operator's own rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RedactionOptions {
    /// The kinds that are on. What a contract does not redact at all (addresses in documents) stays off.
    pub kinds: Kinds,
    /// Values that stay as they are, compared byte for byte with a finding.
    pub allow: Vec<String>,
    /// Rules beside the built-in ones.
    pub rules: Vec<UserRule>,
}

impl Default for RedactionOptions {
    fn default() -> Self {
        Self { kinds: Kinds::DEFAULT, allow: Vec::new(), rules: Vec::new() }
    }
}

impl RedactionOptions {
    /// Checks number and length of the allowed values and rules, and the rules' names. Whether a pattern compiles is
    /// found where it is compiled: in the projector.
    ///
    /// # Errors
    /// What does not hold, in words.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.allow.len() > limit::ALLOWED_VALUES {
            return Err("more than 256 allowed values");
        }
        if self.allow.iter().any(|value| value.is_empty() || value.len() > limit::ALLOWED_VALUE_BYTES) {
            return Err("an allowed value is empty or longer than 256 bytes");
        }
        if self.rules.len() > limit::USER_RULES {
            return Err("more than 32 rules");
        }
        for UserRule { name, pattern } in &self.rules {
            if pattern.is_empty() || pattern.len() > limit::USER_RULE_PATTERN_BYTES {
                return Err("a rule's pattern is empty or longer than 512 bytes");
            }
            let fits = !name.is_empty() && name.len() <= limit::USER_RULE_NAME_BYTES;
            if !fits || !name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_') {
                return Err("a rule's name must be 1 to 32 upper-case letters, digits or _");
            }
        }
        Ok(())
    }
}

/// What was done to a payload. Counts only, never values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// How often each marker was set, by the marker's name: `IP`, `PASSWORD`, `STACK`. Counted over all that was
    /// read, also where a bound dropped it later.
    pub redactions: BTreeMap<String, u64>,
    /// Items that a bound left out.
    pub dropped_items: u64,
    /// Texts that a bound cut short.
    pub cut_texts: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_a_list_of_names_in_configuration() {
        let kinds: Kinds = serde_json::from_str(r#"["secret","email"]"#).expect("known names");
        assert_eq!(kinds, Kinds::of(&[Kind::Secret, Kind::Email]));
        assert_eq!(serde_json::to_string(&kinds).expect("plain"), r#"["secret","email"]"#);
        let error = serde_json::from_str::<Kinds>(r#"["secrets"]"#).expect_err("unknown");
        assert!(error.to_string().contains("secrets") && error.to_string().contains("payment_card"));
    }

    #[test]
    fn default_kinds_and_pii_are_disjoint_and_together_all() {
        assert_eq!(Kinds::DEFAULT.and(Kinds::PII), Kinds::NONE);
        assert_eq!(Kinds::DEFAULT.or(Kinds::PII), Kinds::of(&Kind::ALL));
    }

    #[test]
    fn options_are_refused_one_above_each_limit() {
        let rule = |name: &str, pattern: &str| UserRule { name: name.into(), pattern: pattern.into() };
        let with = |allow: Vec<String>, rules: Vec<UserRule>| {
            RedactionOptions { allow, rules, ..RedactionOptions::default() }.check()
        };
        assert_eq!(with(vec!["v".into(); 256], vec![rule("A", "x"); 32]), Ok(()));
        assert!(with(vec!["v".into(); 257], vec![]).is_err());
        assert!(with(vec!["v".repeat(257)], vec![]).is_err());
        assert!(with(vec![], vec![rule("A", "x"); 33]).is_err());
        assert!(with(vec![], vec![rule("A", &"x".repeat(513))]).is_err());
        assert!(with(vec![], vec![rule("a b", "x")]).is_err());
        assert!(with(vec![], vec![rule("", "x")]).is_err());
    }
}
