//! What the host adds to a request: the framework's id and the clock.

use std::fmt;

use serde::{Deserialize, Serialize};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime, Time, UtcOffset};

use crate::{ErrorCode, limit};

/// The framework's own tool call id: opaque and byte-exact. Nothing here makes, trims or derives one.
///
/// Its `Debug` form hides the text, so that no log line carries a raw id.
///
/// # Example
/// ```
/// use gobo_contract::{ErrorCode, ToolCallId};
/// assert_eq!(ToolCallId::new("call_7f3a")?.as_str(), "call_7f3a");
/// assert_eq!(ToolCallId::new(" \t"), Err(ErrorCode::InvalidToolCallId));
/// # Ok::<(), ErrorCode>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct ToolCallId(String);

impl ToolCallId {
    /// Accepts 1 to 4,096 bytes with at least one non-blank character and no control characters.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidToolCallId`].
    pub fn new(id: impl Into<String>) -> Result<Self, ErrorCode> {
        let id = id.into();
        let sized = (1..=limit::TOOL_CALL_ID_BYTES).contains(&id.len());
        if sized && !id.trim().is_empty() && !id.chars().any(char::is_control) {
            Ok(Self(id))
        } else {
            Err(ErrorCode::InvalidToolCallId)
        }
    }

    /// Like [`ToolCallId::new`], and refuses the words `null` and `undefined`, which careless frameworks hand over.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidToolCallId`].
    pub fn new_strict(id: impl Into<String>) -> Result<Self, ErrorCode> {
        let id = Self::new(id)?;
        if matches!(id.as_str(), "null" | "undefined") { Err(ErrorCode::InvalidToolCallId) } else { Ok(id) }
    }

    /// The id, byte for byte.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ToolCallId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ToolCallId({} bytes)", self.0.len())
    }
}

/// What the host adds to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The framework's id.
    pub tool_call_id: ToolCallId,
    /// The host's clock at the call, in whole seconds.
    pub now: OffsetDateTime,
}

impl Call {
    /// A call at `now`, an RFC 3339 time with any offset; it is kept in UTC and whole seconds.
    ///
    /// # Errors
    /// [`ErrorCode::Internal`] if `now` is not such a time: the clock is the host's, never the agent's.
    pub fn new(tool_call_id: ToolCallId, now: &str) -> Result<Self, ErrorCode> {
        let now = OffsetDateTime::parse(now, &Rfc3339).map_err(|_| ErrorCode::Internal)?;
        Ok(Self::at(tool_call_id, now))
    }

    /// A call at a time that is already known.
    #[must_use]
    pub fn at(tool_call_id: ToolCallId, now: OffsetDateTime) -> Self {
        let now = now.checked_to_offset(UtcOffset::UTC).unwrap_or(now);
        Self { tool_call_id, now: now.replace_nanosecond(0).unwrap_or(now) }
    }

    /// The time of the call as results write it.
    #[must_use]
    pub fn now_text(&self) -> String {
        rfc3339(self.now)
    }

    /// The window of a log query. It starts with year 0 at the earliest: RFC 3339 has no time before it.
    #[must_use]
    pub fn window(&self, lookback_minutes: u32) -> Window {
        let start = self.now.checked_sub(Duration::minutes(i64::from(lookback_minutes)));
        let start = start
            .filter(|start| start.year() >= 0)
            .unwrap_or_else(|| self.now.replace_ordinal(1).unwrap_or(self.now).replace_time(Time::MIDNIGHT));
        Window { start: rfc3339(start), end: rfc3339(self.now) }
    }
}

/// The recorded window of a log query: RFC 3339, UTC, whole seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// `lookback_minutes` before `end`.
    pub start: String,
    /// The host's clock at the call.
    pub end: String,
}

fn rfc3339(at: OffsetDateTime) -> String {
    // A year outside 0..=9999 has no RFC 3339 form; `Call::new` cannot produce one.
    at.format(&Rfc3339).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_starts_with_year_0_at_the_earliest() {
        let call = Call::new(ToolCallId::new("c").expect("an id"), "0000-01-01T00:10:00Z").expect("a call");
        assert_eq!(call.window(5).start, "0000-01-01T00:05:00Z");
        assert_eq!(call.window(60).start, "0000-01-01T00:00:00Z");
    }

    #[test]
    fn ids_of_real_frameworks_are_kept_byte_for_byte() {
        for id in [
            "call_a1",
            "toolu_01A09q90qw90lq917835lq9",
            "D681PevKs",
            "functions.Bash:0",
            " padded ",
            "工具",
            "null",
        ] {
            assert_eq!(ToolCallId::new(id).map(|id| id.as_str().to_owned()), Ok(id.to_owned()));
        }
        assert!(ToolCallId::new("i".repeat(950)).is_ok());
    }

    #[test]
    fn ids_of_0_1_4096_and_4097_bytes() {
        assert!(ToolCallId::new("").is_err());
        assert!(ToolCallId::new("i").is_ok());
        assert!(ToolCallId::new("i".repeat(4_096)).is_ok());
        assert!(ToolCallId::new("i".repeat(4_097)).is_err());
        assert!(ToolCallId::new("é".repeat(2_048)).is_ok());
        assert!(ToolCallId::new("é".repeat(2_049)).is_err());
    }

    #[test]
    fn blank_and_control_characters_are_refused() {
        for id in [" ", "\u{3000}", "a\nb", "a\0", "\u{7f}", "\u{85}x"] {
            assert_eq!(ToolCallId::new(id), Err(ErrorCode::InvalidToolCallId), "{id:?}");
        }
    }

    #[test]
    fn the_strict_form_also_refuses_null_and_undefined() {
        assert!(ToolCallId::new_strict("null").is_err());
        assert!(ToolCallId::new_strict("undefined").is_err());
        assert!(ToolCallId::new_strict("nullable").is_ok());
    }

    #[test]
    fn the_debug_form_does_not_show_the_id() {
        let id = ToolCallId::new("call_secret").expect("valid");
        assert!(!format!("{id:?}").contains("secret"));
    }

    #[test]
    fn the_window_ends_now_and_starts_lookback_minutes_earlier() {
        let id = ToolCallId::new("c").expect("valid");
        let call = Call::new(id, "2026-03-01T01:00:30.75+02:00").expect("a time");
        let window = call.window(60);
        assert_eq!(
            (window.start.as_str(), window.end.as_str()),
            ("2026-02-28T22:00:30Z", "2026-02-28T23:00:30Z")
        );
    }

    #[test]
    fn a_clock_that_is_not_a_time_is_the_hosts_fault() {
        let id = ToolCallId::new("c").expect("valid");
        assert_eq!(Call::new(id, "yesterday"), Err(ErrorCode::Internal));
    }
}
