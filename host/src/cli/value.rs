//! How the values of flags are read. Whatever is no value ends as wrong usage, and the message says what is expected.

use std::fmt::Display;
use std::fs;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use gobo_contract::{Bounds, ToolCallId};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::config::broken_rule;

/// One of a closed set, by its name. Help and errors list the set.
pub(super) fn one_of<T, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(name)).try_map(move |text| {
        all.into_iter().find(|value| name(*value) == text).ok_or("expected one of the names")
    })
}

/// A whole number within its limits.
pub(super) fn whole<T>(limits: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| limits.contains(number));
        let (least, most) = (limits.start(), limits.end());
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// A time, as RFC 3339 writes it.
pub(super) fn time(text: &str) -> Result<OffsetDateTime, &'static str> {
    OffsetDateTime::parse(text, &Rfc3339)
        .map_err(|_| "expected a time as RFC 3339 writes it, such as 2026-02-03T10:15:00Z")
}

/// Text with something to read in it.
pub(super) fn text(text: &str) -> Result<String, &'static str> {
    if text.trim().is_empty() { Err("expected text that is not blank") } else { Ok(text.to_owned()) }
}

/// The framework's id of a tool call.
pub(super) fn tool_call_id(id: &str) -> Result<ToolCallId, &'static str> {
    ToolCallId::new(id).map_err(|_| "expected an id: 1 to 4096 bytes, not blank, without control characters")
}

/// The bounds in a TOML file, checked.
pub(super) fn bounds(path: &str) -> Result<Bounds, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read the file: {error}"))?;
    let bounds: Bounds = toml::from_str(&text)
        .map_err(|error| format!("expected bounds as TOML: {}", error.to_string().trim_end()))?;
    bounds.check().map_err(|error| error.to_string())?;
    match broken_rule(&bounds.redaction) {
        None => Ok(bounds),
        Some(rule) => Err(format!("the pattern of the rule {} is no regular expression", rule.name)),
    }
}
