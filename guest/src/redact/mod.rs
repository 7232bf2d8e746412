//! The redaction engine.

pub mod stream;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use gobo_contract::{ErrorCode, RedactionOptions};

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

/// Redacts the texts of one result.
pub struct Redactor {
    counts: BTreeMap<String, u64>,
}

impl Redactor {
    /// A redactor for one result.
    ///
    /// # Errors
    /// [`ErrorCode::ProjectionFailed`] if a user rule does not compile.
    pub fn new(_options: &RedactionOptions, _scope: Scope) -> Result<Self, ErrorCode> {
        Ok(Self { counts: BTreeMap::new() })
    }

    /// The text with a marker in the place of each finding.
    pub fn redact<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// Where the secrets of a text are, in order and without overlap.
    pub fn secrets(&mut self, _text: &str) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// The marker for the cells of a column whose name says secret.
    pub fn secret_column(&self, _name: &str) -> Option<Cow<'static, str>> {
        None
    }

    /// Counts a marker that was set without reading the text, as in a secret column.
    pub fn count_marker(&mut self, _marker: &str) {}

    /// The JSON value, compact, with the strings in it redacted.
    pub fn redact_json(&mut self, json: &str) -> String {
        json.to_owned()
    }

    /// How often each marker was set.
    #[must_use]
    pub fn counts(self) -> BTreeMap<String, u64> {
        self.counts
    }
}
