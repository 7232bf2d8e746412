//! Names that a sentence only mentions: `the old token was renewed`. Most names in prose are such, and cost no more.

use super::lines;
use super::said::{Preceding, code_before, leads_back, leads_on};
use crate::redact::around::{byte, is_name_byte, previous, slice, stands};
use crate::redact::name::may_name_code;
use crate::redact::scan::Token;
use crate::redact::value::plain_word_end;

/// Whether plain words stand behind a name, and nothing around it leads to a value: neither [`super::tie::tied`] nor
/// [`super::said::stated_before`] would find one.
pub(super) fn is_mentioned(text: &[u8], token: Token) -> bool {
    if byte(text, token.end) != b' ' || !stands_alone(text, token) {
        return false;
    }
    let next = token.end + 1;
    let Some(end) = plain_word_end(text, next) else { return false };
    let word = slice(text, next, end);
    let preceding = Preceding::before(text, token.start);
    let leads = leads_on(word)
        || leads_back(preceding.word)
        || preceding.introduces(text, token.start).is_some()
        || may_name_code(token.of(text)) && code_before(text, token.start).is_some();
    // The same name behind this one looks for itself whether the sentence announces a value.
    !leads && (word == token.of(text) || lines::announced(text, next).is_none())
}

/// Whether a name stands between two of itself, as in a list of nothing else: what is tied to one is tied to the last.
pub(in crate::redact::rules) fn is_one_of_many(text: &[u8], token: Token) -> bool {
    let gap = match (byte(text, token.end), byte(text, token.end + 1)) {
        (b',' | b':', b' ') => 2,
        (b' ' | b',' | b'\t' | b'\n', _) => 1,
        _ => return false,
    };
    let next = token.end + gap;
    byte(text, next) == byte(text, token.start) && is_repeated(text, token, next)
}

#[cold]
fn is_repeated(text: &[u8], token: Token, next: usize) -> bool {
    let word = token.of(text);
    let before = match slice(text, 0, token.start) {
        [before @ .., b',' | b':', b' '] | [before @ .., b' ' | b',' | b'\t' | b'\n'] => {
            before.strip_suffix(word)
        }
        _ => None,
    };
    // A value may begin like its name: `Password Password@123`. Behind a colon the last may be the value.
    let is_key = byte(text, token.end) == b':';
    let goes_on = match byte(text, next + word.len()) {
        b':' => byte(text, next + word.len() + 1) == b' ',
        byte => !is_key && matches!(byte, b' ' | b',' | b'\t' | b'\r' | b'\n'),
    };
    goes_on
        && stands(text, next, word)
        && before.is_some_and(|before| !is_name_byte(previous(before, before.len())))
}

/// Whether a name is a word by itself, and no flag, key or value.
fn stands_alone(text: &[u8], token: Token) -> bool {
    let before = slice(text, token.start.saturating_sub(3), token.start);
    matches!(before.last(), None | Some(b' ' | b'\n'))
        && !before.iter().any(|byte| matches!(byte, b':' | b'='))
        && byte(text, token.start) != b'-'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::examples::redact;

    /// What may stand before a name, its words and those behind it.
    const BEFORE: &[&str] = &[
        "",
        "x ",
        "old ",
        "login bo ",
        "user bo ",
        "\nuser bo ",
        "use Kq83nfaPz1 as the ",
        "set ",
        "ENV ",
        "setx ",
        "is ",
        "483920 is your login ",
        "Kq83nfa as ",
        ":",
        "{:",
        "<",
        "--",
        "name: ",
        "type=\"",
        "with ",
        "{value: x, name: ",
    ];
    const NAMES: &[&str] = &[
        "password",
        "db_password",
        "passphrase",
        "PASSWORD",
        "token",
        "secret",
        "code",
        "otp",
        "api key",
        "credentials",
        "sid",
        "psk.",
        "seed phrase",
    ];
    const BEHIND: &[&str] = &[
        " winter otter canyon lamp",
        " otter",
        " Otter kite",
        " is otter9",
        " is gone",
        " for bo: Kq83nfa",
        " of the app",
        " below:\nKq83nfaPz1\n",
        " otter kite.\nKq83nfaPz1\n",
        " otter, kite",
        " otter\nvalue: Kq83nfaPz1\n",
        " type string\n value: Kq83nfaPz1\n",
        " OTTER kite",
        " kq83nfa x",
        " value Kq83nfaPz1",
        " string = \"Kq83nfa\"",
        " user / Kq83nfaPz1",
        " to Kq83nfaPz1",
        " password Kq83nfaPz1",
        " lautet Kq83nfaPz1",
    ];

    #[test]
    fn of_many_in_a_row_the_last_has_the_value() {
        for (text, shown) in [
            ("password, password, password=Kq83nfa", "password, password, password=<REDACTED:PASSWORD>"),
            ("psk\npsk\npsk=Kq83nfa", "psk\npsk\npsk=<REDACTED:PASSWORD>"),
            ("token token token Kq83nfaPz1Lx92mQ", "token token token <REDACTED:TOKEN>"),
            ("Password, Password Password@1234x", "Password, Password <REDACTED:PASSWORD>"),
            ("password: password: Kq83nfa", "password: password: <REDACTED:PASSWORD>"),
            ("cookie=cookie=cookie=a=k7QzX2mR9fTbW4", "cookie=cookie=cookie=<REDACTED:COOKIE>"),
            (
                "authorization=hawk+id=a,mac=xB7jaSXbdsb authorization=hawk+mac=xB7jaSXbdsb08",
                "authorization=hawk+id=a,mac=<REDACTED:SIGNATURE> authorization=hawk+mac=<REDACTED:SIGNATURE>",
            ),
            ("bo@ann@web-14:/srv", "bo@ann@<HOST:1>:/srv"),
            ("ssh bo@batchbox@gate", "ssh bo@<HOST:1>@gate"),
        ] {
            assert_eq!(redact(text), shown);
        }
    }

    #[test]
    fn of_a_name_that_is_only_mentioned_there_is_nothing_to_find() {
        let mut mentioned = 0;
        for (before, name) in BEFORE.iter().flat_map(|before| NAMES.iter().map(move |name| (before, name))) {
            for behind in BEHIND {
                let text = format!("{before}{name}{behind}");
                let end = before.len() + name.len();
                let start = before.len() + name.rfind(' ').map_or(0, |blank| blank + 1);
                let token = Token { start, end, has: 0 };
                let mut findings = Vec::new();
                super::super::read(text.as_bytes(), token, &mut findings);
                let is_mentioned = is_mentioned(text.as_bytes(), token);
                assert!(!is_mentioned || findings.is_empty(), "{text}");
                mentioned += usize::from(is_mentioned);
            }
        }
        assert!(mentioned > 300, "{mentioned}");
    }
}
