//! How a value is tied to its name, and where it begins.

use std::ops::Deref;

use super::super::colour::colours_end;
use super::label;
use super::lines;
use super::{GAP_BYTES, prompt, said};
use crate::redact::around::{byte, run, slice};
use crate::redact::name::{Name, names_value, states_value};
use crate::redact::scan::Token;
use crate::redact::value::is_reference;

/// How a value is tied to its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// `name=value`, `name => value`, `name("value")`, `<name>value</name>`.
    Pair,
    /// `name: value`, which is also how a sentence goes on.
    Colon,
    /// `--name value`.
    Flag,
    /// `the name is value`.
    Is,
    /// `name value`.
    Adjacent,
}

/// What follows a value that belongs to the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    /// Nothing, or what the value was changed to.
    One,
    /// The other items of a list in brackets.
    Inline,
    /// The other items of a list, each in a line of its own.
    Lines,
}

/// A value that is tied to a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tied {
    pub tie: Tie,
    /// Where the value begins.
    pub at: usize,
    /// How many quotes a bare number there would need.
    pub quotes: u8,
    pub sequence: Sequence,
}

impl Tied {
    pub(super) fn new(tie: Tie, at: usize) -> Self {
        Self { tie, at, quotes: 0, sequence: Sequence::One }
    }

    /// The value after the separator before `at`: after spaces, a type, or the bracket of a list.
    fn after(tie: Tie, text: &[u8], at: usize) -> Self {
        let start = gap_end(text, at);
        let start = stated_in(text, type_end(text, start));
        let inside = after_bracket(text, start);
        let sequence = if inside > start { Sequence::Inline } else { Sequence::One };
        Self { sequence, ..Self::new(tie, inside) }
    }
}

/// How a value is tied to the name.
pub(super) fn tied(text: &[u8], token: Token, name: &impl Deref<Target = Option<Name>>) -> Option<Tied> {
    let byte = |at: usize| text.get(at).copied().unwrap_or_default();
    let name_end = colours_end(text, index_end(text, token.end));
    let (close, quotes) = after_key_quote(text, name_end);
    let closed = close > name_end;
    let at = gap_end(text, close);
    let spaced = at > close;
    let pair = |at: usize| Some(Tied::after(Tie::Pair, text, at));
    // `password........"x"`
    if !spaced && token.of(text).ends_with(b"....") && !matches!(byte(token.end), b':' | b'=') {
        return pair(token.end);
    }
    match byte(at) {
        b'=' => pair(at + run_of(text, at, b"=>~")),
        b':' => after_colon(text, token, at, spaced, quotes),
        b'-' | b'~' if byte(at + 1) == b'>' => pair(at + 2),
        b'?' | b'~' if byte(at + 1) == b'=' => pair(at + 2),
        // `Password 2: x`
        b'0'..=b'9' if spaced && number_end(text, at) > at => {
            Some(Tied::new(Tie::Colon, gap_end(text, number_end(text, at))))
        }
        0xe2 if text.get(at..).is_some_and(|rest| rest.starts_with("→".as_bytes())) => pair(at + 3),
        // `password (plain): x`
        b'(' | b'[' if spaced && remark_end(text, at).is_some() => {
            Some(Tied::after(Tie::Colon, text, remark_end(text, at)?))
        }
        b'(' if spaced => Some(said::behind_remark(text, at).unwrap_or(Tied::new(Tie::Adjacent, at + 1))),
        b'.' if spaced && text.get(at..at + 4) == Some(b"....") => leaders(text, at),
        b'R' if spaced && text.get(at..at + 4) == Some(b"REG_") => {
            let kind = text.get(at..)?.iter().take(GAP_BYTES).position(|&byte| byte == b' ')?;
            Some(Tied::new(Tie::Flag, gap_end(text, at + kind)))
        }
        // `Password - x`
        b'-' if spaced && byte(at + 1) == b' ' => Some(Tied::new(Tie::Adjacent, at + 2)),
        b'/' | b'-' if spaced && let Some(value) = after_switch(text, at) => {
            Some(Tied::new(Tie::Flag, value))
        }
        b'(' if !spaced && matches!(byte(at + 1), b'"' | b'\'') => pair(at + 1),
        b'>' if !spaced && !closed && opens_tag(text, token.start) => element(text, at + 1),
        b'|' if is_cell(text, token, at + 1) => Some(Tied::new(Tie::Colon, gap_end(text, at + 1))),
        b'|' if lines::is_heading(text, at) => None,
        b'|' if spaced || token.start > 0 && byte(token.start - 1) == b'|' => {
            // The second bar of a heading in Jira's notation: `||password||x||`.
            Some(Tied::new(Tie::Is, gap_end(text, at + run_of(text, at, b"|"))))
        }
        b',' if closed && quotes > 0 && !is_name(text, token.start) => after_quoted(text, token, at),
        b',' => after_comma(text, token, at, closed),
        b';' if closed && quotes > 0 => serialized(text, at + 1),
        b'\n' | b'\r' => below(text, token, at),
        b'<' if spaced && byte(at + 1) == b'-' => pair(at + 2),
        b'<' if !closed && byte(at + 1) == b'/' => next_element(text, at),
        _ if spaced && opens_tag(text, token.start) || closed && names_element(text, token.start) => {
            attribute(text, at).or_else(|| element(text, tag_end(text, at)?))
        }
        b'"' | b'\'' if byte(at - 1) == b'*' && prompt::asks(text, token) => {
            Some(Tied::new(Tie::Pair, prompt::answer(text, token)?))
        }
        b's' if spaced && text.get(at..at + 9) == Some(b"string = ") => pair(at + 9),
        _ if spaced && byte(at - 1) == b'\t' && is_cell(text, token, at) => Some(Tied::new(Tie::Colon, at)),
        // `cs1`
        b'c' if let Some(value) = label::value_behind(text, token.start, token.end) => {
            Some(Tied::new(Tie::Pair, value))
        }
        _ if closed || spaced => {
            attribute(text, at).or_else(|| spoken(text, token, at, name).filter(|_| spaced))
        }
        _ => None,
    }
}

/// The value that stands behind a name and a blank: of a flag, a setting, a keyword, or in a sentence.
fn spoken(text: &[u8], token: Token, at: usize, name: &impl Deref<Target = Option<Name>>) -> Option<Tied> {
    let is_joined = token.start > 0 && text.get(token.start - 1) == Some(&b'>');
    let is_flag = text.get(token.start) == Some(&b'-') && !is_joined;
    if is_flag || said::is_set(text, token) || is_keyword(text, token.start) {
        Some(Tied::new(Tie::Flag, at))
    } else {
        said::said(text, token, at, (**name)?)
    }
}

/// `"password", "x"`: the next of some values in quotes.
fn after_quoted(text: &[u8], token: Token, comma: usize) -> Option<Tied> {
    let at = gap_end(text, comma + 1);
    let opens = match text.get(at)? {
        b'"' | b'\'' => true,
        b'\\' => text.get(token.start) == Some(&b'-'),
        _ => false,
    };
    opens.then_some(Tied::new(Tie::Flag, at))
}

/// `name: PASSWORD, value: x`, `[--password, x]`, `{password,"x"}`, and a row of two cells.
fn after_comma(text: &[u8], token: Token, comma: usize, closed: bool) -> Option<Tied> {
    let at = gap_end(text, comma + 1);
    if is_name(text, token.start) {
        return attribute(text, comma);
    }
    if closed {
        return None;
    }
    if text.get(token.start) == Some(&b'-') && at > comma + 1 {
        return Some(Tied::new(Tie::Flag, at));
    }
    let has_digit = |at: usize| {
        text.get(at..).is_some_and(|cell| {
            cell.iter().take(GAP_BYTES).take_while(|byte| byte.is_ascii_graphic()).any(u8::is_ascii_digit)
        })
    };
    // The heading of a table has few digits.
    if is_cell(text, token, comma + 1) && has_digit(comma + 1) {
        return Some(Tied::new(Tie::Is, comma + 1));
    }
    let opens = token.start.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'{');
    let value = opens.then(|| Tied::after(Tie::Flag, text, comma + 1));
    value.filter(|value| matches!(text.get(value.at), Some(b'"' | b'\'')))
}

/// Whether a name of several words and the value at `at` are a row of two cells.
fn is_cell(text: &[u8], token: Token, at: usize) -> bool {
    super::is_compound(token.of(text)) && lines::is_row(text, token.start, at)
}

/// `password ........ x`
fn leaders(text: &[u8], at: usize) -> Option<Tied> {
    let dots = text.get(at..)?.iter().take(GAP_BYTES).take_while(|byte| **byte == b'.').count();
    Some(Tied::new(Tie::Is, gap_end(text, at + dots)))
}

/// The value in a line below: of a flag that is an item of a list, of a name that is numbered as its value is, of a field
/// of a form, of an attribute, of a key.
fn below(text: &[u8], token: Token, at: usize) -> Option<Tied> {
    if let Some(value) = lines::numbered(text, token.start, at) {
        return Some(Tied::new(Tie::Pair, value));
    }
    if names_element(text, token.start)
        && let Some(value) = lines::body_of_field(text, at)
    {
        return Some(Tied::new(Tie::Pair, value));
    }
    if text.get(token.start) == Some(&b'-') && lines::is_item(text, token.start) {
        return Some(Tied::new(Tie::Flag, lines::next_item(text, token.end)?));
    }
    if let Some(value) = lines::fenced(text, at) {
        return Some(Tied::new(Tie::Adjacent, value));
    }
    attribute(text, at).or_else(|| Some(Tied::new(Tie::Is, lines::key_below(text, at)?)))
}

/// Whether a name is one of the parts of a resource's: `arn:aws:secretsmanager:eu-west-1:1234:secret:db`.
fn is_part_of_resource(text: &[u8], start: usize) -> bool {
    let before = text.get(start.saturating_sub(GAP_BYTES)..start).unwrap_or_default();
    before.ends_with(b":") && before.windows(4).any(|bytes| bytes == b"arn:")
}

/// Whether a colon stands before a name, as in the maps of Lisp: `{:password "x"}`.
fn is_keyword(text: &[u8], start: usize) -> bool {
    let before = text.get(start.saturating_sub(2)..start).unwrap_or_default();
    matches!(before, [b':'] | [b' ' | b'{' | b'(' | b'\n' | b',', b':'])
}

/// Where the value begins that a switch of the same command states: `/v NAME /t REG_SZ /d x`, `-Name NAME -Value x`.
fn after_switch(text: &[u8], at: usize) -> Option<usize> {
    let look = text.get(at..text.len().min(at + GAP_BYTES))?;
    let line = look.get(..memchr::memchr(b'\n', look).unwrap_or(look.len()))?;
    let mut end = 0;
    for word in line.split(|&byte| byte == b' ') {
        end += word.len() + 1;
        if SWITCHES.iter().any(|switch| word.eq_ignore_ascii_case(switch)) {
            return Some(at + end);
        }
    }
    None
}

/// Switches before the value of what another one names.
const SWITCHES: [&[u8]; 4] = [b"/d", b"-value", b"--value", b"--body"];

/// Where the number of a name and its colon end, `at` if there are none.
fn number_end(text: &[u8], at: usize) -> usize {
    let colon = at + run_of(text, at, b"0123456789");
    if text.get(colon..colon + 2) == Some(b": ") { colon + 1 } else { at }
}

/// `name: x`, `name := x`, `<b>name:</b> x`. The name is a key in quotes if `quotes` are counted.
fn after_colon(text: &[u8], token: Token, at: usize, spaced: bool, quotes: u8) -> Option<Tied> {
    let byte = |at: usize| text.get(at).copied().unwrap_or_default();
    match (byte(at + 1), byte(at + 2)) {
        // The quote of a question closes.
        (b'"' | b'\'', _) | (b' ', b'"' | b'\'') if at == token.end && prompt::asks(text, token) => {
            Some(Tied::new(Tie::Pair, prompt::answer(text, token)?))
        }
        (b'=', _) => Some(Tied::after(Tie::Pair, text, at + 2)),
        // `${PASSWORD:?must be set}`: what the shell says when there is none.
        (b'?' | b'+', _) if byte(token.start.wrapping_sub(1)) == b'{' => None,
        // GitHub: `::set-output name=token::x`.
        (b':', _) if OUTPUTS.iter().any(|lead| ends_with(text, token.start, lead)) => {
            Some(Tied::new(Tie::Pair, at + 2))
        }
        // LDIF: two colons before a value in base64.
        (b':', b' ') if !spaced => Some(Tied::after(Tie::Pair, text, at + 3)),
        (b':', _) | (b'/', b'/') => None,
        (b'<', b'/') if let Some(word) = behind_tag(text, at + 1) => Some(Tied::new(Tie::Is, word)),
        _ if is_part_of_resource(text, token.start) => None,
        _ => {
            let after = at + 1 + run_of(text, at + 1, b"*");
            let is_key = quotes > 0 || gap_end(text, after) == after;
            let tie = if is_key { Tie::Pair } else { Tie::Colon };
            Some(colon(text, token, Tied { quotes, ..Tied::after(tie, text, after) }))
        }
    }
}

/// How the commands of a workflow begin that give a name its value.
///
/// # Source
/// GitHub Actions, workflow commands.
const OUTPUTS: &[&[u8]] = &[b"::set-output name=", b"::save-state name=", b"::set-env name="];

fn ends_with(text: &[u8], end: usize, lead: &[u8]) -> bool {
    text.get(..end).is_some_and(|before| before.ends_with(lead))
}

/// What follows a colon may stand in the lines below.
fn colon(text: &[u8], token: Token, tied: Tied) -> Tied {
    let Some((at, sequence)) = lines::below(text, tied.at) else { return tied };
    // `db_password:` is a key, `Password:` may be a heading.
    let is_key = sequence == Sequence::Lines || super::is_compound(token.of(text));
    Tied { tie: if is_key { Tie::Colon } else { Tie::Is }, at, quotes: 0, sequence }
}

/// What joins the values of a sentence: `the passwords are x, y and z`.
const JOINTS: &[&[u8]] = &[b", and ", b", ", b" and ", b" or ", b" / ", b" & "];

/// Where the next value of the same name begins, after one that ends at `end`.
pub(super) fn next(text: &[u8], tied: Tied, end: usize, is_several: bool) -> Option<Tied> {
    let rest = text.get(end..)?;
    let closed = rest.iter().take(4).take_while(|byte| b"\\\"'`".contains(byte)).count();
    let rest = rest.get(closed..)?;
    let skip = match tied.sequence {
        Sequence::Lines => return Some(Tied { at: lines::next_item(text, end)?, ..tied }),
        Sequence::Inline => rest.starts_with(b",").then_some(1)?,
        Sequence::One
            if is_several && let Some(joint) = JOINTS.iter().find(|joint| rest.starts_with(joint)) =>
        {
            let at = end + closed + joint.len();
            let item = text.get(at..)?;
            let word = item.iter().take(GAP_BYTES).take_while(|byte| byte.is_ascii_graphic()).count();
            let is_pair = item.get(..word)?.iter().any(|byte| b"=:".contains(byte));
            return (!is_pair).then_some(Tied { tie: Tie::Is, at, quotes: 0, ..tied });
        }
        Sequence::One if rest.starts_with(b" -> ") => 4,
        Sequence::One if tied.tie == Tie::Is && rest.starts_with(b" to ") => 4,
        Sequence::One => return None,
    };
    let space = rest.iter().skip(skip).take(GAP_BYTES).take_while(|byte| byte.is_ascii_whitespace()).count();
    Some(Tied { at: end + closed + skip + space, quotes: 0, ..tied })
}

/// Where the value begins after a remark in brackets and a colon.
fn remark_end(text: &[u8], at: usize) -> Option<usize> {
    let look = text.get(at..text.len().min(at + 24))?;
    let close = look.iter().position(|&byte| matches!(byte, b')' | b']'))?;
    let separator = gap_end(look, close + 1);
    matches!(look.get(separator), Some(b':' | b'=')).then_some(at + separator + 1)
}

/// Whether what begins at `start` is the value of `name` or `key`: another member holds the value.
pub(super) fn is_name(text: &[u8], start: usize) -> bool {
    let before = text.get(start.saturating_sub(12)..start).unwrap_or_default();
    let separators = before.iter().rev().take_while(|byte| b"\"' :=".contains(byte)).count();
    let before = before.get(..before.len() - separators).unwrap_or_default();
    separators > 0 && names_value(before)
}

/// How many of the bytes stand at `at`, a few at most.
fn run_of(text: &[u8], at: usize, bytes: &[u8]) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().take(4).take_while(|byte| bytes.contains(byte)).count()
}

/// Where the index of a name ends: `password[0]`, `password["app"]`.
fn index_end(text: &[u8], at: usize) -> usize {
    let Some([b'[', rest @ ..]) = text.get(at..) else { return at };
    let index = rest
        .iter()
        .take(24)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_\"'-".contains(byte))
        .count();
    if index > 0 && rest.get(index) == Some(&b']') { at + index + 2 } else { at }
}

/// Where what stands before a value ends: a YAML tag or anchor, `string(8) "x"`, `Some("x")`, `&str = "x"`, `b"x"`.
fn type_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let look = rest.get(..rest.len().min(GAP_BYTES)).unwrap_or_default();
    let is_quote = |at: usize| matches!(look.get(at), Some(b'"' | b'\''));
    match look {
        // `!Ref Name` tells where the value is kept.
        [b'!', ..] if is_reference(look) => return at,
        [b'!', ..] => return at + look.iter().position(|&byte| byte == b' ').map_or(0, |space| space + 1),
        [b'&', anchor @ ..] if anchor.first().is_some_and(u8::is_ascii_lowercase) => {
            let name = 1 + anchor.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            if look.get(name) == Some(&b' ') && look.get(name + 1) != Some(&b'=') {
                return at + name + 1;
            }
        }
        [b'<', b'<', b'"', ..] => return at + 2,
        [b'<', b'<', ..] => return at + heredoc(look),
        // `[]string{"x"}`
        [b'[', b']', b's', b't', b'r', b'i', b'n', b'g', b'{', ..] => return at + 9,
        [b'a'..=b'z' | b'A'..=b'Z' | b'@' | b'$', ..] if is_quote(1) => return at + 1,
        _ => {}
    }
    let space = look.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let in_type = |byte: &&u8| byte.is_ascii_alphabetic() || b"_:&*".contains(byte);
    let word = space + look.iter().skip(space).take_while(in_type).count();
    let inside = match look.get(word..) {
        Some([b' ', b'=', b' ', ..]) => word + 3,
        Some([b'(', inside @ ..]) => {
            let length = inside.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let is_counted = length > 0 && inside.get(length..length + 2) == Some(b") ");
            word + 1 + if is_counted { length + 2 } else { 0 }
        }
        _ => return at,
    };
    if word > space && is_quote(inside) { at + inside } else { at }
}

/// The bytes of `<<EOF` and the line end after it, none if it is no such.
fn heredoc(look: &[u8]) -> usize {
    let word =
        look.iter().skip(2).take_while(|byte| byte.is_ascii_uppercase() || b"-'\"_".contains(byte)).count();
    if word > 1 && look.get(2 + word) == Some(&b'\n') { gap_end(look, 2 + word + 1) } else { 0 }
}

/// Where the value begins in an object that states it, `at` if there is none: `{"value": "x", "origin": "y"}`.
fn stated_in(text: &[u8], at: usize) -> usize {
    let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix(b"{")) else { return at };
    let key = rest.iter().take(4).take_while(|byte| b" \"'\\".contains(byte)).count();
    let word = rest.iter().skip(key).take(16).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let close =
        key + word + rest.iter().skip(key + word).take(4).take_while(|byte| b"\"'\\".contains(byte)).count();
    let states = rest.get(key..key + word).is_some_and(states_value);
    if states && rest.get(close) == Some(&b':') { gap_end(text, at + 1 + close + 1) } else { at }
}

/// Where the first item of the list at `at` begins, `at` if there is no list.
fn after_bracket(text: &[u8], at: usize) -> usize {
    let Some([b'[', rest @ ..]) = text.get(at..) else { return at };
    let space = rest.iter().take(GAP_BYTES).take_while(|byte| byte.is_ascii_whitespace()).count();
    at + 1 + space
}

/// `s:8:"password";s:8:"value";`
fn serialized(text: &[u8], at: usize) -> Option<Tied> {
    let rest = text.get(at..)?.strip_prefix(b"s:")?;
    let length = rest.iter().take(8).take_while(|byte| byte.is_ascii_digit()).count();
    rest.get(length..)?.starts_with(b":\"").then_some(Tied::new(Tie::Pair, at + 2 + length + 1))
}

/// Where the content begins of the tag whose attributes stand at `at`.
fn tag_end(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..text.len().min(at + 2 * GAP_BYTES))?;
    let close = rest.iter().position(|byte| matches!(byte, b'>' | b'<' | b'\n'))?;
    // Neither an empty element nor an arrow.
    let is_tag = !matches!(rest.get(..close)?.last(), Some(b'/' | b'=' | b'-'));
    (is_tag && rest.get(close) == Some(&b'>')).then_some(at + close + 1)
}

/// The content of an element, after `at`: in the next line, in CDATA, in an element that is called value. In its line,
/// what stands apart from the tag or begins with a sign is in it only if it closes: `--token <token>   The token`,
/// `https://<token>@host`.
fn element(text: &[u8], at: usize) -> Option<Tied> {
    let look = text.get(at..text.len().min(at + 2 * GAP_BYTES))?;
    let line = look.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let begins = matches!(line.first(), None | Some(b'\r' | b'<' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z'));
    if !begins && !line.windows(2).any(|pair| pair == b"</") {
        return None;
    }
    let mut at = at + space_of(text, at);
    if let Some(tag) = value_tag(text, at) {
        at = tag + space_of(text, tag);
    }
    let section = b"<![CDATA[";
    let inside = if text.get(at..)?.starts_with(section) { at + section.len() } else { at };
    Some(Tied::new(Tie::Pair, inside))
}

/// Where the next word begins behind the closing tag at `at`: `<b>Password:</b> x`.
fn behind_tag(text: &[u8], at: usize) -> Option<usize> {
    let tag = text.get(at..text.len().min(at + 16))?.strip_prefix(b"</")?;
    let close = at + 2 + tag.iter().position(|&byte| byte == b'>')? + 1;
    let word = gap_end(text, close);
    (word > close && text.get(word)?.is_ascii_alphanumeric()).then_some(word)
}

/// `<name>password</name> <value>…</value>`: at most two elements stand between.
fn next_element(text: &[u8], at: usize) -> Option<Tied> {
    let mut at = at;
    for _ in 0..3 {
        // Each element before ends here.
        let close =
            text.get(at..text.len().min(at + 2 * GAP_BYTES))?.iter().position(|&byte| byte == b'>')?;
        let open = at + close + 1 + space_of(text, at + close + 1);
        if let Some(content) = value_tag(text, open) {
            return element(text, content);
        }
        // Another cell of the row may hold anything.
        if matches!(text.get(open..open + 4)?, b"<td>" | b"<dd>") {
            return Some(Tied::new(Tie::Is, open + 4));
        }
        let content =
            open + text.get(open..text.len().min(open + GAP_BYTES))?.iter().position(|&byte| byte == b'>')?;
        at = content
            + text
                .get(content..text.len().min(content + GAP_BYTES))?
                .windows(2)
                .position(|pair| pair == b"</")?;
    }
    None
}

fn space_of(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().take(GAP_BYTES).take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Where the content begins if `<value>` or its like stands at `at`.
fn value_tag(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?.strip_prefix(b"<")?;
    let word = rest.iter().take(16).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let known = [&b"value"[..], b"val", b"string", b"data", b"text", b"default", b"content"];
    let is_known =
        rest.get(..word).is_some_and(|word| known.iter().any(|known| word.eq_ignore_ascii_case(known)));
    if is_known { tag_end(text, at + 1 + word) } else { None }
}

/// Whether the name at `start` is the `name` or `key` of an element or of another value: `key="password"`.
pub(super) fn names_element(text: &[u8], start: usize) -> bool {
    let before = text.get(start.saturating_sub(8)..start).unwrap_or_default();
    let Some(before) = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'")) else { return false };
    let Some(before) = before.strip_suffix(b"=") else { return false };
    names_value(before)
}

/// The quote that closes a quoted name, or the bracket or stars around it. Tells how often the quote is escaped, plus
/// one, if it is a double quote.
fn after_key_quote(text: &[u8], at: usize) -> (usize, u8) {
    let rest = text.get(at..).unwrap_or_default();
    let escapes = rest.iter().take(8).take_while(|&&byte| byte == b'\\').count();
    let bracket = usize::from(rest.get(escapes + 1) == Some(&b']'));
    match rest.get(escapes) {
        // A field of a CSV file, in which quotes are doubled.
        Some(b'"') if escapes == 0 && rest.starts_with(b"\"\":") => (at + 2, 1),
        Some(b'"') => (at + escapes + 1 + bracket, 1 + escape_depth(escapes)),
        Some(b'\'') => (at + escapes + 1 + bracket, 1),
        Some(b'`' | b']') if escapes == 0 => (at + 1, 0),
        Some(b'*') if escapes == 0 => (at + rest.iter().take(2).take_while(|&&byte| byte == b'*').count(), 0),
        _ => (at, 0),
    }
}

/// How often a quote after so many backslashes is escaped: 0, 1, 3, 7 are 0, 1, 2, 3.
fn escape_depth(backslashes: usize) -> u8 {
    u8::try_from((backslashes + 1).trailing_zeros()).unwrap_or_default()
}

/// Where the blanks and colours at `at` end.
pub(super) fn gap_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let blanks = at + rest.iter().take(GAP_BYTES).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    colours_end(text, blanks)
}

/// Whether the name at `start` stands right after `<`, a name space before it or not.
fn opens_tag(text: &[u8], start: usize) -> bool {
    let before = text.get(start.saturating_sub(24)..start).unwrap_or_default();
    let prefix =
        before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b':').count();
    let opens = before.len().checked_sub(prefix + 1).and_then(|at| before.get(at)) == Some(&b'<');
    // `<your-api-key>` stands for a value, `<api-key>` before one.
    opens && !text.get(start..).is_some_and(|name| name.starts_with(b"your"))
}

/// Where the separator stands behind a key that ends at `at`.
fn separator_behind(text: &[u8], at: usize) -> Option<usize> {
    let (close, _) = after_key_quote(text, at);
    let separator = gap_end(text, close);
    matches!(text.get(separator), Some(b'=' | b':')).then_some(separator)
}

/// Attributes that may stand between a name and its value, each in a line of its own.
pub(super) const ATTRIBUTES: [&[u8]; 3] = [b"type", b"description", b"sensitive"];

/// `name="PASSWORD" value="…"`, `name: PASSWORD, value: …` and `variable "password" { default = …`: the value has a name
/// of its own.
fn attribute(text: &[u8], at: usize) -> Option<Tied> {
    let between = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'"' | b'\\' | b'{');
    let mut at = at;
    for _ in 0..2 {
        at = run(text, at, GAP_BYTES, between);
        let end = run(text, at, 16, |byte| byte.is_ascii_alphabetic() || byte == b'_');
        let word = slice(text, at, end);
        if states_value(word)
            && let Some(separator) = separator_behind(text, end)
        {
            return Some(Tied::new(Tie::Pair, gap_end(text, separator + 1)));
        }
        if !ATTRIBUTES.contains(&word) {
            return None;
        }
        let line = run(text, at, GAP_BYTES, |byte| byte != b'\n');
        at = Some(line).filter(|line| byte(text, *line) == b'\n')?;
    }
    None
}
