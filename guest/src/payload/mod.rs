//! Payload text to a typed legacy payload: one file per tool. Strings are borrowed from the payload where JSON allows.
//!
//! Extra keys are skipped and never forwarded. A payload that is not what its tool delivers is
//! `PAYLOAD_MALFORMED`; one that says `success: false` is `LEGACY_FAILURE`; neither is ever "no evidence".

pub mod knowledge;
pub mod logs;
pub mod mysql;

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use gobo_contract::{ErrorCode, JsonObject};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

/// A JSON string, borrowed from the payload unless it has escapes. `Option<Cow<str>>` always copies; this does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text<'t>(pub Cow<'t, str>);

impl Deref for Text<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de: 't, 't> Deserialize<'de> for Text<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Text<'de>;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }
            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Borrow)
    }
}

/// Reads one JSON object and nothing after it.
///
/// # Errors
/// [`ErrorCode::PayloadMalformed`].
fn parse<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, ErrorCode> {
    serde_json::from_str::<JsonObject<T>>(text)
        .map(|JsonObject(value)| value)
        .map_err(|_| ErrorCode::PayloadMalformed)
}

/// A legacy tool must say that it succeeded.
///
/// # Errors
/// [`ErrorCode::PayloadMalformed`] if it says nothing, [`ErrorCode::LegacyFailure`] if it says that it failed.
fn succeeded(success: Option<bool>) -> Result<(), ErrorCode> {
    match success {
        Some(true) => Ok(()),
        Some(false) => Err(ErrorCode::LegacyFailure),
        None => Err(ErrorCode::PayloadMalformed),
    }
}

/// How many items the source matched: `total` when it is an integer of at least the items delivered, else these.
fn matched(total: Option<&serde_json::value::RawValue>, delivered: usize) -> u64 {
    let delivered = delivered as u64;
    total
        .and_then(|total| total.get().parse::<u64>().ok())
        .filter(|total| *total >= delivered)
        .unwrap_or(delivered)
}
