//! What a script answers when a program asks: `expect "password:"; send "x"`.
//!
//! # Source
//! expect(1), pexpect.

use crate::redact::around::{byte, previous, run, run_back, slice};
use crate::redact::name::{Name, Sure};
use crate::redact::scan::Token;

/// Bytes of a question before its name, and between question and answer.
const QUESTION_BYTES: usize = 24;
const BETWEEN_BYTES: usize = 64;

/// Where the quote closes of the question that ends in the name: `"Enter password: "`, `'*assword*'`.
fn question_end(text: &[u8], token: Token) -> Option<usize> {
    let close = run(text, token.end, 4, |byte| matches!(byte, b':' | b'*' | b'?' | b' '));
    let quote = byte(text, close);
    let in_question = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'*' | b'?' | b'.');
    let open = run_back(text, token.start, QUESTION_BYTES, in_question);
    let opens = previous(text, open) == quote
        && byte(text, open) != b' '
        && matches!(previous(text, open - 1), 0 | b' ' | b'(' | b'{' | b'\n');
    (matches!(quote, b'"' | b'\'') && opens).then_some(close)
}

/// What scripts wait for, whatever the case of the first letter.
pub(super) fn cut_name(word: &[u8]) -> Option<Name> {
    (word == b"assword").then_some(Name { marker: "PASSWORD", sure: Sure::Password })
}

/// Whether the name ends a question in quotes: what follows these is no value.
pub(super) fn asks(text: &[u8], token: Token) -> bool {
    question_end(text, token).is_some()
}

/// Where the answer to the question begins, with its quote.
pub(super) fn answer(text: &[u8], token: Token) -> Option<usize> {
    let close = question_end(text, token)?;
    let look = slice(text, close, text.len().min(close + BETWEEN_BYTES));
    let send = close + look.windows(SEND.len()).position(|word| word == SEND)? + SEND.len();
    let command = run(text, send, 8, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let answer = run(text, command, 8, |byte| matches!(byte, b' ' | b'(' | b'-'));
    matches!(byte(text, answer), b'"' | b'\'').then_some(answer)
}

const SEND: &[u8] = b"send";

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn what_is_sent_is_the_secret() {
        for (text, shown) in [
            (
                "expect \"password:\"; send \"Kq83nfaPz1\\r\"",
                "expect \"password:\"; send \"<REDACTED:PASSWORD>\"",
            ),
            (
                "expect \"Enter password: \" { send -- \"otter\" }",
                "expect \"Enter password: \" { send -- \"<REDACTED:PASSWORD>\" }",
            ),
            ("expect \"*?assword*\"\nsend \"otter\"", "expect \"*?assword*\"\nsend \"<REDACTED:PASSWORD>\""),
            (
                "c.expect('password:')\nc.sendline('otter')",
                "c.expect('password:')\nc.sendline('<REDACTED:PASSWORD>')",
            ),
        ] {
            assert_eq!(redact(text), shown);
            assert_eq!(redact(shown), shown);
        }
    }

    #[test]
    fn the_quote_of_a_value_is_none_of_a_question() {
        for (text, shown) in [
            ("{User:\"bo\", Passwd:\"otter\"}", "{User:\"bo\", Passwd:\"<REDACTED:PASSWORD>\"}"),
            ("[user: \"bo\", password: \"otter\"]", "[user: \"bo\", password: \"<REDACTED:PASSWORD>\"]"),
            ("user:\"bo\" password:\"otter\"", "user:\"bo\" password:\"<REDACTED:PASSWORD>\""),
            ("f(\"bo\" , password: 'otter')", "f(\"bo\" , password: '<REDACTED:PASSWORD>')"),
        ] {
            assert_eq!(redact(text), shown);
        }
    }

    #[test]
    fn a_question_alone_stays() {
        for text in
            ["expect \"password:\"; send $pass", "puts \"password:\"; exit 1", "'password: '; then 'otter'"]
        {
            assert_eq!(redact(text), text);
        }
    }
}
