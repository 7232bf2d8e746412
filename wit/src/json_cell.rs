//! What a JSON cell must be beside valid JSON: readable by every reader, and compact as the frozen JSON is.

use crate::limit;

/// Whether every reader can read the array or object: nested within [`limit::CELL_DEPTH`], and each of its strings has a
/// text. JSON's grammar allows lone surrogates, which are no text, and any depth.
///
/// `json` must be valid JSON.
pub(crate) fn is_readable(json: &str) -> bool {
    let bytes = json.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => {
                let string = string_at(json, at);
                if string.contains(r"\u") && serde_json::from_str::<String>(string).is_err() {
                    return false;
                }
                at += string.len();
                continue;
            }
            _ => {}
        }
        if depth > limit::CELL_DEPTH {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether JSON has no white space outside of its strings, as the frozen JSON has none.
pub(crate) fn is_compact(json: &str) -> bool {
    let bytes = json.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() {
            return false;
        }
        at += if *byte == b'"' { string_at(json, at).len() } else { 1 };
    }
    true
}

/// The string that starts at `start`, with its quotes.
fn string_at(json: &str, start: usize) -> &str {
    let rest = json.get(start..).unwrap_or_default();
    let mut escaped = true;
    let end = rest.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        // The opening quote counts as escaped, so that it closes nothing.
        escaped = byte == b'\\' && !escaped;
        closes
    });
    end.and_then(|end| rest.get(..=end)).unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_kept_at_127_and_refused_at_128() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(is_readable(&nested(127)) && !is_readable(&nested(128)));
        assert!(is_readable(&format!("[{}]", vec!["[]"; 500].join(","))), "width is no depth");
        assert!(is_readable(&format!(r#"["{}"]"#, "[".repeat(500))), "brackets in a string are text");
        assert!(is_readable(r#"["\"[","\\",{"a":"]"}]"#));
    }

    #[test]
    fn a_string_that_is_no_text_is_refused() {
        for json in [r#"["\ud800"]"#, r#"{"\udfff":1}"#, r#"[{"a":["\ud83d\ud83d"]}]"#] {
            assert!(!is_readable(json), "{json}");
        }
        for json in [r#"["\ud83d\ude80"]"#, r#"["\\ud800"]"#, r#"["\u0000",1e400]"#] {
            assert!(is_readable(json), "{json}");
        }
    }

    #[test]
    fn white_space_counts_outside_of_strings_only() {
        assert!(is_compact(r#"{"a b":["c \"d"," "]}"#));
        for json in ["[1, 2]", "[1]\n", " []", r#"["\\" ]"#] {
            assert!(!is_compact(json), "{json}");
        }
    }
}
