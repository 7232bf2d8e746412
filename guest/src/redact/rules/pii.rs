//! Personal identifiers. Off unless they are switched on; numbers need their check digits.

use std::ops::Range;

use gobo_contract::Kind;

use crate::redact::around::{
    byte, is_word_byte, label_before, listed, previous, run, run_back, slice, stands,
};
use crate::redact::class::{DIGIT, UPPER};
use crate::redact::finding::{Finding, Marker, Numbered};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

/// Called at `@`.
pub(crate) const MAILBOX: Family =
    Family { rules: MAILBOX_RULES, trigger: Trigger::Byte(b"@"), find: find_mailbox, member: None };

/// Called at words with digits.
pub(crate) const DIGITS: Family = Family {
    rules: DIGITS_RULES,
    trigger: Trigger::Token(Shape { all: DIGIT, min_bytes: 4, ..Shape::ANY }),
    find: find_digits,
    member: None,
};

/// Called at words with capital letters and digits.
pub(crate) const LETTERED: Family = Family {
    rules: LETTERED_RULES,
    trigger: Trigger::Token(Shape { all: DIGIT | UPPER, min_bytes: 4, ..Shape::ANY }),
    find: find_lettered,
    member: None,
};

/// Called at `+` and `(`; fails where no digit follows.
pub(crate) const DIALLED: Family = Family {
    rules: DIALLED_RULES,
    trigger: Trigger::Pair(b"+(", b"123456789"),
    find: find_dialled,
    member: None,
};

/// Bytes of a mailbox's local part and of its domain (RFC 5321 section 4.5.3.1).
const LOCAL_BYTES: usize = 64;
const DOMAIN_BYTES: usize = 255;
/// Digits of a payment card number (ISO/IEC 7812), and of an international telephone number (E.164).
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 8..=15;
/// Bytes of a number with its separators.
const NUMBER_BYTES: usize = 24;
/// Characters of an IBAN (ISO 13616).
const IBAN_CHARACTERS: std::ops::RangeInclusive<usize> = 15..=34;

/// Words before a number that make it a telephone's.
const PHONE_WORDS: &[&[u8]] = &[
    b"phone",
    b"mobile",
    b"tel",
    b"telephone",
    b"cell",
    b"msisdn",
    b"fax",
    b"sms",
    b"phone_number",
    b"phonenumber",
];

const MAILBOX_RULES: &[Rule] = &[Rule {
    id: "pii-email",
    kind: Kind::Email,
    source: "RFC 5321 section 4.1.2",
    keywords: &["@"],
    max_bytes: LOCAL_BYTES + DOMAIN_BYTES + 1,
    hits: &[
        ("mail for maria.gomez@shop.example queued", "mail for <EMAIL:1> queued"),
        ("<o'neil+tag@mail.example.org>: bounced", "<<EMAIL:1>>: bounced"),
    ],
    misses: &[("react@18.2.0", "a version"), ("getty@tty1", "no domain")],
}];

const DIGITS_RULES: &[Rule] = &[
    Rule {
        id: "pii-payment-card",
        kind: Kind::PaymentCard,
        source: "ISO/IEC 7812-1, issuer identification numbers and annex B (Luhn)",
        keywords: &[],
        max_bytes: NUMBER_BYTES,
        hits: &[
            ("card declined 4111 1111 1111 1111 twice", "card declined <CARD:1> twice"),
            ("pan=378282246310005;", "pan=<CARD:1>;"),
        ],
        misses: &[
            ("order 4111 1111 1111 1112", "the check digit is wrong"),
            ("at 1747823424143", "a time in milliseconds"),
        ],
    },
    Rule {
        id: "pii-phone-local",
        kind: Kind::Phone,
        source: "North American Numbering Plan; China's mobile numbers behind a word that says phone",
        keywords: &[],
        max_bytes: NUMBER_BYTES,
        hits: &[("call 415-555-0132 now", "call <PHONE:1> now"), ("phone: 13800138042", "phone: <PHONE:1>")],
        misses: &[("range 100-200-3000", "no area code"), ("id 13800138042", "any number")],
    },
    Rule {
        id: "pii-national-id",
        kind: Kind::NationalId,
        source: "US SSA, POMS RM 10201.035; GB 11643-1999 for China's resident identity numbers",
        keywords: &[],
        max_bytes: 18,
        hits: &[
            ("ssn mismatch 219-09-9044", "ssn mismatch <NATIONAL_ID:1>"),
            ("id 11010519491231002X seen", "id <NATIONAL_ID:1> seen"),
        ],
        misses: &[
            ("part 666-12-3456", "an area that is never given"),
            ("id 110105194912310021", "the check digit is wrong"),
        ],
    },
];

const LETTERED_RULES: &[Rule] = &[
    Rule {
        id: "pii-iban",
        kind: Kind::Iban,
        source: "ISO 13616-1; SWIFT IBAN Registry",
        keywords: &[],
        max_bytes: 42,
        hits: &[
            ("to DE89 3704 0044 0532 0130 00.", "to <IBAN:1>."),
            ("iban=GB82WEST12345698765432", "iban=<IBAN:1>"),
        ],
        misses: &[
            ("to DE89 3704 0044 0532 0130 01", "the check digits are wrong"),
            ("ISO8859 and RFC4122", "other identifiers"),
        ],
    },
    Rule {
        id: "pii-national-insurance-number",
        kind: Kind::NationalId,
        source: "HMRC, National Insurance Manual NIM39110",
        keywords: &[],
        max_bytes: 9,
        hits: &[("nino QQ123456C", "nino <NATIONAL_ID:1>"), ("(JG103759A)", "(<NATIONAL_ID:1>)")],
        misses: &[("GB123456A", "a prefix that is never given"), ("QQ1234567", "no suffix")],
    },
];

const DIALLED_RULES: &[Rule] = &[Rule {
    id: "pii-phone",
    kind: Kind::Phone,
    source: "ITU-T E.164; E.123 for the notation",
    keywords: &["+", "("],
    max_bytes: NUMBER_BYTES,
    hits: &[
        ("sms to +1 415-555-0132 failed", "sms to <PHONE:1> failed"),
        ("call (415) 555-0132.", "call <PHONE:1>."),
        ("tel:+4930123456", "tel:<PHONE:1>"),
    ],
    misses: &[
        ("2026-02-03T10:11:12+08:00", "a zone"),
        ("libjvm.so+0x6d2f10", "an offset"),
        ("f(12) 5", "a call"),
    ],
}];

fn numbered(found: Range<usize>, kind: Numbered) -> Finding {
    Finding::new(found.start, found.end, Marker::Numbered(kind))
}

fn find_mailbox(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    findings.extend(mailbox(text, token.start).map(|found| numbered(found, Numbered::Email)));
    token.end
}

fn find_digits(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let id = social_security(token.of(text)) || resident_identity(token.of(text));
    if id {
        findings.push(numbered(token.start..token.end, Numbered::NationalId));
    } else if let Some(found) = card(text, token.start) {
        let end = found.end;
        findings.push(numbered(found, Numbered::PaymentCard));
        return end;
    } else if local_phone(text, token) {
        findings.push(numbered(token.start..token.end, Numbered::Phone));
    }
    token.end
}

fn find_lettered(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if let Some(found) = iban(text, token.start) {
        findings.push(numbered(found, Numbered::Iban));
    } else if insurance_number(token.of(text)) {
        findings.push(numbered(token.start..token.end, Numbered::NationalId));
    }
    token.end
}

fn find_dialled(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    findings.extend(dialled(text, token.start).map(|found| numbered(found, Numbered::Phone)));
    token.end
}

/// The mailbox around the `@` at `at`.
fn mailbox(text: &[u8], at: usize) -> Option<Range<usize>> {
    let mut end = run(text, at + 1, DOMAIN_BYTES + 1, |byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-')
    });
    while matches!(previous(text, end), b'.' | b'-') {
        end -= 1;
    }
    let domain = slice(text, at + 1, end);
    if !domain.contains(&b'.') {
        return None;
    }
    let start = run_back(text, at, LOCAL_BYTES + 1, |byte| is_word_byte(byte) || b".-+%'".contains(&byte));
    let start = start + usize::from(byte(text, start) == b'\'');
    let zone = domain.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    // `https://user@host` is a user's.
    let of_url = previous(text, start) == b'/';
    let fits = (1..=LOCAL_BYTES).contains(&(at - start)) && domain.len() <= DOMAIN_BYTES;
    (fits && !of_url && zone.len() >= 2 && zone.iter().all(u8::is_ascii_alphabetic)).then_some(start..end)
}

/// The digits from `start`, single blanks and hyphens between groups, and where they end.
fn grouped(text: &[u8], start: usize) -> (Vec<u8>, usize) {
    let mut digits = Vec::with_capacity(NUMBER_BYTES);
    let mut end = start;
    let mut at = start;
    while at < start + NUMBER_BYTES {
        match byte(text, at) {
            digit @ b'0'..=b'9' => {
                digits.push(digit - b'0');
                end = at + 1;
            }
            b' ' | b'-' if at == end && byte(text, at + 1).is_ascii_digit() => {}
            _ => break,
        }
        at += 1;
    }
    (digits, end)
}

/// The payment card number that starts at `start`.
fn card(text: &[u8], start: usize) -> Option<Range<usize>> {
    let (digits, end) = grouped(text, start);
    let issued = match digits.as_slice() {
        [4, ..] => matches!(digits.len(), 13 | 16 | 19),
        [5, 1..=5, ..] | [2, 2..=7, ..] | [3, 5, ..] => digits.len() == 16,
        [3, 4 | 7, ..] => digits.len() == 15,
        [3, 0 | 6 | 8 | 9, ..] => digits.len() == 14,
        [6, 0 | 2 | 4 | 5, ..] => digits.len() >= 16,
        _ => false,
    };
    let bounded = !is_word_byte(previous(text, start)) && !is_word_byte(byte(text, end));
    (issued && bounded && CARD_DIGITS.contains(&digits.len()) && luhn(&digits)).then_some(start..end)
}

/// ISO/IEC 7812-1 annex B.
fn luhn(digits: &[u8]) -> bool {
    let sum = digits.iter().rev().enumerate().fold(0_u32, |sum, (place, &digit)| {
        let weighted = if place % 2 == 0 { digit } else { digit * 2 };
        sum + u32::from(weighted / 10 + weighted % 10)
    });
    sum % 10 == 0
}

/// Whether the bytes are groups of digits of these lengths with hyphens between.
fn has_groups<const N: usize>(word: &[u8], lengths: [usize; N]) -> bool {
    let mut groups = word.split(|&byte| byte == b'-');
    let fit = lengths.iter().all(|&length| {
        groups.next().is_some_and(|group| group.len() == length && group.iter().all(u8::is_ascii_digit))
    });
    fit && groups.next().is_none()
}

fn social_security(word: &[u8]) -> bool {
    has_groups(word, [3, 2, 4])
        && !matches!(
            word,
            [b'0', b'0', b'0', ..] | [b'6', b'6', b'6', ..] | [b'9', ..] | [_, _, _, _, b'0', b'0', ..]
        )
        && !word.ends_with(b"0000")
}

/// GB 11643: 17 digits with the day of birth, weights of 2 to the power of the place modulo 11, `X` for ten.
fn resident_identity(word: &[u8]) -> bool {
    let [body @ .., check] = word else { return false };
    if body.len() != 17 || !body.iter().all(u8::is_ascii_digit) || !matches!(slice(word, 6, 8), b"19" | b"20")
    {
        return false;
    }
    let sum = body.iter().fold(0_u32, |sum, digit| (sum + u32::from(digit - b'0')) * 2 % 11);
    let expected = (12 - sum) % 11;
    matches!((expected, check), (10, b'X'))
        || (expected < 10 && u32::from(*check) == u32::from(b'0') + expected)
}

/// A number of the North American plan, or China's mobile number where a word says phone.
fn local_phone(text: &[u8], token: Token) -> bool {
    let word = token.of(text);
    let american = has_groups(word, [3, 3, 4]) && matches!(word, [b'2'..=b'9', _, _, _, b'2'..=b'9', ..]);
    let chinese =
        word.len() == 11 && matches!(word, [b'1', b'3'..=b'9', ..]) && word.iter().all(u8::is_ascii_digit);
    american || (chinese && listed(PHONE_WORDS, label_before(text, token.start)))
}

/// The IBAN that starts at `start`, in groups of four or in one.
fn iban(text: &[u8], start: usize) -> Option<Range<usize>> {
    let mut remainder = 0_u32;
    let mut head = 0_u32;
    let mut characters = 0;
    let mut at = start;
    let mut end = None;
    while characters < *IBAN_CHARACTERS.end() {
        let value = match byte(text, at) {
            digit @ b'0'..=b'9' => u32::from(digit - b'0'),
            letter @ b'A'..=b'Z' => u32::from(letter - b'A') + 10,
            b' ' if characters > 0 && characters % 4 == 0 && byte(text, at + 1).is_ascii_alphanumeric() => {
                at += 1;
                continue;
            }
            _ => break,
        };
        let letter = value >= 10;
        let fits = match characters {
            0..2 => letter,
            2..4 => !letter,
            _ => true,
        };
        if !fits {
            return None;
        }
        let sum = if characters < 4 { &mut head } else { &mut remainder };
        *sum = (*sum * if letter { 100 } else { 10 } + value) % 97;
        characters += 1;
        at += 1;
        // The country and the check digits come last: two letters of two digits each, and two digits.
        let whole = (remainder * (1_000_000 % 97) + head) % 97 == 1;
        if whole && IBAN_CHARACTERS.contains(&characters) && !is_word_byte(byte(text, at)) {
            end = Some(at);
        }
    }
    (!is_word_byte(previous(text, start))).then(|| end.map(|end| start..end)).flatten()
}

/// `QQ123456C`.
fn insurance_number(word: &[u8]) -> bool {
    let [first, second, digits @ .., suffix] = word else { return false };
    digits.len() == 6
        && digits.iter().all(u8::is_ascii_digit)
        && matches!(suffix, b'A'..=b'D')
        && first.is_ascii_uppercase()
        && second.is_ascii_uppercase()
        && !b"DFIUV".contains(first)
        && !b"DFIOUV".contains(second)
        && ![&b"BG"[..], b"GB", b"KN", b"NK", b"NT", b"TN", b"ZZ"].iter().any(|never| word.starts_with(never))
}

/// The telephone number whose `+` or `(` is at `at`.
fn dialled(text: &[u8], at: usize) -> Option<Range<usize>> {
    let international = byte(text, at) == b'+';
    if is_word_byte(previous(text, at)) || !matches!(byte(text, at + 1), b'1'..=b'9') {
        return None;
    }
    let mut end = at + 1;
    let mut digits = 0;
    let mut last = at + 1;
    while end < at + NUMBER_BYTES {
        match byte(text, end) {
            b'0'..=b'9' => {
                digits += 1;
                last = end + 1;
            }
            b' ' | b'-' | b'.' | b'(' | b')' => {}
            _ => break,
        }
        end += 1;
    }
    let american = digits == 10 && byte(text, at + 4) == b')';
    let fits = if international { PHONE_DIGITS.contains(&digits) } else { american };
    (fits && !is_word_byte(byte(text, last)) && !stands(text, last, b":")).then_some(at..last)
}
