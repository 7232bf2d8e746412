//! What a MySQL adapter delivers.

use std::collections::BTreeMap;
use std::fmt;

use gobo_contract::{ErrorCode, JsonObject, Payload, PayloadFormat};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::Text;

/// The columns and rows of an answer. Connection, timing and messages are not even read.
#[derive(Debug, Default)]
pub struct Table<'t> {
    /// The columns' names in the query's order.
    pub columns: Vec<Text<'t>>,
    /// One cell for each column, as JSON text.
    pub rows: Vec<Vec<&'t str>>,
    /// How many rows matched: what the source says when that is an integer of at least the rows delivered, else these.
    pub matched: u64,
}

#[derive(Deserialize)]
struct Answer<'t> {
    #[serde(default)]
    success: Option<bool>,
    #[serde(borrow, default)]
    columns: Option<Vec<Column<'t>>>,
    #[serde(borrow, default)]
    rows: Option<Vec<Row<'t>>>,
    #[serde(borrow, default)]
    total: Option<&'t RawValue>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Column<'t> {
    Name(#[serde(borrow)] Text<'t>),
    Typed(#[serde(borrow)] JsonObject<TypedColumn<'t>>),
}

#[derive(Deserialize)]
struct TypedColumn<'t> {
    #[serde(borrow)]
    name: Text<'t>,
}

/// A row as an array of cells or as an object, whose keys are kept in their order.
enum Row<'t> {
    Cells(Vec<&'t RawValue>),
    Fields(Vec<(Text<'t>, &'t RawValue)>),
}

impl<'de: 't, 't> Deserialize<'de> for Row<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowVisitor;
        impl<'de> Visitor<'de> for RowVisitor {
            type Value = Row<'de>;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a row")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = seq.next_element()? {
                    cells.push(cell);
                }
                Ok(Row::Cells(cells))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Row::Fields(fields))
            }
        }
        deserializer.deserialize_any(RowVisitor)
    }
}

/// The table of a MySQL payload.
///
/// Rows are arrays aligned with `columns`, or objects; an object's missing key is `null` and its unknown ones are
/// skipped. Without `columns`, the first object names them.
///
/// # Errors
/// [`ErrorCode::PayloadMalformed`], also for a row that is not aligned and for an object that names a key twice;
/// [`ErrorCode::LegacyFailure`].
pub fn table(payload: Payload<'_>) -> Result<Table<'_>, ErrorCode> {
    if payload.format != PayloadFormat::Json {
        return Err(ErrorCode::PayloadMalformed);
    }
    let answer: Answer<'_> = super::parse(payload.text)?;
    super::succeeded(answer.success)?;
    let rows = answer.rows.ok_or(ErrorCode::PayloadMalformed)?;
    let columns: Vec<Text<'_>> = match (answer.columns, rows.first()) {
        (Some(columns), _) => columns.into_iter().map(column_name).collect(),
        (None, Some(Row::Fields(fields))) => fields.iter().map(|(name, _)| name.clone()).collect(),
        (None, None) => Vec::new(),
        (None, Some(Row::Cells(_))) => return Err(ErrorCode::PayloadMalformed),
    };
    let matched = super::matched(answer.total, rows.len());
    let rows = rows.into_iter().map(|row| aligned(row, &columns)).collect::<Result<_, _>>()?;
    Ok(Table { columns, rows, matched })
}

fn column_name(column: Column<'_>) -> Text<'_> {
    match column {
        Column::Name(name) | Column::Typed(JsonObject(TypedColumn { name })) => name,
    }
}

fn aligned<'t>(row: Row<'t>, columns: &[Text<'t>]) -> Result<Vec<&'t str>, ErrorCode> {
    match row {
        Row::Cells(cells) if cells.len() == columns.len() => {
            Ok(cells.into_iter().map(RawValue::get).collect())
        }
        Row::Cells(_) => Err(ErrorCode::PayloadMalformed),
        Row::Fields(fields) => by_name(&fields, columns),
    }
}

fn by_name<'t>(fields: &[(Text<'t>, &'t RawValue)], columns: &[Text<'t>]) -> Result<Vec<&'t str>, ErrorCode> {
    let mut map: BTreeMap<&str, &'t RawValue> = BTreeMap::new();
    map.extend(fields.iter().map(|(name, value)| (&**name, *value)));
    if map.len() != fields.len() {
        return Err(ErrorCode::PayloadMalformed);
    }
    Ok(columns.iter().map(|column| map.get(&**column).map_or("null", |value| value.get())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Table<'_>, ErrorCode> {
        table(Payload { format: PayloadFormat::Json, text })
    }

    fn rows(text: &str) -> Vec<Vec<&str>> {
        read(text).expect("a table").rows
    }

    #[test]
    fn rows_are_arrays_or_objects_and_keep_their_digits() {
        let arrays = r#"{"success":true,"columns":["a",{"name":"b","type":"DECIMAL"}],"rows":[[1.10,null]]}"#;
        let objects = r#"{"success":true,"columns":["a","b"],"rows":[{"b":null,"a":1.10},{"a":2,"x":3}]}"#;
        assert_eq!(rows(arrays), [["1.10", "null"]]);
        assert_eq!(rows(objects), [["1.10", "null"], ["2", "null"]]);
    }

    #[test]
    fn without_columns_the_first_object_names_them() {
        let table = read(r#"{"success":true,"rows":[{"b":1,"a":2},{"a":3}]}"#).expect("a table");
        let names: Vec<_> = table.columns.iter().map(|name| &**name).collect();
        assert_eq!((names, table.rows), (vec!["b", "a"], vec![vec!["1", "2"], vec!["null", "3"]]));
    }

    #[test]
    fn a_total_counts_only_as_an_integer_of_at_least_the_rows_delivered() {
        let matched = |total: &str| {
            read(&format!(r#"{{"success":true,"columns":["a"],"rows":[[1],[2]],"total":{total}}}"#))
                .map(|t| t.matched)
        };
        assert_eq!(matched("7"), Ok(7));
        for total in ["1", "-7", "7.0", "\"7\"", "null", "[]", "1e3", "99999999999999999999"] {
            assert_eq!(matched(total), Ok(2), "{total}");
        }
    }

    #[test]
    fn what_an_adapter_never_delivers_is_malformed() {
        for text in [
            "nul",
            r#"{"success":true}"#,
            r#"{"success":true,"columns":["a"]}"#,
            r#"{"success":true,"columns":["a"],"rows":[[1,2]]}"#,
            r#"{"success":true,"columns":["a"],"rows":[7]}"#,
            r#"{"success":true,"columns":[7],"rows":[]}"#,
            r#"{"success":true,"columns":[{"type":"INT"}],"rows":[]}"#,
            r#"{"success":true,"rows":[[1]]}"#,
            r#"{"success":true,"columns":["a"],"rows":[{"a":1,"a":2}]}"#,
            r#"{"success":true,"columns":["a","a"],"rows":[{"a":1,"a":2}]}"#,
            r#"{"columns":["a"],"rows":[[1]]}"#,
        ] {
            assert_eq!(read(text).err(), Some(ErrorCode::PayloadMalformed), "{text}");
        }
        assert_eq!(read(r#"{"success":false,"message":"denied"}"#).err(), Some(ErrorCode::LegacyFailure));
    }
}
