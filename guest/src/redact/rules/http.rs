//! Credentials in HTTP headers: `Authorization`, `Cookie`, and schemes that stand alone.

use gobo_contract::Kind;

use super::between::and_between;
use crate::redact::around::{byte, stands, stands_folded};
use crate::redact::base64;
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::{LOOK_BYTES, begins_random, is_placeholder, is_word, looks_random, transitions};

pub(crate) const AUTHORIZATION: Family = Family {
    rules: AUTHORIZATION_RULES,
    trigger: Trigger::Token(Shape { words: &[&["authorization"]], min_bytes: 13, ..Shape::ANY }),
    find: |text, token, findings| and_between(find_authorization, text, token, findings),
    member: Some(member),
};

pub(crate) const SCHEME: Family = Family {
    rules: SCHEME_RULES,
    trigger: Trigger::Token(Shape {
        words: &[&["bearer", "basic", "negotiate", "ntlm"]],
        min_bytes: 4,
        ..Shape::ANY
    }),
    find: find_scheme,
    member: None,
};

pub(crate) const COOKIE: Family = Family {
    rules: COOKIE_RULES,
    trigger: Trigger::Token(Shape {
        words: &[&["cookie", "cookies", "cookie2"]],
        min_bytes: 6,
        ..Shape::ANY
    }),
    find: find_cookie,
    member: Some(cookie_member),
};

const HEADER_BYTES: usize = 8_192;

const AUTHORIZATION_RULES: &[Rule] = &[Rule {
    id: "http-authorization",
    kind: Kind::Secret,
    source: "RFC 9110 section 11.6.2; RFC 7616 section 3.4 for Digest",
    keywords: &["authorization"],
    max_bytes: HEADER_BYTES,
    hits: &[
        (
            "Authorization: Bearer lm-A8f3Kq0Z:Suffix77 => 401",
            "Authorization: Bearer <REDACTED:TOKEN> => 401",
        ),
        ("proxy-authorization: Basic Zm9vOmJhcg== sent", "proxy-authorization: Basic <REDACTED:TOKEN> sent"),
        (
            "Authorization: Digest username=\"bo\", realm=\"files\", nonce=\"f27465c0b8b3\", response=\"852c4aae54b6\"",
            "Authorization: Digest username=\"bo\", realm=\"files\", nonce=\"<REDACTED:DIGEST>\", response=\"<REDACTED:DIGEST>\"",
        ),
        (
            "Authorization: Hawk id=\"ops\", nonce=\"j4h3g2\", mac=\"xB7jaSXbdsb08+jEg=\" -> 401",
            "Authorization: Hawk id=\"ops\", nonce=\"j4h3g2\", mac=\"<REDACTED:SIGNATURE>\" -> 401",
        ),
        (
            "Authorization: SharedKey store7:xB7jaSXbdsbIL08+jEgACYGx= sent",
            "Authorization: SharedKey store7:<REDACTED:SIGNATURE> sent",
        ),
        (
            "Authorization: VC1-HMAC-SHA256 xB7jaSXbdsbIL08=",
            "Authorization: VC1-HMAC-SHA256 <REDACTED:TOKEN>",
        ),
        ("Authorization: VC1-HMAC xB7jaSXbdsbIL08={x} ok", "Authorization: VC1-HMAC <REDACTED:TOKEN>} ok"),
    ],
    misses: &[
        ("Authorization: Bearer {token}", "a slot of a template"),
        ("Authorization: Hawk id=\"ops\", ts=\"1771000000\"", "nothing is proved"),
        ("authorization mode=Node,RBAC enabled", "no header"),
        ("authorization: failed for user", "prose"),
    ],
}];

const SCHEME_RULES: &[Rule] = &[Rule {
    id: "http-scheme",
    kind: Kind::Secret,
    source: "RFC 6750 section 2.1, RFC 7617 section 2",
    keywords: &["bearer", "basic"],
    max_bytes: HEADER_BYTES,
    hits: &[
        ("sent bearer k7QzX2mR9fTbW4cHs8Lp twice", "sent bearer <REDACTED:TOKEN> twice"),
        ("sent Basic b2xjbnU6RkM4RGNvemdBNWhO twice", "sent Basic <REDACTED:TOKEN> twice"),
        (
            "Authorization: Bearer\n  k7QzX2mR9fTbW4cHs8Lp\nok",
            "Authorization: Bearer\n  <REDACTED:TOKEN>\nok",
        ),
    ],
    misses: &[
        ("bearer authentication failed", "a word follows"),
        ("Basic dashboard2 loaded", "no pair is encoded in it"),
    ],
}];

const COOKIE_RULES: &[Rule] = &[Rule {
    id: "http-cookie",
    kind: Kind::Secret,
    source: "RFC 6265 sections 4.1 and 4.2",
    keywords: &["cookie"],
    max_bytes: HEADER_BYTES,
    hits: &[
        ("Cookie: visits=3; auth=k7QzX2mR9fTbW4", "Cookie: visits=3; auth=<REDACTED:COOKIE>"),
        (
            "cookies: [sid=k7QzX2mR9fTbW4, lang=en, .ASPXAUTH=436E4C846990D7C7], status=302",
            "cookies: [sid=<REDACTED:COOKIE>, lang=en, .ASPXAUTH=<REDACTED:COOKIE>], status=302",
        ),
        ("cookie: sid=k7QzX2mR9fTbW4, status=200", "cookie: sid=<REDACTED:COOKIE>, status=200"),
        ("cookies={sid=k7QzX2mR9fTbW4} ok", "cookies={sid=<REDACTED:COOKIE>} ok"),
        (
            "Set-Cookie: u=k7QzX2mR9fTbW4; Path=/; HttpOnly; SameSite=Lax",
            "Set-Cookie: u=<REDACTED:COOKIE>; Path=/; HttpOnly; SameSite=Lax",
        ),
    ],
    misses: &[("cookie policy=strict", "no header"), ("Cookie: lang=en; theme=dark", "settings")],
}];

/// Where the value of a header starts: after its name, a quote that closes the name, a separator, and one that opens
/// the value.
fn header_value(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let close = rest.iter().take(4).take_while(|byte| b"\\\"'`]".contains(byte)).count();
    let space = rest.iter().skip(close).take(8).take_while(|byte| **byte == b' ').count();
    let separator = close + space;
    let separators = rest.iter().skip(separator).take(2).take_while(|byte| b":=>,".contains(byte)).count();
    if separators == 0 || rest.get(separator) == Some(&b'>') {
        return None;
    }
    let open = separator + separators;
    let gap = rest.iter().skip(open).take(8).take_while(|byte| b" \\\"'`[".contains(byte)).count();
    Some(at + open + gap)
}

/// The bytes of a credential: up to white space, a quote, or what separates parameters.
fn credential_length(rest: &[u8]) -> usize {
    let ends = |byte: &u8| {
        byte.is_ascii_whitespace() || byte.is_ascii_control() || b"\"'`\\<>,;)]}|&".contains(byte)
    };
    rest.iter().position(ends).unwrap_or(rest.len())
}

/// The gap between scheme and credential: spaces, also as `%20` or `+`.
fn scheme_gap(rest: &[u8]) -> usize {
    let spaces = rest.iter().take(8).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match rest {
        _ if spaces > 0 => spaces,
        [b'%', b'2', b'0', ..] => 3,
        [b'+', ..] => 1,
        _ => 0,
    }
}

/// The gap between scheme and credential if that stands alone in the next line.
fn below_gap(rest: &[u8]) -> Option<usize> {
    let blanks = |at: usize| rest.iter().skip(at).take(16).take_while(|byte| b" \t\r".contains(byte)).count();
    let line = blanks(0);
    (rest.get(line) == Some(&b'\n')).then_some(())?;
    let gap = line + 1 + blanks(line + 1);
    let end = gap + credential_length(rest.get(gap..)?);
    matches!(rest.get(end), None | Some(b'\r' | b'\n')).then_some(gap)
}

fn find_authorization(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let name = token.of(text);
    let tail = name.get(name.len().saturating_sub(13)..).unwrap_or_default();
    if !tail.eq_ignore_ascii_case(b"authorization") {
        return token.end;
    }
    let Some(at) = header_value(text, token.end) else { return token.end };
    let rest = text.get(at..).unwrap_or_default();
    let scheme =
        rest.iter().take(32).take_while(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte)).count();
    let gap = scheme_gap(rest.get(scheme..).unwrap_or_default());
    let word = rest.get(..scheme).unwrap_or_default();
    if gap > 0 && (is_word(word) || word.first().is_some_and(u8::is_ascii_alphabetic) && word.contains(&b'-'))
    {
        let start = at + scheme + gap;
        let credential = text.get(start..).unwrap_or_default();
        if word.eq_ignore_ascii_case(b"digest") {
            return parameters(text, start, DIGEST_PROOFS, "DIGEST", findings);
        }
        if has_parameters(credential) {
            return parameters(text, start, PROOFS, "SIGNATURE", findings);
        }
        if let Some(proof) = proof_of_pair(credential) {
            let (from, to) = (start + proof.start, start + proof.end);
            findings.push(Finding::new(from, to, Marker::Secret("SIGNATURE")));
            return token.end;
        }
        let length = credential_length(credential);
        let value = credential.get(..length).unwrap_or_default();
        let known = SCHEMES.iter().any(|scheme| word.eq_ignore_ascii_case(scheme));
        // `{token}`: the brace that closes is part of it.
        let whole = credential.get(..length + usize::from(value.starts_with(b"{"))).unwrap_or(value);
        let is_secret = !is_placeholder(whole)
            && (known && length >= 4 && !is_word(value) || begins_random(value, 12) || known && length >= 16);
        if is_secret {
            findings.push(Finding::new(start, start + length, Marker::Secret("TOKEN")));
            return start + length;
        }
        return token.end;
    }
    let length = credential_length(rest);
    let value = rest.get(..length).unwrap_or_default();
    if begins_random(value, 12) && !is_placeholder(value) {
        findings.push(Finding::new(at, at + length, Marker::Secret("TOKEN")));
        return at + length;
    }
    token.end
}

const SCHEMES: &[&[u8]] = &[
    b"bearer",
    b"basic",
    b"token",
    b"apikey",
    b"api-key",
    b"key",
    b"negotiate",
    b"ntlm",
    b"jwt",
    b"dpop",
    b"splunk",
    b"sso-key",
    b"genie-key",
    b"privatetoken",
    b"sharedaccesssignature",
    b"hmac",
    b"oauth",
    b"bot",
];

/// The parameters of Digest that prove a password.
const DIGEST_PROOFS: &[&[u8]] = &[b"nonce", b"cnonce", b"response", b"opaque"];

/// Those of Hawk, MAC, OAuth 1, HTTP signatures and the schemes of clouds.
const PROOFS: &[&[u8]] = &[
    b"mac",
    b"signature",
    b"oauth_signature",
    b"oauth_token",
    b"token",
    b"access_token",
    b"client_token",
    b"sig",
    b"auth",
    b"response",
    b"apikey",
    b"api_key",
];

/// Whether a credential begins with a parameter: `id="…"`, `Credential=…`, unlike the padding of base64.
fn has_parameters(credential: &[u8]) -> bool {
    let name = credential
        .iter()
        .take(24)
        .take_while(|byte| byte.is_ascii_alphabetic() || b"_-".contains(byte))
        .count();
    let value =
        credential.get(name + 1).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"\"\\'/".contains(byte));
    name > 0 && credential.get(name) == Some(&b'=') && value
}

/// The signature in `account:signature`, as the schemes of storage services have it.
fn proof_of_pair(credential: &[u8]) -> Option<std::ops::Range<usize>> {
    let account = credential
        .iter()
        .take(LOOK_BYTES)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(byte))
        .count();
    (account > 0 && credential.get(account) == Some(&b':')).then_some(())?;
    let proof = credential.get(account + 1..)?;
    let length =
        proof.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+/=_-".contains(byte)).count();
    let is_proof = looks_random(proof.get(..length)?, 20);
    is_proof.then_some(account + 1..account + 1 + length)
}

/// Adds the parameters that are proofs. Returns where the last one ends.
fn parameters(
    text: &[u8],
    start: usize,
    proofs: &[&[u8]],
    marker: &'static str,
    findings: &mut Vec<Finding>,
) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    // Up to the next header: each reads its own parameters.
    let look = rest.get(..rest.len().min(1_024)).unwrap_or_default();
    let ends = |at: usize| match byte(look, at) {
        b'\n' => true,
        b':' => byte(look, at + 1) == b' ',
        b'a' | b'A' if stands_folded(look, at, b"authorization") => {
            header_value(look, at + b"authorization".len()).is_some()
        }
        _ => false,
    };
    let line = (0..look.len()).find(|at| ends(*at)).unwrap_or(look.len());
    let mut at = start;
    let mut end = start;
    for parameter in rest.get(..line).unwrap_or_default().split(|byte| b",;&".contains(byte)) {
        let name = parameter.trim_ascii_start();
        let name_length =
            name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let is_proof = name
            .get(..name_length)
            .is_some_and(|name| proofs.iter().any(|proof| name.eq_ignore_ascii_case(proof)));
        if is_proof && name.get(name_length) == Some(&b'=') {
            let value = at + (parameter.len() - name.len()) + name_length + 1;
            let quoted = text.get(value..).unwrap_or_default();
            let open = quoted.iter().take(4).take_while(|byte| b"\\\"'".contains(byte)).count();
            let length = credential_length(quoted.get(open..).unwrap_or_default());
            let bytes = quoted.get(open..open + length).unwrap_or_default();
            if length >= 6 && !is_placeholder(bytes) {
                findings.push(Finding::new(value + open, value + open + length, Marker::Secret(marker)));
                end = value + open + length;
            }
        }
        at += parameter.len() + 1;
    }
    end
}

fn find_scheme(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let scheme = token.of(text);
    let is_bearer = scheme.eq_ignore_ascii_case(b"bearer");
    let is_basic = scheme.eq_ignore_ascii_case(b"basic");
    if !is_bearer
        && !is_basic
        && !scheme.eq_ignore_ascii_case(b"negotiate")
        && !scheme.eq_ignore_ascii_case(b"ntlm")
    {
        return token.end;
    }
    let rest = text.get(token.end..).unwrap_or_default();
    let gap = below_gap(rest).unwrap_or_else(|| scheme_gap(rest));
    let colon = usize::from(gap == 0 && matches!(text.get(token.end), Some(b':' | b',')));
    if gap + colon == 0 {
        return token.end;
    }
    let start =
        token.end + gap + colon + scheme_gap(text.get(token.end + colon..).unwrap_or_default()).min(colon);
    let credential = text.get(start..).unwrap_or_default();
    let length = credential_length(credential);
    let value = credential.get(..length).unwrap_or_default();
    let is_secret = if is_basic {
        let decoded = base64::decode_prefix(value, 96);
        length >= 8 && decoded.contains(&b':') && decoded.iter().all(|byte| matches!(byte, b' '..=b'~'))
    } else {
        length >= 12 && begins_random(value, 12)
    };
    if !is_secret || is_placeholder(value) {
        return token.end;
    }
    findings.push(Finding::new(start, start + length, Marker::Secret("TOKEN")));
    start + length
}

fn find_cookie(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let name = token.of(text);
    let tail = |word: &[u8]| {
        name.len() >= word.len()
            && name.get(name.len() - word.len()..).is_some_and(|tail| tail.eq_ignore_ascii_case(word))
    };
    if !tail(b"cookie") && !tail(b"cookies") && !tail(b"cookie2") {
        return token.end;
    }
    let Some(start) = header_value(text, token.end) else { return token.end };
    let is_repeated = |at: usize| stands(text, at, name) && byte(text, at + name.len()) == b'=';
    // The last of many reads what stands behind them all.
    if is_repeated(start) && is_repeated(start + name.len() + 1) {
        return token.end;
    }
    let opens = |at: usize| text.get(at).is_some_and(|byte| b"[{(".contains(byte));
    let is_list = opens(start) || start.checked_sub(1).is_some_and(opens);
    let mut at = start + usize::from(opens(start));
    let mut end = token.end;
    while let Some((from, next)) = cookie_value(text, at) {
        let rest = text.get(from..).unwrap_or_default();
        let ends = |byte: &u8| {
            byte.is_ascii_whitespace() || b";\"'`\\<>".contains(byte) || is_list && b",]})".contains(byte)
        };
        let look = rest.iter().take(LOOK_BYTES).position(ends).unwrap_or(rest.len().min(LOOK_BYTES));
        let mut length = look;
        if is_cookie_secret(rest.get(..look).unwrap_or_default()) {
            length = rest.iter().position(ends).unwrap_or(rest.len());
            length -= usize::from(rest.get(length - 1) == Some(&b','));
            findings.push(Finding::new(from, from + length, Marker::Secret("COOKIE")));
            end = from + length;
        }
        let quote = usize::from(next && rest.get(length) == Some(&b'"'));
        match rest.get(length + quote) {
            Some(b';') => at = from + length + quote + 1,
            Some(b',') if is_list => at = from + length + quote + 1,
            _ => break,
        }
    }
    end
}

/// Where the value of the cookie at `at` begins, and whether in quotes.
fn cookie_value(text: &[u8], at: usize) -> Option<(usize, bool)> {
    let rest = text.get(at..)?;
    let space = rest.iter().take(4).take_while(|byte| **byte == b' ').count();
    let name = rest.get(space..)?;
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-%$!#*+^~|".contains(byte);
    let length = name.iter().take(LOOK_BYTES).take_while(is_name).count();
    // Attributes without a value: `HttpOnly; Secure`.
    if length > 0 && name.get(length) == Some(&b';') {
        return cookie_value(text, at + space + length + 1);
    }
    (length > 0 && name.get(length) == Some(&b'=')).then_some(())?;
    let quoted = name.get(length + 1) == Some(&b'"');
    Some((at + space + length + 1 + usize::from(quoted), quoted))
}

/// Whether the value of a cookie is more than a setting or a counter.
fn is_cookie_secret(value: &[u8]) -> bool {
    value.len() >= 8
        && !is_placeholder(value)
        && !is_word(value)
        && (transitions(value) >= 2 || value.iter().all(u8::is_ascii_hexdigit) && value.len() >= 16)
}

fn member(key: &[u8], value: &[u8]) -> Option<Marker> {
    let tail = key.get(key.len().checked_sub(13)?..)?;
    let is_secret = tail.eq_ignore_ascii_case(b"authorization")
        && value.len() >= 8
        && !is_word(value)
        && !is_placeholder(value);
    is_secret.then_some(Marker::Secret("TOKEN"))
}

fn cookie_member(key: &[u8], value: &[u8]) -> Option<Marker> {
    let is_cookie =
        [&b"cookie"[..], b"set-cookie", b"cookies"].iter().any(|name| key.eq_ignore_ascii_case(name));
    (is_cookie && value.len() >= 8 && value.contains(&b'=') && !is_placeholder(value))
        .then_some(Marker::Secret("COOKIE"))
}
