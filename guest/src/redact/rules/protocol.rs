//! Commands of text protocols that carry a secret: `PASS …`, `AUTH …`, `LOGIN user …`, and `AUTH LOGIN`'s answers.

use gobo_contract::Kind;

use super::is_glued;
use crate::redact::class::{DIGIT, DOT, HEX, HYPHEN, LOWER, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_placeholder, is_word, looks_chosen, value_at};

pub(crate) const COMMAND: Family = Family {
    rules: COMMAND_RULES,
    trigger: Trigger::Token(Shape {
        all: UPPER,
        none: HEX | LOWER | DIGIT | DOT | HYPHEN | UNDERSCORE,
        first: b"PAL",
        words: &[&["PASS", "AUTH", "LOGIN"]],
        whole: true,
        min_bytes: 4,
        ..Shape::ANY
    }),
    find: find_command,
    member: None,
};

/// The server's prompt, in base64.
pub(crate) const PROMPT: Family = Family {
    rules: PROMPT_RULES,
    trigger: Trigger::Token(Shape {
        all: UPPER | LOWER | DIGIT,
        none: DOT | HYPHEN | UNDERSCORE,
        first: b"U",
        min_bytes: 12,
        ..Shape::ANY
    }),
    find: find_prompt,
    member: None,
};

const COMMAND_RULES: &[Rule] = &[Rule {
    id: "protocol-command",
    kind: Kind::Secret,
    source: "RFC 959 section 4.1.1, RFC 1939 section 7, RFC 9051 section 6.2.3, RFC 4954; https://redis.io/docs/latest/commands/auth/",
    keywords: &["PASS", "AUTH", "LOGIN"],
    max_bytes: 512,
    hits: &[
        ("USER bo\nPASS otter", "USER bo\nPASS <REDACTED:PASSWORD>"),
        ("---> PASS otter", "---> PASS <REDACTED:PASSWORD>"),
        ("PASS Kq83nfa", "PASS <REDACTED:PASSWORD>"),
        ("redis> AUTH default Kq83nfa", "redis> AUTH default <REDACTED:PASSWORD>"),
        ("\"AUTH\" \"Kq83nfa\"", "\"AUTH\" \"<REDACTED:PASSWORD>\""),
        ("a001 LOGIN bo \"Kq83 nfa\"", "a001 LOGIN bo \"<REDACTED:PASSWORD>\""),
        (">>> AUTH PLAIN AGJvAEtxODNuZmE=", ">>> AUTH PLAIN <REDACTED:PASSWORD>"),
        ("AUTH LOGIN\nYm9i\nSzEydmx4", "AUTH LOGIN\n<REDACTED:ENCODED>\n<REDACTED:ENCODED>"),
    ],
    misses: &[
        ("PASS test_login", "a test"),
        ("PASS  src/app2.test.js", "a test"),
        ("AUTH failed for user", "prose"),
        ("250-AUTH LOGIN PLAIN", "what a server knows"),
        ("LOGIN bo failed", "no tag"),
    ],
}];

const PROMPT_RULES: &[Rule] = &[Rule {
    id: "protocol-prompt",
    kind: Kind::Secret,
    source: "draft-murchison-sasl-login",
    keywords: &["UGFzc3dvcmQ6"],
    max_bytes: 512,
    hits: &[
        ("334 UGFzc3dvcmQ6\nSzEydmx4", "334 UGFzc3dvcmQ6\n<REDACTED:ENCODED>"),
        ("S: 334 UGFzc3dvcmQ6\nC: SzEydmx4", "S: 334 UGFzc3dvcmQ6\nC: <REDACTED:ENCODED>"),
    ],
    misses: &[("334 UGFzc3dvcmQ6", "no answer"), ("334 UGFzc3dvcmQ6\n535 failed", "a refusal")],
}];

/// The most bytes before a command in its line: a tag, or what a client prints.
const PREFIX_BYTES: usize = 12;

/// The most bytes before a command in which the one before it is looked for.
const BEFORE_BYTES: usize = 64;

/// Ways to authenticate that SMTP and IMAP name after `AUTH`.
const MECHANISMS: &[&[u8]] = &[
    b"LOGIN",
    b"PLAIN",
    b"CRAM-MD5",
    b"DIGEST-MD5",
    b"XOAUTH2",
    b"OAUTHBEARER",
    b"GSSAPI",
    b"NTLM",
    b"EXTERNAL",
    b"ANONYMOUS",
    b"TLS",
    b"SSL",
];

fn find_command(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let from = token.start.saturating_sub(PREFIX_BYTES);
    let before = text.get(from..token.start).unwrap_or_default();
    let line = before.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_whole = from == 0 || line.len() < before.len();
    // A prompt ends like a marker does.
    let is_prompted = line.ends_with(b"> ") && !is_glued(text, token.start - 1, token.start - 1);
    let is_sent = is_prompted || line == b"C: " || line.ends_with(b"\"");
    if !is_sent && !is_whole {
        return token.end;
    }
    let first = argument(text, token.end);
    let second = first.and_then(|first| argument(text, first.end + usize::from(first.quoted)));
    let secret = match (token.of(text), first, second) {
        (b"PASS" | b"AUTH", ..) if !is_sent && !line.is_empty() => None,
        (b"PASS", Some(password), None) => {
            let above = text.get(token.start.saturating_sub(BEFORE_BYTES)..token.start).unwrap_or_default();
            let follows = above.windows(5).any(|bytes| bytes == b"USER ");
            let bytes = password.of(text);
            let is_password = looks_chosen(bytes) && !bytes.iter().any(|byte| b"_/.".contains(byte));
            Some(password).filter(|_| is_sent || follows || line.is_empty() && is_password)
        }
        (b"AUTH", Some(mechanism), None) if mechanism.of(text) == b"LOGIN" => {
            return hide_lines(text, mechanism.end, 2, findings);
        }
        (b"AUTH", Some(mechanism), Some(response)) if mechanism.of(text) == b"PLAIN" => Some(response),
        (b"AUTH", Some(first), second) => {
            let password = second.unwrap_or(first);
            let is_command = is_sent || line.is_empty();
            let is_password = !is_word(password.of(text)) || is_sent && second.is_none();
            let is_mechanism = MECHANISMS.iter().any(|known| first.of(text).eq_ignore_ascii_case(known));
            Some(password).filter(|_| is_command && is_password && !is_mechanism)
        }
        (b"LOGIN", Some(_), Some(password)) => {
            let tag = line.trim_ascii_end();
            let is_tag =
                tag.last().is_some_and(u8::is_ascii_digit) && tag.iter().all(u8::is_ascii_alphanumeric);
            Some(password).filter(|_| is_tag)
        }
        _ => None,
    };
    let Some(value) = secret.filter(|value| ends_line(text, *value) && !is_placeholder(value.of(text)))
    else {
        return token.end;
    };
    findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
    value.end
}

/// The argument after `at`, in the same line.
fn argument(text: &[u8], at: usize) -> Option<Value> {
    let rest = text.get(at..)?;
    let quote = usize::from(rest.first() == Some(&b'"'));
    let blanks = rest.iter().skip(quote).take(4).take_while(|byte| **byte == b' ').count();
    if blanks == 0 { None } else { value_at(text, at + quote + blanks) }
}

fn ends_line(text: &[u8], value: Value) -> bool {
    let rest = text.get(value.end + usize::from(value.quoted)..).unwrap_or_default();
    matches!(rest.first(), None | Some(b'\n' | b'\r'))
}

fn find_prompt(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if token.of(text) == b"UGFzc3dvcmQ6" { hide_lines(text, token.end, 1, findings) } else { token.end }
}

/// Hides the next lines that are nothing but base64. Lines of the server, which begin with its code, stand between.
fn hide_lines(text: &[u8], at: usize, most: usize, findings: &mut Vec<Finding>) -> usize {
    let mut end = at;
    let mut hidden = 0;
    let look = text.get(at..text.len().min(at + 512)).unwrap_or_default();
    let mut start = at;
    for line in look.split_inclusive(|&byte| byte == b'\n') {
        let from = usize::from(line.starts_with(b"C: ")) * 3;
        let answer = line.get(from..).unwrap_or_default().trim_ascii_end();
        let is_prompt = answer.starts_with(b"334 ") || answer.starts_with(b"S: ") || answer.is_empty();
        let is_base64 = answer.len() >= 4
            && answer.len() % 4 == 0
            && answer.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte));
        if is_base64 && hidden < most {
            findings.push(Finding::new(start + from, start + from + answer.len(), Marker::Secret("ENCODED")));
            hidden += 1;
            end = start + from + answer.len();
        } else if !is_prompt {
            break;
        }
        start += line.len();
    }
    end
}
