//! A JSON document inside a text, read member by member: a finding never leaves its string, so the text stays JSON.

mod identified;

use std::borrow::Cow;

use super::find::Search;
use super::finding::{Finding, Marker};
use super::name::{may_name_member, names_value, secret_name, states_value};
use super::rules::{
    ENCODED_LINE, OpenBlock, begins_statement, hide_arguments, is_line_beside_others, names_bound_values,
    private_members,
};
use super::value::is_word;
use super::view::{self, View};

/// How many arrays and objects may be open at once. Above that a text is read as it stands.
const NESTING: usize = 128;

/// The most bytes of a member that are read together.
const MEMBER_BYTES: usize = 192;

/// Keys of a value in an object that tells its type, its age or its form.
const TYPED_VALUES: &[&str] = &[
    "stringvalue",
    "bytesvalue",
    "intvalue",
    "string",
    "text",
    "data",
    "raw",
    "plain",
    "plaintext",
    "old",
    "new",
    "current",
    "previous",
    "before",
    "after",
    "s",
    "$",
    "#text",
    "_",
];

fn is_among(key: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| key.eq_ignore_ascii_case(word.as_bytes()))
}

/// An open array or object.
struct Open {
    is_object: bool,
    /// Of an array: a value was read already.
    is_begun: bool,
    /// The key under which a value stands: of an array, the array's own.
    key: Option<Text>,
    /// Of an object, the key or the name under which it stands itself: `"password": {"value": …}`.
    parent: Option<Text>,
    /// A value that names what another member holds: `{"name": "DB_PASSWORD", "value": …}`, or the next item of an array.
    named: Option<Text>,
    /// The value that came before its name.
    unnamed: Option<Text>,
    /// Of an object, what says what it or its value is: `"host": {…}`, `"kind": "Pod"`, `"key": "host.name"`.
    said: Option<Text>,
    holds: Holds,
}

/// What of a statement of SQL an array or object holds: `"sql": "… WHERE id = ?", "params": [42]`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Nothing,
    /// The statement, so far.
    Statement,
    /// The values that were bound to it.
    Values,
}

/// The inside of a string, or a number.
#[derive(Clone, Copy)]
struct Text {
    start: usize,
    end: usize,
    is_string: bool,
}

/// Whether a document with strings in it may begin at `at`.
pub(crate) fn may_begin(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let inside = rest.get(1..).unwrap_or_default();
    let spaces = inside.iter().take(64).take_while(|byte| byte.is_ascii_whitespace()).count();
    // `environ["PASSWORD"]` is no list.
    let indexes = at
        .checked_sub(1)
        .and_then(|before| text.get(before))
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_)]\"'".contains(byte));
    if indexes && rest.first() == Some(&b'[') && !begins_list(inside) {
        return false;
    }
    match (rest.first(), inside.get(spaces)) {
        (Some(b'{' | b'['), Some(b'"')) | (Some(b'['), Some(b'{' | b'[')) => true,
        // A list of other things looks like what programs put in brackets, unless it is the whole text.
        (Some(b'['), Some(_)) => {
            text.trim_ascii_end().ends_with(b"]")
                && text.get(..at).is_some_and(|before| before.trim_ascii().is_empty())
        }
        _ => false,
    }
}

/// Whether a string stands here and then another: no index has two.
fn begins_list(inside: &[u8]) -> bool {
    let Some(string) = inside.strip_prefix(b"\"") else { return false };
    let close = string.iter().take(ITEM_BYTES).position(|byte| matches!(byte, b'"' | b'\\' | b'\n'));
    close.and_then(|close| string.get(close..)).is_some_and(|rest| {
        rest.strip_prefix(b"\",").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\""))
    })
}

/// The most bytes of the first string of a list that stands against a word.
const ITEM_BYTES: usize = 64;

/// Adds what there is in a text that is one JSON string, and tells whether it is one.
pub(crate) fn is_string(
    search: Search<'_>,
    text: &str,
    block: &mut Option<OpenBlock>,
    findings: &mut Vec<Finding>,
) -> bool {
    let start = text.len() - text.trim_ascii_start().len();
    let mut walk = Walk { search, text, block, findings, open: Vec::new() };
    match walk.string(start) {
        Ok(inside) if walk.space(inside.end + 1) == text.len() => {
            walk.search_in_value(inside);
            true
        }
        _ => false,
    }
}

/// Adds what there is in the document that begins at `at`. Returns where it ends.
///
/// # Errors
/// Where it turned out to be no document.
pub(crate) fn document(
    search: Search<'_>,
    text: &str,
    at: usize,
    block: &mut Option<OpenBlock>,
    findings: &mut Vec<Finding>,
) -> Result<usize, usize> {
    let mut walk = Walk { search, text, block, findings, open: Vec::new() };
    let mut at = at;
    loop {
        at = walk.value(at)?;
        loop {
            at = walk.space(at);
            let Some(open) = walk.open.last() else { return Ok(at) };
            match (walk.byte(at), open.is_object) {
                (Some(b','), is_object) => {
                    at = walk.space(at + 1);
                    if is_object {
                        at = walk.key(at)?;
                    }
                    break;
                }
                (Some(b'}'), true) | (Some(b']'), false) => {
                    walk.open.pop();
                    at += 1;
                    if walk.open.is_empty() {
                        return if walk.is_index(at) { Err(at) } else { Ok(at) };
                    }
                }
                _ => return Err(at),
            }
        }
    }
}

/// The JSON without the white space between its tokens.
pub(crate) fn compact(json: &str) -> String {
    let mut in_string = false;
    let mut escaped = false;
    let keeps = |character: &char| {
        let keep = in_string || !matches!(character, ' ' | '\t' | '\n' | '\r');
        in_string ^= *character == '"' && !escaped;
        escaped = in_string && *character == '\\' && !escaped;
        keep
    };
    json.chars().filter(keeps).collect()
}

struct Walk<'t, 'r, 'f> {
    search: Search<'r>,
    text: &'t str,
    /// A private key that the strings read so far have begun, each a line of it.
    block: &'f mut Option<OpenBlock>,
    findings: &'f mut Vec<Finding>,
    open: Vec<Open>,
}

impl Walk<'_, '_, '_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Whether what ends at `at` is the index of something that is given a value: `["password"]=>`.
    fn is_index(&self, at: usize) -> bool {
        self.text.as_bytes().get(..at).is_some_and(|before| before.ends_with(b"]"))
            && self.byte(self.space(at)) == Some(b'=')
    }

    fn space(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
    }

    /// Reads a value, or opens one. Empty arrays and objects are closed right away.
    fn value(&mut self, at: usize) -> Result<usize, usize> {
        let mut at = self.space(at);
        loop {
            match self.byte(at).ok_or(at)? {
                open @ (b'{' | b'[') => {
                    let is_object = open == b'{';
                    if self.open.len() == NESTING {
                        return Err(at);
                    }
                    let under = self.name_of_value();
                    let (key, parent) = if is_object { (None, self.may_name(under)) } else { (under, None) };
                    let said = if is_object { self.said_of_object() } else { None };
                    let holds = if self.is_beside_statement(under) { Holds::Values } else { Holds::Nothing };
                    self.open.push(Open {
                        is_object,
                        holds,
                        is_begun: false,
                        key,
                        parent,
                        named: None,
                        unnamed: None,
                        said,
                    });
                    at = self.space(at + 1);
                    match (self.byte(at), is_object) {
                        (Some(b'}'), true) | (Some(b']'), false) => return Ok(at),
                        (_, true) => {
                            at = self.key(at)?;
                            at = self.space(at);
                        }
                        (_, false) => {}
                    }
                }
                b'"' => {
                    let text = self.string(at)?;
                    self.read_value(text);
                    return Ok(text.end + 1);
                }
                b'-' | b'0'..=b'9' => {
                    let text = self.bare(at, |byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
                    self.read_value(text);
                    return Ok(text.end);
                }
                b't' | b'f' | b'n' => {
                    let word = self.bare(at, |byte| byte.is_ascii_lowercase());
                    let is_literal =
                        matches!(self.text.get(word.start..word.end), Some("true" | "false" | "null"));
                    return if is_literal { Ok(word.end) } else { Err(at) };
                }
                _ => return Err(at),
            }
        }
    }

    fn bare(&self, at: usize, belongs: impl Fn(u8) -> bool) -> Text {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| belongs(**byte)).count();
        Text { start: at, end: at + length, is_string: false }
    }

    /// Reads a key and its colon.
    fn key(&mut self, at: usize) -> Result<usize, usize> {
        let key = self.string(at)?;
        let at = self.space(key.end + 1);
        if self.byte(at) != Some(b':') {
            return Err(at);
        }
        if let Some(open) = self.open.last_mut() {
            open.key = Some(key);
        }
        self.search_in(key);
        if self.bytes(key) == b"kty" {
            private_members(self.text.as_bytes(), key.start, self.findings);
        }
        Ok(self.space(at + 1))
    }

    /// The inside of the string that begins at `at`.
    fn string(&self, at: usize) -> Result<Text, usize> {
        if self.byte(at) != Some(b'"') {
            return Err(at);
        }
        let start = at + 1;
        let mut end = start;
        loop {
            match self.byte(end).ok_or(end)? {
                b'"' => return Ok(Text { start, end, is_string: true }),
                b'\\' => end += 2,
                0..0x20 => return Err(end),
                _ => end += 1,
            }
        }
    }

    /// Adds what a value is by its key, else what there is in it.
    fn read_value(&mut self, value: Text) {
        let Some(open) = self.open.last() else { return self.search_in_value(value) };
        let is_object = open.is_object;
        let hidden = if is_object {
            self.is_named_secret(value) || self.is_secret_of_parent(value)
        } else {
            self.is_flag_secret(value)
        };
        if hidden {
            return;
        }
        let Some(key) = self.open.last().and_then(|open| open.key) else {
            return self.search_in_value(value);
        };
        if self.hide_if_secret(key, value) {
            return;
        }
        if self.open.last().is_some_and(|open| open.holds == Holds::Values) {
            self.hide_literal(value);
        } else {
            self.search_in_value(value);
            if is_object {
                let is_statement = value.is_string && begins_statement(self.bytes(value));
                if let Some(open) = self.open.last_mut().filter(|_| is_statement) {
                    open.holds = Holds::Statement;
                }
                self.search_in_member(key, value);
                self.search_as_said(key, value);
            }
        }
    }

    /// Whether the key of what is opened next names the values of a statement that was read before.
    fn is_beside_statement(&self, key: Option<Text>) -> bool {
        let has_statement = self.open.last().is_some_and(|open| open.holds == Holds::Statement);
        has_statement && key.is_some_and(|key| names_bound_values(self.bytes(key)))
    }

    /// Adds a value that was bound to a placeholder.
    fn hide_literal(&mut self, value: Text) {
        let quotes = u8::from(!value.is_string);
        if value.end > value.start {
            self.findings.push(Finding { quotes, ..Finding::new(value.start, value.end, Marker::Literal) });
        }
    }

    /// The key or the name of the value that is read next.
    fn name_of_value(&self) -> Option<Text> {
        let open = self.open.last()?;
        let key = open.key?;
        let states = open.is_object && states_value(self.bytes(key));
        if states { open.named.or(Some(key)) } else { Some(key) }
    }

    fn may_name(&self, name: Option<Text>) -> Option<Text> {
        name.filter(|name| may_name_member(self.bytes(*name)))
    }

    fn bytes(&self, text: Text) -> &[u8] {
        self.text.as_bytes().get(text.start..text.end).unwrap_or_default()
    }

    /// The value that stands after its name in an array: `["--password", "…"]`, `["password", "…"]`.
    fn is_flag_secret(&mut self, value: Text) -> bool {
        let is_flag = self.byte(value.start) == Some(b'-');
        let Some(open) = self.open.last_mut() else { return false };
        hide_arguments(self.text.as_bytes(), value.start, value.end, self.findings);
        let is_first = !std::mem::replace(&mut open.is_begun, true);
        let Some(name) = std::mem::replace(&mut open.named, Some(value).filter(|_| is_flag || is_first))
        else {
            return false;
        };
        // Two words may be anything; a name with a value of another sort are a pair.
        let is_pair = || {
            let is_last = self.byte(self.space(value.end + 1)) == Some(b']');
            is_last && value.is_string && (!is_word(self.bytes(value)) || self.bytes(name).contains(&b'_'))
        };
        (self.byte(name.start) == Some(b'-') || is_pair()) && self.hide_if_secret(name, value)
    }

    /// The value of a secret that stands in an object of its own: `"password": {"value": "…"}`; of several, each:
    /// `"passwords": {"ann": "…"}`.
    fn is_secret_of_parent(&mut self, value: Text) -> bool {
        let Some(&Open { parent: Some(parent), key: Some(key), .. }) = self.open.last() else { return false };
        let is_several = matches!(self.bytes(parent).last(), Some(b's' | b'S'));
        let states = states_value(self.bytes(key)) || is_among(self.bytes(key), TYPED_VALUES);
        value.is_string && (is_several || states) && self.hide_if_secret(parent, value)
    }

    /// The value of a member that another one names: `{"name": "DB_PASSWORD", "value": "…"}`.
    fn is_named_secret(&mut self, value: Text) -> bool {
        let Some(&Open { key: Some(key), named, unnamed, .. }) = self.open.last() else { return false };
        let is_name = names_value(self.bytes(key));
        if is_name && value.end - value.start <= MEMBER_BYTES && secret_name(self.bytes(value)).is_some() {
            if let Some(open) = self.open.last_mut() {
                open.named = Some(value);
            }
            if let Some(unnamed) = unnamed {
                self.hide_if_secret(value, unnamed);
            }
        } else if states_value(self.bytes(key)) {
            if let Some(open) = self.open.last_mut() {
                open.unnamed = Some(value);
            }
            return named.is_some_and(|name| self.hide_if_secret(name, value));
        }
        false
    }

    /// Adds the value as a whole if the key says that it is a secret, or an identifier.
    fn hide_if_secret(&mut self, key: Text, value: Text) -> bool {
        let key = self.decoded(key);
        if !may_name_member(&key) {
            return false;
        }
        let bytes = self.decoded(value);
        let Some(marker) = self.search.member(&key, &bytes) else { return false };
        let quotes = u8::from(!value.is_string);
        self.findings.push(Finding { quotes, ..Finding::new(value.start, value.end, marker) });
        true
    }

    fn decoded(&self, text: Text) -> Cow<'_, [u8]> {
        let raw = self.text.get(text.start..text.end).unwrap_or_default();
        let string: Cow<'_, [u8]> =
            if raw.contains('\\') { view::json_string(raw).text.into() } else { raw.as_bytes().into() };
        match std::str::from_utf8(&string).ok().filter(|text| !text.is_ascii()).and_then(view::decoded) {
            Some(view) => view.text.into(),
            None => string,
        }
    }

    /// Adds what there is in a string.
    fn search_in(&mut self, text: Text) {
        let raw = self.text.get(text.start..text.end).unwrap_or_default();
        let view = raw.contains('\\').then(|| view::json_string(raw));
        self.search_in_string(text, view.as_ref());
    }

    /// Adds what there is in a value. It may be a line of a private key, and the values like it the others.
    fn search_in_value(&mut self, value: Text) {
        if !value.is_string {
            return;
        }
        let raw = self.text.get(value.start..value.end).unwrap_or_default();
        let view = raw.contains('\\').then(|| view::json_string(raw));
        let line = view.as_ref().map_or(raw.as_bytes(), |view| &view.text);
        let known = self.findings.len();
        if let Some(block) = self.block.take() {
            // A number is no line, and no other program's.
            if line.iter().any(u8::is_ascii_alphabetic) && block.is_under(&self.path()) {
                let (found, goes_on) = block.goes_on(line);
                let original = |at, end| view.as_ref().map_or((at, end), |view| view.original(at, end));
                self.findings.extend(found.map(|found| {
                    let (start, end) = original(found.start, found.end);
                    Finding { start: start + value.start, end: end + value.start, ..found }
                }));
                *self.block = goes_on;
            } else {
                *self.block = Some(block);
            }
        }
        let is_of_headless_key = self.search.depth == 0
            && view.is_none()
            && is_line_beside_others(self.text.as_bytes(), value.start, value.end);
        if is_of_headless_key {
            self.findings.push(Finding::new(value.start, value.end, ENCODED_LINE));
        }
        self.search_in_string(value, view.as_ref());
        let found = self.findings.get(known..).unwrap_or_default();
        if self.block.is_none() && OpenBlock::may_begin(found) {
            *self.block = OpenBlock::left_in(line, self.path());
        }
    }

    fn search_in_string(&mut self, text: Text, view: Option<&View>) {
        let deeper = self.search.deeper();
        match view {
            Some(view) => deeper.find_in_view(view, text.start, self.block, self.findings),
            None => deeper.find_within(self.text, text.start..text.end, self.block, self.findings),
        }
    }

    /// The keys under which a value stands, without the numbers of those that count.
    fn path(&self) -> Vec<u8> {
        let mut path = Vec::new();
        for key in self.open.iter().filter_map(|open| open.key) {
            let key = self.bytes(key);
            let digits = key.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            path.push(b'/');
            path.extend_from_slice(key.get(..key.len() - digits).unwrap_or_default());
        }
        path
    }
}
