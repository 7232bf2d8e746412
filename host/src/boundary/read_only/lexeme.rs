//! SQL text to words, quoted texts and symbols, read so that every `sql_mode` of a MySQL or MariaDB server would read
//! it alike. What servers could read differently is refused.
//!
//! # Source
//! MySQL 8.4 Reference Manual, "Language Structure" (comments, literals, identifiers), and MariaDB's documentation of
//! executable comments (`/*M!`).

use super::Refusal;

/// What a piece of SQL text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'s> {
    /// A keyword, an unquoted name or a number.
    Word(&'s str),
    /// A string, or a name in back quotes, with its quotes.
    Quoted(&'s str),
    /// One character of punctuation. `?` is a placeholder.
    Symbol(char),
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lexeme<'s> {
    pub(super) token: Token<'s>,
    /// Byte offset in the text.
    pub(super) at: usize,
    /// Nothing stands between this and the token before.
    pub(super) glued: bool,
}

impl<'s> Lexeme<'s> {
    /// Whether this is that word, in any case.
    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(text) if text.eq_ignore_ascii_case(word))
    }

    pub(super) fn is_symbol(&self, symbol: char) -> bool {
        self.token == Token::Symbol(symbol)
    }

    pub(super) fn word(&self) -> Option<&'s str> {
        if let Token::Word(text) = self.token { Some(text) } else { None }
    }
}

/// The character sets whose introducer leaves a string's end where it is: in none of them can a backslash be the second
/// byte of a character, as it can in `gbk`, `big5` and `sjis`.
const PLAIN_INTRODUCERS: [&str; 6] = ["_utf8mb4", "_utf8mb3", "_utf8", "_binary", "_latin1", "_ascii"];

/// Reads the whole text.
///
/// # Errors
/// [`Refusal::HiddenText`] for executable comments and optimizer hints; [`Refusal::Ambiguous`] for whatever is not
/// closed or depends on a server's mode or character set.
pub(super) fn lexemes(sql: &str) -> Result<Vec<Lexeme<'_>>, Refusal> {
    let mut found: Vec<Lexeme<'_>> = Vec::new();
    let mut rest = sql;
    let mut glued = false;
    while let Some(first) = rest.chars().next() {
        let at = sql.len() - rest.len();
        let gap = gap_bytes(rest, first)?;
        if gap > 0 {
            rest = rest.get(gap..).unwrap_or_default();
            glued = false;
            continue;
        }
        let (token, bytes) = token(rest, first)?;
        if matches!(token, Token::Quoted(text) if !text.starts_with('`')) {
            check_introducer(found.last())?;
        }
        found.push(Lexeme { token, at, glued });
        rest = rest.get(bytes..).unwrap_or_default();
        glued = true;
    }
    Ok(found)
}

/// The text with a space for each comment, so that a parser with other ideas of comments sees none. Byte offsets stay.
pub(super) fn without_comments(sql: &str, lexemes: &[Lexeme<'_>]) -> String {
    let mut plain = String::with_capacity(sql.len());
    for lexeme in lexemes {
        while plain.len() < lexeme.at {
            plain.push(' ');
        }
        match lexeme.token {
            Token::Word(text) | Token::Quoted(text) => plain.push_str(text),
            Token::Symbol(symbol) => plain.push(symbol),
        }
    }
    plain
}

/// Bytes of the white space or comment that `rest` starts with; 0 if it starts with a token.
fn gap_bytes(rest: &str, first: char) -> Result<usize, Refusal> {
    if matches!(first, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') {
        return Ok(1);
    }
    if rest.starts_with("--") {
        // Without white space after it, MySQL reads two minus signs where others read a comment.
        return match rest.as_bytes().get(2) {
            None | Some(b' ' | b'\t' | b'\n' | b'\r') => line_comment_bytes(rest),
            Some(_) => Err(Refusal::Ambiguous),
        };
    }
    if first == '#' {
        return line_comment_bytes(rest);
    }
    let Some(body) = rest.strip_prefix("/*") else { return Ok(0) };
    if body.starts_with(['!', '+']) || body.starts_with("M!") || body.starts_with("m!") {
        return Err(Refusal::HiddenText);
    }
    let end = body.find("*/").ok_or(Refusal::Ambiguous)?;
    // Some lexers nest comments, MySQL does not; and some end at a NUL.
    let comment = body.get(..end).unwrap_or_default();
    if comment.contains("/*") || comment.contains('\0') { Err(Refusal::Ambiguous) } else { Ok(end + 4) }
}

fn line_comment_bytes(rest: &str) -> Result<usize, Refusal> {
    let line = rest.split('\n').next().unwrap_or_default();
    // Some lexers end the line at a carriage return or NUL; then the rest of it would be SQL.
    let ends_elsewhere = line.trim_end_matches('\r').contains(['\r', '\0']);
    if ends_elsewhere { Err(Refusal::Ambiguous) } else { Ok(line.len().max(1)) }
}

/// The token that `rest` starts with, and its bytes.
fn token(rest: &str, first: char) -> Result<(Token<'_>, usize), Refusal> {
    if matches!(first, '\'' | '"' | '`') {
        let bytes = quoted_bytes(rest, first)?;
        return Ok((Token::Quoted(rest.get(..bytes).unwrap_or_default()), bytes));
    }
    let word = rest.find(|c| !is_word_character(c)).unwrap_or(rest.len());
    if word > 0 {
        return Ok((Token::Word(rest.get(..word).unwrap_or_default()), word));
    }
    if first.is_ascii_graphic() { Ok((Token::Symbol(first), 1)) } else { Err(Refusal::Ambiguous) }
}

fn is_word_character(c: char) -> bool {
    c == '_' || c == '$' || c.is_ascii_alphanumeric() || (!c.is_ascii() && c.is_alphanumeric())
}

/// Bytes of the quoted text that `rest` starts with, its quotes included. A doubled quote does not end it.
fn quoted_bytes(rest: &str, quote: char) -> Result<usize, Refusal> {
    let mut backslashes = 0_usize;
    let mut characters = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        if c == '\0' {
            return Err(Refusal::Ambiguous);
        }
        if c == quote {
            if quote != '`' && backslashes % 2 == 1 {
                // Escaped, or the end of the string under NO_BACKSLASH_ESCAPES.
                return Err(Refusal::Ambiguous);
            }
            if characters.next_if(|(_, next)| *next == quote).is_none() {
                return Ok(at + 1);
            }
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
    }
    Err(Refusal::Ambiguous)
}

/// A string's end depends on its character set, and an introducer names one.
fn check_introducer(before: Option<&Lexeme<'_>>) -> Result<(), Refusal> {
    let Some(word) = before.and_then(Lexeme::word) else { return Ok(()) };
    let plain = PLAIN_INTRODUCERS.iter().any(|known| word.eq_ignore_ascii_case(known));
    if word.starts_with('_') && !plain { Err(Refusal::Ambiguous) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(sql: &str) -> Vec<String> {
        let tokens = lexemes(sql).expect("readable");
        tokens
            .iter()
            .map(|lexeme| match lexeme.token {
                Token::Word(text) | Token::Quoted(text) => text.to_owned(),
                Token::Symbol(symbol) => symbol.to_string(),
            })
            .collect()
    }

    #[test]
    fn comments_and_white_space_separate_and_vanish() {
        assert_eq!(texts("a/* ; */b -- c\n#d\n`e``f`"), ["a", "b", "`e``f`"]);
        assert_eq!(texts("'it''s; -- no' \"x\"\"y\""), ["'it''s; -- no'", "\"x\"\"y\""]);
    }

    #[test]
    fn a_text_without_comments_keeps_its_offsets() {
        let sql = "SELECT/*x*/1 -- y\n, 'é'";
        let plain = without_comments(sql, &lexemes(sql).expect("readable"));
        assert_eq!(plain, "SELECT     1      , 'é'");
    }

    #[test]
    fn an_escaped_backslash_ends_a_string_in_every_mode_and_an_escaped_quote_does_not() {
        assert_eq!(texts(r"'a\\' b"), [r"'a\\'", "b"]);
        assert_eq!(texts(r"'50\%'"), [r"'50\%'"]);
        assert_eq!(lexemes(r"'a\' b'"), Err(Refusal::Ambiguous));
        assert_eq!(lexemes(r#""a\\\" b""#), Err(Refusal::Ambiguous));
    }
}
