//! Credentials that are passed to a function by their place: `HTTPBasicAuth('user', '…')`.

use gobo_contract::Kind;

use crate::redact::around::byte;
use crate::redact::class::UPPER;
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_placeholder, value_at};

pub(crate) const FAMILY: Family = Family {
    rules: RULES,
    trigger: Trigger::Token(Shape { all: UPPER, words: &[FUNCTIONS], min_bytes: 9, ..Shape::ANY }),
    find,
    member: None,
};

const RULES: &[Rule] = &[Rule {
    id: "call-argument",
    kind: Kind::Secret,
    source: "the documentation of System.Net, Apache HttpClient, Requests and net/http",
    keywords: &["Credential(", "BasicAuth("],
    max_bytes: 512,
    hits: &[
        (
            "new NetworkCredential(\"bo\", \"otter\")",
            "new NetworkCredential(\"bo\", \"<REDACTED:PASSWORD>\")",
        ),
        ("auth=HTTPBasicAuth('bo', 'Kq83nfa')", "auth=HTTPBasicAuth('bo', '<REDACTED:PASSWORD>')"),
        ("BasicAuth(, \"apiKey\": \"Kq83nfaPz1\")", "BasicAuth(, \"apiKey\": \"<REDACTED:API_KEY>\")"),
        ("req.SetBasicAuth(user, \"Kq83nfa\")", "req.SetBasicAuth(user, \"<REDACTED:PASSWORD>\")"),
    ],
    misses: &[
        ("HTTPBasicAuth(user, password)", "names of variables"),
        ("PSCredential is not set", "no call"),
        ("BasicAuth(user, \"realm\": \"shop\")", "a name"),
    ],
}];

/// Functions whose second argument is a password.
const FUNCTIONS: &[&str] = &[
    "PSCredential",
    "NetworkCredential",
    "UsernamePasswordCredential",
    "UsernamePasswordCredentials",
    "HTTPBasicAuth",
    "HTTPDigestAuth",
    "SetBasicAuth",
    "setBasicAuth",
    "BasicAuth",
];

/// The most bytes of the first argument.
const ACCOUNT_BYTES: usize = 64;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let name = token.of(text);
    let name = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let rest = text.get(token.end..).unwrap_or_default();
    if rest.first() != Some(&b'(') || !FUNCTIONS.iter().any(|function| function.as_bytes() == name) {
        return token.end;
    }
    let look = rest.get(..rest.len().min(ACCOUNT_BYTES)).unwrap_or_default();
    let Some(comma) = look.iter().position(|byte| matches!(byte, b',' | b'\n' | b')')) else {
        return token.end;
    };
    let blanks = look.iter().skip(comma + 1).take_while(|byte| **byte == b' ').count();
    let start = token.end + comma + 1 + blanks;
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.@$-\\\"' (".contains(byte);
    let is_account = look.get(comma) == Some(&b',') && comma > 1 && look.iter().take(comma).all(is_plain);
    // What a colon follows is a name.
    let is_last = |value: &Value| value.quoted && byte(text, value.end + 1) != b':';
    let value = value_at(text, start).filter(|value| is_account && is_last(value));
    let Some(value) = value.filter(|value| !is_placeholder(value.of(text))) else { return token.end };
    findings.push(Finding::new(value.start, value.end, Marker::Secret("PASSWORD")));
    value.end
}
