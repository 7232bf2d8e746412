//! Hashes of passwords.

mod digest;

use gobo_contract::Kind;

use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Trigger};
use crate::redact::scan::Token;

pub(super) use digest::{RULE as DIGEST, digest};

/// Modular crypt formats: `$id$…`.
pub(crate) const CRYPT: Family = Family {
    rules: CRYPT_RULES,
    trigger: Trigger::Pair(b"$", SCHEME_BEGINNINGS),
    find: find_crypt,
    member: None,
};

/// `pbkdf2_sha256$…`, `SCRAM-SHA-256$…`, `{SSHA}…`, each with its scheme before it.
pub(crate) const SCHEME: Family = Family::at_words(SCHEME_RULES, &[PREFIXES, IN_BRACES, CLEAR], find_scheme);

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
        (
            concat!("seen $A", "$005$7aQx]zP3mN8vK2jR5tW9kq3Vbn2cYhR5sXeA4uZpLf9oKiMtDyE1w0TnGk2Vb ok"),
            "seen <REDACTED:PASSWORD_HASH> ok",
        ),
        (
            concat!("$krb5tgs", "$23$*bo$CORP.LOCAL$http/web*$35e6f7d1b2c3a495$8677aabbccddeeff0011 ok"),
            "<REDACTED:PASSWORD_HASH> ok",
        ),
        (concat!("$DCC2", "$10240#bo#e4e938d12fe5974dc42a90120bd9c90f"), "<REDACTED:PASSWORD_HASH>"),
    ],
    misses: &[
        ("cost $6$ or $7$ each", "nothing follows the scheme"),
        ("echo $1 $2", "parameters of a shell"),
        ("$A$1 and $A$005 in a sheet", "cells"),
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
        (
            concat!("pbkdf2:sha256", ":260000$Xq83nfaPz1$8f2d65fb5547b71c8da3760f10960428 ok"),
            "<REDACTED:PASSWORD_HASH> ok",
        ),
        (
            concat!("sha1", "$Xq83n$8f2d65fb5547b71c8da3760f10960428cd307b1c ok"),
            "<REDACTED:PASSWORD_HASH> ok",
        ),
        (
            concat!("stored {SHA512", "}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3 ok"),
            "stored <REDACTED:PASSWORD_HASH> ok",
        ),
        (concat!("stored {CRYPT", "}XyQ9zT1aKw3eE"), "stored <REDACTED:PASSWORD_HASH>"),
        ("stored {noop}otter9", "stored {noop}<REDACTED:PASSWORD>"),
    ],
    misses: &[
        ("use SCRAM-SHA-256 or md5", "names of schemes"),
        ("bcrypt cost 12", "a setting"),
        ("{sha}-{branch} and {md5}.txt", "names in a template"),
        ("sha256:8f2d65fb5547b71c8da3760f10960428cd307b1c6271691fc55c1f56554a0b0b", "the digest of an image"),
    ],
}];

/// What the names of schemes begin with.
const SCHEME_BEGINNINGS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// What stands after the name of a scheme.
#[derive(Clone, Copy)]
enum Body {
    /// Parameters, salt and digest, in letters, digits and a few signs.
    Plain,
    /// The same, with the names of an account and a service in it.
    Named,
    /// A salt of any bytes, and a digest.
    Raw,
}

/// The schemes of modular crypt, as they stand between the first two `$`.
const CRYPTS: &[(&[u8], Body)] = &[
    (b"1", Body::Plain),
    (b"5", Body::Plain),
    (b"6", Body::Plain),
    (b"7", Body::Plain),
    (b"y", Body::Plain),
    (b"gy", Body::Plain),
    (b"2", Body::Plain),
    (b"2a", Body::Plain),
    (b"2b", Body::Plain),
    (b"2x", Body::Plain),
    (b"2y", Body::Plain),
    (b"apr1", Body::Plain),
    (b"md5", Body::Plain),
    (b"sha1", Body::Plain),
    (b"argon2i", Body::Plain),
    (b"argon2d", Body::Plain),
    (b"argon2id", Body::Plain),
    (b"scrypt", Body::Plain),
    (b"bcrypt-sha256", Body::Plain),
    (b"pbkdf2", Body::Plain),
    (b"pbkdf2-sha1", Body::Plain),
    (b"pbkdf2-sha256", Body::Plain),
    (b"pbkdf2-sha512", Body::Plain),
    (b"P", Body::Plain),
    (b"H", Body::Plain),
    (b"S", Body::Plain),
    (b"wp", Body::Plain),
    (b"s0", Body::Plain),
    (b"sm3", Body::Plain),
    (b"3", Body::Plain),
    (b"8", Body::Plain),
    (b"9", Body::Plain),
    (b"A", Body::Raw),
    (b"krb5tgs", Body::Named),
    (b"krb5asrep", Body::Named),
    (b"krb5pa", Body::Named),
    (b"DCC2", Body::Named),
];

/// The least bytes of parameters, salt and digest.
const BODY_BYTES: usize = 16;

fn find_crypt(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let rest = text.get(token.end..).unwrap_or_default();
    let scheme =
        rest.iter().take(16).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    // phpass has no second `$`.
    if rest.get(scheme) != Some(&b'$') {
        return token.end;
    }
    let known = CRYPTS.iter().find(|(known, _)| rest.get(..scheme) == Some(known));
    let Some((_, kind)) = known else { return token.end };
    let body = rest.get(scheme + 1..).unwrap_or_default();
    let length = match kind {
        Body::Plain => hash_length(body),
        Body::Named => body.iter().take_while(|byte| in_hash(**byte) || b"*@:#".contains(byte)).count(),
        Body::Raw => salted_length(body),
    };
    if length < BODY_BYTES {
        return token.end;
    }
    let end = token.end + scheme + 1 + length;
    findings.push(Finding::new(token.start, end, Marker::Secret("PASSWORD_HASH")));
    end
}

fn in_hash(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"./$=,+-_".contains(&byte)
}

fn hash_length(body: &[u8]) -> usize {
    body.iter().take_while(|byte| in_hash(**byte)).count()
}

/// The bytes of rounds, a salt of 20 bytes of any sort and a digest, none if it is no such: `005$…`.
fn salted_length(body: &[u8]) -> usize {
    let Some((b"005$", salted)) = body.split_first_chunk() else { return 0 };
    let digest = salted.get(20..).map_or(0, hash_length);
    if digest < BODY_BYTES { 0 } else { 4 + 20 + digest }
}

/// Schemes that stand before their hash with `$` or `:` between.
const PREFIXES: &[&str] = &[
    "pbkdf2_sha1",
    "pbkdf2_sha256",
    "pbkdf2_sha512",
    "pbkdf2",
    "bcrypt",
    "bcrypt_sha256",
    "scrypt",
    "argon2",
    "sha1",
    "md5",
    "SCRAM-SHA-1",
    "SCRAM-SHA-256",
    "SCRAM-SHA-512",
];

/// Schemes that stand before their hash in braces, in any case.
const IN_BRACES: &[&str] = &[
    "SSHA",
    "SSHA256",
    "SSHA384",
    "SSHA512",
    "SHA",
    "SHA256",
    "SHA384",
    "SHA512",
    "SMD5",
    "MD5",
    "CRYPT",
    "bcrypt",
    "scrypt",
    "ARGON2",
    "ARGON2ID",
    "x-pbkdf2",
    "PBKDF2",
    "PBKDF2-SHA1",
    "PBKDF2-SHA256",
    "PBKDF2-SHA512",
    "PBKDF2_SHA256",
];

/// What stands in braces before a password that is not hashed.
const CLEAR: &[&str] = &["noop", "CLEARTEXT", "PLAIN"];

/// The most bytes of the parameters and the salt of a hash.
const PARAMETERS_BYTES: usize = 64;

/// The least bytes of a hash in braces: the oldest crypt has 13 characters.
const BRACED_BYTES: usize = 13;

fn find_scheme(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let scheme = token.of(text);
    let rest = text.get(token.end..).unwrap_or_default();
    let (span, marker) = match rest.first() {
        Some(b':') if !matches!(scheme, b"pbkdf2" | b"scrypt") => return token.end,
        Some(b'$' | b':') if PREFIXES.iter().any(|known| known.as_bytes() == scheme) => {
            let in_body = |byte: &&u8| in_hash(**byte) || **byte == b':';
            // What is no hash must not be read to its end, or else a chain of schemes would be read again and again.
            let look = rest.iter().take(PARAMETERS_BYTES).take_while(in_body);
            if look.filter(|byte| **byte == b'$').count() < 2 {
                return token.end;
            }
            let length = rest.iter().take_while(in_body).count();
            if length < 24 {
                return token.end;
            }
            (token.start..token.end + length, "PASSWORD_HASH")
        }
        Some(b'}') if token.start > 0 && text.get(token.start - 1) == Some(&b'{') => {
            let body = rest.get(1..).unwrap_or_default();
            if CLEAR.iter().any(|known| known.as_bytes() == scheme) {
                let in_password = |byte: &&u8| byte.is_ascii_graphic() && !b"\"'`,;<{".contains(byte);
                let length = body.iter().take_while(in_password).count();
                (token.end + 1..token.end + 1 + length, "PASSWORD")
            } else {
                let known = IN_BRACES.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(scheme));
                let length = body.iter().take_while(|byte| in_hash(**byte) || **byte == b':').count();
                if !known || length < BRACED_BYTES {
                    return token.end;
                }
                (token.start - 1..token.end + 1 + length, "PASSWORD_HASH")
            }
        }
        _ => return token.end,
    };
    if span.is_empty() {
        return token.end;
    }
    let end = span.end;
    findings.push(Finding::new(span.start, end, Marker::Secret(marker)));
    end
}
