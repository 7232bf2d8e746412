//! Lines of a cookie jar: domain, flag, path, flag, expiry, name and value with tabs between.

use gobo_contract::Kind;

use crate::redact::around::{byte, run, slice};
use crate::redact::class::{DIGIT, DOT, HYPHEN, LOWER, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Before, Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::is_placeholder;

/// Called at the flags of a line.
pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape {
        all: UPPER,
        none: LOWER | DIGIT | DOT | HYPHEN | UNDERSCORE,
        first: b"TF",
        words: &[&["true", "false"]],
        before: Before::Nothing,
        min_bytes: 4,
        ..Shape::ANY
    }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "cookie-jar",
    kind: Kind::Secret,
    source: "https://curl.se/docs/http-cookies.html",
    keywords: &["TRUE", "FALSE"],
    max_bytes: 4_096,
    hits: &[
        (
            "#HttpOnly_shop.test\tFALSE\t/\tTRUE\t1790000000\tsid\tk7QzX2mR9fTbW4",
            "#HttpOnly_shop.test\tFALSE\t/\tTRUE\t1790000000\tsid\t<REDACTED:COOKIE>",
        ),
        (
            ".shop.test\tTRUE\t/cart\tFALSE\t0\tauth\tk7QzX2mR9fTbW4\nnext",
            ".shop.test\tTRUE\t/cart\tFALSE\t0\tauth\t<REDACTED:COOKIE>\nnext",
        ),
    ],
    misses: &[
        (".shop.test\tTRUE\t/\tFALSE\t0\tlang\ten", "a setting"),
        ("cached\tTRUE\t/var/lib\tFALSE\tyes", "another table"),
    ],
}];

/// The most bytes of a field before the value.
const FIELD_BYTES: usize = 256;

/// The least bytes of a value that is more than a setting.
const VALUE_BYTES: usize = 8;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if !matches!(token.of(text), b"TRUE" | b"FALSE") {
        return token.end;
    }
    let Some(start) = value(text, token.end) else { return token.end };
    let length = slice(text, start, text.len())
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\\'))
        .unwrap_or(text.len() - start);
    let end = start + length;
    if length < VALUE_BYTES || is_placeholder(slice(text, start, end)) {
        return token.end;
    }
    findings.push(Finding::new(start, end, Marker::Secret("COOKIE")));
    end
}

/// Where the value begins after the flag before `at`: a path, a flag, a time, a name.
fn value(text: &[u8], at: usize) -> Option<usize> {
    let field = |at: usize| {
        let start = at + 1;
        let end = run(text, start, FIELD_BYTES, |byte| !matches!(byte, b'\t' | b'\n' | b' '));
        (byte(text, at) == b'\t' && byte(text, end) == b'\t').then(|| (slice(text, start, end), end))
    };
    let (path, at) = field(at).filter(|(path, _)| path.starts_with(b"/"))?;
    let (flag, at) = field(at).filter(|(flag, _)| matches!(*flag, b"TRUE" | b"FALSE"))?;
    let (time, at) = field(at).filter(|(time, _)| time.iter().all(u8::is_ascii_digit))?;
    let (name, at) = field(at)?;
    [path, flag, time, name].iter().all(|field| !field.is_empty()).then_some(at + 1)
}
