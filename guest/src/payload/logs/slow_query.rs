//! Entries of the MySQL slow query log, which are of several lines.
//!
//! # Source
//! MySQL 8.4 reference manual, "The Slow Query Log", and Percona Server's extended form of it.

use std::borrow::Cow;

use super::Entry;
use super::timestamp::leading;

/// How an entry starts, when it is not of the same second as the one before.
pub(super) const TIME: &str = "# Time: ";

/// How an entry starts otherwise.
pub(super) const USER: &str = "# User@Host:";

/// The entry with the figures of its query and the statement as its message. Who ran it where is left out.
pub(super) fn entry(text: &str) -> Entry<'_> {
    let mut timestamp = "";
    let mut message = String::new();
    for line in text.lines() {
        let told = line.strip_prefix(TIME).or_else(|| line.strip_prefix("SET timestamp="));
        let kept = match (told, line.strip_prefix("# ")) {
            (Some(told), _) => {
                if timestamp.is_empty() {
                    timestamp = leading(told).and_then(|length| told.get(..length)).unwrap_or_default();
                }
                continue;
            }
            (None, Some(figures)) if figures.starts_with("Query_time:") => figures,
            (None, Some(_)) => continue,
            (None, None) if line.starts_with("use ") => continue,
            (None, None) => line,
        };
        if !message.is_empty() {
            message.push('\n');
        }
        message.push_str(kept);
    }
    Entry { timestamp: Cow::Borrowed(timestamp), message: Cow::Owned(message), ..Entry::default() }
}
