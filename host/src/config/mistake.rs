//! What is wrong with a configuration, where, and what to do about it.

use std::fmt;

/// One mistake in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mistake {
    /// The line, from 1; 0 when the mistake is that something is missing everywhere.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub fix: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, problem, fix } = self;
        if *line > 0 {
            write!(formatter, "line {line}: ")?;
        }
        write!(formatter, "{problem}\n    {fix}")
    }
}

/// The line of a byte offset.
pub(super) fn line_at(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}
