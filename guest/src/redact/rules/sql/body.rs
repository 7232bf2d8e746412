//! The rest of a statement: which lexemes are literals, and where it ends.
//!
//! A message goes on behind its statement (`… WHERE id = 5 took 12 ms`). Operands and operators alternate in SQL, so the
//! first place where they do not is the end.

use super::keywords::{Clause, Keyword, is_type, keyword};
use super::lexer::{Lexed, Lexeme, lex, starts_entry};
use super::start::Grammar;
use crate::redact::around::{byte, listed, previous, run, run_back, slice, stands, word_before};
use crate::redact::name::{Sure, secret_name};

/// Parentheses of which each keeps its own clause; deeper ones share one.
const DEPTHS: usize = 16;

/// The most digits of a length or a default in a definition.
const LENGTH_DIGITS: usize = 40;

/// The most bytes of a text before the first keyword that was not cut off.
pub(super) const CUT_BYTES: usize = 128;

struct Reader {
    grammar: Grammar,
    /// The byte before the statement: a quote there closes it.
    opener: u8,
    clauses: [Clause; DEPTHS],
    depth: usize,
    brackets: usize,
    /// An operand was read last, so an operator must follow.
    after_operand: bool,
    /// The operand may have another name behind it.
    alias: bool,
    last: Lexeme,
    /// The place of the word that was read last, if it was one.
    word: Option<(usize, usize)>,
    /// A comparison or the start of a list of values was read last, so double quotes hold a value.
    compared: bool,
}

/// What of a statement is handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Literal,
    Comment,
}

/// Reads the statement whose first keyword goes from `start` to `end`, and hands on its literals and comments. Returns
/// where it ends.
pub(super) fn read(
    text: &[u8],
    start: usize,
    end: usize,
    grammar: Grammar,
    mut part: impl FnMut(usize, usize, Part),
) -> usize {
    let mut reader = Reader::new(grammar, slice(text, start, end), previous(text, start));
    let mut at = end;
    loop {
        let lexed = lex(text, at, text.len());
        if reader.is_over(text, at, &lexed) {
            return at;
        }
        if lexed.lexeme == Lexeme::Comment {
            part(lexed.start, lexed.end, Part::Comment);
        } else if reader.quotes_statement(text, &lexed) {
            reader.takes(text, &lexed);
            quoted_literals(text, lexed.start, lexed.end, |start, end| part(start, end, Part::Literal));
        } else if reader.takes(text, &lexed) {
            part(lexed.start, lexed.end, Part::Literal);
        } else if is_open(text, &lexed) {
            return lexed.start;
        }
        at = lexed.end;
    }
}

/// Whether it is a name in quotes that do not close: the quote is another's.
fn is_open(text: &[u8], lexed: &Lexed) -> bool {
    let quote = previous(text, lexed.end);
    lexed.lexeme == Lexeme::DoubleQuoted && (quote != b'"' || lexed.end - lexed.start < 2)
}

impl Reader {
    fn new(grammar: Grammar, first: &[u8], opener: u8) -> Self {
        let clause = match keyword(first) {
            Keyword::Clause(clause) => clause,
            _ if grammar == Grammar::Expression => Clause::Condition,
            _ => Clause::Tables,
        };
        Self {
            grammar,
            opener,
            clauses: [clause; DEPTHS],
            depth: 0,
            brackets: 0,
            after_operand: false,
            alias: false,
            last: Lexeme::Word,
            word: None,
            compared: false,
        }
    }

    fn clause(&self) -> Clause {
        self.clauses.get(self.depth.min(DEPTHS - 1)).copied().unwrap_or(Clause::Tail)
    }

    fn enter(&mut self, clause: Clause) {
        if let Some(current) = self.clauses.get_mut(self.depth.min(DEPTHS - 1)) {
            *current = clause;
        }
    }

    /// Whether the statement has ended before this lexeme.
    fn is_over(&self, text: &[u8], at: usize, lexed: &Lexed) -> bool {
        let gap = slice(text, at, lexed.start);
        if lexed.lexeme == Lexeme::End || gap_ends(text, at, gap) {
            return true;
        }
        let outside = self.depth == 0;
        match lexed.lexeme {
            Lexeme::Symbol(b';' | b'\\') => return true,
            // CQL has maps and sets: `a = {'k': 'v'}`.
            Lexeme::Symbol(b'{') => return self.after_operand,
            Lexeme::Symbol(b':') if self.brackets > 0 => return false,
            Lexeme::Symbol(b')') => return outside,
            Lexeme::Symbol(b']' | b'}') => return self.brackets == 0,
            Lexeme::Symbol(b'>') if self.opener == b'<' && self.after_operand => {
                return !matches!(byte(text, lexed.end), b' ' | b'=');
            }
            Lexeme::Symbol(b':') => {
                return byte(text, lexed.end) != b':'
                    && byte(text, lexed.end) != b'='
                    && byte(text, lexed.start.saturating_sub(1)) != b':';
            }
            _ => {}
        }
        if self.grammar != Grammar::Query && outside && gap.contains(&b'\n') {
            return true;
        }
        if self.grammar == Grammar::Definition {
            return false;
        }
        if !self.after_operand {
            return false;
        }
        let is_typed = lexed.lexeme == Lexeme::Text
            && !gap.is_empty()
            && self.word.is_some_and(|(start, end)| is_type(slice(text, start, end)));
        let escaped = usize::from(byte(text, lexed.start) == b'\\');
        if !is_typed
            && matches!(self.opener, b'"' | b'\'' | b'`')
            && byte(text, lexed.start + escaped) == self.opener
        {
            return true;
        }
        match lexed.lexeme {
            Lexeme::Word => {
                names_a_pair(text, lexed)
                    || outside && tells_a_time(text, lexed)
                    || !self.alias && keyword(slice(text, lexed.start, lexed.end)) == Keyword::None
            }
            Lexeme::Number | Lexeme::Operand | Lexeme::DoubleQuoted => !self.alias,
            // `'a' 'b'` is one text, and a word before a text says its type.
            Lexeme::Text => {
                let goes_on = self.last == Lexeme::Text || self.last == Lexeme::Word && !gap.is_empty();
                !goes_on && !self.alias
            }
            // `… = ? (5 rows)`
            Lexeme::Symbol(b'(') => {
                byte(text, at.saturating_sub(1)) == b'?'
                    || !matches!(self.last, Lexeme::Word | Lexeme::Operand | Lexeme::DoubleQuoted)
            }
            // An index touches what it is of, which is no number: `a[1]`, but `… = ? [2 values: …]`, `LIMIT 10[ …`.
            Lexeme::Symbol(b'[') => !gap.is_empty() || self.last == Lexeme::Number,
            Lexeme::Symbol(b',') => outside && self.brackets == 0 && self.clause() == Clause::Condition,
            _ => false,
        }
    }

    /// Whether the text is a statement, or the types of its parameters: `sp_executesql N'SELECT …', N'@p0 int'`.
    fn quotes_statement(&self, text: &[u8], lexed: &Lexed) -> bool {
        let runs_text = |(start, end): (usize, usize)| slice(text, start, end).ends_with(b"sp_executesql");
        let are_types = self.last == Lexeme::Symbol(b',') && stands(text, lexed.start, b"N'@");
        lexed.lexeme == Lexeme::Text && (are_types || self.word.is_some_and(runs_text))
    }

    /// Takes the lexeme in and tells whether it is a literal.
    fn takes(&mut self, text: &[u8], lexed: &Lexed) -> bool {
        let compared = std::mem::replace(&mut self.compared, false);
        let literal = match lexed.lexeme {
            Lexeme::Text => true,
            // In a definition numbers are lengths, and long ones the hashes of passwords.
            Lexeme::Number => self.grammar != Grammar::Definition || lexed.end - lexed.start > LENGTH_DIGITS,
            Lexeme::DoubleQuoted => self.is_value(text, lexed, compared),
            Lexeme::Word => is_bare_secret(text, lexed),
            _ => false,
        };
        match lexed.lexeme {
            Lexeme::Word => self.take_word(slice(text, lexed.start, lexed.end)),
            Lexeme::Symbol(symbol) => self.take_symbol(symbol),
            _ => {
                self.alias = !self.after_operand && matches!(self.clause(), Clause::Select | Clause::Tables);
                self.after_operand = true;
            }
        }
        self.last = lexed.lexeme;
        self.word = (lexed.lexeme == Lexeme::Word).then_some((lexed.start, lexed.end));
        literal
    }

    fn take_word(&mut self, word: &[u8]) {
        match keyword(word) {
            Keyword::Clause(clause) => {
                self.enter(clause);
                (self.after_operand, self.alias) = (false, false);
                self.compared = clause == Clause::Values;
            }
            Keyword::Operator => {
                (self.after_operand, self.alias) = (false, false);
                self.compared = [&b"like"[..], b"in", b"between", b"ilike", b"regexp", b"by", b"password"]
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(word));
            }
            Keyword::Operand => (self.after_operand, self.alias) = (true, self.clause() == Clause::Select),
            Keyword::None => {
                self.alias = !self.after_operand && matches!(self.clause(), Clause::Select | Clause::Tables);
                self.after_operand = true;
            }
        }
    }

    fn take_symbol(&mut self, symbol: u8) {
        match symbol {
            b'(' => {
                let inner = self.clause();
                self.depth += 1;
                self.enter(inner);
                (self.after_operand, self.alias) = (false, false);
                self.compared = matches!(inner, Clause::Values | Clause::Condition);
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.after_operand = true;
                self.alias = matches!(self.clause(), Clause::Select | Clause::Tables);
            }
            b'[' | b'{' => {
                self.brackets += 1;
                (self.after_operand, self.alias) = (false, false);
            }
            b']' | b'}' => {
                self.brackets = self.brackets.saturating_sub(1);
                (self.after_operand, self.alias) = (true, true);
            }
            // `SELECT *` is an operand, `a * b` an operator.
            b'*' if !self.after_operand => (self.after_operand, self.alias) = (true, false),
            b',' => {
                (self.after_operand, self.alias) = (false, false);
                self.compared =
                    self.clause() == Clause::Values || (self.clause() == Clause::Condition && self.depth > 0);
            }
            b'=' | b'<' | b'>' | b'!' | b'|' => {
                (self.after_operand, self.alias) = (false, false);
                self.compared = true;
            }
            _ => (self.after_operand, self.alias) = (false, false),
        }
    }

    /// Whether double quotes hold a value: behind a comparison and alone, or with something that no name has.
    fn is_value(&self, text: &[u8], lexed: &Lexed, compared: bool) -> bool {
        let qualified = byte(text, lexed.end) == b'.' || byte(text, lexed.start.saturating_sub(1)) == b'.';
        let inner = slice(text, lexed.start + 1, lexed.end.saturating_sub(1));
        let named = inner
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'\\'));
        !qualified && (compared || (!named && !self.after_operand))
    }
}

/// Whether the word behind an operand names a pair that is none of the statement's: `… WHERE id = 5 rows=3 key=x`.
fn names_a_pair(text: &[u8], word: &Lexed) -> bool {
    byte(text, word.end) == b'=' && byte(text, word.end + 1) != b'='
}

/// Whether the word stands behind the name of a secret and `=`, and is no column of a table, no call, no keyword.
fn is_bare_secret(text: &[u8], word: &Lexed) -> bool {
    let sign = run_back(text, word.start, 2, |byte| byte == b' ');
    let bytes = slice(text, word.start, word.end);
    let names_secret = |name: &[u8]| secret_name(name).is_some_and(|name| name.sure > Sure::IfCode);
    previous(text, sign) == b'='
        && byte(text, word.end) != b'('
        && !bytes.contains(&b'.')
        && names_secret(word_before(text, run_back(text, sign - 1, 2, |byte| byte == b' ')))
        && keyword(bytes) == Keyword::None
}

/// `… WHERE id = 5 in 12 ms`: no list follows the word, and no text is taken apart.
fn tells_a_time(text: &[u8], word: &Lexed) -> bool {
    let next = byte(text, run(text, word.end, 2, |byte| byte == b' '));
    next.is_ascii_digit() && listed(&[b"in", b"for", b"at", b"to"], slice(text, word.start, word.end))
}

/// Whether the blanks before a lexeme end the statement: an empty line, a line that starts a log entry.
fn gap_ends(text: &[u8], at: usize, gap: &[u8]) -> bool {
    gap.iter().enumerate().any(|(offset, &byte)| byte == b'\n' && starts_entry(text, at + offset + 1))
}

/// The literals of a fragment that an error message quotes.
pub(super) fn literals(text: &[u8], start: usize, end: usize, mut literal: impl FnMut(usize, usize)) {
    let mut at = start;
    while at < end {
        let lexed = lex(text, at, end);
        match lexed.lexeme {
            Lexeme::End => return,
            Lexeme::Text | Lexeme::Number | Lexeme::DoubleQuoted => literal(lexed.start, lexed.end),
            _ => {}
        }
        at = lexed.end.max(at + 1);
    }
}

/// The literals of the condition whose parenthesis opens at `open`. Returns where the condition ends.
pub(super) fn expression(text: &[u8], open: usize, mut literal: impl FnMut(usize, usize)) -> usize {
    read(text, open, open, Grammar::Expression, |start, end, part| {
        if part == Part::Literal {
            literal(start, end);
        }
    })
}

/// The text that ends before `at`, blanks between: of a statement whose beginning was cut off.
pub(super) fn text_before(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let end = run_back(text, at, 2, |byte| byte == b' ');
    let quote = end.checked_sub(1).filter(|quote| byte(text, *quote) == b'\'')?;
    let start = run_back(text, quote, CUT_BYTES, |byte| byte != b'\'' && byte != b'\n').checked_sub(1)?;
    let opens =
        matches!(previous(text, start), 0 | b' ' | b'\t' | b'\n' | b'(' | b',' | b'=' | b'<' | b'~' | b'[');
    (byte(text, start) == b'\'' && opens).then_some((start, end))
}

/// What tools write into comments to say where a statement comes from.
const TAGS: &[&[u8]] = &[
    b"action",
    b"application",
    b"controller",
    b"db_driver",
    b"file",
    b"framework",
    b"job",
    b"line",
    b"route",
    b"traceparent",
    b"tracestate",
];

/// The texts in a statement that is a text itself, where each quote is written twice.
fn quoted_literals(text: &[u8], start: usize, end: usize, mut literal: impl FnMut(usize, usize)) {
    let find = |from: usize| {
        let quotes = slice(text, from, end).windows(2).position(|pair| pair == b"''");
        quotes.map(|at| from + at)
    };
    let mut at = start;
    while let Some(open) = find(at) {
        let close = find(open + 2).map_or(end, |close| close + 2);
        literal(open, close);
        at = close;
    }
}

/// The texts in a comment between `/*` and `*/`, as in a hint.
pub(super) fn commented(text: &[u8], start: usize, end: usize, mut literal: impl FnMut(usize, usize)) {
    if !stands(text, start, b"/*") {
        return;
    }
    let mut at = start + 2;
    while at < end {
        let open = run(text, at, end - at, |byte| byte != b'\'');
        let close = run(text, open + 1, end.saturating_sub(open + 1), |byte| byte != b'\'' && byte != b'\n');
        let is_apostrophe = previous(text, open).is_ascii_alphanumeric() || byte(text, close) != b'\'';
        if open >= end || close >= end || is_apostrophe {
            at = open + 1;
            continue;
        }
        let is_tag = previous(text, open) == b'=' && listed(TAGS, word_before(text, open - 1));
        if !is_tag {
            literal(open, close + 1);
        }
        at = close + 1;
    }
}
