//! A value of `MySQL` as JSON, without losing a digit.
//!
//! # Source
//! MySQL 8.4, "Client/Server Protocol: Binary Protocol Value", and its column types.

use std::fmt::Write;

use mysql_async::Column;
use mysql_async::Value;
use mysql_async::consts::ColumnType;

/// The value as JSON text.
pub(super) fn json(value: &Value, column: &Column) -> String {
    match value {
        Value::NULL => "null".into(),
        Value::Int(number) => number.to_string(),
        Value::UInt(number) => number.to_string(),
        Value::Float(number) => serde_json::to_string(number).unwrap_or_else(|_| "null".into()),
        Value::Double(number) => serde_json::to_string(number).unwrap_or_else(|_| "null".into()),
        Value::Bytes(bytes) => bytes_json(bytes, column.column_type()),
        Value::Date(year, month, day, hour, minute, second, us) => {
            let mut text = format!("{year:04}-{month:02}-{day:02}");
            if column.column_type() != ColumnType::MYSQL_TYPE_DATE {
                let _ = write!(text, " {hour:02}:{minute:02}:{second:02}{}", fraction(*us));
            }
            string(&text)
        }
        Value::Time(is_negative, days, hours, minutes, seconds, us) => {
            let sign = if *is_negative { "-" } else { "" };
            let hours = u64::from(*days) * 24 + u64::from(*hours);
            string(&format!("{sign}{hours:02}:{minutes:02}:{seconds:02}{}", fraction(*us)))
        }
    }
}

/// Text as a JSON string.
pub(super) fn string(text: &str) -> String {
    // Text can always be written.
    serde_json::to_string(text).unwrap_or_default()
}

fn bytes_json(bytes: &[u8], kind: ColumnType) -> String {
    let text = std::str::from_utf8(bytes);
    match (kind, text) {
        (ColumnType::MYSQL_TYPE_BIT, _) if bytes.len() <= 8 => {
            bytes.iter().fold(0_u64, |number, byte| (number << 8) | u64::from(*byte)).to_string()
        }
        // Digits as they stand, unless they are no JSON number (ZEROFILL: `007`).
        (ColumnType::MYSQL_TYPE_DECIMAL | ColumnType::MYSQL_TYPE_NEWDECIMAL, Ok(digits))
            if serde_json::from_str::<f64>(digits).is_ok() =>
        {
            digits.to_owned()
        }
        (ColumnType::MYSQL_TYPE_JSON, Ok(json)) if is_json(json) => json.to_owned(),
        (_, Ok(text)) if !text.contains('\0') => string(text),
        _ => {
            let mut hex = String::from("0x");
            for byte in bytes {
                let _ = write!(hex, "{byte:02x}");
            }
            string(&hex)
        }
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<&serde_json::value::RawValue>(text).is_ok()
}

fn fraction(us: u32) -> String {
    if us == 0 { String::new() } else { format!(".{us:06}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &Value, kind: ColumnType) -> String {
        json(value, &Column::new(kind))
    }

    #[test]
    fn numbers_keep_their_digits() {
        let decimal = |digits: &str| written(&Value::Bytes(digits.into()), ColumnType::MYSQL_TYPE_NEWDECIMAL);
        assert_eq!(decimal("12345678901234567890123456.7890"), "12345678901234567890123456.7890");
        assert_eq!(decimal("0007.50"), "\"0007.50\"");
        assert_eq!(written(&Value::UInt(u64::MAX), ColumnType::MYSQL_TYPE_LONGLONG), u64::MAX.to_string());
        assert_eq!(written(&Value::Double(0.1), ColumnType::MYSQL_TYPE_DOUBLE), "0.1");
        assert_eq!(written(&Value::Bytes(vec![1, 0]), ColumnType::MYSQL_TYPE_BIT), "256");
    }

    #[test]
    fn text_is_text_json_is_nested_and_bytes_are_hexadecimal() {
        let blob = |bytes: &[u8]| written(&Value::Bytes(bytes.to_vec()), ColumnType::MYSQL_TYPE_BLOB);
        assert_eq!(blob("a\"é".as_bytes()), "\"a\\\"é\"");
        assert_eq!(blob(&[0xff, 0x00]), "\"0xff00\"");
        let nested = |json: &str| written(&Value::Bytes(json.into()), ColumnType::MYSQL_TYPE_JSON);
        assert_eq!(nested(r#"{"a": [1.0]}"#), r#"{"a": [1.0]}"#);
        assert_eq!(nested("{"), "\"{\"");
    }

    #[test]
    fn times_are_written_as_the_server_writes_them() {
        let at = Value::Date(2026, 2, 3, 4, 5, 6, 70);
        assert_eq!(written(&at, ColumnType::MYSQL_TYPE_DATETIME), "\"2026-02-03 04:05:06.000070\"");
        assert_eq!(written(&at, ColumnType::MYSQL_TYPE_DATE), "\"2026-02-03\"");
        let time = Value::Time(true, 1, 2, 3, 4, 0);
        assert_eq!(written(&time, ColumnType::MYSQL_TYPE_TIME), "\"-26:03:04\"");
    }
}
