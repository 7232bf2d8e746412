//! The last step of a projection: cut texts and drop items until everything is within its bound.

use serde::Serialize;

/// Cuts and drops, and keeps count of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounding {
    /// Items that were left out.
    pub dropped_items: u64,
    /// Texts that were cut short.
    pub cut_texts: u64,
}

impl Bounding {
    /// Whether a bound removed or cut anything.
    #[must_use]
    pub fn truncated(self) -> bool {
        self.dropped_items > 0 || self.cut_texts > 0
    }

    /// The longest beginning of `text` within `most` bytes that ends on a character boundary and not inside a marker.
    pub fn cut<'t>(&mut self, text: &'t str, most: u32) -> &'t str {
        self.shortened(text, before_open_marker(text, characters_within(text, most as usize)))
    }

    /// The longest beginning of `text` within `most` bytes that ends on a character boundary. For verbatim text, in
    /// which nothing is a marker.
    pub fn cut_exact<'t>(&mut self, text: &'t str, most: u32) -> &'t str {
        self.shortened(text, characters_within(text, most as usize))
    }

    /// The longest beginning of `text` whose JSON string is within `most` bytes, its quotes not counted.
    pub fn cut_to_json<'t>(&mut self, text: &'t str, most: usize) -> &'t str {
        let mut left = most;
        let mut end = text.len();
        for (at, character) in text.char_indices() {
            let bytes = json_bytes(character.encode_utf8(&mut [0; 4])) - r#""""#.len();
            let Some(rest) = left.checked_sub(bytes) else {
                end = at;
                break;
            };
            left = rest;
        }
        self.shortened(text, before_open_marker(text, end))
    }

    fn shortened<'t>(&mut self, text: &'t str, end: usize) -> &'t str {
        if end < text.len() {
            self.cut_texts += 1;
        }
        text.get(..end).unwrap_or(text)
    }

    /// Keeps the first `most` items.
    pub fn take<T>(&mut self, items: &mut Vec<T>, most: u32) {
        self.dropped_items += items.len().saturating_sub(most as usize) as u64;
        items.truncate(most as usize);
    }

    /// Keeps the items that a bound has left of use.
    pub fn keep<T>(&mut self, items: &mut Vec<T>, of_use: impl Fn(&T) -> bool) {
        let before = items.len();
        items.retain(of_use);
        self.dropped_items += (before - items.len()) as u64;
    }

    /// Keeps the longest beginning of `items` whose JSON, with commas, is within `room` bytes. Returns what is left of
    /// the room.
    pub fn fit<T: Serialize>(&mut self, items: &mut Vec<T>, room: usize) -> usize {
        let mut left = room;
        let mut kept = 0;
        for item in items.iter() {
            let Some(rest) = left.checked_sub(json_bytes(item) + usize::from(kept > 0)) else { break };
            left = rest;
            kept += 1;
        }
        self.dropped_items += (items.len() - kept) as u64;
        items.truncate(kept);
        left
    }
}

/// The bytes of a value's compact JSON.
pub fn json_bytes<T: Serialize + ?Sized>(value: &T) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // A value that cannot be written takes more room than there is.
    serde_json::to_writer(&mut count, value).map_or(usize::MAX / 2, |()| count.0)
}

/// The longest marker, `<REDACTED:` and a user rule's name and `>`, and room to spare.
const MARKER_BYTES: usize = 64;

/// Where the last character boundary within `most` bytes is.
fn characters_within(text: &str, most: usize) -> usize {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

/// `end`, or the start of the marker that `end` would cut through.
fn before_open_marker(text: &str, end: usize) -> usize {
    if end < text.len() { open_marker(text, end).unwrap_or(end) } else { end }
}

/// Where a marker starts that `end` would cut through.
fn open_marker(text: &str, end: usize) -> Option<usize> {
    let kept = text.get(..end)?;
    let start = kept.rfind('<')?;
    if end - start > MARKER_BYTES || kept.get(start..)?.contains('>') {
        return None;
    }
    let inner = text.get(start + 1..)?;
    let close = inner.bytes().take(MARKER_BYTES).position(|byte| byte == b'>')?;
    let name = inner.get(..close)?;
    let starts = name.starts_with(|c: char| c.is_ascii_uppercase() || c == '*');
    let marks = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b' ' | b'*');
    (starts && name.bytes().all(marks)).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, most: u32) -> (&str, u64) {
        let mut bounding = Bounding::default();
        (bounding.cut(text, most), bounding.cut_texts)
    }

    #[test]
    fn text_is_cut_only_beyond_its_bound_and_only_between_characters() {
        assert_eq!(cut("four", 4), ("four", 0));
        assert_eq!(cut("fours", 4), ("four", 1));
        assert_eq!(cut("aé", 2), ("a", 1));
        assert_eq!(cut("🚀", 3), ("", 1));
        assert_eq!(cut("", 0), ("", 0));
    }

    #[test]
    fn a_marker_is_never_cut_through() {
        let text = "user <REDACTED:PASSWORD> left";
        for most in 5..24 {
            assert_eq!(cut(text, most).0, "user ", "{most}");
        }
        assert_eq!(cut(text, 24).0, "user <REDACTED:PASSWORD>");
        assert_eq!(cut("from <IP:12> on", 9).0, "from ");
        assert_eq!(cut("a < b and c > d", 6).0, "a < b ");
    }

    #[test]
    fn items_fit_with_their_commas_to_the_byte() {
        let mut bounding = Bounding::default();
        let mut items = vec!["ab", "cd", "ef"];
        assert_eq!(bounding.fit(&mut items, 14), 0);
        assert_eq!(items.len(), 3);
        assert_eq!(bounding.fit(&mut items, 13), 4);
        assert_eq!((items.len(), bounding.dropped_items), (2, 1));
        assert_eq!(bounding.fit(&mut items, 3), 3);
        assert!(items.is_empty());
    }

    #[test]
    fn a_text_is_cut_to_its_escaped_length() {
        let mut bounding = Bounding::default();
        assert_eq!(bounding.cut_to_json("a\nb", 4), "a\nb");
        assert_eq!(bounding.cut_to_json("a\nb", 3), "a\n");
        assert_eq!(bounding.cut_to_json("a\nb", 2), "a");
        assert_eq!(bounding.cut_to_json("\u{1}", 5), "");
        assert_eq!(bounding.cut_texts, 3);
    }

    #[test]
    fn json_bytes_counts_escapes() {
        for text in ["", "plain", "\"\\\n\u{1}é🚀"] {
            assert_eq!(json_bytes(text), serde_json::to_string(text).expect("a string").len());
        }
    }
}
