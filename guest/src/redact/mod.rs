//! The redaction engine: one pass over a text finds candidates, small confirmers decide, markers take their place.
//!
//! A text is read as a reader would read it: JSON member by member, and a line that holds escapes or characters in
//! disguise once more as its decoded view. Whatever is found is a place in the original text, so that everything
//! else stays as it was, byte for byte.

mod address;
mod around;
mod base64;
mod class;
#[cfg(test)]
mod examples;
mod find;
mod finding;
mod json;
#[cfg(test)]
mod naive;
mod name;
mod number;
mod resolve;
mod rule;
mod rules;
mod scan;
mod value;
mod view;
mod words;
mod write;

pub mod stream;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use gobo_contract::{ErrorCode, Kind, Kinds, RedactionOptions};
use regex_lite::Regex;

pub use finding::{Finding, Marker, Numbered};
pub use number::SeenValue;
pub use rule::Rule;
pub use rules::rules;

use find::Search;
use rules::OpenBlock;
use scan::FamilySet;
use write::Markers;

/// Whose text is redacted: each contract has its own set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Log messages: every kind.
    Logs,
    /// Documents: secrets only, since excerpts stay exact.
    Documents,
    /// Rows of a database: secrets, connection details and stack suffixes.
    Rows,
}

impl Scope {
    fn kinds(self) -> Kinds {
        match self {
            Self::Logs => Kinds::DEFAULT.or(Kinds::PII),
            Self::Documents => Kinds::of(&[Kind::Secret]),
            Self::Rows => Kinds::of(&[Kind::Secret, Kind::Stack, Kind::Invisible]),
        }
    }
}

/// Redacts the texts of one result.
pub struct Redactor {
    kinds: Kinds,
    families: FamilySet,
    allow: Vec<String>,
    user_rules: Vec<UserRule>,
    markers: Markers,
    findings: Vec<Finding>,
    open_key: Option<OpenBlock>,
}

/// A rule of the operator's own, compiled.
pub(crate) struct UserRule {
    name: String,
    pattern: Regex,
}

impl Redactor {
    /// A redactor for one result.
    ///
    /// # Errors
    /// [`ErrorCode::ProjectionFailed`] if a user rule does not compile.
    pub fn new(options: &RedactionOptions, scope: Scope) -> Result<Self, ErrorCode> {
        let kinds = options.kinds.and(scope.kinds());
        let compile = |rule: &gobo_contract::UserRule| {
            let pattern = Regex::new(&rule.pattern).map_err(|_| ErrorCode::ProjectionFailed)?;
            Ok(UserRule { name: rule.name.clone(), pattern })
        };
        Ok(Self {
            kinds,
            families: rules::families_of(kinds)
                & if scope == Scope::Rows { FamilySet::MAX } else { !rules::CONNECTIONS },
            allow: options.allow.clone(),
            user_rules: options.rules.iter().map(compile).collect::<Result<_, _>>()?,
            markers: Markers::default(),
            findings: Vec::new(),
            open_key: None,
        })
    }

    /// The text with a marker in the place of each finding.
    pub fn redact<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let findings = self.find(text, None, &mut None);
        self.write(text, findings)
    }

    /// The same for the next of a log's entries, each of which may be one line of a private key.
    pub fn redact_entry<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let (known, mut open) = match self.open_key.take() {
            Some(open) if open.is_under(b"") => open.goes_on(text.as_bytes()),
            open => (None, open),
        };
        let findings = self.find(text, known, &mut open);
        if open.is_none() && OpenBlock::may_begin(&findings) {
            open = OpenBlock::left_in(text.as_bytes(), Vec::new());
        }
        self.open_key = open;
        self.write(text, findings)
    }

    fn write<'t>(&mut self, text: &'t str, findings: Vec<Finding>) -> Cow<'t, str> {
        let redacted = if findings.is_empty() {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(self.markers.write(text, &findings, &self.user_rules))
        };
        self.findings = findings;
        redacted
    }

    /// Where the secrets of a text are, in order and without overlap.
    pub fn secrets(&mut self, text: &str) -> Vec<Range<usize>> {
        let mut findings = self.find(text, None, &mut None);
        findings.retain(|finding| finding.marker.is_secret());
        for finding in &findings {
            self.markers.count(write::name(finding.marker, &self.user_rules));
        }
        let spans = findings.iter().map(|finding| finding.start..finding.end).collect();
        self.findings = findings;
        spans
    }

    /// The marker for the cells of a column whose name says secret.
    #[must_use]
    pub fn secret_column(&self, name: &str) -> Option<Cow<'static, str>> {
        let name = name::secret_name(name.as_bytes()).filter(|name| name.sure > name::Sure::IfRandom)?;
        self.kinds.contains(Kind::Secret).then(|| format!("<REDACTED:{}>", name.marker).into())
    }

    /// The marker for a cell that stands beside the cell that names it: `["db_password", "…"]`.
    #[must_use]
    pub fn secret_cell(&self, name: &str, value: &str) -> Option<Cow<'static, str>> {
        let is_setting = value.len() < 4 && value.bytes().all(|byte| byte.is_ascii_digit());
        let marker = self.search().member(name.as_bytes(), value.as_bytes()).filter(|_| !is_setting)?;
        let Marker::Secret(name) = marker else { return None };
        self.kinds.contains(Kind::Secret).then(|| format!("<REDACTED:{name}>").into())
    }

    /// Counts a marker that was set without reading the text, as in a secret column.
    pub fn count_marker(&mut self, marker: &str) {
        let name = marker.trim_matches(['<', '>']).trim_start_matches("REDACTED:");
        self.markers.count(name.to_owned().into());
    }

    /// The JSON value, compact, with the strings in it redacted.
    pub fn redact_json(&mut self, json: &str) -> String {
        json::compact(&self.redact(json))
    }

    /// How often each marker was set.
    #[must_use]
    pub fn counts(self) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        counts.extend(self.markers.counts.into_iter().map(|(name, count)| (name.into_owned(), count)));
        counts
    }

    fn search(&self) -> Search<'_> {
        Search { families: self.families, user_rules: &self.user_rules, depth: 0 }
    }

    /// What is found in a text, and what is `known` of it: in order, without overlap, only kinds that are on, nothing
    /// that is allowed.
    fn find(&mut self, text: &str, known: Option<Finding>, open: &mut Option<OpenBlock>) -> Vec<Finding> {
        let mut findings = std::mem::take(&mut self.findings);
        findings.clear();
        findings.extend(known);
        self.search().find(text, open, &mut findings);
        if findings.is_empty() {
            return findings;
        }
        let is_wanted = |finding: &Finding| {
            let is_allowed = |allowed: &String| text.get(finding.start..finding.end) == Some(allowed);
            finding.marker.kind().is_none_or(|kind| self.kinds.contains(kind))
                && !self.allow.iter().any(is_allowed)
        };
        resolve::resolve(text, &mut findings, is_wanted);
        findings
    }
}
