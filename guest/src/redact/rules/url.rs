//! Credentials in URLs: user-info, one-time parameters, web hooks.

use gobo_contract::Kind;

use super::issuer::credential_at;
use crate::redact::around::{previous, run_back, slice};
use crate::redact::class::DOT;
use crate::redact::finding::{Finding, Marker};
use crate::redact::name::secret_in_query;
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{is_placeholder, is_uuid, looks_random};

/// `scheme://user:password@host`.
pub(crate) const USER_INFO: Family =
    Family { rules: USER_INFO_RULES, trigger: Trigger::Pair(b":", b"/"), find: find_user_info, member: None };

/// `?code=…&state=…`: names that say secret in a query only.
pub(crate) const QUERY: Family =
    Family { rules: QUERY_RULES, trigger: Trigger::Byte(b"?&"), find: find_query, member: None };

/// `https://hooks.slack.com/services/…`: whoever has the address may post.
pub(crate) const WEB_HOOK: Family = Family {
    rules: WEB_HOOK_RULES,
    trigger: Trigger::Token(Shape { all: DOT, words: &[&["com", "org", "cn"]], min_bytes: 11, ..Shape::ANY }),
    find: find_web_hook,
    member: None,
};

const USER_INFO_RULES: &[Rule] = &[Rule {
    id: "url-user-info",
    kind: Kind::Secret,
    source: "RFC 3986 section 3.2.1",
    keywords: &["://"],
    max_bytes: AUTHORITY_BYTES,
    hits: &[
        (
            "to postgresql://app:p@ssW0rd@x9@db:5432/orders",
            "to postgresql://app:<REDACTED:PASSWORD>@db:5432/orders",
        ),
        ("redis://:5RAkmBxn5loa@cache/0 down", "redis://:<REDACTED:PASSWORD>@cache/0 down"),
        ("postgres://app:p@ss/w0rd@db/app", "postgres://app:<REDACTED:PASSWORD>@db/app"),
        (
            concat!("s3://AKI", "AQZ5HVXKVXK4RTJRT:Kq83nfaPz1@bucket"),
            "s3://<REDACTED:AWS_ACCESS_KEY>:<REDACTED:PASSWORD>@bucket",
        ),
        ("amqp://bo:Kq8|3<nf>a`@mq/v", "amqp://bo:<REDACTED:PASSWORD>@mq/v"),
        ("https://Kq83nfaPz1Lx92mQ:x-oauth-basic@web/a", "https://<REDACTED:TOKEN>:x-oauth-basic@web/a"),
        (
            concat!(
                "https://8ef812affe58e2f734fe",
                "aaefc5778d7a:e8cf9443f1a5c6bd24ea",
                "e10a902b8e2a@web/42"
            ),
            "https://<REDACTED:TOKEN>:<REDACTED:PASSWORD>@web/42",
        ),
        ("https://bo:Kq83nfa@web/a/@scope/b", "https://bo:<REDACTED:PASSWORD>@web/a/@scope/b"),
    ],
    misses: &[
        ("postgres://app:${PG_PASS}@db/app", "a reference"),
        ("ssh://git@example.test/team/app.git", "a user without a password"),
        (
            "https://<token>@example.test/a and https://bo:<password>@example.test/a",
            "what stands for a value",
        ),
        ("<http://web:8080|bo@example> said", "a port"),
    ],
}];

const QUERY_RULES: &[Rule] = &[Rule {
    id: "url-one-time-parameter",
    kind: Kind::Secret,
    source: "RFC 6749 sections 4.1.2 and 10.12; OpenID Connect Core 1.0 section 3.1.2",
    keywords: &["code=", "state=", "ticket="],
    max_bytes: 4_096,
    hits: &[
        (
            "GET /cb?code=wbXfdMncPhN8tphauX&state=VDA2hU2iSFml6aPk&scope=openid 302",
            "GET /cb?code=<REDACTED:CODE>&state=<REDACTED:CODE>&scope=openid 302",
        ),
        ("/maps?key=Jq8Zx2mR9fTbW4c", "/maps?key=<REDACTED:TOKEN>"),
        ("body: code=wbXfdMncPhN8tphauX&redirect_uri=x", "body: code=<REDACTED:CODE>&redirect_uri=x"),
    ],
    misses: &[("GET /items?code=500&state=open", "a status"), ("?key=user:42", "no secret has a colon")],
}];

const WEB_HOOK_RULES: &[Rule] = &[Rule {
    id: "web-hook",
    kind: Kind::Secret,
    source: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks; https://discord.com/developers/docs/resources/webhook; https://core.telegram.org/bots/api#authorizing-your-bot",
    keywords: &["hooks.slack.com", "discord.com/api/webhooks", "api.telegram.org/bot"],
    max_bytes: 256,
    hits: &[
        (
            concat!(
                "POST https://hooks.slack.com/serv",
                "ices/T0AB12CD3/B0EF45GH6/k3Jd82hsLqPz0aXvBn71mQwe 404"
            ),
            "POST https://hooks.slack.com/services/<REDACTED:WEBHOOK> 404",
        ),
        (
            concat!("https://discord.com/api/web", "hooks/123456789012345678/k3Jd82hsLqPz0aXvBn71mQwe ok"),
            "https://discord.com/api/webhooks/<REDACTED:WEBHOOK> ok",
        ),
    ],
    misses: &[
        ("see https://hooks.slack.com/docs", "no credential in the path"),
        ("https://discord.com/api/webhooks/", "an empty path"),
    ],
}];

/// The most bytes of an authority: user, password, host and port.
const AUTHORITY_BYTES: usize = 512;

/// Schemes whose paths may hold an `@`.
const WEB_SCHEMES: &[&[u8]] = &[b"http", b"https", b"ssh", b"git", b"file", b"ws", b"wss", b"s3"];

/// The most bytes between the first slash in a password and the `@` after it.
const SLASHED_BYTES: usize = 64;

fn find_user_info(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let rest = text.get(token.end..).unwrap_or_default();
    if !rest.starts_with(b"//") {
        return token.end;
    }
    let scheme = token.start.checked_sub(1).and_then(|before| text.get(before));
    if !scheme.is_some_and(u8::is_ascii_alphanumeric) {
        return token.end;
    }
    let start = token.end + 2;
    let before = text.get(token.start.saturating_sub(5)..token.start).unwrap_or_default();
    let is_web = WEB_SCHEMES.iter().any(|scheme| before.ends_with(scheme));
    let Some((colon, at_sign)) = user_info(rest.get(2..).unwrap_or_default(), is_web) else {
        return token.end;
    };
    let (from, to) = match colon {
        Some(colon) => (start + colon + 1, start + at_sign),
        None => (start, start + at_sign),
    };
    let secret = text.get(from..to).unwrap_or_default();
    let user = text.get(start..colon.map_or(to, |colon| start + colon)).unwrap_or_default();
    // A user alone is a token if it looks like one, and so is one beside a password that is none.
    let is_alone = colon.is_none() || NO_PASSWORDS.contains(&secret);
    if is_alone && looks_random(user, 16) {
        findings.push(Finding::new(start, start + user.len(), Marker::Secret("TOKEN")));
        return start + user.len();
    }
    if is_alone || is_placeholder(secret) {
        return token.end;
    }
    if let Some((end, marker)) = credential_at(text, start, &mut 1).filter(|(end, _)| *end < from) {
        findings.push(Finding::new(start, end, Marker::Secret(marker)));
    } else if user.len() == DSN_KEY_BYTES && user.iter().all(u8::is_ascii_hexdigit) {
        findings.push(Finding::new(start, start + user.len(), Marker::Secret("TOKEN")));
    }
    findings.push(Finding::new(from, to, Marker::Secret("PASSWORD")));
    to
}

/// The bytes of either key in the DSN of an error tracker.
const DSN_KEY_BYTES: usize = 32;

/// What stands in the place of a password where the user is a token.
const NO_PASSWORDS: &[&[u8]] = &[b"", b"x", b"X", b"x-oauth-basic"];

/// Where the first colon and the last `@` of the user-info are. A password may hold `@`, and, written carelessly, `/`
/// and `#` too: then the `@` after them counts if what stands before them is no host.
fn user_info(rest: &[u8], is_web: bool) -> Option<(Option<usize>, usize)> {
    let limit = rest.len().min(AUTHORITY_BYTES);
    let ends_url = |byte: &u8| byte.is_ascii_whitespace() || b"\"'<>`|\\".contains(byte);
    let ends = |byte: &u8| b"/?#".contains(byte) || ends_url(byte);
    let authority = rest.iter().take(limit).position(ends).unwrap_or(limit);
    if let Some(at_sign) = careless(rest.get(..limit)?, authority) {
        return Some((rest.iter().position(|&byte| byte == b':'), at_sign));
    }
    let slashed = rest.get(authority..limit.min(authority + SLASHED_BYTES))?;
    let is_end = |pair: &[u8]| pair == b"//" || pair.first().is_some_and(ends_url);
    let slashed = slashed.get(..slashed.windows(2).position(is_end).unwrap_or(slashed.len()))?;
    let length = authority;
    let authority = rest.get(..authority)?;
    let colon = authority.iter().position(|&byte| byte == b':');
    if let Some(at_sign) = authority.iter().rposition(|&byte| byte == b'@') {
        let colon = colon.filter(|colon| *colon < at_sign);
        // The path of a database holds no `@`: it is the password that holds `@` and `/`.
        let after = slashed.iter().position(|&byte| byte == b'@').filter(|_| colon.is_some() && !is_web);
        return Some((colon, after.map_or(at_sign, |after| length + after)));
    }
    let colon = colon?;
    let after = authority.get(colon + 1..)?;
    if after.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let at_sign = length + slashed.iter().position(|&byte| byte == b'@')?;
    Some((Some(colon), at_sign))
}

/// Where the `@` is after a password that holds signs that end URLs in a text: `bo:a|b<c@host`.
fn careless(rest: &[u8], end: usize) -> Option<usize> {
    matches!(rest.get(end), Some(b'<' | b'>' | b'|' | b'`')).then_some(())?;
    let colon = rest.get(..end)?.iter().position(|&byte| byte == b':')?;
    let password = rest.get(colon + 1..end)?;
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"/?#\"'\\".contains(byte);
    let word = rest.get(end..rest.len().min(end + SLASHED_BYTES))?;
    let word = word.get(..word.iter().position(ends).unwrap_or(word.len()))?;
    let at_sign = word.iter().rposition(|&byte| byte == b'@')?;
    let is_host = word.get(at_sign + 1).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'<');
    (is_host && !password.iter().all(u8::is_ascii_digit)).then_some(end + at_sign)
}

fn find_query(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let rest = text.get(token.end..).unwrap_or_default();
    if OAUTH.iter().any(|name| rest.starts_with(name)) {
        find_first(text, token, findings);
    }
    let name = rest.iter().take(16).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if rest.get(name) != Some(&b'=') {
        return token.end;
    }
    let Some(marker) = rest.get(..name).and_then(secret_in_query) else { return token.end };
    let start = token.end + name + 1;
    let value = text.get(start..).unwrap_or_default();
    let length =
        value.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"-._~%+/=".contains(byte)).count();
    let value = value.get(..length).unwrap_or_default();
    if is_uuid(value) || !looks_random(value, 8) {
        return token.end;
    }
    findings.push(Finding::new(start, start + length, Marker::Secret(marker)));
    start + length
}

/// Parameters that stand behind the first of a form.
const OAUTH: &[&[u8]] =
    &[b"state=", b"scope=", b"redirect_uri=", b"session_state=", b"client_id=", b"grant_type=", b"iss="];

/// The most bytes of the first parameter of a form.
const FIRST_BYTES: usize = 256;

/// The value of a form's first parameter, which no `?` stands before: `code=…&state=…`.
fn find_first(text: &[u8], token: Token, findings: &mut Vec<Finding>) {
    let in_value = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%+/=".contains(&byte);
    let start = run_back(text, token.start, FIRST_BYTES, in_value);
    let form = slice(text, start, token.start);
    let Some(name) = form.iter().position(|&byte| byte == b'=') else { return };
    let value = form.get(name + 1..).unwrap_or_default();
    if matches!(previous(text, start), b'?' | b'&') || is_uuid(value) || !looks_random(value, 8) {
        return;
    }
    if let Some(marker) = form.get(..name).and_then(secret_in_query) {
        findings.push(Finding::new(start + name + 1, token.start, Marker::Secret(marker)));
    }
}

/// Hosts and the beginning of the paths after which the credential stands.
const WEB_HOOKS: &[(&[u8], &[u8])] = &[
    (b"hooks.slack.com", b"/services/"),
    (b"hooks.slack.com", b"/workflows/"),
    (b"hooks.slack.com", b"/triggers/"),
    (b"discord.com", b"/api/webhooks/"),
    (b"discordapp.com", b"/api/webhooks/"),
    (b"api.telegram.org", b"/bot"),
    (b"webhook.office.com", b"/webhookb2/"),
    (b"outlook.office.com", b"/webhook/"),
    (b"oapi.dingtalk.com", b"/robot/send?access_token="),
    (b"qyapi.weixin.qq.com", b"/cgi-bin/webhook/send?key="),
    (b"open.feishu.cn", b"/open-apis/bot/v2/hook/"),
    (b"hooks.zapier.com", b"/hooks/catch/"),
    (b"maker.ifttt.com", b"/trigger/"),
    (b"chat.googleapis.com", b"/v1/spaces/"),
];

fn find_web_hook(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let host = token.of(text);
    let rest = text.get(token.end..).unwrap_or_default();
    for (name, path) in WEB_HOOKS {
        if host.ends_with(name) && rest.starts_with(path) {
            let start = token.end + path.len();
            let tail = rest.get(path.len()..).unwrap_or_default();
            let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"'<>`?&\\,;)]}".contains(byte);
            let mut length = tail.iter().take(256).position(ends).unwrap_or(tail.len().min(256));
            if *name == b"api.telegram.org" {
                length = tail.iter().take(length).position(|&byte| byte == b'/').unwrap_or(length);
            }
            if length >= 16
                && tail.get(..length).is_some_and(|path| {
                    path.iter().any(u8::is_ascii_digit) && !path.starts_with(b"<REDACTED:")
                })
            {
                findings.push(Finding::new(start, start + length, Marker::Secret("WEBHOOK")));
                return start + length;
            }
        }
    }
    token.end
}
