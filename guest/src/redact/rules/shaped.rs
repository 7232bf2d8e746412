//! Credentials that are told by their shape, not by a prefix.

use gobo_contract::Kind;

use super::hash::{DIGEST, digest};
use crate::redact::around::{byte, line_start, run, run_back, slice};
use crate::redact::base64;
use crate::redact::class::{DIGIT, DOT, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::transitions;

pub(crate) const DOTTED: Family = Family {
    rules: DOTTED_RULES,
    trigger: Trigger::Token(Shape { all: DOT | UPPER | DIGIT, min_bytes: 24, ..Shape::ANY }),
    find: find_dotted,
    member: None,
};

/// Called at colons with the first letter of a bot's key behind them, or another colon.
pub(crate) const COLON: Family =
    Family { rules: COLON_RULES, trigger: Trigger::Pair(b":", b"A:"), find: find_at_colon, member: None };

pub(crate) const TILDE: Family =
    Family { rules: TILDE_RULES, trigger: Trigger::Byte(b"~"), find: find_tilde, member: None };

/// Called at long words with digits.
pub(crate) const HEXADECIMAL: Family = Family {
    rules: HEXADECIMAL_RULES,
    trigger: Trigger::Token(Shape { all: DIGIT, none: DOT | UNDERSCORE, min_bytes: 31, ..Shape::ANY }),
    find: find_hexadecimal,
    member: None,
};

const DOTTED_RULES: &[Rule] = &[
    Rule {
        id: "chat-discord-bot-token",
        kind: Kind::Secret,
        source: "https://discord.com/developers/docs/reference#authentication",
        keywords: &[],
        max_bytes: 90,
        hits: &[
            (
                concat!("close 4004 MTIzNDU2Nzg5MDEyMzQ1Njc4", ".GYZLoJ.utzM-Vp-AjLgSFwPfEwU0p5TFijILZIGTPd"),
                "close 4004 <REDACTED:DISCORD_TOKEN>",
            ),
            (
                concat!("(NzkyNzE1NDU0MTk2MDg4ODQy", ".X-hvzA.Ovy4MCQywSkoMRRclStW4xAYK7I0p)"),
                "(<REDACTED:DISCORD_TOKEN>)",
            ),
        ],
        misses: &[
            ("com.example.Service2.handleRequestById", "the parts are words"),
            ("libfoo-1.2.3-SNAPSHOT.20250101.jar", "a file"),
        ],
    },
    Rule {
        id: "cloud-terraform-token",
        kind: Kind::Secret,
        source: "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens",
        keywords: &[".atlasv1."],
        max_bytes: 120,
        hits: &[
            (
                concat!(
                    "login k7QzX2mR9fTbW4",
                    ".atlasv1.cHs8LpVd3NgYj5aKe6k7QzX2mR9fTbW4cHs8LpVd3NgYj5aKe6k7QzX2mR ok"
                ),
                "login <REDACTED:TERRAFORM_TOKEN> ok",
            ),
            (
                concat!(
                    "(k7QzX2mR9fTbW4",
                    ".atlasv1.cHs8LpVd3NgYj5aKe6k7QzX2mR9fTbW4cHs8LpVd3NgYj5aKe6k7QzX2mR)"
                ),
                "(<REDACTED:TERRAFORM_TOKEN>)",
            ),
        ],
        misses: &[
            ("k7QzX2mR9fTbW4.atlasv1.cHs8Lp", "the secret is too short"),
            ("docs.atlasv1.example.Test2.com", "no secret"),
        ],
    },
];

const COLON_RULES: &[Rule] = &[BOT, SHADOW];

const BOT: Rule = Rule {
    id: "chat-telegram-bot-token",
    kind: Kind::Secret,
    source: "https://core.telegram.org/bots/api#authorizing-your-bot",
    keywords: &[":AA"],
    max_bytes: 60,
    hits: &[
        (
            concat!("bot 8235471958", ":AAndhGGxe-O0ClmI_h2IqCj3mReV44lpyEi ok"),
            "bot <REDACTED:TELEGRAM_TOKEN> ok",
        ),
        (concat!("bot8235471958", ":AAndhGGxe-O0ClmI_h2IqCj3mReV44lpyEi"), "bot<REDACTED:TELEGRAM_TOKEN>"),
    ],
    misses: &[("12345678:AAbc", "too short"), ("at 10:11:12", "a time")],
};

const SHADOW: Rule = Rule {
    id: "password-hash-shadow",
    kind: Kind::Secret,
    source: "shadow(5); crypt(5), the traditional and the extended DES hash",
    keywords: &[":::"],
    max_bytes: 20,
    hits: &[
        (
            concat!("bo:ab01FAX", ".bQRSU:19000:0:99999:7:::"),
            "bo:<REDACTED:PASSWORD_HASH>:19000:0:99999:7:::",
        ),
        (
            concat!("cat /etc/shadow\nann:_J9..K0", "AyUubkChe1cdu:19000::::::\nend"),
            "cat /etc/shadow\nann:<REDACTED:PASSWORD_HASH>:19000::::::\nend",
        ),
    ],
    misses: &[
        ("bo:!:19000:0:99999:7:::", "a locked account"),
        ("a:alibabacenter:b:c:d:e:::", "no days"),
        ("std::io:::x", "a path"),
    ],
};

const TILDE_RULES: &[Rule] = &[
    Rule {
        id: "cloud-azure-client-secret",
        kind: Kind::Secret,
        source: "https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app",
        keywords: &["Q~"],
        max_bytes: 44,
        hits: &[
            (
                concat!("used k7Q8Q", "~zX2mR9fTbW4cHs8LpVd3NgYj5aKe6k7Qz ok"),
                "used <REDACTED:AZURE_SECRET> ok",
            ),
            (concat!("(k7Q8Q", "~zX2mR9fTbW4cHs8LpVd3NgYj5aKe6k7Qz)"), "(<REDACTED:AZURE_SECRET>)"),
        ],
        misses: &[("k7Q8Q~short", "too short"), ("Q~A about 5 Q~", "no secret")],
    },
    Rule {
        id: "cloud-openshift-token",
        kind: Kind::Secret,
        source: "https://docs.redhat.com/en/documentation/openshift_container_platform/4.18/html/authentication_and_authorization/index",
        keywords: &["sha256~"],
        max_bytes: 60,
        hits: &[
            (
                concat!("used sha256", "~zX2mR9fTbW4cHs8LpVd3NgYj5aKe6k7QzX2mR9fTbW4 ok"),
                "used <REDACTED:OPENSHIFT_TOKEN> ok",
            ),
            (
                concat!("(sha256", "~zX2mR9fTbW4cHs8LpVd3NgYj5aKe6k7QzX2mR9fTbW4)"),
                "(<REDACTED:OPENSHIFT_TOKEN>)",
            ),
        ],
        misses: &[("sha256~short", "too short"), ("sha256~ is a prefix", "nothing follows")],
    },
];

const HEXADECIMAL_RULES: &[Rule] = &[MAILCHIMP, DIGEST];

const MAILCHIMP: Rule = Rule {
    id: "mail-mailchimp-key",
    kind: Kind::Secret,
    source: "https://mailchimp.com/developer/marketing/guides/quick-start/#generate-your-api-key",
    keywords: &["-us"],
    max_bytes: 38,
    hits: &[
        (concat!("used 9f3c07b1e84d52a69f3c07b1e84d52a6", "-us12 ok"), "used <REDACTED:MAILCHIMP_KEY> ok"),
        (concat!("(9f3c07b1e84d52a69f3c07b1e84d52a6", "-us6)"), "(<REDACTED:MAILCHIMP_KEY>)"),
    ],
    misses: &[
        ("9f3c07b1e84d52a69f3c07b1e84d52a6", "a digest"),
        ("9f3c07b1e84d52a69f3c07b1e84d52a6-usage", "a name"),
    ],
};

fn find_dotted(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let bytes = token.of(text);
    let bytes =
        bytes.get(..bytes.iter().rposition(|&byte| byte != b'.').map_or(0, |at| at + 1)).unwrap_or_default();
    let mut parts = bytes.splitn(4, |&byte| byte == b'.');
    let [first, second, third] = [(); 3].map(|()| parts.next().unwrap_or_default());
    if parts.next().is_some() {
        return token.end;
    }
    // The first part of a Discord token is the user's number, encoded.
    let is_number = |part: &[u8]| base64::decode_prefix(part, 12).iter().all(u8::is_ascii_digit);
    let discord = (22..=30).contains(&first.len()) && (5..=7).contains(&second.len()) && third.len() >= 25;
    let marker = if discord && (is_number(first) || transitions(first) >= 4) && transitions(third) >= 4 {
        "DISCORD_TOKEN"
    } else if second == b"atlasv1" && third.len() >= 50 {
        "TERRAFORM_TOKEN"
    } else {
        return token.end;
    };
    findings.push(Finding::new(token.start, token.start + bytes.len(), Marker::Secret(marker)));
    token.end
}

fn find_at_colon(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if byte(text, token.end) == b':' {
        find_shadow(text, token, findings);
        return token.end;
    }
    find_bot(text, token, findings)
}

/// The most bytes of an account and its hash, and of the days before the empty fields.
const SHADOW_BYTES: usize = 96;

/// `name:hash:days:…` before the colons of the empty fields at the end of a line.
fn find_shadow(text: &[u8], token: Token, findings: &mut Vec<Finding>) {
    let end = run(text, token.start, SHADOW_BYTES, |byte| byte == b':');
    if !(3..=SHADOW_FIELDS).contains(&(end - token.start)) || byte(text, end).is_ascii_graphic() {
        return;
    }
    let line = line_start(text, token.start, SHADOW_BYTES);
    let start = run_back(text, token.start, token.start - line, |byte| byte.is_ascii_graphic());
    let mut fields = slice(text, start, token.start).split(|&byte| byte == b':');
    let [account, hash] = [(); 2].map(|()| fields.next().unwrap_or_default());
    let mut days = fields.clone();
    let is_day = |field: &[u8]| field.iter().all(u8::is_ascii_digit);
    let is_hash = hash.len() == 13 || hash.len() == 20 && hash.starts_with(b"_");
    let in_alphabet = |byte: &u8| byte.is_ascii_alphanumeric() || b"./_".contains(byte);
    if account.is_empty()
        || !is_hash
        || !hash.iter().all(in_alphabet)
        || days.next().is_none_or(<[u8]>::is_empty)
        || !fields.all(is_day)
    {
        return;
    }
    let hash_start = start + account.len() + 1;
    findings.push(Finding::new(hash_start, hash_start + hash.len(), Marker::Secret("PASSWORD_HASH")));
}

/// The most fields at the end of a line that are empty.
const SHADOW_FIELDS: usize = 8;

fn find_bot(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let rest = text.get(token.end..).unwrap_or_default();
    if !rest.starts_with(b"AA") {
        return token.end;
    }
    let before = text.get(token.start.saturating_sub(12)..token.start).unwrap_or_default();
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let length =
        rest.iter().take(48).take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    if !(8..=11).contains(&digits) || !(32..=40).contains(&length) {
        return token.end;
    }
    findings.push(Finding::new(token.start - digits, token.end + length, Marker::Secret("TELEGRAM_TOKEN")));
    token.end + length
}

fn find_tilde(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let before = text.get(token.start.saturating_sub(6)..token.start).unwrap_or_default();
    if !before.ends_with(b"sha256") && !before.ends_with(b"Q") {
        return token.end;
    }
    let rest = text.get(token.end..).unwrap_or_default();
    let length = rest
        .iter()
        .take(64)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.~".contains(byte))
        .count();
    let (prefix, marker) = if before == b"sha256" && length >= 40 {
        (6, "OPENSHIFT_TOKEN")
    } else if let [.., _, _, _, b'0'..=b'9', b'Q'] = before
        && (31..=36).contains(&length)
    {
        (5, "AZURE_SECRET")
    } else {
        return token.end;
    };
    findings.push(Finding::new(token.start - prefix, token.end + length, Marker::Secret(marker)));
    token.end + length
}

fn find_hexadecimal(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if let Some(hash) = digest(text, token.start, token.end) {
        findings.push(Finding::new(hash.start, hash.end, Marker::Secret("PASSWORD_HASH")));
        return hash.end;
    }
    let bytes = token.of(text);
    let Some((hex, suffix)) = bytes.split_at_checked(32) else { return token.end };
    let region = suffix.strip_prefix(b"-us").unwrap_or_default();
    let is_region = (1..=2).contains(&region.len()) && region.iter().all(u8::is_ascii_digit);
    let is_lower = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if is_region && hex.iter().all(is_lower) {
        findings.push(Finding::new(token.start, token.end, Marker::Secret("MAILCHIMP_KEY")));
    }
    token.end
}
