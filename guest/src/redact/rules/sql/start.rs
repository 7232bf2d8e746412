//! Where a statement starts: a keyword alone is prose, so the shape behind it must be a statement's.

use super::lexer::{Lexed, Lexeme, lex};
use crate::redact::around::{byte, is_line_start, listed, previous, slice, stands_folded};

/// Lexemes behind a keyword that are looked at for the statement's shape: `FROM` behind `SELECT`, `SET` behind `UPDATE`.
const SHAPE_LEXEMES: usize = 64;
/// Bytes behind a keyword that are looked at.
const SHAPE_BYTES: usize = 600;
/// Subqueries of a select list that are looked through for the `FROM` of the statement.
const SUBQUERIES: usize = 4;
/// Words in a row that no select list has without a comma.
const PROSE_WORDS: usize = 3;

/// Words that make `from …` prose.
#[rustfmt::skip]
const DETERMINERS: &[&[u8]] = &[
    b"the", b"a", b"an", b"your", b"this", b"that", b"our", b"my", b"their", b"all", b"any", b"each",
    b"one", b"these",
];

/// Words that follow `CREATE` and the like when they are SQL.
#[rustfmt::skip]
const OBJECTS: &[&[u8]] = &[
    b"user", b"role", b"table", b"login", b"database", b"schema", b"index", b"view", b"temporary",
    b"unique", b"server", b"function", b"procedure", b"trigger", b"event", b"sequence", b"type", b"system",
    b"subscription", b"or",
];

/// What `SHOW` shows when it is SQL.
#[rustfmt::skip]
const SHOWN: &[&[u8]] = &[
    b"tables", b"columns", b"fields", b"full", b"extended", b"databases", b"schemas", b"index", b"indexes",
    b"keys", b"table", b"status", b"variables", b"global", b"session", b"grants", b"triggers", b"events",
    b"procedure", b"function", b"create",
];

/// The keywords that a statement, or what is left of one, can start with.
pub(super) const VERBS: &[&str] = &[
    "select", "insert", "replace", "merge", "update", "delete", "create", "alter", "drop", "grant", "set",
    "call", "exec", "execute", "where", "values", "and", "show", "copy", "declare",
];

/// How the statement is read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grammar {
    /// Operands and operators alternate; where they do not, the statement is over.
    Query,
    /// The same, on one line.
    Expression,
    /// Words follow words; numbers are sizes and stay.
    Definition,
}

/// How to read the statement whose first keyword is the word from `start` to `end`, if it starts one.
pub(super) fn statement(text: &[u8], start: usize, end: usize) -> Option<Grammar> {
    let word = slice(text, start, end);
    let upper = word.iter().all(u8::is_ascii_uppercase);
    if !VERBS.iter().any(|verb| verb.as_bytes().eq_ignore_ascii_case(word)) {
        return None;
    }
    let limit = text.len().min(end + SHAPE_BYTES);
    let next = lex_code(text, end, limit);
    let mut lower = [0; 8];
    let lower = lower.get_mut(..word.len())?;
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    let after = |lexed: &Lexed, word: &[u8]| {
        lexed.end - lexed.start == word.len() && stands_folded(text, lexed.start, word)
    };
    let is_name =
        |lexed: &Lexed| matches!(lexed.lexeme, Lexeme::Word | Lexeme::Operand | Lexeme::DoubleQuoted);
    let query = |yes: bool| yes.then_some(Grammar::Query);
    match &*lower {
        // What touches the quote is a value itself: `method: 'select'`.
        b"select" if next.start == end && next.lexeme == Lexeme::Text => None,
        b"select" => query(selects(text, next, limit, upper)),
        b"insert" | b"replace" | b"merge" => {
            let into =
                if ["ignore", "low_priority", "delayed"].iter().any(|word| after(&next, word.as_bytes())) {
                    lex_code(text, next.end, limit)
                } else {
                    next
                };
            let table = lex_code(text, into.end, limit);
            query(after(&into, b"into") && is_name(&table) && (upper || goes_on(text, &table, limit)))
        }
        b"update" => query(is_name(&next) && (upper || names_table(text, &next)) && sets(text, next, limit)),
        b"delete" => {
            let table = lex_code(text, next.end, limit);
            query(after(&next, b"from") && is_name(&table) && (upper || goes_on(text, &table, limit)))
        }
        b"create" | b"alter" | b"drop" | b"grant" => {
            let object = listed(OBJECTS, slice(text, next.start, next.end)) || word == b"GRANT";
            (object && (upper || gives_password(text, next.start, limit))).then_some(Grammar::Definition)
        }
        b"set" => sets_something(text, start, &next, limit, upper),
        b"call" | b"exec" | b"execute" => {
            let open = lex_code(text, next.end, limit);
            let called = next.lexeme == Lexeme::Word
                && (matches!(open.lexeme, Lexeme::Symbol(b'(') | Lexeme::Operand | Lexeme::Text)
                    || after(&open, b"using"));
            // JDBC: `{call f('x')}`; alone, `call f('x')` is prose.
            let begins = opens(text, start) && !(&*lower == b"call" && is_line_start(text, start));
            query(called && (upper || begins))
        }
        b"where" | b"values" => query(continues(text, next, limit, upper, &*lower == b"values")),
        b"and" => query(upper && continues(text, next, limit, upper, false)),
        b"show" => {
            query(upper && listed(SHOWN, slice(text, next.start, next.end)) && likes(text, next, limit))
        }
        b"declare" => (upper && byte(text, next.start) == b'@').then_some(Grammar::Definition),
        b"copy" => {
            let direction = lex_code(text, next.end, limit);
            let file = lex_code(text, direction.end, limit);
            query(
                upper
                    && (after(&direction, b"from") || after(&direction, b"to"))
                    && file.lexeme == Lexeme::Text,
            )
        }
        _ => None,
    }
}

/// The next lexeme that is no comment, unless the comment goes on behind `limit`.
fn lex_code(text: &[u8], at: usize, limit: usize) -> Lexed {
    let mut lexed = lex(text, at, limit);
    while lexed.lexeme == Lexeme::Comment && lexed.end < limit {
        lexed = lex(text, lexed.end, limit);
    }
    lexed
}

/// What follows the name of a table in lower case when it is SQL.
#[rustfmt::skip]
const BEHIND_TABLE: &[&[u8]] = &[
    b"values", b"value", b"select", b"set", b"default", b"with", b"as", b"partition", b"overriding",
    b"where", b"using", b"limit", b"order", b"returning", b"join",
];

/// Whether a statement goes on behind the table, or was cut off there; the table may have an alias.
fn goes_on(text: &[u8], table: &Lexed, limit: usize) -> bool {
    let next = column_end(text, table, limit);
    let second = lex_code(text, next.end, limit);
    let fits = |lexed: &Lexed| match lexed.lexeme {
        Lexeme::Word => listed(BEHIND_TABLE, slice(text, lexed.start, lexed.end)),
        Lexeme::Symbol(symbol) => matches!(symbol, b'(' | b';' | b')' | b']' | b'\\'),
        Lexeme::End | Lexeme::Text | Lexeme::DoubleQuoted => true,
        _ => false,
    };
    names_table(text, table)
        && (fits(&next) || next.lexeme == Lexeme::Word && fits(&second) && second.lexeme == Lexeme::Word)
}

/// The lexeme behind a name of several parts: `"t"."a"`, `[dbo].[t]`.
fn column_end(text: &[u8], name: &Lexed, limit: usize) -> Lexed {
    let mut next = lex_code(text, name.end, limit);
    for _ in 0..3 {
        if next.lexeme != Lexeme::Symbol(b'.') {
            break;
        }
        let part = lex_code(text, next.end, limit);
        next = lex_code(text, part.end, limit);
    }
    next
}

/// A table in lower-case SQL is no determiner.
fn names_table(text: &[u8], table: &Lexed) -> bool {
    !listed(DETERMINERS, slice(text, table.start, table.end))
}

/// `SELECT` with a select list and `FROM`, or with a literal.
fn selects(text: &[u8], first: Lexed, limit: usize, upper: bool) -> bool {
    match first.lexeme {
        // A comment that ends here was cut off.
        Lexeme::Text | Lexeme::Symbol(b'*') | Lexeme::Comment => return true,
        Lexeme::Number | Lexeme::Operand if upper => return true,
        Lexeme::Symbol(b'(' | b'-' | b'@')
        | Lexeme::Word
        | Lexeme::Operand
        | Lexeme::Number
        | Lexeme::DoubleQuoted => {}
        Lexeme::Symbol(_) | Lexeme::End => return false,
    }
    let mut at = first;
    let mut words = 0;
    let mut in_case = false;
    let mut depth = 0_usize;
    let mut subqueries = 0;
    for count in 0..SHAPE_LEXEMES {
        let word = slice(text, at.start, at.end);
        match at.lexeme {
            Lexeme::Word if word.eq_ignore_ascii_case(b"from") && depth == 0 => {
                let table = lex_code(text, at.end, limit);
                let named = matches!(
                    table.lexeme,
                    Lexeme::Word | Lexeme::Operand | Lexeme::DoubleQuoted | Lexeme::Symbol(b'(')
                );
                return count > 0 && named && (upper || names_table(text, &table));
            }
            Lexeme::Word if word.eq_ignore_ascii_case(b"select") => {
                subqueries += 1;
                if depth > 0 && upper {
                    return true;
                }
                if depth == 0 || subqueries > SUBQUERIES {
                    return false;
                }
            }
            Lexeme::Word => {
                in_case =
                    (in_case || word.eq_ignore_ascii_case(b"case")) && !word.eq_ignore_ascii_case(b"end");
                let is_prose = !in_case && depth == 0 && !is_sql_word(word);
                words = if is_prose { words + 1 } else { 0 };
            }
            // `SELECT SLEEP(5)`, with nothing behind it.
            Lexeme::Symbol(b'(') if count == 1 && at.start == first.end => {
                if upper || lex_code(text, at.end, limit).lexeme == Lexeme::Text {
                    return true;
                }
                (depth, words) = (depth + 1, 0);
            }
            Lexeme::Symbol(b'(') => (depth, words) = (depth + 1, 0),
            Lexeme::Symbol(b')') => depth = depth.saturating_sub(1),
            Lexeme::Symbol(b';') | Lexeme::End => return false,
            _ => words = 0,
        }
        if words > PROSE_WORDS || (words == PROSE_WORDS && !upper) {
            return false;
        }
        at = lex_code(text, at.end, limit);
    }
    upper
}

/// A word of a select list that prose has not: a column with a table or an underscore, what names it, what sets it off.
fn is_sql_word(word: &[u8]) -> bool {
    word.iter().any(|byte| byte.is_ascii_digit() || matches!(byte, b'_' | b'.'))
        || listed(&[b"as", b"case", b"end", b"distinct", b"over"], word)
}

/// `SET name =` behind the table of an `UPDATE`, joins between.
fn sets(text: &[u8], table: Lexed, limit: usize) -> bool {
    let mut at = table;
    let mut words = 0;
    for _ in 0..SHAPE_LEXEMES {
        let word = slice(text, at.start, at.end);
        if at.lexeme == Lexeme::Word && word.eq_ignore_ascii_case(b"set") {
            let column = lex_code(text, at.end, limit);
            return column_end(text, &column, limit).lexeme == Lexeme::Symbol(b'=');
        }
        let again = word.eq_ignore_ascii_case(b"update");
        if again || at.lexeme == Lexeme::End || at.lexeme == Lexeme::Symbol(b';') {
            return false;
        }
        words = if at.lexeme == Lexeme::Word && !listed(&[b"join", b"on", b"using", b"as"], word) {
            words + 1
        } else {
            0
        };
        if words > PROSE_WORDS {
            return false;
        }
        at = lex_code(text, at.end, limit);
    }
    false
}

/// `SET PASSWORD`, and `SET name = …` where a statement can start.
fn sets_something(text: &[u8], start: usize, next: &Lexed, limit: usize, upper: bool) -> Option<Grammar> {
    if upper && slice(text, next.start, next.end).eq_ignore_ascii_case(b"password") {
        return Some(Grammar::Definition);
    }
    let scope = listed(&[b"global", b"session", b"local"], slice(text, next.start, next.end));
    let name = if scope { lex_code(text, next.end, limit) } else { *next };
    let assigns = matches!(lex_code(text, name.end, limit).lexeme, Lexeme::Symbol(b'=' | b':'));
    let named = matches!(name.lexeme, Lexeme::Word | Lexeme::Operand | Lexeme::Symbol(b'@'));
    (upper && opens(text, start) && named && assigns).then_some(Grammar::Query)
}

/// Whether a statement can start at `start`, since something else ends there.
fn opens(text: &[u8], start: usize) -> bool {
    matches!(previous(text, start), 0 | b'\n' | b'\t' | b';' | b'"' | b'\'' | b'`' | b'(' | b'[' | b'{')
}

/// `SHOW TABLES LIKE`, `SHOW FULL COLUMNS FROM t WHERE`, `SHOW GRANTS FOR 'x'`: a few words and then a value.
fn likes(text: &[u8], next: Lexed, limit: usize) -> bool {
    let mut at = next;
    for _ in 0..8 {
        let leads = listed(&[b"like", b"where", b"for"], slice(text, at.start, at.end));
        if leads && at.lexeme == Lexeme::Word {
            return true;
        }
        if !matches!(at.lexeme, Lexeme::Word | Lexeme::Operand) {
            return false;
        }
        at = lex_code(text, at.end, limit);
    }
    false
}

fn gives_password(text: &[u8], start: usize, limit: usize) -> bool {
    let mut at = start;
    for _ in 0..SHAPE_LEXEMES {
        let lexed = lex_code(text, at, limit);
        let word = slice(text, lexed.start, lexed.end);
        let again = listed(&[b"create", b"alter", b"drop", b"grant"], word);
        if again || lexed.lexeme == Lexeme::End || byte(text, lexed.start) == b';' {
            return false;
        }
        if listed(&[b"identified", b"password"], word) {
            return lex_code(text, lexed.end, limit).lexeme != Lexeme::Symbol(b':');
        }
        at = lexed.end;
    }
    false
}

/// The tail of a statement whose head was cut off or misspelt: `WHERE name =`, `VALUES (`.
fn continues(text: &[u8], next: Lexed, limit: usize, upper: bool, values: bool) -> bool {
    if values {
        return upper && next.lexeme == Lexeme::Symbol(b'(');
    }
    let second = column_end(text, &next, limit);
    let name = matches!(next.lexeme, Lexeme::Word | Lexeme::Operand | Lexeme::DoubleQuoted);
    let compares = matches!(second.lexeme, Lexeme::Symbol(b'=' | b'<' | b'>' | b'!'))
        || (upper
            && listed(
                &[b"in", b"like", b"between", b"is", b"not", b"ilike"],
                slice(text, second.start, second.end),
            ));
    name && compares && (upper || lex_code(text, second.end, limit).lexeme == Lexeme::Text)
}
