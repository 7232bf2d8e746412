//! How much a result may carry: every number of the contract, with its unit, its reason and what happens at N and N+1.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::RedactionOptions;

/// Fixed limits of the contract. Configuration cannot change them.
pub mod limit {
    /// Bytes of a tool call id. Real frameworks produce ids of about 950 bytes; at 4,097 the call is refused with
    /// `INVALID_TOOL_CALL_ID`.
    pub const TOOL_CALL_ID_BYTES: usize = 4_096;

    /// Bytes of a request as JSON. At one more the call is refused with `REQUEST_TOO_LARGE`.
    pub const REQUEST_BYTES: usize = 32_768;

    /// Bytes of an echoed `query`. Results repeat it exactly, so it must leave room for evidence; at one more the call
    /// is refused with `REQUEST_TOO_LARGE`.
    pub const QUERY_BYTES: usize = 2_048;

    /// Bytes of a logical `data_source` name; at one more the call is refused with `REQUEST_TOO_LARGE`.
    pub const DATA_SOURCE_BYTES: usize = 128;

    /// Bytes of one SQL text; at one more the call is refused with `REQUEST_TOO_LARGE`.
    pub const SQL_BYTES: usize = 16_384;

    /// SQL parameters of one call; at one more the call is refused with `REQUEST_TOO_LARGE`.
    pub const PARAMS: usize = 256;

    /// Minutes of a log query's window: one week. Outside of `1..=10_080` the call is refused with `INVALID_REQUEST`.
    pub const LOOKBACK_MINUTES: u32 = 10_080;

    /// Minutes of the window when the request names none: an incident's usual age when somebody asks.
    pub const DEFAULT_LOOKBACK_MINUTES: u32 = 60;

    /// Bytes of a timestamp as delivered: twice the longest common form with nanoseconds and a zone name. A longer one
    /// is cut, and the result says `truncated`.
    pub const TIMESTAMP_BYTES: usize = 64;

    /// User rules of one call; at one more the bounds are refused. Each is tried on each text.
    pub const USER_RULES: usize = 32;

    /// Bytes of a user rule's pattern; at one more the bounds are refused.
    pub const USER_RULE_PATTERN_BYTES: usize = 512;

    /// Bytes of a user rule's name; at one more the bounds are refused.
    pub const USER_RULE_NAME_BYTES: usize = 32;

    /// Values on the allow list; at one more the bounds are refused.
    pub const ALLOWED_VALUES: usize = 256;

    /// Bytes of a value on the allow list; at one more the bounds are refused.
    pub const ALLOWED_VALUE_BYTES: usize = 256;

    /// Nesting of a JSON cell. `serde_json` itself stops at 128; at one more the payload is malformed.
    pub const CELL_DEPTH: usize = 127;

    /// Bytes of the keys, punctuation and fixed values of a result without items and of an `ERROR` result.
    pub const ENVELOPE_BYTES: usize = 512;

    /// Bytes of an `ERROR` result: an id in which every byte is escaped to two, and the envelope. It does not shrink
    /// with the bounds, so that a failure can always be told.
    pub const ERROR_RESULT_BYTES: usize = 2 * TOOL_CALL_ID_BYTES + ENVELOPE_BYTES;
}

/// One number of [`Bounds`]: its default and its ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The field's name in [`Bounds`], in TOML and in JSON.
    pub name: &'static str,
    /// What is counted: `bytes` or the items' name.
    pub unit: &'static str,
    /// The value without configuration.
    pub default: u32,
    /// The largest value that configuration may set. At one more the bounds are refused.
    pub ceiling: u32,
    /// Why this number, and what is done with what exceeds it.
    pub reason: &'static str,
}

macro_rules! bounds {
    ($($(#[doc = $reason:literal])+ $name:ident: $default:literal up to $ceiling:literal $unit:literal;)+) => {
        /// The most that a result may carry. Bytes are UTF-8 bytes.
        ///
        /// The defaults are the contract's; configuration may lower them or raise them up to the ceilings of
        /// [`Bounds::TABLE`].
        ///
        /// # Example
        /// ```
        /// use gobo_contract::Bounds;
        /// let mut bounds = Bounds::default();
        /// assert_eq!(bounds.result_bytes, 8_192);
        /// bounds.result_bytes = 40_000;
        /// assert!(bounds.check().is_err(), "the ceiling is 32,768");
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct Bounds {
            $($(#[doc = $reason])+ pub $name: u32,)+
            /// Which findings are redacted, which values never are, and the operator's own rules.
            pub redaction: RedactionOptions,
        }

        impl Bounds {
            /// Every bound with its default, ceiling, unit and reason, in the order of the record.
            pub const TABLE: &[Bound] = &[$(Bound {
                name: stringify!($name),
                unit: $unit,
                default: $default,
                ceiling: $ceiling,
                reason: concat!($($reason),+),
            },)+];

            fn values(&self) -> impl Iterator<Item = (&'static Bound, u32)> {
                Self::TABLE.iter().zip([$(self.$name,)+])
            }
        }

        impl Default for Bounds {
            fn default() -> Self {
                Self { $($name: $default,)+ redaction: RedactionOptions::default() }
            }
        }

        /// Every number at its ceiling, for the relations below.
        mod ceiling { $(#[allow(dead_code, non_upper_case_globals)] pub(super) const $name: usize = $ceiling;)+ }
        /// Every number at its default, for the relations below.
        mod default { $(#[allow(dead_code, non_upper_case_globals)] pub(super) const $name: usize = $default;)+ }
    };
}

bounds! {
    /// The whole result as JSON. Popular agent clients silently cut tool output at 10 KiB or about 10k tokens; whole
    /// items are dropped until the result fits.
    result_bytes: 8_192 up to 32_768 "bytes";
    /// Documents of a `lookup_knowledge` result. Later ones are dropped.
    evidence_items: 6 up to 32 "items";
    /// One excerpt: about a long paragraph. Cut on a character boundary.
    excerpt_bytes: 1_200 up to 8_192 "bytes";
    /// One title, source, breadcrumb or document id. Cut on a character boundary.
    document_field_bytes: 300 up to 1_024 "bytes";
    /// Patterns of a `query_logs` result: what fits a screen. The least severe and rarest are dropped.
    patterns: 12 up to 64 "items";
    /// One pattern. Cut on a character boundary.
    pattern_bytes: 300 up to 1_024 "bytes";
    /// Events of the timeline. The first of each pattern is kept, most severe first, then the most recent.
    timeline_events: 20 up to 200 "items";
    /// One message of the timeline. Cut on a character boundary.
    message_bytes: 400 up to 4_096 "bytes";
    /// One level or service. Cut on a character boundary.
    log_field_bytes: 64 up to 256 "bytes";
    /// Rows of a `query_mysql` result. Later ones are dropped.
    rows: 50 up to 500 "items";
    /// Columns of a `query_mysql` result. Later ones are dropped with their cells.
    columns: 40 up to 200 "items";
    /// One cell or column name. Text is cut on a character boundary; JSON and numbers that are longer become cut text.
    cell_bytes: 400 up to 4_096 "bytes";
    /// The payload of the legacy tool. A longer one is refused with `PAYLOAD_TOO_LARGE`, never cut: half a payload
    /// would read as a whole one.
    payload_bytes: 4_194_304 up to 67_108_864 "bytes";
}

/// Why a [`Bounds`] record is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoundsError {
    /// A number is above its ceiling.
    #[error("{name} = {value} is above the ceiling of {ceiling} {unit}")]
    AboveCeiling {
        /// The bound.
        name: &'static str,
        /// What was asked for.
        value: u32,
        /// What is allowed at most.
        ceiling: u32,
        /// Bytes or items.
        unit: &'static str,
    },
    /// There must be room for something.
    #[error("{name} = 0 leaves room for nothing; give at least 1")]
    Zero {
        /// The bound.
        name: &'static str,
    },
    /// The redaction options are too many, too long or malformed.
    #[error("redaction: {0}")]
    Redaction(&'static str),
}

impl Bounds {
    /// Checks every number against its ceiling and the redaction options against their limits.
    ///
    /// Collections may be bounded to 0 items; texts, the payload and the whole result may not be 0 bytes.
    ///
    /// # Errors
    /// The first number or option that does not hold.
    pub fn check(&self) -> Result<(), BoundsError> {
        for (bound, value) in self.values() {
            if value > bound.ceiling {
                let Bound { name, unit, ceiling, .. } = *bound;
                return Err(BoundsError::AboveCeiling { name, value, ceiling, unit });
            }
            if value == 0 && bound.unit == "bytes" {
                return Err(BoundsError::Zero { name: bound.name });
            }
        }
        self.redaction.check().map_err(BoundsError::Redaction)
    }
}

/// The relations between the numbers, checked when this crate compiles.
const _: () = {
    use limit::{DATA_SOURCE_BYTES, QUERY_BYTES, REQUEST_BYTES, SQL_BYTES, TOOL_CALL_ID_BYTES};
    use limit::{DEFAULT_LOOKBACK_MINUTES, ENVELOPE_BYTES, LOOKBACK_MINUTES};

    // The longest id and the longest query leave room for evidence in a default result.
    assert!(TOOL_CALL_ID_BYTES + QUERY_BYTES + ENVELOPE_BYTES < default::result_bytes);
    // One item of the default size fits a default result; one of the largest size fits the largest result.
    assert!(
        default::excerpt_bytes + 4 * default::document_field_bytes + ENVELOPE_BYTES < default::result_bytes
    );
    assert!(
        ceiling::excerpt_bytes + 4 * ceiling::document_field_bytes + ENVELOPE_BYTES < ceiling::result_bytes
    );
    assert!(default::message_bytes + 2 * default::log_field_bytes + ENVELOPE_BYTES < default::result_bytes);
    assert!(ceiling::message_bytes + 2 * ceiling::log_field_bytes + ENVELOPE_BYTES < ceiling::result_bytes);
    // Every request that is small enough in its parts can be small enough as a whole.
    assert!(DATA_SOURCE_BYTES + SQL_BYTES + ENVELOPE_BYTES < REQUEST_BYTES);
    assert!(QUERY_BYTES + ENVELOPE_BYTES < REQUEST_BYTES);
    assert!(DEFAULT_LOOKBACK_MINUTES >= 1 && DEFAULT_LOOKBACK_MINUTES <= LOOKBACK_MINUTES);
    // A payload of the default size is larger than any result.
    assert!(default::payload_bytes > ceiling::result_bytes);
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_hold_their_own_check_and_are_below_their_ceilings() {
        assert_eq!(Bounds::default().check(), Ok(()));
        for bound in Bounds::TABLE {
            assert!(bound.default <= bound.ceiling, "{}", bound.name);
            assert!(!bound.reason.trim().is_empty(), "{}", bound.name);
        }
    }

    #[test]
    fn every_bound_is_refused_one_above_its_ceiling_and_kept_at_it() {
        for (at, bound) in Bounds::TABLE.iter().enumerate() {
            let with = |value: u32| {
                let mut table: serde_json::Map<String, serde_json::Value> = serde_json::Map::new();
                table.insert(bound.name.into(), value.into());
                serde_json::from_value::<Bounds>(table.into()).expect("a known field")
            };
            assert_eq!(with(bound.ceiling).check(), Ok(()), "{at}");
            assert!(
                matches!(with(bound.ceiling + 1).check(), Err(BoundsError::AboveCeiling { name, .. }) if name == bound.name)
            );
            assert_eq!(with(0).check().is_err(), bound.unit == "bytes", "{}", bound.name);
        }
    }

    #[test]
    fn unknown_bounds_are_refused() {
        assert!(serde_json::from_str::<Bounds>(r#"{"result_byte":1}"#).is_err());
    }
}
