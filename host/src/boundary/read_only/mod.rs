//! Whether a `query_mysql` request is provably one read-only query.
//!
//! Two readers must agree. The first goes through the tokens with lists of what is allowed and reads text only as every
//! `sql_mode` would read it; the second is the `sqlparser` crate with its MySQL dialect.
//! Both refuse when in doubt. The database adds a third wall of its own, `START TRANSACTION READ ONLY`.

mod functions;
mod lexeme;
mod structure;
#[cfg(test)]
mod tests;

use thiserror::Error;

use lexeme::{Lexeme, Token, lexemes, without_comments};

/// Parentheses inside each other. People write fewer than ten; at one more the query is refused, so that no reader of
/// it runs out of stack.
const DEPTH: usize = 40;

/// Tokens of one query: enough for an IN list of some 2,000 values. At one more the query is refused, because a chain
/// of operators is as deep a tree as it has tokens.
const TOKENS: usize = 4_096;

/// Why a statement is not taken for a read-only query. Holds nothing of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A text, comment or character that servers could read in more than one way.
    #[error("the text could be read in more than one way")]
    Ambiguous,
    /// An executable comment or an optimizer hint.
    #[error("executable comments and optimizer hints are not accepted")]
    HiddenText,
    /// No statement, or several.
    #[error("exactly one statement is accepted")]
    NotOneStatement,
    /// Neither SELECT nor SHOW, EXPLAIN or DESCRIBE.
    #[error("only SELECT, SHOW, EXPLAIN and DESCRIBE are accepted")]
    NotAQuery,
    /// A word that writes, locks, or sends rows somewhere else.
    #[error("a word that writes, locks or exports is not accepted")]
    ForbiddenWord,
    /// A user variable, an assignment or an escape of another language.
    #[error("variables, assignments and escapes are not accepted")]
    ForbiddenSymbol,
    /// A function that is not known to be pure.
    #[error("a function that is not known to be pure is not accepted")]
    UnknownFunction,
    /// Too deep or too long.
    #[error("the query is too complex")]
    TooComplex,
    /// More or fewer parameters than placeholders.
    #[error("there must be one parameter for each placeholder")]
    Placeholders,
    /// The parser does not understand it.
    #[error("the query could not be parsed")]
    Unparsable,
}

/// Words that write, lock or export. Each is reserved in MySQL, so that no unquoted name is refused by mistake; `insert`
/// and `replace` are pure functions when a parenthesis follows at once.
const FORBIDDEN: [&str; 22] = [
    "alter",
    "analyze",
    "call",
    "create",
    "delete",
    "drop",
    "dumpfile",
    "grant",
    "insert",
    "into",
    "kill",
    "load",
    "lock",
    "outfile",
    "procedure",
    "purge",
    "release",
    "rename",
    "replace",
    "revoke",
    "unlock",
    "update",
];

/// What SHOW may name although it is forbidden elsewhere: `SHOW CREATE TABLE`, `SHOW PROCEDURE STATUS`.
const SHOWN: [&str; 2] = ["create", "procedure"];

/// Sequences move on when they are read: `NEXT VALUE FOR s`, `s.nextval`.
const SEQUENCE_WORDS: [&str; 2] = ["nextval", "setval"];

/// Checks that `sql` is one read-only query with `params` placeholders.
///
/// # Errors
/// The first reason to refuse it.
///
/// # Example
/// ```
/// use gobo::boundary::read_only;
/// assert_eq!(read_only::check("SELECT id FROM orders WHERE state = ?", 1), Ok(()));
/// assert_eq!(read_only::check("SELECT 1; DROP TABLE orders", 0), Err(read_only::Refusal::NotOneStatement));
/// ```
pub fn check(sql: &str, params: usize) -> Result<(), Refusal> {
    let mut tokens = lexemes(sql)?;
    if tokens.len() > TOKENS {
        return Err(Refusal::TooComplex);
    }
    if tokens.last().is_some_and(|last| last.is_symbol(';')) {
        tokens.pop();
    }
    let (Some(first), false) = (tokens.first(), tokens.iter().any(|token| token.is_symbol(';'))) else {
        return Err(Refusal::NotOneStatement);
    };
    let plain = without_comments(sql, &tokens);
    if first.is_word("show") {
        return check_tokens(&tokens, params, true);
    }
    if !["explain", "describe", "desc"].iter().any(|word| first.is_word(word)) {
        check_start(&tokens)?;
        check_tokens(&tokens, params, false)?;
        return structure::check(&plain);
    }
    let explained = explained(&tokens);
    if is_table_and_column(explained) {
        return check_tokens(explained, params, false);
    }
    check_start(explained)?;
    check_tokens(explained, params, false)?;
    let start = explained.first().map_or(0, |token| token.at);
    structure::check(plain.get(start..).unwrap_or_default())
}

/// A query starts with SELECT, with WITH, or with a parenthesis around one of them.
fn check_start(tokens: &[Lexeme<'_>]) -> Result<(), Refusal> {
    let first = tokens.iter().find(|token| !token.is_symbol('('));
    let is_query = first.is_some_and(|token| token.is_word("select") || token.is_word("with"));
    if is_query { Ok(()) } else { Err(Refusal::NotAQuery) }
}

/// What stands after EXPLAIN and its options.
fn explained<'t, 's>(tokens: &'t [Lexeme<'s>]) -> &'t [Lexeme<'s>] {
    let mut rest = tokens.get(1..).unwrap_or_default();
    loop {
        rest = match rest {
            [format, equals, _, tail @ ..] if format.is_word("format") && equals.is_symbol('=') => tail,
            [option, tail @ ..]
                if ["analyze", "extended", "partitions"].iter().any(|word| option.is_word(word))
                    && !tail.is_empty() =>
            {
                tail
            }
            _ => return rest,
        };
    }
}

/// `DESCRIBE table`, `DESCRIBE schema.table`, each with a column or a pattern of columns.
fn is_table_and_column(tokens: &[Lexeme<'_>]) -> bool {
    let is_name = |token: &Lexeme<'_>| !matches!(token.token, Token::Symbol(_));
    let is_query = |token: &Lexeme<'_>| token.is_word("select") || token.is_word("with");
    match tokens {
        [table] | [table, _] if is_query(table) => false,
        [table] => is_name(table),
        [table, column] => is_name(table) && is_name(column),
        [schema, dot, table] => is_name(schema) && dot.is_symbol('.') && is_name(table),
        [schema, dot, table, column] => {
            is_name(schema) && dot.is_symbol('.') && is_name(table) && is_name(column)
        }
        _ => false,
    }
}

/// Goes through all tokens with the lists of what is allowed.
fn check_tokens(tokens: &[Lexeme<'_>], params: usize, is_show: bool) -> Result<(), Refusal> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let after = tokens.get(at + 1);
        match token.token {
            Token::Symbol('(') => {
                depth += 1;
                if depth > DEPTH {
                    return Err(Refusal::TooComplex);
                }
                check_call(tokens, at)?;
            }
            Token::Symbol(')') => depth = depth.saturating_sub(1),
            Token::Symbol('@') => check_at(before, after, is_show)?,
            Token::Symbol('{' | '}' | ':' | '\\') => return Err(Refusal::ForbiddenSymbol),
            Token::Symbol(_) => {}
            Token::Word(word) => check_word(word, tokens, at, is_show)?,
            Token::Quoted(text) => {
                if is_sequence_word(text.trim_matches(['`', '"'])) {
                    return Err(Refusal::ForbiddenWord);
                }
            }
        }
    }
    let placeholders = tokens.iter().filter(|token| token.is_symbol('?')).count();
    if placeholders == params { Ok(()) } else { Err(Refusal::Placeholders) }
}

/// `@@variable` is read; `@variable` could be written, and is only an account's host in SHOW.
fn check_at(before: Option<&Lexeme<'_>>, after: Option<&Lexeme<'_>>, is_show: bool) -> Result<(), Refusal> {
    let is_glued_at = |token: &Lexeme<'_>| token.is_symbol('@');
    let is_system =
        after.is_some_and(|token| is_glued_at(token) && token.glued) || before.is_some_and(is_glued_at);
    if is_system || is_show { Ok(()) } else { Err(Refusal::ForbiddenSymbol) }
}

fn check_word(word: &str, tokens: &[Lexeme<'_>], at: usize, is_show: bool) -> Result<(), Refusal> {
    let after = tokens.get(at + 1);
    let is = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
    if is_sequence_word(word) {
        return Err(Refusal::ForbiddenWord);
    }
    if is_qualified(tokens, at) || (is_show && is(&SHOWN)) {
        return Ok(());
    }
    let calls = functions::is_pure(word) && after.is_some_and(|token| token.is_symbol('(') && token.glued);
    let moves_sequence = is(&["next"]) && after.is_some_and(|token| token.is_word("value"));
    let locks = is(&["for"]) && after.is_some_and(|token| token.is_word("share"));
    if (is(&FORBIDDEN) && !calls) || moves_sequence || locks { Err(Refusal::ForbiddenWord) } else { Ok(()) }
}

fn is_sequence_word(word: &str) -> bool {
    SEQUENCE_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether the word is the second part of a name, where even reserved words are names: `t.lock`. Not after a number:
/// `1.INTO` is a number and a keyword.
fn is_qualified(tokens: &[Lexeme<'_>], at: usize) -> bool {
    let (Some(name), Some(dot), Some(word)) = (
        at.checked_sub(2).and_then(|at| tokens.get(at)),
        at.checked_sub(1).and_then(|at| tokens.get(at)),
        tokens.get(at),
    ) else {
        return false;
    };
    let is_name = match name.token {
        Token::Word(text) => !text.starts_with(|c: char| c.is_ascii_digit()),
        Token::Quoted(text) => text.starts_with('`'),
        Token::Symbol(_) => false,
    };
    is_name && dot.is_symbol('.') && dot.glued && word.glued
}

/// What stands before the parenthesis at `at` must be a keyword, a pure function or a name that gets a list of columns.
fn check_call(tokens: &[Lexeme<'_>], at: usize) -> Result<(), Refusal> {
    let part = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    let (Some(name), parenthesis) = (part(1), tokens.get(at)) else { return Ok(()) };
    if matches!(name.token, Token::Symbol(_)) || names_columns(tokens, at) {
        return Ok(());
    }
    let Token::Word(word) = name.token else { return Err(Refusal::UnknownFunction) };
    if part(2).is_some_and(|token| token.is_symbol('.')) {
        return Err(Refusal::UnknownFunction);
    }
    // With white space between, some names are a function of the schema's own.
    let is_glued = parenthesis.is_some_and(|token| token.glued);
    let allowed = functions::may_precede_parenthesis(word) || (is_glued && functions::is_pure(word));
    if allowed { Ok(()) } else { Err(Refusal::UnknownFunction) }
}

/// `WITH name (columns) AS (`, `(subquery) AS name (columns)` and an account's name have no call in them.
fn names_columns(tokens: &[Lexeme<'_>], at: usize) -> bool {
    let part = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    let Some(before) = part(2) else { return false };
    let is_derived =
        before.is_symbol(')') || (before.is_word("as") && part(3).is_some_and(|t| t.is_symbol(')')));
    if is_derived {
        return true;
    }
    let starts_expression = before.is_word("with") || before.is_word("recursive") || before.is_symbol(',');
    starts_expression && is_followed_by_query(tokens, at)
}

/// Whether the parenthesis at `at` is closed and `AS (` follows.
fn is_followed_by_query(tokens: &[Lexeme<'_>], at: usize) -> bool {
    let list = tokens.get(at + 1..).unwrap_or_default();
    let Some(end) = list.iter().position(|token| token.is_symbol(')') || token.is_symbol('(')) else {
        return false;
    };
    match list.get(end..) {
        Some([close, as_word, open, ..]) => {
            close.is_symbol(')') && as_word.is_word("as") && open.is_symbol('(')
        }
        _ => false,
    }
}
