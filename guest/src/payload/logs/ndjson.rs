//! Entries one a line, under the names that loggers and shippers give their fields.
//!
//! A field has the value of the name of the contract. Only where that is absent, the first of its other names counts
//! that has a text, or, for a time and a level, a number.

use std::borrow::Cow;
use std::fmt;

use gobo_contract::ErrorCode;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::Entry;
use super::json::text_or_number;
use crate::payload::Text;

/// Reads one entry a line. Blank lines are skipped.
///
/// # Errors
/// [`ErrorCode::PayloadMalformed`] for a line that is not an entry.
pub(super) fn each<'t>(text: &'t str, take: &mut impl FnMut(Entry<'t>)) -> Result<u64, ErrorCode> {
    let mut delivered = 0;
    for line in text.lines().filter(|line| !line.trim_ascii().is_empty()) {
        let named: Named<'_> = serde_json::from_str(line).map_err(|_| ErrorCode::PayloadMalformed)?;
        take(named.entry().ok_or(ErrorCode::PayloadMalformed)?);
        delivered += 1;
    }
    Ok(delivered)
}

/// A field of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Timestamp,
    Level,
    Service,
    Message,
}

const FIELDS: usize = 4;

/// The rank of the names of the contract. Of the others the one with the lowest counts.
const OWN: u8 = 0;
/// What stands in a group counts after what stands beside it.
const IN_GROUP: u8 = 32;

/// The field that a name stands for, and its rank.
///
/// # Source
/// Elastic Common Schema; OpenTelemetry, Logs Data Model; bunyan, pino, winston, zap, logrus, zerolog, slog, Serilog's
/// compact form, tracing-subscriber, Python's logging; GELF 1.1; Docker's `json-file`; journald's JSON; `CloudWatch`,
/// Datadog and Google Cloud Logging.
fn field(name: &str) -> Option<(Field, u8)> {
    use Field::{Level, Message, Service, Timestamp};
    Some(match name {
        "timestamp" => (Timestamp, OWN),
        "@timestamp" => (Timestamp, 1),
        "time" | "Timestamp" => (Timestamp, 2),
        "ts" | "@t" | "Time" => (Timestamp, 3),
        "datetime" | "date" | "eventTime" | "event_time" | "asctime" | "log_time" => (Timestamp, 4),
        "timeUnixNano" | "__REALTIME_TIMESTAMP" | "t" => (Timestamp, 5),
        "level" => (Level, OWN),
        "@level" | "log.level" | "levelname" | "Level" => (Level, 1),
        "severity" | "severity_text" | "severityText" | "SeverityText" | "Severity" => (Level, 2),
        "lvl" | "@l" | "loglevel" | "log_level" | "logLevel" | "level_name" => (Level, 3),
        "PRIORITY" | "priority" | "l" => (Level, 4),
        "service" => (Service, OWN),
        "service.name" | "service_name" | "serviceName" => (Service, 1),
        "app" | "application" | "SYSLOG_IDENTIFIER" | "appname" | "app_name" => (Service, 2),
        "logger" | "logger_name" | "log.logger" | "@logger" | "component" | "module" => (Service, 3),
        "name" | "target" | "program" => (Service, 4),
        "message" => (Message, OWN),
        "msg" | "@message" | "MESSAGE" | "Message" => (Message, 1),
        "@m" | "short_message" | "textPayload" | "log_message" | "RenderedMessage" => (Message, 2),
        "log" | "text" | "body" | "Body" | "@mt" | "full_message" => (Message, 3),
        "stringValue" | "original" | "content" => (Message, 4),
        "event" | "m" => (Message, 5),
        "line" | "raw" => (Message, 6),
        _ => return None,
    })
}

/// Objects that may hold fields of their entry: `"log": {"level": "error"}`, `"fields": {"message": "x"}`.
const GROUPS: &[&str] = &["log", "event", "body", "Body", "service", "jsonPayload", "fields"];

/// The values of each field: under its own name, and under the best of the others.
#[derive(Default)]
struct Named<'t> {
    own: [Option<&'t RawValue>; FIELDS],
    others: [Option<(u8, &'t RawValue)>; FIELDS],
}

impl<'t> Named<'t> {
    fn entry(&self) -> Option<Entry<'t>> {
        let message = text(self.value(Field::Message))?;
        Some(Entry {
            timestamp: text_or_number(self.value(Field::Timestamp))?,
            level: text_or_number(self.value(Field::Level))?,
            service: text(self.value(Field::Service))?,
            message: if self.own(Field::Message).is_some() { message } else { without_line_end(message) },
        })
    }

    fn value(&self, field: Field) -> Option<&'t RawValue> {
        self.own(field).or_else(|| self.others.get(field as usize).copied().flatten().map(|(_, value)| value))
    }

    fn own(&self, field: Field) -> Option<&'t RawValue> {
        self.own.get(field as usize).copied().flatten().filter(|value| value.get() != "null")
    }

    /// Takes the value of a field's own name, which may be there once.
    fn take_own<E: Error>(&mut self, field: Field, value: &'t RawValue) -> Result<(), E> {
        match self.own.get_mut(field as usize).map(|own| own.replace(value)) {
            Some(Some(_)) => Err(E::custom("a key occurs twice")),
            _ => Ok(()),
        }
    }

    fn take_other(&mut self, field: Field, rank: u8, value: &'t RawValue) {
        let first = value.get().as_bytes().first();
        let may_be_number = matches!(field, Field::Timestamp | Field::Level);
        let is_field = first == Some(&b'"')
            || may_be_number && first.is_some_and(|first| b"-0123456789".contains(first));
        if let Some(slot) = self.others.get_mut(field as usize)
            && is_field
            && slot.is_none_or(|(known, _)| rank < known)
        {
            *slot = Some((rank, value));
        }
    }

    /// Takes the fields of a group.
    fn take_group<E: Error>(&mut self, group: &'t RawValue) -> Result<(), E> {
        let mut json = serde_json::Deserializer::from_str(group.get());
        let group = json.deserialize_map(NamedVisitor { in_group: true }).map_err(E::custom)?;
        for field in [Field::Timestamp, Field::Level, Field::Service, Field::Message] {
            let own = group.own.get(field as usize).copied().flatten().map(|value| (OWN, value));
            let other = group.others.get(field as usize).copied().flatten();
            if let Some((rank, value)) = own.or(other) {
                self.take_other(field, rank + IN_GROUP, value);
            }
        }
        Ok(())
    }
}

/// Without the end of its line, which Docker keeps.
fn without_line_end(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Owned(mut text) if text.ends_with('\n') => {
            text.truncate(text.trim_end_matches(['\r', '\n']).len());
            Cow::Owned(text)
        }
        text => text,
    }
}

/// The text of a string; of nothing else.
fn text(json: Option<&RawValue>) -> Option<Cow<'_, str>> {
    json.is_none_or(|json| json.get().starts_with('"')).then(|| text_or_number(json)).flatten()
}

impl<'de: 't, 't> Deserialize<'de> for Named<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(NamedVisitor { in_group: false })
    }
}

struct NamedVisitor {
    /// A group in a group is not looked into, so that no text is read more than twice.
    in_group: bool,
}

impl<'de> Visitor<'de> for NamedVisitor {
    type Value = Named<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut named = Named::default();
        while let Some(Text(name)) = map.next_key()? {
            let field = field(&name);
            let is_group = !self.in_group && GROUPS.contains(&&*name);
            if field.is_none() && !is_group {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let value: &RawValue = map.next_value()?;
            match field {
                _ if is_group && value.get().starts_with('{') => named.take_group(value)?,
                Some((field, OWN)) => named.take_own(field, value)?,
                Some((field, rank)) => named.take_other(field, rank, value),
                None => {}
            }
        }
        Ok(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(line: &str) -> Option<[String; FIELDS]> {
        let mut found = None;
        each(line, &mut |entry| {
            found = Some([entry.timestamp, entry.level, entry.service, entry.message].map(Cow::into_owned));
        })
        .ok()?;
        found
    }

    #[test]
    fn fields_are_known_under_the_names_of_every_logger() {
        for (line, expected) in [
            (
                r#"{"level":30,"time":1770113472000,"pid":7,"hostname":"h","name":"pay","msg":"x"}"#,
                ["1770113472000", "30", "pay", "x"],
            ),
            (
                r#"{"level":"error","ts":1770113472.5,"logger":"a","caller":"b.go:1","msg":"x"}"#,
                ["1770113472.5", "error", "a", "x"],
            ),
            (
                r#"{"@timestamp":"t","log.level":"WARN","service.name":"pay","message":"x"}"#,
                ["t", "WARN", "pay", "x"],
            ),
            (
                r#"{"@timestamp":"t","log":{"level":"WARN","logger":"a.B"},"message":"x"}"#,
                ["t", "WARN", "a.B", "x"],
            ),
            (
                r#"{"@timestamp":"t","service":{"name":"pay"},"event":{"original":"x"}}"#,
                ["t", "", "pay", "x"],
            ),
            (r#"{"@t":"t","@mt":"{a}","@m":"x","@l":"Error"}"#, ["t", "Error", "", "x"]),
            (
                r#"{"timestamp":"t","level":"INFO","fields":{"message":"x"},"target":"a::b"}"#,
                ["t", "INFO", "a::b", "x"],
            ),
            (r#"{"log":"x\n","stream":"stdout","time":"t"}"#, ["t", "", "", "x"]),
            (
                r#"{"__REALTIME_TIMESTAMP":"1","PRIORITY":"3","SYSLOG_IDENTIFIER":"sshd","MESSAGE":"x"}"#,
                ["1", "3", "sshd", "x"],
            ),
            (
                r#"{"severity":"ERROR","jsonPayload":{"message":"x"},"timestamp":"t"}"#,
                ["t", "ERROR", "", "x"],
            ),
            (
                r#"{"timeUnixNano":"1","severityText":"WARN","body":{"stringValue":"x"}}"#,
                ["1", "WARN", "", "x"],
            ),
            (r#"{"event":"x","level":"info","logger":"a","timestamp":"t"}"#, ["t", "info", "a", "x"]),
            (r#"{"asctime":"t","levelname":"INFO","name":"a","message":"x"}"#, ["t", "INFO", "a", "x"]),
        ] {
            assert_eq!(fields(line), Some(expected.map(str::to_owned)), "{line}");
        }
    }

    #[test]
    fn the_names_of_the_contract_come_first_and_may_be_there_once() {
        let line = r#"{"msg":"a","text":"b","message":"x","time":"c","timestamp":null,"severity":"d","level":"l","app":5}"#;
        assert_eq!(fields(line), Some(["c", "l", "", "x"].map(str::to_owned)));
        for line in
            [r#"{"message":"a","message":"b"}"#, r#"{"message":5}"#, r#"{"level":{}}"#, r#"{"service":7}"#]
        {
            assert_eq!(fields(line), None, "{line}");
        }
    }
}
