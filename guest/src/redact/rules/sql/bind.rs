//! Values that were bound to the placeholders of a statement: `args=('x', 42)`, `-- PARAMETERS: ["x"]`, `[["id", 42]]`.

use super::lexer::{Lexeme, lex};
use crate::redact::around::{byte, line_end, listed, previous, run, run_back, slice, stands, stands_folded};

/// Bytes between a statement and the name of its values: `, method: 'select', `, ` -- `.
const BETWEEN_BYTES: usize = 48;
/// Bytes between the name of the values and their bracket: ` => `, `: `, `=\"`.
const SEPARATOR_BYTES: usize = 6;
/// Bytes of the values that are looked at.
const VALUES_BYTES: usize = 4_096;
/// Bytes of a value's own name: `'customer_id': `.
const NAME_BYTES: usize = 64;
/// Bytes of the first value of a list with types.
const FIRST_BYTES: usize = 96;
/// Brackets in brackets.
const DEPTHS: usize = 8;

/// Words that name the values of a statement, and what else could not stand in brackets behind them.
const NAMES: &[&[u8]] = &[b"parameters", b"params", b"bindings", b"binds", b"bind"];
/// Words that name them only beside a statement.
const BESIDE_NAMES: &[&[u8]] = &[b"args", b"arguments", b"values", b"variables", b"vars", b"with", b"data"];

/// Values that stay: they say that there is none.
const NOTHING: &[&[u8]] = &[b"null", b"none", b"nil", b"undefined", b"true", b"false", b"?", b""];

/// Whether the word from `start` to `end`, or the first of two, names bound values without a statement beside it.
pub(super) fn names_values(text: &[u8], start: usize, end: usize) -> bool {
    let word = slice(text, start, end).split(|&byte| byte == b' ').next().unwrap_or_default();
    listed(NAMES, word)
}

/// Where the name ends of which a word before `end` is the first: `Bind variables`.
pub(super) fn name_end(text: &[u8], end: usize) -> usize {
    let second = [&b" variables"[..], b" values"].into_iter().find(|word| stands_folded(text, end, word));
    second.map_or(end, |word| end + word.len())
}

/// Whether the key of a member beside a statement names its values: `params`, `bind_variables`.
pub(crate) fn names_bound_values(key: &[u8]) -> bool {
    let word = key.rsplit(|&byte| byte == b'_').next().unwrap_or_default();
    let word = if key.ends_with(b"Variables") { b"variables" } else { word };
    listed(NAMES, word) || listed(BESIDE_NAMES, word)
}

/// Finds the values that stand behind a statement that ended at `at`. Returns where they end, or `at`.
pub(super) fn behind(text: &[u8], at: usize, literal: impl FnMut(usize, usize)) -> usize {
    let end = text.len().min(at + BETWEEN_BYTES);
    let between = slice(text, at, end);
    // Rails: `WHERE id = $1  [["id", 42]]`; Ecto and Doctrine: `WHERE id = $1 ["x", 42]`.
    let direct = run(text, at, 3, |byte| byte == b' ');
    if direct > at && is_list(text, direct) {
        return values(text, direct, literal);
    }
    // Sequelize: `WHERE id = $1; "x", 42`.
    if stands(text, at, b"; \"") {
        return quoted_list(text, at + 2, literal);
    }
    // Cassandra's driver: `WHERE id=? [2 values: id=42, name='x']`.
    let count = run(text, direct + 1, 4, |byte| byte.is_ascii_digit());
    if byte(text, direct) == b'[' && count > direct + 1 && stands(text, count, b" values: ") {
        return list(text, count + b" values: ".len(), 1, literal);
    }
    let line = slice(between, 0, memchr::memchr(b'\n', between).unwrap_or(between.len()));
    for offset in memchr::memchr3_iter(b'[', b'(', b'{', line) {
        let word = match name_before(text, at + offset) {
            // Doctrine: `parameters: array{"1":"x"}`.
            b"array" => name_before(text, at + offset - b"array".len()),
            word => word,
        };
        if listed(NAMES, word) || listed(BESIDE_NAMES, word) {
            return values(text, at + offset, literal);
        }
    }
    at
}

/// Where the bracket opens behind the name that ends at `at`, if the first value in it shows that it is one.
pub(super) fn list_behind(text: &[u8], at: usize) -> Option<usize> {
    let open = run(text, at, SEPARATOR_BYTES, is_separator);
    let is_set = slice(text, at, open).iter().any(|byte| matches!(byte, b':' | b'='));
    let first = run(text, open + 1, 4, |byte| matches!(byte, b' ' | b'['));
    // `params: ["--verbose"]` are a command's.
    let is_value = match byte(text, first) {
        b'"' | b'\'' => byte(text, first + 1) != b'-',
        other => other.is_ascii_digit() || other == b'-',
    };
    let is_named = is_set || previous(text, at) == b's';
    let opens = match byte(text, open) {
        b'[' => is_named,
        // `parameters: (1) the name`
        b'(' => is_set && goes_on(text, first),
        _ => false,
    };
    (opens && open > at && is_value).then_some(open)
}

/// Whether another value stands behind the first, which is at `first`, or the end of the list and of what holds it.
fn goes_on(text: &[u8], first: usize) -> bool {
    let value = lex(text, first, text.len().min(first + FIRST_BYTES));
    byte(text, value.end) == b',' || byte(text, value.end) == b')' && value.lexeme != Lexeme::Number
}

/// The value of a parameter that an object mapper has named: `@p0='x'`, `@__name_0='x'`. Returns where it ends.
pub(super) fn of_parameter(text: &[u8], at: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let name = at + 1;
    let name_end = run(text, name, NAME_BYTES, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let digits = run_back(text, name_end, name_end - name, |byte| byte.is_ascii_digit());
    let is_counted = slice(text, name, digits) == b"p"
        || stands(text, name, b"__") && previous(text, digits) == b'_' && digits > name + 2;
    let is_apart = matches!(previous(text, at), 0 | b' ' | b'\t' | b'\n' | b',' | b';' | b'(' | b'"');
    let sign = run(text, name_end, 1, |byte| byte == b' ');
    if digits == name_end || !is_counted || !is_apart || byte(text, sign) != b'=' {
        return name;
    }
    let value = lex(text, sign + 1, text.len());
    if !matches!(value.lexeme, Lexeme::Text | Lexeme::Number) {
        return name;
    }
    literal(value.start, value.end);
    value.end
}

/// Where the list opens that Go prints behind the name that ends at `at`: `["anna" 42]`. The arguments of a command
/// are all quoted.
pub(super) fn printed_behind(text: &[u8], at: usize) -> Option<usize> {
    let open = run(text, at, SEPARATOR_BYTES, is_separator);
    let limit = line_end(text, open, FIRST_BYTES);
    let mut next = open + 1;
    let (mut texts, mut others) = (0, 0);
    while byte(text, open) == b'[' && byte(text, next) != b']' {
        let value = lex(text, next, limit);
        match value.lexeme {
            Lexeme::DoubleQuoted => texts += 1,
            Lexeme::Number | Lexeme::Word => others += 1,
            _ => return None,
        }
        next = value.end + usize::from(byte(text, value.end) == b' ');
        if next == value.end && byte(text, next) != b']' {
            return None;
        }
    }
    (texts > 0 && others > 0).then_some(open)
}

/// The word before `at`, with a separator between.
fn name_before(text: &[u8], at: usize) -> &[u8] {
    let end = run_back(text, at, SEPARATOR_BYTES, is_separator);
    slice(text, run_back(text, end, NAME_BYTES, |byte| byte.is_ascii_alphabetic()), end)
}

/// `[["id", 42]]`, `["x"]`, `[42, "x"]`.
fn is_list(text: &[u8], open: usize) -> bool {
    let digits = run(text, open + 1, 20, |byte| byte.is_ascii_digit());
    stands(text, open, b"[[\"")
        || stands(text, open, b"[\"")
        || byte(text, open) == b'[' && digits > open + 1 && matches!(byte(text, digits), b',' | b']')
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b':' | b'=' | b'>' | b'"' | b'\\')
}

/// Hands on the values of the list, or of the object, that opens at `open`. Returns where it ends.
pub(super) fn values(text: &[u8], open: usize, literal: impl FnMut(usize, usize)) -> usize {
    list(text, open, 0, literal)
}

/// The same from `start` on, where so many brackets are open.
fn list(text: &[u8], start: usize, open: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let limit = line_end(text, start, VALUES_BYTES);
    let text = slice(text, 0, limit);
    let are_pairs = stands(text, start, b"[[\"");
    let mut depth = open;
    let mut at = start;
    while at < limit {
        match byte(text, at) {
            b'[' | b'(' | b'{' if depth < DEPTHS => (depth, at) = (depth + 1, at + 1),
            b']' | b')' | b'}' => {
                depth = depth.saturating_sub(1);
                at += 1;
                if depth == 0 {
                    return at;
                }
            }
            b',' | b' ' => at += 1,
            _ => {
                let is_key = are_pairs && depth == 2 && previous(text, at) == b'[';
                at = element(text, at, is_key, &mut literal);
            }
        }
    }
    limit
}

/// `"x", 42` without brackets.
fn quoted_list(text: &[u8], start: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let mut at = start;
    loop {
        let value = lex(text, at, text.len());
        if !matches!(value.lexeme, Lexeme::DoubleQuoted | Lexeme::Number) {
            return at;
        }
        literal(value.start, value.end);
        if !stands(text, value.end, b", ") {
            return value.end;
        }
        at = value.end + 2;
    }
}

/// One value with its name, if it has one.
fn element(text: &[u8], at: usize, is_key: bool, literal: &mut impl FnMut(usize, usize)) -> usize {
    let lexed = lex(text, at, text.len());
    let is_quoted = matches!(lexed.lexeme, Lexeme::Text | Lexeme::DoubleQuoted);
    let end = if is_quoted { lexed.end } else { bare_end(text, at) };
    let name_end = if is_quoted { end } else { run(text, at, NAME_BYTES, is_name) };
    if let Some(value) = value_behind(text, name_end) {
        return value;
    }
    let value = slice(text, at, end);
    if !is_key && !listed(NOTHING, value) {
        literal(at, end);
    }
    end.max(at + 1)
}

/// Where the value starts behind the `:`, `=>` or `=` that follows its name.
fn value_behind(text: &[u8], name_end: usize) -> Option<usize> {
    let blanks = run(text, name_end, 2, |byte| byte == b' ');
    let sign = [&b"=>"[..], b":", b"="].into_iter().find(|sign| stands(text, blanks, sign))?;
    let value = blanks + sign.len();
    (byte(text, value) != b':').then(|| run(text, value, 2, |byte| byte == b' '))
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'@' | b':' | b'.' | b'%')
}

/// Where a value without quotes ends: before a comma or a closing bracket.
fn bare_end(text: &[u8], at: usize) -> usize {
    let end =
        run(text, at, text.len(), |byte| !matches!(byte, b',' | b']' | b')' | b'}' | b'[' | b'(' | b'{'));
    run_back(text, end, end - at, |byte| byte == b' ')
}

/// Whether the list of a `MyBatis` line begins at `at`: `1(Integer), anna(String)`.
pub(super) fn are_typed(text: &[u8], at: usize) -> bool {
    let close = run(text, at, FIRST_BYTES, |byte| !matches!(byte, b')' | b'\n'));
    let open = run_back(text, close, 24, |byte| byte.is_ascii_alphabetic());
    let is_class = byte(text, open).is_ascii_uppercase() && previous(text, open) == b'(';
    byte(text, close) == b')' && is_class && open - 1 > at && previous(text, open - 1) != b' '
}

/// `1(Integer), anna(String)`: the types stay.
pub(super) fn typed(text: &[u8], start: usize, line: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    let mut at = start;
    while at < line {
        let rest = slice(text, at, line);
        let close = rest.windows(3).position(|window| window == b"), ");
        let next = close.map_or(line, |close| at + close + 1);
        let value = slice(text, at, next);
        let end = value.iter().rposition(|&byte| byte == b'(').map_or(next, |open| at + open);
        if end > at && !listed(NOTHING, slice(text, at, end)) {
            literal(at, end);
        }
        at = next + 2;
    }
    line
}

/// Values that an object mapper logs beside a statement in an entry of their own: `[generated in 0.1s] ('x', 42)`.
pub(super) fn generated(text: &[u8], start: usize, end: usize, literal: impl FnMut(usize, usize)) -> usize {
    let is_sqlalchemy = previous(text, start) == b'['
        && (stands_folded(text, end, b" in ") || stands_folded(text, end, b" since "));
    let close = run(text, end, 64, |byte| !matches!(byte, b']' | b'\n'));
    let open = close + 2;
    if is_sqlalchemy && stands(text, close, b"] ") && matches!(byte(text, open), b'(' | b'{' | b'[') {
        values(text, open, literal)
    } else {
        end
    }
}
