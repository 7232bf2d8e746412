//! Literals in SQL, wherever a statement stands in a message, and key values in the error messages of databases.

mod bind;
mod body;
#[cfg(test)]
mod cases;
mod cast;
mod error;
mod interpolated;
mod keywords;
mod lexer;
mod start;

use gobo_contract::Kind;

use super::between::{SELF_EVIDENT, and_between, is_self_evident};
use super::{WITHIN_COMMENT, WITHIN_SQL};
use crate::redact::around::{byte, is_name_byte, line_end, previous, run_back, stands_folded};
use crate::redact::class::{DIGIT, DOT, HYPHEN, UNDERSCORE};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Before, Family, Rule, Shape, Trigger};
use crate::redact::scan::{Token, scan_part, scan_words};

/// Called at words that begin and end as a statement's first keyword does. A keyword whose shape fails costs a look at
/// 600 bytes at most; a statement is consumed to its end.
pub(crate) const STATEMENT: Family = Family {
    rules: STATEMENT_RULES,
    trigger: Trigger::Token(Shape {
        none: DIGIT | DOT | HYPHEN | UNDERSCORE,
        words: &[start::VERBS],
        before: Before::Nothing,
        min_bytes: 3,
        ..Shape::ANY
    }),
    find: find_statement,
    member: None,
};

/// Called at quotes with a cast behind them, and at parameters that an object mapper has named.
pub(crate) const CAST: Family =
    Family { rules: CAST_RULES, trigger: Trigger::Pair(b"'@", b":p_"), find: find_cast, member: None };

/// Called at words that begin and end as the keywords of error messages do.
pub(crate) const ERROR: Family = Family {
    rules: ERROR_RULES,
    trigger: Trigger::Token(Shape {
        none: DIGIT | DOT | HYPHEN | UNDERSCORE,
        words: &[error::WORDS],
        min_bytes: 3,
        ..Shape::ANY
    }),
    find: |text, token, findings| and_between(find_error, text, token, findings),
    member: None,
};

pub(crate) use bind::names_bound_values;

/// Whether a text is a statement with placeholders, told by its first word and their signs.
pub(crate) fn begins_statement(text: &[u8]) -> bool {
    let is_verb = text.first_chunk::<6>().is_some_and(|word| {
        matches!(&word.map(|byte| byte | 0x20), b"select" | b"insert" | b"update" | b"delete" | b"merge ")
    });
    let is_sign = |byte: &u8| matches!(byte, b'?' | b'$' | b':' | b'@' | b'%');
    (is_verb || stands_folded(text, 0, b"with ")) && text.iter().any(is_sign)
}

/// Bytes of a literal that a rule speaks of; a literal itself may be of any length.
const LITERAL_BYTES: usize = 65_536;

const STATEMENT_RULES: &[Rule] = &[Rule {
    id: "sql-statement",
    kind: Kind::Sql,
    source: "MySQL 8.4 Reference Manual, Literal Values and String Literals; PostgreSQL 17, Lexical Structure; Oracle \
             Database SQL Language Reference, Text Literals",
    keywords: &["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "SET", "WHERE", "VALUES"],
    max_bytes: LITERAL_BYTES,
    hits: &[
        (
            "SELECT * FROM users WHERE email = 'ann' AND age > 41 LIMIT 10",
            "SELECT * FROM users WHERE email = ? AND age > ? LIMIT ?",
        ),
        (
            "INSERT INTO audit(body) VALUES ($tag$it''s 55$tag$, X'4D', 0x5E)",
            "INSERT INTO audit(body) VALUES (?, ?, ?)",
        ),
        (
            "UPDATE t SET note = 'O\\'Neil owes' WHERE id = 7; ok 5",
            "UPDATE t SET note = ? WHERE id = ?; ok 5",
        ),
        ("CREATE USER 'etl'@'%' IDENTIFIED BY 'Fh90iOy'", "CREATE USER ?@? IDENTIFIED BY ?"),
        (
            concat!("CREATE LOGIN bo WITH PASSWORD = 0x0100A607BA7C54A24D17B565", "C59F1743776A1025 HASHED"),
            "CREATE LOGIN bo WITH PASSWORD = ? HASHED",
        ),
        ("SELECT id FROM t WHERE name = 'cut o", "SELECT id FROM t WHERE name = ?"),
        ("sql=\"SELECT a FROM t WHERE b='c'\" took=5", "sql=\"SELECT a FROM t WHERE b=?\" took=5"),
    ],
    misses: &[
        ("please select from the menu and update the form where needed", "prose"),
        ("can't connect: it's the server's TLS that isn't ready", "apostrophes"),
        ("UPDATE t SET a = $1 WHERE b = ?", "placeholders"),
        ("ALTER TABLE orders ADD COLUMN note VARCHAR(255) NOT NULL", "the size of a type"),
    ],
}];

const ERROR_RULES: &[Rule] = &[Rule {
    id: "sql-error-value",
    kind: Kind::Sql,
    source: "MySQL Error Message Reference; PostgreSQL Appendix A; Hibernate, MyBatis and EF Core parameter logging",
    keywords: &["entry", "Key", "near", "value", "parameter"],
    max_bytes: LITERAL_BYTES,
    hits: &[
        ("Duplicate entry 'jo' for key 'users.uk_email'", "Duplicate entry '?' for key 'users.uk_email'"),
        ("DETAIL:  Key (email)=(eve) already exists.", "DETAIL:  Key (email)=(?) already exists."),
        ("syntax to use near 'WHER ssn = '219-09'' at line 1", "syntax to use near 'WHER ssn = ?' at line 1"),
        ("binding parameter [1] as [VARCHAR] - [anna]", "binding parameter [1] as [VARCHAR] - [?]"),
        (
            "{\"sql\":\"select * from u where n = ?\",\"params\":[\"bo\",42,null]}",
            "{\"sql\":\"select * from u where n = ?\",\"params\":[\"?\",\"?\",null]}",
        ),
        ("Bind variables: ['bo', 42]", "Bind variables: [?, ?]"),
        ("==> Parameters: 1(Integer), anna(String)", "==> Parameters: ?(Integer), ?(String)"),
        (
            "Could not cast literal \"31/12\" to type DATE at [1:4]",
            "Could not cast literal \"?\" to type DATE at [1:4]",
        ),
        (
            "INVALID_CAST_ARGUMENT: Cannot cast 'eve' to BIGINT",
            "INVALID_CAST_ARGUMENT: Cannot cast '?' to BIGINT",
        ),
        ("Numeric value 'eve' is not recognized", "Numeric value '?' is not recognized"),
        (
            "Cannot parse string 'eve' as UInt32: syntax error",
            "Cannot parse string '?' as UInt32: syntax error",
        ),
        ("Bad value for type int : eve", "Bad value for type int : ?"),
        ("index: a_1 dup key: { a: 41, b: \"eve\" } on x_1", "index: a_1 dup key: { a: ?, b: ? } on x_1"),
        ("Couldn't find User with 'email'='eve'", "Couldn't find User with 'email'=?"),
        ("Field 'id' expected a number but got 'eve'.", "Field 'id' expected a number but got '?'."),
    ],
    misses: &[
        ("a duplicate entry in the list, a key value near the end", "prose"),
        ("invalid value for parameter timeout", "no value is quoted"),
        ("Cannot cast 'Foo' to 'Bar' in this context", "classes, not values"),
        ("Value 'abc' is not recognized as an internal command", "a shell"),
        ("Could not parse 'app.yml' as YAML", "no type of a database"),
        ("{\"cmd\":\"select all\",\"user\":\"bo\",\"flags\":[\"x\",42]}", "no values of a statement"),
        ("{\"msg\":\"select a plan\",\"args\":[\"x\",42]}", "no statement"),
    ],
}];

const CAST_RULES: &[Rule] = &[CASTS, PARAMETERS];

const CASTS: Rule = Rule {
    id: "sql-cast",
    kind: Kind::Sql,
    source: "PostgreSQL 17, Type Casts; EXPLAIN in its text and JSON formats",
    keywords: &["'::"],
    max_bytes: body::CUT_BYTES,
    hits: &[
        ("((name)::text = 'ann'::text)", "((name)::text = ?::text)"),
        ("near (a ~~ '%b c%'::text) of the plan", "near (a ~~ ?::text) of the plan"),
    ],
    misses: &[("{'name': 'ann', 'on':: 4}", "keys"), ("it's a type of ann'::text", "no text opens there")],
};

const PARAMETERS: Rule = Rule {
    id: "sql-parameter",
    kind: Kind::Sql,
    source: "the parameter logging of EF Core and NHibernate",
    keywords: &["@p0"],
    max_bytes: LITERAL_BYTES,
    hits: &[
        ("@p0='anna' (Size = 4000), @p1='42'", "@p0=? (Size = 4000), @p1=?"),
        ("@__name_0='anna'", "@__name_0=?"),
        (
            "@p0 = 'anna' [Type: String (0:0:0)], @p1 = 42 [Type: Int32 (0:0:0)]",
            "@p0 = ? [Type: String (0:0:0)], @p1 = ? [Type: Int32 (0:0:0)]",
        ),
    ],
    misses: &[
        ("//a[@p0='x'] or @path='x' or @p0=NULL", "attributes, and nothing"),
        ("mail @p0 about p@p0='x'", "no value, and no parameter"),
    ],
};

/// The text before a cast, wherever it stands.
fn find_cast(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if byte(text, token.start) == b'@' {
        return bind::of_parameter(text, token.start, |start, end| {
            findings.push(Finding::new(start, end, Marker::Literal));
        });
    }
    let is_cast = text.get(token.start..token.start + 4).is_some_and(
        |cast| matches!(cast, [b'\'', b':', b':', first] if first.is_ascii_alphabetic() || *first == b'"'),
    );
    // Where a cast was read before, the quotes are not those of one text.
    let holds_cast =
        |start, end| text.get(start..end).is_some_and(|text| text.windows(3).any(|cast| cast == b"?::"));
    if is_cast
        && let Some((start, end)) = body::text_before(text, token.end)
        && !holds_cast(start, end)
    {
        findings.push(Finding::new(start, end, Marker::Literal));
    }
    token.end
}

fn find_statement(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let Some(grammar) = start::statement(text, token.start, token.end) else { return token.end };
    if token.of(text) == b"AND"
        && let Some((start, end)) = body::text_before(text, token.start)
    {
        findings.push(Finding::new(start, end, Marker::Literal));
    }
    let known = findings.len();
    let end = read_statement(text, token, grammar, findings);
    // A statement has no certain end: what is read as one may be a log's next line, of which it took a name.
    let line_end = line_end(text, end, TAKEN_BYTES);
    let is_prose = grammar == start::Grammar::Definition;
    let read = known..findings.len();
    let known = findings.len();
    // Nothing tells where a definition ends and a sentence begins.
    let families = if is_prose { WITHIN_COMMENT } else { WITHIN_SQL | SELF_EVIDENT };
    scan_words(text, token.end..end, line_end, families, findings);
    let found = findings.split_off(known).into_iter();
    for found in found {
        let may_be_said = || is_prose && !overlaps(findings.get(read.clone()), &found);
        if found.start >= end || is_no_operand(text, found.start) || may_be_said() {
            findings.push(found);
        }
    }
    end
}

/// Whether a finding overlaps one of the literals, which are in order.
fn overlaps(literals: Option<&[Finding]>, found: &Finding) -> bool {
    let literals = literals.unwrap_or_default();
    let next = literals.partition_point(|literal| literal.end <= found.start);
    literals.get(next).is_some_and(|literal| literal.start < found.end)
}

/// Whether what is found at `at` in a statement can be no part of it: a credential that tells what it is, what stands
/// in or behind a flag, or behind a tag.
fn is_no_operand(text: &[u8], at: usize) -> bool {
    let in_word = |byte: u8| byte.is_ascii_graphic();
    let is_flag =
        |at: usize| byte(text, at) == b'-' && !matches!(byte(text, at + 1), b'>' | b' ' | b'0'..=b'9');
    let word = run_back(text, at, FLAG_BYTES, in_word);
    let before = run_back(text, word.saturating_sub(1), FLAG_BYTES, in_word);
    let tag = run_back(text, at.saturating_sub(1), FLAG_BYTES, is_name_byte);
    is_self_evident(text, at)
        || is_flag(word)
        || word == at && is_flag(before)
        || previous(text, at) == b'>' && previous(text, tag) == b'<'
}

/// The most bytes of a flag or a tag.
const FLAG_BYTES: usize = 48;

/// Bytes behind a statement in which the value of a name that it took may stand.
const TAKEN_BYTES: usize = 256;

fn read_statement(text: &[u8], token: Token, grammar: start::Grammar, findings: &mut Vec<Finding>) -> usize {
    let literal = |start, end| findings.push(Finding::new(start, end, Marker::Literal));
    if let Some(end) = interpolated::read(text, token.start, literal) {
        return end;
    }
    let end = body::read(text, token.start, token.end, grammar, |start, end, part| match part {
        body::Part::Literal => findings.push(Finding::new(start, end, Marker::Literal)),
        body::Part::Comment => scan_comment(text, start, end, findings),
    });
    bind::behind(text, end, |start, end| findings.push(Finding::new(start, end, Marker::Literal)))
}

fn find_error(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    error::read(text, token.start, token.end, |start, end| {
        findings.push(Finding::new(start, end, Marker::Literal));
    })
}

/// Comments stay, so the other families look at them too, and what values they hold go.
fn scan_comment(text: &[u8], start: usize, end: usize, findings: &mut Vec<Finding>) {
    let mut literal = |start, end| findings.push(Finding::new(start, end, Marker::Literal));
    body::commented(text, start, end, &mut literal);
    // `-- params: [x, 42]`
    bind::behind(text.get(..end).unwrap_or_default(), start, literal);
    scan_part(text, start, end, WITHIN_COMMENT, findings);
}
