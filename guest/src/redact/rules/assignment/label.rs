//! Fields whose name another field states: `cs1Label=password cs1=x`, `cs1Label=API Token cs1=x`.
//!
//! # Source
//! Common Event Format (CEF), custom fields and their labels.

use crate::redact::around::{byte, previous, run, run_back, slice, stands};
use crate::redact::value::{Value, value_at};

const LABEL: &[u8] = b"Label=";
/// Bytes of a field's name, and between a field and its label.
const FIELD_BYTES: usize = 24;
const BETWEEN_BYTES: usize = 128;

/// The field of whose label the name from `start` to before `end` is the last word, with the `=` behind it, and where its
/// label begins.
fn field(text: &[u8], start: usize, end: usize) -> Option<(&[u8], usize)> {
    // A label has two words at most.
    let words = match previous(text, start) {
        b' ' => run_back(text, start - 1, FIELD_BYTES, |byte| byte.is_ascii_alphanumeric()),
        _ => start,
    };
    let key_end = words.checked_sub(LABEL.len()).filter(|key| stands(text, *key, LABEL))?;
    let ends = match byte(text, end) {
        b' ' => byte(text, run(text, end + 1, FIELD_BYTES, |byte| byte.is_ascii_alphanumeric())) == b'=',
        other => matches!(other, 0 | b'|' | b'\n' | b'\r'),
    };
    if !ends {
        return None;
    }
    let key = run_back(text, key_end, FIELD_BYTES, |byte| byte.is_ascii_alphanumeric());
    (key < key_end).then(|| (slice(text, key, key_end), key))
}

/// Where the value begins of the field that the name from `start` to before `end` labels, if it stands behind it.
pub(super) fn value_behind(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let (field, _) = field(text, start, end)?;
    let look = slice(text, end, text.len().min(end + BETWEEN_BYTES));
    find(look, field).map(|value| end + value)
}

/// The value of the field that the name from `start` to before `end` labels, if it stands before it.
pub(super) fn value_before(text: &[u8], start: usize, end: usize) -> Option<Value> {
    let (field, label) = field(text, start, end)?;
    let from = label.saturating_sub(BETWEEN_BYTES);
    let value = find(slice(text, from, label), field).map(|value| from + value)?;
    value_at(slice(text, 0, label), value)
}

/// Where the value of a field begins in a text without line ends.
fn find(text: &[u8], field: &[u8]) -> Option<usize> {
    let line = text.split(|&byte| byte == b'\n').next()?;
    let is_field =
        |at: usize| matches!(previous(line, at), 0 | b' ' | b'|') && stands(line, at + field.len(), b"=");
    let at = line.windows(field.len()).enumerate().find(|(at, name)| *name == field && is_field(*at))?.0;
    Some(at + field.len() + 1)
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn a_label_names_the_value_of_its_field() {
        for (text, shown) in [
            ("cs1Label=password cs1=otter", "cs1Label=password cs1=<REDACTED:PASSWORD>"),
            (
                "CEF:0|a|b|1|x|y|5|cs2=bo cs1=Kq83nfa cs1Label=password",
                "CEF:0|a|b|1|x|y|5|cs2=bo cs1=<REDACTED:PASSWORD> cs1Label=password",
            ),
            (
                "cs1Label=apiKey cs2Label=user cs2=bo cs1=Kq83nfaPz1Lx",
                "cs1Label=apiKey cs2Label=user cs2=bo cs1=<REDACTED:API_KEY>",
            ),
            (
                "cs1Label=API Token cs1=Kq83nfaPz1Xv dst=web",
                "cs1Label=API Token cs1=<REDACTED:TOKEN> dst=web",
            ),
            ("cs1Label=password policy cs2=strict", "cs1Label=password policy cs2=strict"),
            ("cs1Label=Password Policy cs1=strict", "cs1Label=Password Policy cs1=strict"),
            ("cn1Label=passwords cn1=3", "cn1Label=passwords cn1=3"),
        ] {
            assert_eq!(redact(text), shown);
            assert_eq!(redact(shown), shown);
        }
    }
}
