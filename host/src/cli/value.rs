//! How the values of flags are read. Whatever is no value ends as wrong usage, and the message says what is expected.

use std::fmt::Display;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use gobo_contract::Bounds;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::config::Config;

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

/// The bounds in a TOML file, checked.
pub(super) fn bounds(path: &str) -> Result<Bounds, String> {
    let text = read(Path::new(path))?;
    let bounds: Bounds = toml::from_str(&text)
        .map_err(|error| format!("expected bounds as TOML: {}", error.to_string().trim_end()))?;
    bounds.check().map_err(|error| error.to_string())?;
    Ok(bounds)
}

/// A configuration without mistakes.
pub(super) fn config(path: &str) -> Result<Box<Config>, String> {
    read_config(Path::new(path)).map(Box::new)
}

/// Reads a configuration file, and tells all of its mistakes.
pub(super) fn read_config(path: &Path) -> Result<Config, String> {
    Config::from_toml(&read(path)?).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(|mistake| format!("\n  {mistake}")).collect();
        format!("it has mistakes:{}", told.concat())
    })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read the file: {error}"))
}
