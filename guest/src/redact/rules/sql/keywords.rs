//! The keywords of SQL as far as they tell where a literal stands and where a statement ends.

use crate::redact::around::listed;
use crate::redact::words::Words;

/// What the words between two keywords are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    Select,
    Tables,
    Set,
    Condition,
    Values,
    Tail,
}

/// What a word is to the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    /// Starts a clause.
    Clause(Clause),
    /// An operand follows.
    Operator,
    /// Stands where an operand stands.
    Operand,
    /// Not SQL's own.
    None,
}

const KEYWORDS: &[(Keyword, &[&[u8]])] = &[
    (Keyword::Clause(Clause::Select), &[b"select"]),
    (
        Keyword::Clause(Clause::Tables),
        &[
            b"from", b"join", b"into", b"update", b"table", b"insert", b"replace", b"merge", b"delete",
            b"call", b"exec", b"execute",
        ],
    ),
    (Keyword::Clause(Clause::Set), &[b"set"]),
    (Keyword::Clause(Clause::Condition), &[b"where", b"having", b"on"]),
    (Keyword::Clause(Clause::Values), &[b"values", b"value"]),
    (
        Keyword::Clause(Clause::Tail),
        &[
            b"order",
            b"group",
            b"limit",
            b"offset",
            b"returning",
            b"partition",
            b"fetch",
            b"window",
            b"duplicate",
            b"using",
        ],
    ),
    (
        Keyword::Operator,
        &[
            b"and",
            b"or",
            b"not",
            b"in",
            b"like",
            b"ilike",
            b"rlike",
            b"regexp",
            b"between",
            b"is",
            b"as",
            b"by",
            b"distinct",
            b"all",
            b"any",
            b"some",
            b"exists",
            b"case",
            b"when",
            b"then",
            b"else",
            b"inner",
            b"left",
            b"right",
            b"outer",
            b"full",
            b"cross",
            b"natural",
            b"union",
            b"except",
            b"intersect",
            b"interval",
            b"div",
            b"mod",
            b"xor",
            b"collate",
            b"escape",
            b"over",
            b"with",
            b"recursive",
            b"for",
            b"top",
            b"lateral",
            b"ignore",
            b"low_priority",
            b"delayed",
            b"high_priority",
            b"straight_join",
            b"sql_no_cache",
            b"sql_calc_found_rows",
            b"binary",
            b"similar",
            b"to",
            b"at",
            b"time",
            b"zone",
            b"global",
            b"session",
            b"local",
            b"force",
            b"use",
            b"key",
            b"conflict",
            b"do",
            b"filter",
            b"within",
            b"only",
            b"identified",
            b"password",
            b"names",
            b"separator",
            b"ttl",
            b"against",
            b"glob",
            b"match",
            b"minus",
            b"prior",
            b"placing",
            b"both",
            b"leading",
            b"trailing",
            b"array",
            b"analyze",
            b"explain",
            b"overlaps",
            b"sounds",
            b"of",
            b"tablesample",
            b"apply",
            b"show",
            b"tables",
            b"columns",
            b"databases",
            b"copy",
            b"qualify",
            b"prewhere",
            b"settings",
            b"constraint",
        ],
    ),
    (
        Keyword::Operand,
        &[
            b"null",
            b"true",
            b"false",
            b"default",
            b"current_timestamp",
            b"current_date",
            b"now",
            b"end",
            b"asc",
            b"desc",
            b"share",
            b"nothing",
            b"minute",
            b"hour",
            b"day",
            b"month",
            b"year",
            b"second",
            b"week",
            b"microsecond",
            b"rows",
            b"row",
            b"first",
            b"next",
            b"last",
            b"nulls",
            b"nowait",
            b"skip",
            b"locked",
            b"unknown",
            b"mode",
            b"index",
            b"preceding",
            b"following",
            b"unbounded",
            b"current",
            b"range",
            b"groups",
            b"ties",
            b"ordinality",
            b"final",
            b"rollup",
            b"cube",
            b"isnull",
            b"notnull",
            b"boolean",
            b"expansion",
            b"materialized",
            b"quarter",
            b"current_time",
            b"localtime",
            b"localtimestamp",
            b"current_user",
            b"session_user",
            b"sysdate",
            b"user",
            b"unsigned",
            b"signed",
            b"precision",
            b"varying",
            b"allow",
            b"filtering",
            b"option",
            b"percent",
            b"matched",
        ],
    ),
];

/// Types whose name stands before the text of a value: `DATE '2026-01-31'`.
const TYPES: &[&[u8]] =
    &[b"date", b"time", b"timestamp", b"timestamptz", b"datetime", b"interval", b"zone", b"json", b"jsonb"];

/// Whether the text that follows the word is a value of the type that the word names.
pub(super) fn is_type(word: &[u8]) -> bool {
    listed(TYPES, word)
}

/// What a word is to the grammar.
pub(super) fn keyword(word: &[u8]) -> Keyword {
    let place = WORDS.places(word).next();
    place.and_then(|place| MEANINGS.get(place)).map_or(Keyword::None, |(_, meaning)| *meaning)
}

static WORDS: Words = Words::new(&LISTED);

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const LISTED: [&[u8]; COUNT] = {
    let mut words: [&[u8]; COUNT] = [b""; COUNT];
    let mut at = 0;
    while at < COUNT {
        words[at] = MEANINGS[at].0;
        at += 1;
    }
    words
};

/// Every keyword and what it is.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static MEANINGS: [(&[u8], Keyword); COUNT] = {
    let mut meanings: [(&[u8], Keyword); COUNT] = [(b"", Keyword::None); COUNT];
    let mut at = 0;
    let mut list = 0;
    while list < KEYWORDS.len() {
        let mut word = 0;
        while word < KEYWORDS[list].1.len() {
            meanings[at] = (KEYWORDS[list].1[word], KEYWORDS[list].0);
            at += 1;
            word += 1;
        }
        list += 1;
    }
    meanings
};

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const COUNT: usize = {
    let mut count = 0;
    let mut list = 0;
    while list < KEYWORDS.len() {
        count += KEYWORDS[list].1.len();
        list += 1;
    }
    count
};
