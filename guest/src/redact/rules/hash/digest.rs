//! Hashes of passwords that are nothing but hexadecimal digits, told by their length and by what stands around them.

use std::ops::Range;

use gobo_contract::Kind;

use crate::redact::rule::Rule;

pub(in super::super) const RULE: Rule = Rule {
    id: "password-hash-digest",
    kind: Kind::Secret,
    source: "https://dev.mysql.com/doc/refman/8.4/en/native-pluggable-authentication.html; https://www.postgresql.org/docs/current/auth-password.html; the documentation of Samba, Oracle Database and SQL Server",
    keywords: &["*", "md5", ":::", "0x0200", "S:"],
    max_bytes: 1_024,
    hits: &[
        (
            concat!("root | *2470C0C06DEE42FD1618", "BB99005ADCA2EC9D1E19 |"),
            "root | <REDACTED:PASSWORD_HASH> |",
        ),
        (
            concat!("\"app\" \"md5d41d8cd98f00b204", "e9800998ecf8427e\""),
            "\"app\" \"<REDACTED:PASSWORD_HASH>\"",
        ),
        (
            concat!("bo:1001:aad3b435b51404eeaad3b435b51404ee", ":8846f7eaee8fb117ad06bdd830b7586c:::"),
            "bo:1001:<REDACTED:PASSWORD_HASH>:::",
        ),
        (
            concat!("bo:502:NO PASSWORD*********************", ":8846f7eaee8fb117ad06bdd830b7586c:::"),
            "bo:502:NO PASSWORD*********************:<REDACTED:PASSWORD_HASH>:::",
        ),
        (
            concat!(
                "bo::CORP:1122334455667788:35e6f7d1b2c3a4958677aabbccddeeff",
                ":0101000000000000c0653150de09d201fa0b2c3d ok"
            ),
            "bo::CORP:1122334455667788:<REDACTED:PASSWORD_HASH> ok",
        ),
        (
            concat!("seen 0x0100A607BA7C54A24D17B565C59F", "1743776A10250F581D482DA8 ok"),
            "seen <REDACTED:PASSWORD_HASH> ok",
        ),
        (
            concat!("S:8F2D65FB5547B71C8DA3760F10960428", "CD307B1C6271691FC55C1F56554A;H:x"),
            "S:<REDACTED:PASSWORD_HASH>;H:x",
        ),
    ],
    misses: &[
        ("md5 d41d8cd98f00b204e9800998ecf8427e", "the checksum of a file"),
        (
            "pages 2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19 and * 2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19",
            "no star against it",
        ),
        ("aa34b435b51404eeaad3b435b51404ee:8846f7eaee8fb117ad06bdd830b7586c", "two digests"),
        ("0x01005fb5547b71c8da3760f10960428cd307b1c6", "an address of another system"),
    ],
};

/// The most digits that are looked at around the first ones.
const AROUND_DIGITS: usize = 512;

/// What Windows stores in the place of an LM hash that there is none of.
const NO_LM_HASH: &[u8] = b"aad3b435b51404eeaad3b435b51404ee";

/// The hash of a password that the word at `start` is, or begins.
pub(in super::super) fn digest(text: &[u8], start: usize, end: usize) -> Option<Range<usize>> {
    let word = text.get(start..end)?;
    let before = text.get(..start)?;
    let is_upper = || word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'));
    match word.len() {
        32 => of_windows(text, start, end)
            .or_else(|| (before.ends_with(b";H:") && is_upper()).then_some(start..end)),
        35 => {
            let digits = word.strip_prefix(b"md5")?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(start..end)
        }
        40 => (before.last() == Some(&b'*') && is_upper()).then(|| start - 1..end),
        48 => {
            let second = digits_behind_colon(text, end).filter(|second| second.len() == 48)?;
            let challenge = digits_behind_colon(text, second.end).filter(|third| third.len() == 16);
            (challenge.is_some() && is_hexadecimal(word)).then_some(start..second.end)
        }
        54 | 94 | 142 => {
            let digits = word.strip_prefix(b"0x01").or_else(|| word.strip_prefix(b"0x02"))?;
            (digits.starts_with(b"00") && is_hexadecimal(digits)).then_some(start..end)
        }
        60 => (before.ends_with(b"S:") && is_upper()).then_some(start..end),
        160 => (before.ends_with(b"T:") && is_upper()).then_some(start..end),
        _ => None,
    }
}

/// `LM:NTLM`, either alone before `:::`, or the answer to a challenge: `challenge:answer:more`.
fn of_windows(text: &[u8], start: usize, end: usize) -> Option<Range<usize>> {
    let word = text.get(start..end)?;
    let before = text.get(start.saturating_sub(24)..start)?.strip_suffix(b":")?;
    if !is_hexadecimal(word) {
        return None;
    }
    let next = digits_behind_colon(text, end);
    let ends_entry = |at: usize| text.get(at..at + 3) == Some(b":::");
    let digits = |is: fn(&u8) -> bool| before.iter().rev().take_while(|byte| is(byte)).count();
    match next {
        Some(second) if second.len() == 32 => {
            let is_numbered = digits(u8::is_ascii_digit) > 2;
            let is_pair = ends_entry(second.end) || is_numbered || word.eq_ignore_ascii_case(NO_LM_HASH);
            is_pair.then_some(start..second.end)
        }
        Some(more) if more.len() > 32 => (digits(u8::is_ascii_hexdigit) == 16).then_some(start..more.end),
        _ => ends_entry(end).then_some(start..end),
    }
}

/// The hexadecimal digits after a colon at `at`.
fn digits_behind_colon(text: &[u8], at: usize) -> Option<Range<usize>> {
    let digits = text.get(at..)?.strip_prefix(b":")?;
    let length = digits.iter().take(AROUND_DIGITS).take_while(|byte| byte.is_ascii_hexdigit()).count();
    (length > 0).then_some(at + 1..at + 1 + length)
}

fn is_hexadecimal(word: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_hexdigit)
}
