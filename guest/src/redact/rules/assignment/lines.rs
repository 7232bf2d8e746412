//! Values that stand in the lines below their name: block scalars, lists, and what a sentence ends in a colon for.

use super::GAP_BYTES;
use super::tie::{Sequence, gap_end};
use crate::redact::name::states_value;
use crate::redact::value::{Value, looks_chosen, looks_random, value_at};

/// The longest line below a name that can be a value.
const LINE_BYTES: usize = 128;

/// The lines of a YAML block scalar, if one is introduced at `at`: those that are indented deeper than the line of the
/// name.
pub(super) fn block_scalar(text: &[u8], name: usize, at: usize) -> Option<Value> {
    let mut header = text.get(at..)?.iter();
    matches!(header.next(), Some(b'|' | b'>')).then_some(())?;
    let rest = header.as_slice();
    let marks = rest.iter().take(3).take_while(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9')).count();
    let spaces =
        rest.iter().skip(marks).take(GAP_BYTES).take_while(|byte| matches!(byte, b' ' | b'\r')).count();
    (rest.get(marks + spaces) == Some(&b'\n')).then_some(())?;
    let first = at + 1 + marks + spaces + 1;
    let line = text.get(name.saturating_sub(GAP_BYTES)..name)?;
    let indent = line.iter().rev().take_while(|byte| matches!(byte, b' ' | b'-' | b'"')).count();
    let mut end = first;
    let mut start = None;
    for line in text.get(first..)?.split_inclusive(|&byte| byte == b'\n') {
        let depth = line.iter().take_while(|byte| **byte == b' ').count();
        let blank = line.trim_ascii().is_empty();
        if !blank && depth <= indent {
            break;
        }
        if !blank {
            start.get_or_insert(end + depth);
        }
        end += line.len();
    }
    let start = start?;
    let block = text.get(start..end)?;
    Some(Value { start, end: start + block.trim_ascii_end().len(), quoted: false })
}

/// Where the value below begins if nothing follows the name in its line: an item of a list, or the only word of a line.
pub(super) fn below(text: &[u8], at: usize) -> Option<(usize, Sequence)> {
    let mut at = line_end(text, at)?;
    for _ in 0..3 {
        let begin = gap_end(text, at);
        let is_fence = text.get(begin..begin + 3) == Some(b"```");
        let language = if is_fence { 3 + letters(text, begin + 3) } else { 0 };
        let Some(next) = line_end(text, begin + language) else { break };
        at = next;
    }
    let begin = gap_end(text, at);
    let (word, sequence) = match text.get(begin..)? {
        [b'-', b' ', ..] => (gap_end(text, begin + 2), Sequence::Lines),
        _ => (begin, Sequence::One),
    };
    is_only_word(text, word).then_some((word, sequence))
}

/// Where the value begins if a block of code stands below the line of `at`, and it is the only word in it.
pub(super) fn fenced(text: &[u8], at: usize) -> Option<usize> {
    let line = line_end(text, at)?;
    let is_fence = text.get(line..line + 3) == Some(b"```");
    is_fence.then(|| below(text, at)).flatten().map(|(value, _)| value)
}

/// Where the value begins of a sentence that ends its line, if it is the only word of a line below and looks made:
/// `Use the following password to log in:`.
pub(super) fn announced(text: &[u8], at: usize) -> Option<usize> {
    let in_sentence = |byte: &u8| byte.is_ascii_alphabetic() || b" ,.:()'\r-".contains(byte);
    text.get(at).filter(|first| in_sentence(first))?;
    let look = text.get(at..text.len().min(at + LINE_BYTES + 1))?;
    let sentence = look.get(..memchr::memchr(b'\n', look)?)?;
    if !matches!(sentence.trim_ascii_end(), [.., b':' | b'.']) || !sentence.iter().all(in_sentence) {
        return None;
    }
    let (value, _) = below(text, at + sentence.trim_ascii_end().len())?;
    let word = text.get(value..)?;
    let word = word.get(..word.iter().take(LINE_BYTES).take_while(|byte| byte.is_ascii_graphic()).count())?;
    let is_code = (4..=8).contains(&word.len()) && word.iter().all(u8::is_ascii_digit);
    let is_made = word.len() >= 8 && word.iter().any(u8::is_ascii_digit) && looks_chosen(word);
    (is_code || is_made).then_some(value)
}

/// Where a key begins that is all the next line holds, as below the comment of a key file.
pub(super) fn key_below(text: &[u8], at: usize) -> Option<usize> {
    let line = line_end(text, at)?;
    let rest = text.get(line..)?;
    let length = rest.iter().take(LINE_BYTES).take_while(|byte| byte.is_ascii_graphic()).count();
    let is_key = length >= KEY_BYTES && looks_random(rest.get(..length)?, KEY_BYTES);
    (is_key && matches!(rest.get(length), None | Some(b'\n' | b'\r'))).then_some(line)
}

/// The least bytes of a key in a line of its own: 32 of a key in base64.
const KEY_BYTES: usize = 43;

/// Whether what begins at `at` is an item of a list in a line of its own.
pub(super) fn is_item(text: &[u8], at: usize) -> bool {
    let before = text.get(at.saturating_sub(GAP_BYTES)..at).unwrap_or_default();
    let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    matches!(line.trim_ascii_start(), b"- " | b"- \"" | b"- '")
}

/// The value that stands before the name of which it is: `- value: x` in the line above, `{value: x, name: …`.
pub(super) fn value_above(text: &[u8], start: usize) -> Option<Value> {
    let from = start.saturating_sub(2 * LINE_BYTES);
    let before = text.get(from..start)?;
    let line = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let name = before.get(line..)?;
    let begin = match name.iter().rposition(|&byte| byte == b'{') {
        Some(brace) => line + brace + 1,
        None if name.trim_ascii_start().starts_with(b"-") => return None,
        None => {
            let above = before.get(..line.checked_sub(1)?)?;
            let above = above.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            gap_end(
                before,
                gap_end(before, above) + usize::from(before.get(gap_end(before, above))? == &b'-'),
            )
        }
    };
    let begin = gap_end(before, begin);
    let begin = begin + usize::from(before.get(begin) == Some(&b'"'));
    let item = before.get(begin..)?;
    let word = item.iter().take(16).take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'_').count();
    let quote = usize::from(item.get(word) == Some(&b'"'));
    let is_value = states_value(item.get(..word)?) && matches!(item.get(word + quote), Some(b':' | b'='));
    let is_opened = name.contains(&b'{') || before.get(..begin)?.trim_ascii_end().ends_with(b"-");
    let value = value_at(text, from + gap_end(before, begin + word + quote + 1))?;
    // Its name says as much as quotes would.
    (is_value && is_opened).then_some(Value { quoted: true, ..value })
}

/// Where the value begins of a name that is an item of a numbered list, as its value is: `1) "password"`, `2) "x"`.
pub(super) fn numbered(text: &[u8], start: usize, at: usize) -> Option<usize> {
    text.get(..start)?.ends_with(b") \"").then_some(())?;
    let begin = gap_end(text, line_end(text, at)?);
    let digits = text.get(begin..)?.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0 && text.get(begin + digits..begin + digits + 2) == Some(b") ")).then_some(begin + digits + 2)
}

/// Where the value of a field of a form begins: below an empty line.
pub(super) fn body_of_field(text: &[u8], at: usize) -> Option<usize> {
    line_end(text, line_end(text, at)?)
}

/// Whether a rule stands below the line of `at` and a row below that, as below the heading of a table.
pub(super) fn is_heading(text: &[u8], at: usize) -> bool {
    let look = text.get(at..text.len().min(at + 3 * LINE_BYTES)).unwrap_or_default();
    let mut lines = look.split(|&byte| byte == b'\n').skip(1);
    let (Some(rule), Some(row)) = (lines.next(), lines.next()) else { return false };
    let is_rule = rule.len() > 1 && rule.iter().all(|byte| b"-=+|: \r".contains(byte));
    is_rule && row.contains(&b'|')
}

/// Whether the name at `start` and the value at `at` are the two cells of a row.
pub(super) fn is_row(text: &[u8], start: usize, at: usize) -> bool {
    let delimiter = at.checked_sub(1).and_then(|before| text.get(before)).copied().unwrap_or_default();
    let indent =
        text.get(..start).unwrap_or_default().iter().rev().take(2).take_while(|byte| **byte == b' ').count();
    let begins = start.checked_sub(1 + indent).is_none_or(|before| text.get(before) == Some(&b'\n'));
    let row = text.get(at..text.len().min(at + LINE_BYTES)).unwrap_or_default();
    let end = row.iter().position(|&byte| matches!(byte, b'\n' | b'\r') || byte == delimiter);
    let is_last = end.is_none_or(|end| row.get(end) != Some(&delimiter));
    begins && is_last && !is_heading(text, at)
}

/// Where the next item of a list begins, after one that ends at `at`.
pub(super) fn next_item(text: &[u8], at: usize) -> Option<usize> {
    let quote = usize::from(matches!(text.get(at), Some(b'"' | b'\'')));
    let begin = gap_end(text, line_end(text, at + quote)?);
    let item = text.get(begin..)?.starts_with(b"- ").then(|| gap_end(text, begin + 2))?;
    is_only_word(text, item).then_some(item)
}

/// Where the next line begins if nothing else stands in the one of `at`.
fn line_end(text: &[u8], at: usize) -> Option<usize> {
    let at = gap_end(text, at);
    let at = at + usize::from(text.get(at) == Some(&b'\r'));
    (text.get(at) == Some(&b'\n')).then_some(at + 1)
}

fn letters(text: &[u8], at: usize) -> usize {
    text.get(at..).unwrap_or_default().iter().take(16).take_while(|byte| byte.is_ascii_alphabetic()).count()
}

/// Whether the word at `at` is all that its line holds, and no name of another value.
fn is_only_word(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let look = rest.get(..rest.len().min(LINE_BYTES)).unwrap_or_default();
    let line = look.iter().position(|&byte| byte == b'\n').unwrap_or(look.len());
    let line = look.get(..line).unwrap_or_default().trim_ascii_end();
    let name = line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)).count();
    let is_pair = name > 0 && matches!(line.get(name), Some(b':' | b'='));
    let is_quoted = matches!(line, [b'"', .., b'"'] | [b'\'', .., b'\'']);
    line.len() > 2
        && line.len() < LINE_BYTES
        && !is_pair
        && (is_quoted
            || !line.contains(&b' ') && !b"<>{}[]()#/-|,;*`\"'".contains(line.first().unwrap_or(&b'#')))
}
