//! Entries in one JSON document with an envelope.

use std::borrow::Cow;
use std::fmt;

use gobo_contract::{ErrorCode, JsonObject};
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::Entry;
use crate::payload::{Text, matched, succeeded};

/// Reads `{success, logs: […], total}` and hands over each entry as it is read.
///
/// # Errors
/// As [`super::each_entry`].
pub(super) fn document<'t>(text: &'t str, take: &mut impl FnMut(Entry<'t>)) -> Result<u64, ErrorCode> {
    let malformed = |_| ErrorCode::PayloadMalformed;
    let mut json = serde_json::Deserializer::from_str(text);
    let envelope = json.deserialize_map(EnvelopeVisitor(take)).map_err(malformed)?;
    json.end().map_err(malformed)?;
    succeeded(envelope.success)?;
    let delivered = envelope.delivered.ok_or(ErrorCode::PayloadMalformed)?;
    Ok(matched(envelope.total, delivered))
}

#[derive(Deserialize)]
struct Fields<'t> {
    #[serde(borrow, default)]
    timestamp: Option<&'t RawValue>,
    #[serde(borrow, default)]
    level: Option<&'t RawValue>,
    #[serde(borrow, default)]
    service: Option<Text<'t>>,
    #[serde(borrow, default)]
    message: Option<Text<'t>>,
}

impl<'t> Fields<'t> {
    fn entry(self) -> Option<Entry<'t>> {
        let text = |field: Option<Text<'t>>| field.unwrap_or_default().0;
        Some(Entry {
            timestamp: text_or_number(self.timestamp)?,
            level: text_or_number(self.level)?,
            service: text(self.service),
            message: text(self.message),
        })
    }
}

/// The text of a string, or the digits of a number as delivered.
pub(super) fn text_or_number(json: Option<&RawValue>) -> Option<Cow<'_, str>> {
    let json = json.map_or(r#""""#, RawValue::get);
    match json.as_bytes().first()? {
        b'"' if json.contains('\\') => serde_json::from_str(json).map(|Text(text)| text).ok(),
        b'"' => json.get(1..json.len() - 1).map(Cow::Borrowed),
        b'-' | b'0'..=b'9' => Some(Cow::Borrowed(json)),
        _ => None,
    }
}

#[derive(Default)]
struct Envelope<'t> {
    success: Option<bool>,
    delivered: Option<usize>,
    total: Option<&'t RawValue>,
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Key {
    Success,
    Logs,
    Total,
    #[serde(other)]
    Other,
}

struct EnvelopeVisitor<'f, F>(&'f mut F);

impl<'de, F: FnMut(Entry<'de>)> Visitor<'de> for EnvelopeVisitor<'_, F> {
    type Value = Envelope<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut envelope = Envelope::default();
        let (mut success, mut logs, mut total) = (Once("success"), Once("logs"), Once("total"));
        while let Some(key) = map.next_key()? {
            match key {
                Key::Success => {
                    success.seen()?;
                    envelope.success = map.next_value()?;
                }
                Key::Logs => {
                    logs.seen()?;
                    envelope.delivered = map.next_value_seed(EntriesSeed(&mut *self.0))?;
                }
                Key::Total => {
                    total.seen()?;
                    envelope.total = map.next_value()?;
                }
                Key::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(envelope)
    }
}

/// A key that may be seen only once. Its name is taken when it is.
struct Once(&'static str);

impl Once {
    fn seen<E: Error>(&mut self) -> Result<(), E> {
        if self.0.is_empty() {
            return Err(E::custom("a key occurs twice"));
        }
        self.0 = "";
        Ok(())
    }
}

/// Reads the entries and answers how many there were; `None` for `null`.
struct EntriesSeed<'f, F>(&'f mut F);

impl<'de, F: FnMut(Entry<'de>)> DeserializeSeed<'de> for EntriesSeed<'_, F> {
    type Value = Option<usize>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, F: FnMut(Entry<'de>)> Visitor<'de> for EntriesSeed<'_, F> {
    type Value = Option<usize>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array of entries")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut delivered = 0;
        while let Some(JsonObject(fields)) = entries.next_element::<JsonObject<Fields<'de>>>()? {
            let entry = fields.entry().ok_or_else(|| A::Error::custom("neither text nor number"))?;
            (self.0)(entry);
            delivered += 1;
        }
        Ok(Some(delivered))
    }
}

#[cfg(test)]
mod tests {
    use gobo_contract::{Payload, PayloadFormat};

    use super::*;
    use crate::payload::logs::each_entry;

    fn read(format: PayloadFormat, text: &str) -> Result<(u64, Vec<Entry<'_>>), ErrorCode> {
        let mut entries = Vec::new();
        let matched = each_entry(Payload { format, text }, |entry| entries.push(entry))?;
        Ok((matched, entries))
    }

    fn one(text: &str) -> Entry<'_> {
        let (_, entries) = read(PayloadFormat::Ndjson, text).expect("an entry");
        entries.into_iter().next().expect("one")
    }

    #[test]
    fn entries_are_borrowed_and_extra_keys_are_skipped() {
        let text = r#"{"success":true,"region":"ap","logs":[{"timestamp":"t","level":"WARN","service":"s","instance":"10.0.0.1","message":"m","metrics":{"cpu":1}}],"total":7,"message":"ok"}"#;
        let (matched, entries) = read(PayloadFormat::Json, text).expect("entries");
        assert_eq!(matched, 7);
        let borrowed = Cow::Borrowed;
        let expected = Entry {
            timestamp: borrowed("t"),
            level: borrowed("WARN"),
            service: borrowed("s"),
            message: borrowed("m"),
        };
        assert_eq!(entries, [expected]);
        assert!(entries.iter().all(|entry| matches!(entry.message, Cow::Borrowed(_))));
    }

    #[test]
    fn timestamps_and_levels_may_be_numbers_and_keep_their_digits() {
        let entry = one(r#"{"timestamp":1738577472.1230,"level":50,"message":"a\nb"}"#);
        assert_eq!((&*entry.timestamp, &*entry.level), ("1738577472.1230", "50"));
        assert_eq!((&*entry.service, &*entry.message), ("", "a\nb"));
        assert_eq!(one(r#"{"timestamp":null,"message":null}"#), Entry::default());
        assert_eq!(one("{}"), Entry::default());
    }

    #[test]
    fn ndjson_is_one_entry_a_line_and_blank_lines_are_skipped() {
        let (matched, entries) =
            read(PayloadFormat::Ndjson, "\n{\"message\":\"a\"}\r\n \t\n{\"message\":\"b\"}")
                .expect("entries");
        let messages: Vec<_> = entries.iter().map(|entry| &*entry.message).collect();
        assert_eq!((matched, messages), (2, vec!["a", "b"]));
        for bad in ["{\"message\":\"a\"}\n{\"message\":", "[]", "{\"message\":\"a\"} {}", "text"] {
            assert_eq!(read(PayloadFormat::Ndjson, bad).err(), Some(ErrorCode::PayloadMalformed), "{bad}");
        }
        assert_eq!(read(PayloadFormat::Ndjson, "").map(|(matched, _)| matched), Ok(0));
    }

    #[test]
    fn what_log_search_never_delivers_is_malformed() {
        for text in [
            "",
            "null",
            "[]",
            r#"{"success":true}"#,
            r#"{"success":true,"logs":null}"#,
            r#"{"logs":[]}"#,
            r#"{"success":"true","logs":[]}"#,
            r#"{"success":true,"logs":{}}"#,
            r#"{"success":true,"logs":"x"}"#,
            r#"{"success":true,"logs":["x"]}"#,
            r#"{"success":true,"logs":[["t","l"]]}"#,
            r#"{"success":true,"logs":[null]}"#,
            r#"{"success":true,"logs":[{"message":5}]}"#,
            r#"{"success":true,"logs":[{"timestamp":true}]}"#,
            r#"{"success":true,"logs":[{"timestamp":{}}]}"#,
            r#"{"success":true,"logs":[{"message":"a","message":"b"}]}"#,
            r#"{"success":true,"success":true,"logs":[]}"#,
            r#"{"success":true,"logs":[],"logs":[]}"#,
            r#"{"success":true,"logs":[]} x"#,
            r#"{"success":true,"logs":[{"message":"\ud800"}]}"#,
            r#"{"success":true,"logs":[{"message":"a"}"#,
        ] {
            assert_eq!(read(PayloadFormat::Json, text).err(), Some(ErrorCode::PayloadMalformed), "{text}");
        }
    }

    #[test]
    fn a_failure_that_the_tool_reports_is_a_legacy_failure() {
        for text in [r#"{"success":false,"logs":[]}"#, r#"{"success":false,"logs":null,"message":"denied"}"#]
        {
            assert_eq!(read(PayloadFormat::Json, text).err(), Some(ErrorCode::LegacyFailure), "{text}");
        }
    }
}
