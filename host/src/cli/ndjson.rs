//! Lines that are JSON objects, of which one field is meant.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::output::tell;

/// Some programs begin their files with it; it is no part of the first object.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// How a line relates to the field that the user named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineForm {
    /// An object that has the field.
    WithField,
    /// An object that does not.
    WithoutField,
    /// No object.
    NoObject,
}

/// How many lines had the field, and how many did not. A name that no line has is a mistake of its user's.
#[derive(Default)]
pub(super) struct FieldCount {
    with_field: u64,
    without_field: u64,
    no_objects: u64,
}

impl FieldCount {
    pub(super) fn add(&mut self, form: LineForm) {
        *match form {
            LineForm::WithField => &mut self.with_field,
            LineForm::WithoutField => &mut self.without_field,
            LineForm::NoObject => &mut self.no_objects,
        } += 1;
    }

    /// Whether there were lines and none had the field.
    pub(super) fn is_in_none(&self) -> bool {
        self.with_field == 0 && self.without_field + self.no_objects > 0
    }

    /// Whether some lines were no objects.
    pub(super) fn has_other_lines(&self) -> bool {
        self.no_objects > 0
    }

    /// Tells the user how many lines were not what the field's name promised, and what became of them.
    pub(super) fn tell(&self, field: &str, without_field: &str, no_object: &str) {
        let lines = self.with_field + self.without_field + self.no_objects;
        let told = [
            (
                self.without_field,
                format!("have no field {field:?} at the top of their object; {without_field}"),
            ),
            (self.no_objects, format!("are no JSON objects; {no_object}")),
        ];
        for (count, fate) in told.iter().filter(|(count, _)| *count > 0) {
            tell(&format!("gobo: {count} of {lines} lines {fate}"));
        }
    }
}

/// A part of an NDJSON line.
pub(super) enum Piece<'t> {
    /// Stays as it is.
    Kept(&'t str),
    /// A value with its field, as a JSON object of its own: the field's name tells what the value is.
    Member(String),
    /// A line that is no JSON object.
    Line(&'t str),
}

impl Piece<'_> {
    pub(super) fn value(&self) -> Option<&str> {
        match self {
            Self::Kept(_) => None,
            Self::Member(text) => Some(text),
            Self::Line(text) => Some(text),
        }
    }
}

/// Splits a line around the values of `field`.
pub(super) fn split_line<'t>(line: &'t str, field: &str, pieces: &mut Vec<Piece<'t>>) -> LineForm {
    let json = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let Ok(Fields(fields)) = serde_json::from_str::<Fields<'t>>(json) else {
        pieces.push(Piece::Line(line));
        return LineForm::NoObject;
    };
    let mut from = 0;
    for (_, raw) in fields.iter().filter(|(name, _)| name == field) {
        let json = raw.get();
        // The value is borrowed from the line, so that its place is known.
        let start = json.as_ptr() as usize - line.as_ptr() as usize;
        pieces.push(Piece::Kept(line.get(from..start).unwrap_or_default()));
        pieces.push(Piece::Member(member(field, json)));
        from = start + json.len();
    }
    pieces.push(Piece::Kept(line.get(from..).unwrap_or_default()));
    if from > 0 { LineForm::WithField } else { LineForm::WithoutField }
}

/// An object of one field. A string in it is decoded and escaped anew, as far as it must be.
fn member(field: &str, json: &str) -> String {
    let field = Value::from(field);
    match serde_json::from_str::<String>(json) {
        Ok(text) => format!("{{{field}:{}}}", Value::from(text)),
        Err(_) => format!("{{{field}:{json}}}"),
    }
}

/// The value in an object of one field. What is no such object any more is written as text.
pub(super) fn member_value(object: &str) -> String {
    let fields = serde_json::from_str::<Fields<'_>>(object).ok();
    let value = fields.and_then(|Fields(fields)| fields.first().map(|(_, value)| value.get().to_owned()));
    value.unwrap_or_else(|| Value::from(object).to_string())
}

/// The fields of an object in their order, duplicates included.
struct Fields<'t>(Vec<(String, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Fields<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields<'de>;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
