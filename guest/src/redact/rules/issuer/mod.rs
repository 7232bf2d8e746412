//! Credentials that tell their issuer by a prefix.

mod chat;
mod cloud;
mod llm;
mod monitoring;
mod payment;
mod vcs;

use crate::redact::around;
use crate::redact::class::{CLASSES, DIGIT, DOT, HYPHEN, LETTERS, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::value::transitions;
use crate::run::run;

pub(crate) const FAMILY: Family = Family {
    rules: &RULES,
    trigger: Trigger::Token(Shape { any: DIGIT | UPPER, min_bytes: 16, ..Shape::ANY }),
    find,
    member: None,
};

/// Issuers of one sector each.
const SECTORS: [&[Issuer]; 6] =
    [cloud::ISSUERS, vcs::ISSUERS, chat::ISSUERS, payment::ISSUERS, llm::ISSUERS, monitoring::ISSUERS];

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const COUNT: usize = {
    let mut count = 0;
    let mut sector = 0;
    while sector < SECTORS.len() {
        count += SECTORS[sector].len();
        sector += 1;
    }
    count
};

#[allow(clippy::indexing_slicing, clippy::large_const_arrays)] // evaluated at compile time
const ISSUERS: [Issuer; COUNT] = {
    let mut issuers = [cloud::ISSUERS[0]; COUNT];
    let mut at = 0;
    let mut sector = 0;
    while sector < SECTORS.len() {
        let mut index = 0;
        while index < SECTORS[sector].len() {
            issuers[at] = SECTORS[sector][index];
            at += 1;
            index += 1;
        }
        sector += 1;
    }
    issuers
};

#[allow(clippy::indexing_slicing)] // evaluated at compile time
static RULES: [Rule; COUNT] = {
    let mut rules = [ISSUERS[0].rule; COUNT];
    let mut at = 0;
    while at < COUNT {
        rules[at] = ISSUERS[at].rule;
        at += 1;
    }
    rules
};

/// A credential format and what is said of it.
#[derive(Clone, Copy)]
struct Issuer {
    rule: Rule,
    format: Format,
}

/// A prefix and a body of one alphabet.
#[derive(Clone, Copy)]
struct Format {
    marker: &'static str,
    prefix: &'static str,
    /// Where the prefix has any letter or digit.
    any: Option<usize>,
    alphabet: Alphabet,
    body_bytes: usize,
    /// A body that is longer is something else. Otherwise it is the same, of a later version.
    exact: bool,
}

/// The bytes of a body.
#[derive(Clone, Copy)]
enum Alphabet {
    /// Letters and digits.
    Alnum,
    /// Letters, digits and `_`.
    Word,
    /// Letters, digits, `_` and `-`.
    AlnumDash,
    /// Letters, digits, `_`, `-` and `.`.
    AlnumDashDot,
    /// Letters, digits, `_`, `-`, `.` and `=`.
    AlnumDashDotEquals,
    /// Letters, digits, `_`, `-` and `=`.
    AlnumDashEquals,
    /// Letters, digits, `+`, `/`, `=`, `_` and `-`.
    Base64,
    /// The same, percent-encoded or not.
    Base64Percent,
    /// Lower-case hexadecimal digits.
    Hex,
    /// Lower-case hexadecimal digits and `-`.
    Uuid,
    /// Lower-case letters and digits.
    Lower,
    /// Lower-case letters, digits and `:`.
    LowerColon,
    /// Upper-case letters and digits.
    Upper,
    /// Upper-case letters, digits and `-`.
    UpperDash,
}

impl Alphabet {
    fn has(self, byte: u8) -> bool {
        match self {
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || byte == b'_',
            Self::AlnumDash => byte.is_ascii_alphanumeric() || b"_-".contains(&byte),
            Self::AlnumDashDot => byte.is_ascii_alphanumeric() || b"_-.".contains(&byte),
            Self::AlnumDashDotEquals => byte.is_ascii_alphanumeric() || b"_-.=".contains(&byte),
            Self::AlnumDashEquals => byte.is_ascii_alphanumeric() || b"_-=".contains(&byte),
            Self::Base64 => byte.is_ascii_alphanumeric() || b"+/=_-".contains(&byte),
            Self::Base64Percent => byte.is_ascii_alphanumeric() || b"+/=_-%".contains(&byte),
            Self::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::Uuid => matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-'),
            Self::Lower => matches!(byte, b'0'..=b'9' | b'a'..=b'z'),
            Self::LowerColon => matches!(byte, b'0'..=b':' | b'a'..=b'z'),
            Self::Upper => matches!(byte, b'0'..=b'9' | b'A'..=b'Z'),
            Self::UpperDash => matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'-'),
        }
    }
}

/// An issuer and its rule: id, source, marker, prefix in pieces, alphabet, length of the body, a body, one that is too
/// short.
macro_rules! issuer {
    ($id:literal, $source:literal, $marker:literal, [$($prefix:literal),+], $alphabet:ident, $length:ident $bytes:literal,
     $body:literal, $short:literal) => {
        $crate::redact::rules::issuer::Issuer {
            rule: $crate::redact::rule::Rule {
                id: $id,
                kind: gobo_contract::Kind::Secret,
                source: $source,
                keywords: &[concat!($($prefix),+)],
                max_bytes: $crate::redact::rules::issuer::CREDENTIAL_BYTES,
                hits: &[
                    (
                        concat!("used ", $($prefix,)+ $body, " here"),
                        concat!("used <REDACTED:", $marker, "> here"),
                    ),
                    (concat!("(", $($prefix,)+ $body, ")"), concat!("(<REDACTED:", $marker, ">)")),
                ],
                misses: &[
                    (concat!("used ", $($prefix,)+ $short, " here"), "the body is too short"),
                    (concat!("used x", $($prefix,)+ $body, " here"), "the prefix is the middle of a word"),
                ],
            },
            format: $crate::redact::rules::issuer::Format {
                marker: $marker,
                prefix: concat!($($prefix),+),
                any: None,
                alphabet: Alphabet::$alphabet,
                body_bytes: $bytes,
                exact: $crate::redact::rules::issuer::$length,
            },
        }
    };
}
use issuer;

#[allow(non_upper_case_globals)]
const exactly: bool = true;
#[allow(non_upper_case_globals)]
const at_least: bool = false;

/// The longest credential in the tables: a macaroon. A longer one is hidden whole all the same.
const CREDENTIAL_BYTES: usize = 2_048;

/// The shortest credential.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
const LEAST_BYTES: usize = {
    let mut least = CREDENTIAL_BYTES;
    let mut index = 0;
    while index < COUNT {
        let Format { prefix, body_bytes, .. } = ISSUERS[index].format;
        if prefix.len() + body_bytes < least {
            least = prefix.len() + body_bytes;
        }
        index += 1;
    }
    least
};

/// At how many places of one token there may be a prefix without a body: `xai-xai-xai-` must not be read again and again.
pub(crate) const TRIES: u8 = 6;

/// Three bytes fall into 64 times so many classes.
const BEGINNINGS: usize = 512;

/// The classes of the first three bytes of every prefix, one bit each: most words begin none.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static IS_BEGINNING: [u64; BEGINNINGS] = {
    let mut beginnings = [0; BEGINNINGS];
    let mut index = 0;
    while index < COUNT {
        let Format { prefix, any, .. } = ISSUERS[index].format;
        let prefix = prefix.as_bytes();
        let (mut second, seconds) = if matches!(any, Some(1)) { (0, 127) } else { (prefix[1], prefix[1]) };
        while second <= seconds {
            let is_any = prefix.len() < 3 || matches!(any, Some(2));
            let (mut third, thirds) = if is_any { (0, 127) } else { (prefix[2], prefix[2]) };
            while third <= thirds {
                let class = beginning_class([prefix[0], second, third]);
                beginnings[class / 64] |= 1 << (class % 64);
                third += 1;
            }
            second += 1;
        }
        index += 1;
    }
    beginnings
};

const fn beginning_class([first, second, third]: [u8; 3]) -> usize {
    let bytes = u32::from_be_bytes([0, first, second, third]);
    (bytes.wrapping_mul(0x9e37_79b1) >> (32 - (64 * BEGINNINGS).trailing_zeros())) as usize
}

/// The issuers whose prefix starts with each byte.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static BY_FIRST: [[u64; COUNT.div_ceil(64)]; 128] = {
    let mut sets = [[0; COUNT.div_ceil(64)]; 128];
    let mut index = 0;
    while index < COUNT {
        sets[ISSUERS[index].format.prefix.as_bytes()[0] as usize][index / 64] |= 1 << (index % 64);
        index += 1;
    }
    sets
};

/// The formats alone: what is said of them is not in the projector.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
static FORMATS: [Format; COUNT] = {
    let mut formats = [ISSUERS[0].format; COUNT];
    let mut at = 0;
    while at < COUNT {
        formats[at] = ISSUERS[at].format;
        at += 1;
    }
    formats
};

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    if token.has & (DIGIT | UPPER) == 0 {
        return token.end;
    }
    let mut tries = TRIES;
    let mut at = token.start;
    // Only what goes on behind its token is shorter in it.
    let goes_on = matches!(text.get(token.end), Some(b'+' | b'/' | b'=' | b':' | b'%'));
    let least_bytes = if goes_on { 1 } else { LEAST_BYTES };
    while at + least_bytes <= token.end {
        if may_begin(text, at)
            && let Some((end, marker)) = credential_at(text, at, &mut tries)
        {
            findings.push(Finding::new(at, end, Marker::Secret(marker)));
            let beside = (marker == "AWS_ACCESS_KEY").then(|| secret_behind_id(text, end)).flatten();
            findings.extend(beside);
            return beside.map_or(end, |secret| secret.end);
        }
        if token.has & (DOT | HYPHEN | UNDERSCORE) == 0 {
            break;
        }
        // The next prefix may begin behind the next joiner.
        at += 1 + run(text.get(at..token.end).unwrap_or_default(), &CLASSES, LETTERS | DIGIT).0;
    }
    token.end
}

/// Bytes of a secret access key, and between it and its id.
const SECRET_KEY_BYTES: usize = 40;
const GAP_BYTES: usize = 4;
/// How often it changes between lower case, capitals and digits, at the least: a third of what is usual.
const SECRET_TRANSITIONS: usize = 8;

/// The secret access key behind the id that ends at `end`: `AKIA… wJal…`, in a row, a line or a pair.
///
/// # Source
/// AWS Identity and Access Management, user guide: "Managing access keys": 40 characters of base64.
fn secret_behind_id(text: &[u8], end: usize) -> Option<Finding> {
    let start = around::run(text, end, GAP_BYTES, |byte| b" \t,;:/|\"'".contains(&byte));
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let secret_end = around::run(text, start, SECRET_KEY_BYTES + 1, is_base64);
    let secret = around::slice(text, start, secret_end);
    // A digest has letters of one case.
    let is_mixed = secret.iter().any(u8::is_ascii_uppercase) && secret.iter().any(u8::is_ascii_lowercase);
    let is_secret = secret.len() == SECRET_KEY_BYTES && is_mixed && transitions(secret) >= SECRET_TRANSITIONS;
    (start > end && is_secret).then(|| Finding::new(start, secret_end, Marker::Secret("API_KEY")))
}

/// Whether a prefix may begin at `at`, told by three bytes.
#[inline]
fn may_begin(text: &[u8], at: usize) -> bool {
    let Some(bytes) = text.get(at..).and_then(<[u8]>::first_chunk::<3>) else { return false };
    let class = beginning_class(*bytes);
    IS_BEGINNING.get(class / 64).is_some_and(|classes| classes >> (class % 64) & 1 == 1)
}

/// The credential that starts at `at`: its end and its marker. A place with a prefix and no body takes one of the
/// `tries`.
pub(crate) fn credential_at(text: &[u8], at: usize, tries: &mut u8) -> Option<(usize, &'static str)> {
    if *tries == 0 || !may_begin(text, at) {
        return None;
    }
    let rest = text.get(at..)?;
    let mut met = false;
    for (word, &set) in BY_FIRST.get(usize::from(*rest.first()?))?.iter().enumerate() {
        let mut set = set;
        while set != 0 {
            let index = word * 64 + set.trailing_zeros() as usize;
            set &= set - 1;
            let format = FORMATS.get(index)?;
            let Some(body) = format.behind_prefix(rest) else { continue };
            met = true;
            if let Some(length) = format.body(body) {
                return Some((at + format.prefix.len() + length, format.marker));
            }
        }
    }
    *tries -= u8::from(met);
    None
}

/// The bytes of a body that are looked at first: as many as the longest has at least.
const LOOK_BYTES: usize = 128;

impl Issuer {
    /// The same with any letter or digit at `at` of the prefix: what stands there is a length or a place.
    const fn with_any(self, at: usize) -> Self {
        Self { format: Format { any: Some(at), ..self.format }, ..self }
    }
}

impl Format {
    /// What follows the prefix at the beginning of `text`.
    fn behind_prefix<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        let prefix = self.prefix.as_bytes();
        let Some(any) = self.any else { return text.strip_prefix(prefix) };
        let (before, behind) = prefix.split_at_checked(any)?;
        let (byte, text) = text.strip_prefix(before)?.split_first()?;
        byte.is_ascii_alphanumeric().then_some(text)?.strip_prefix(behind.get(1..)?)
    }

    /// The length of the body at the beginning of `rest`.
    fn body(&self, rest: &[u8]) -> Option<usize> {
        let look = rest.get(..rest.len().min(LOOK_BYTES))?;
        let body = self.within(look);
        if body.len() < self.body_bytes || transitions(body) < 2 {
            return None;
        }
        if !self.exact {
            return Some(without_stops(self.within(rest)));
        }
        let goes_on = rest.get(body.len()).is_some_and(u8::is_ascii_alphanumeric);
        let may_be_long = without_stops(body)..=body.len();
        (!goes_on && may_be_long.contains(&self.body_bytes)).then_some(self.body_bytes)
    }

    /// The bytes at the beginning of `text` that a body can have.
    fn within<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        let length = text.iter().take_while(|byte| self.alphabet.has(**byte)).count();
        text.get(..length).unwrap_or_default()
    }
}

/// The length of a body without the dots and hyphens that follow it in a sentence.
fn without_stops(body: &[u8]) -> usize {
    body.len() - body.iter().rev().take_while(|byte| b".-".contains(byte)).count()
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn a_secret_behind_the_id_of_its_key_goes_too() {
        let id = concat!("AS", "IAQZ5HVXKVXK4RTJRT");
        let secret = concat!("C4YXRY77Lq9g1WtVIMUg", "UdDzCBcCJ+7SiYD5zPlK");
        for gap in [" ", ", ", ":", "\",\"", "\t", " | "] {
            let shown = format!("role <REDACTED:AWS_ACCESS_KEY>{gap}<REDACTED:API_KEY> ok");
            assert_eq!(redact(&format!("role {id}{gap}{secret} ok")), shown);
            assert_eq!(redact(&shown), shown);
        }
        let other = format!("role {id} 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b ok");
        assert!(redact(&other).ends_with("a3bf4f1b ok"), "a digest of a commit");
    }

    #[test]
    fn a_sentence_may_end_behind_a_credential() {
        let airtable = concat!(
            "p",
            "at",
            "k2THVYeXfcpgKQ.974608a08ace23e2315fb5fbd974974608a08ace23e2315fb5fbd974974608a0"
        );
        assert_eq!(
            redact(&format!("rejected {airtable}. Retry.")),
            "rejected <REDACTED:AIRTABLE_TOKEN>. Retry."
        );
    }

    #[test]
    fn a_token_of_an_installation_may_be_signed() {
        let token = concat!(
            "gh",
            "s_123456_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJnaXRodWIifQ.k2THVYeX-cpgKQ94LNa7mW83_k2Tsdj6X"
        );
        assert_eq!(
            redact(&format!("git clone with {token} failed")),
            "git clone with <REDACTED:GITHUB_TOKEN> failed"
        );
    }

    #[test]
    fn a_cookie_may_be_percent_encoded() {
        let cookie = concat!("xo", "xd-k2THVYeXfcpgKQ%2B94LNa7mW835k2Tsdj6%2FXfcVYez94LgKQRW83a7mbsdj%3D%3D");
        assert_eq!(redact(&format!("sent {cookie} on")), "sent <REDACTED:SLACK_TOKEN> on");
    }

    #[test]
    fn a_prefix_may_have_any_sign_at_a_place() {
        let body = "k2THVYeXfcpgKQ94LNa7mW835k2Tsdj6XfcVYez94LgKQRW83a7mbsdjk2TH";
        for (prefix, marker) in [("AQEkhmf", "ADYEN_KEY"), ("AQE0hmf", "ADYEN_KEY"), ("AQFDhmf", "ADYEN_KEY")]
        {
            assert_eq!(
                redact(&format!("used {prefix}{body} here")),
                format!("used <REDACTED:{marker}> here")
            );
        }
        let key = concat!("hc", "bik_k2thvyexfcpgkq94lna7mw835k2tsdj6xfcvyez94lgkqrw83a7mbsdjk2");
        assert_eq!(redact(&format!("used {key} here")), "used <REDACTED:HONEYCOMB_KEY> here");
    }

    #[test]
    fn a_prefix_may_begin_with_the_prefix_of_another() {
        for (name, key, marker) in [
            (
                "LANGFUSE_SECRET_KEY",
                concat!("sk-", "lf-3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6f"),
                "LANGFUSE_KEY",
            ),
            (
                "SUPABASE_ACCESS_TOKEN",
                concat!("sb", "p_v0_974608a08ace23e2315fb5fbd974974608a08ace"),
                "SUPABASE_TOKEN",
            ),
            ("CHECKOUT_KEY", concat!("s", "k_3f2b8c1e-7a90-4d5e-9c3b-1a2b3c4d5e6f"), "CHECKOUT_KEY"),
        ] {
            assert_eq!(redact(&format!("{name}={key}")), format!("{name}=<REDACTED:{marker}>"));
        }
    }
}
