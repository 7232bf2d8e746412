//! Hashes of passwords.

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

/// Modular crypt formats: `$id$…`.
pub(crate) const CRYPT: Family = Family {
    rules: CRYPT_RULES,
    trigger: Trigger::Pair(b"$", SCHEME_BEGINNINGS),
    find: find_crypt,
    member: None,
};

/// `pbkdf2_sha256$…`, `SCRAM-SHA-256$…`, `{SSHA}…`, each with its scheme before it.
pub(crate) const SCHEME: Family = Family {
    rules: SCHEME_RULES,
    trigger: Trigger::Token(Shape { first: b"pbsSmMP", words: &[SCHEMES], min_bytes: 3, ..Shape::ANY }),
    find: find_scheme,
    member: None,
};

const HASH_BYTES: usize = 512;

const CRYPT_RULES: &[Rule] = &[Rule {
    id: "password-hash-crypt",
    kind: Kind::Secret,
    source: "crypt(5) of libxcrypt; https://passlib.readthedocs.io/en/stable/modular_crypt_format.html",
    keywords: &["$2b$", "$6$", "$argon2"],
    max_bytes: HASH_BYTES,
    hits: &[
        (
            concat!("hash=$2b", "$12$gOgCr1rPqX9WMP9VY.AwH9HFueqz0LAF.ElODbbZ5lUF3R59kqhKV rows=1"),
            "hash=<REDACTED:PASSWORD_HASH> rows=1",
        ),
        (
            concat!("root:$6", "$Cp1lg7wN$4xNzoMrrpvJ2o.Sh9HeUGR7IIpwVwuBk:19000:0:99999"),
            "root:<REDACTED:PASSWORD_HASH>:19000:0:99999",
        ),
    ],
    misses: &[
        ("cost $6$ or $7$ each", "nothing follows the scheme"),
        ("echo $1 $2", "parameters of a shell"),
    ],
}];

const SCHEME_RULES: &[Rule] = &[Rule {
    id: "password-hash-scheme",
    kind: Kind::Secret,
    source: "https://docs.djangoproject.com/en/stable/topics/auth/passwords/; RFC 5803; RFC 2307 section 5.3",
    keywords: &["pbkdf2", "scrypt", "SCRAM-SHA", "SSHA"],
    max_bytes: HASH_BYTES,
    hits: &[
        (
            concat!("pbkdf2_sha256", "$600000$Xq83nfaPz1$8mWl3Jd0qTnGk2Vb7cYhR5sXeA4uZpLf9oKiMtDyE1w= ok"),
            "<REDACTED:PASSWORD_HASH> ok",
        ),
        (
            concat!("stored SCRAM-SHA-256", "$4096:Xq83nfaPz1==$8mWl3Jd0qTnGk2Vb:7cYhR5sXeA4uZpLf ok"),
            "stored <REDACTED:PASSWORD_HASH> ok",
        ),
    ],
    misses: &[("use SCRAM-SHA-256 or md5", "names of schemes"), ("bcrypt cost 12", "a setting")],
}];

/// What the names of the other schemes end with.
const SCHEMES: &[&str] =
    &["sha256", "scrypt", "bcrypt", "SCRAM-SHA-256", "SSHA", "SHA", "SMD5", "SSHA256", "PBKDF2"];

/// What the names of schemes begin with.
const SCHEME_BEGINNINGS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The schemes of modular crypt, as they stand between the first two `$`.
const CRYPTS: &[&[u8]] = &[
    b"1",
    b"5",
    b"6",
    b"7",
    b"y",
    b"gy",
    b"2",
    b"2a",
    b"2b",
    b"2x",
    b"2y",
    b"apr1",
    b"md5",
    b"sha1",
    b"argon2i",
    b"argon2d",
    b"argon2id",
    b"scrypt",
    b"bcrypt-sha256",
    b"pbkdf2",
    b"pbkdf2-sha1",
    b"pbkdf2-sha256",
    b"pbkdf2-sha512",
    b"P",
    b"H",
    b"s0",
    b"sm3",
    b"8",
    b"9",
];

fn find_crypt(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let rest = text.get(token.end..).unwrap_or_default();
    let scheme =
        rest.iter().take(16).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    let known = rest.get(..scheme).is_some_and(|scheme| CRYPTS.contains(&scheme));
    // phpass has no second `$`.
    if !known || rest.get(scheme) != Some(&b'$') {
        return token.end;
    }
    let body = hash_length(rest.get(scheme + 1..).unwrap_or_default());
    if body < 16 {
        return token.end;
    }
    let end = token.end + scheme + 1 + body;
    findings.push(Finding::new(token.start, end, Marker::Secret("PASSWORD_HASH")));
    end
}

fn hash_length(body: &[u8]) -> usize {
    body.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"./$=,+-_".contains(byte)).count()
}

fn find_scheme(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let scheme = token.of(text);
    let known = scheme.starts_with(b"pbkdf2_sha")
        || matches!(
            scheme,
            b"pbkdf2:sha256"
                | b"bcrypt_sha256"
                | b"scrypt"
                | b"SCRAM-SHA-256"
                | b"SCRAM-SHA-1"
                | b"SCRAM-SHA-512"
        );
    let body = text.get(token.end..).unwrap_or_default();
    if known && matches!(body.first(), Some(b'$' | b':')) {
        let length = body
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"./$=,+-_:".contains(byte))
            .count();
        if length >= 24 {
            findings.push(Finding::new(token.start, token.end + length, Marker::Secret("PASSWORD_HASH")));
            return token.end + length;
        }
    }
    let in_braces =
        token.start > 0 && text.get(token.start - 1) == Some(&b'{') && body.first() == Some(&b'}');
    if in_braces
        && matches!(
            scheme,
            b"SSHA" | b"SHA" | b"SMD5" | b"MD5" | b"SSHA256" | b"SSHA512" | b"PBKDF2" | b"scrypt" | b"bcrypt"
        )
    {
        let length = hash_length(body.get(1..).unwrap_or_default());
        if length >= 16 {
            findings.push(Finding::new(
                token.start - 1,
                token.end + 1 + length,
                Marker::Secret("PASSWORD_HASH"),
            ));
            return token.end + 1 + length;
        }
    }
    token.end
}
