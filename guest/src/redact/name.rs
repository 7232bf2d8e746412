//! What a name says of its value: `db_password`, `clientSecret`, `X-Api-Key`, but not `max_tokens` or `password_policy`.

mod dictionary;
mod endings;
mod words;

use super::class::{DIGIT, HEX, LETTERS, LOWER, UPPER, class};
use super::words::is_same;

use dictionary::{Known, bit_of, bit_of_endings, known};
pub(crate) use endings::{may_be_name, may_end_name};
use words::{
    CODES, CREDENTIALS, GLUED_KEYS, NAMING, NEGATIONS, NOT_PASSWORDS, NOT_SECRET_KEYS, NOT_SECRET_TOKENS,
    NOT_SECRET_TOKENS_GLUED, PASSPHRASES, PASSWORD_WORDS, PASSWORDS, PLURALS, PRIVATE_KEYS, QUALIFIERS,
    SECOND_WORDS, SECRET_CODES, SECRET_KEYS, SESSIONS, SIGNATURES, STATING, TOKEN_ENDS, TOKEN_WORDS,
};
pub(crate) use words::{FIRST_WORDS, WORDS};

/// A name whose value is a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// Stands in the marker.
    pub marker: &'static str,
    /// How sure the name is.
    pub sure: Sure,
}

/// How much a name alone says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sure {
    /// An identifier that admits whoever knows it: a UUID, or a value that looks random.
    IfUnique,
    /// Names many things; only a value that looks random is a secret.
    IfRandom,
    /// Short codes of digits: a PIN, a one-time code.
    IfCode,
    /// A secret, but the word is also used in prose: `token expired`, `secret not found`.
    Secret,
    /// A password, which can be any word.
    Password,
    /// A password of several words.
    Passphrase,
}

/// Whether a word of which so much is known is in a list.
macro_rules! is_one {
    ($known:expr, $list:expr) => {
        holds($known.is, const { bit_of($list) })
    };
}

/// Whether a word of which so much is known ends in one of a list.
macro_rules! ends_in {
    ($known:expr, $list:expr) => {
        holds($known.ends, const { bit_of_endings($list) })
    };
}

const fn holds(lists: u64, list: u64) -> bool {
    lists & list != 0
}

/// Whether the last word of a key is in a list; its last two letters mostly tell that it is not.
macro_rules! is_last {
    ($key:expr, $list:expr) => {
        may_be_last($key, const { &endings_of($list) }) && is_one!(known(last_word($key)), $list)
    };
}

/// Names are no longer than this; of a longer one, the end counts.
const NAME_BYTES: usize = 64;

/// What the name says, if it names a secret. Words are told apart by case, `_`, `-`, `.` and spaces; the last one
/// counts, after numbers and qualifiers: `password`, `PASSWORD_2`, `oldPassword`, `password.new`.
pub(crate) fn secret_name(name: &[u8]) -> Option<Name> {
    if may_be_name(name) { secret_named(name) } else { None }
}

/// The same of a name that ends like one, as the scanner has seen.
pub(crate) fn secret_named(name: &[u8]) -> Option<Name> {
    let mut words = Words { rest: name.get(name.len().saturating_sub(NAME_BYTES)..)? };
    let mut last = known(words.next()?);
    for _ in 0..2 {
        if is_one!(last, QUALIFIERS) {
            last = known(words.next()?);
        }
    }
    if !holds(last.is | last.ends, SAYING) {
        return None;
    }
    let before = words.next().map(known).unwrap_or_default();
    by_ending(last, before).or_else(|| by_two_words(last, before)).or_else(|| by_word(last, before))
}

/// The lists of words that say something at the end of a name.
const SAYING: u64 = !(bit_of(NOT_SECRET_KEYS)
    | bit_of(NOT_SECRET_TOKENS)
    | bit_of(NOT_PASSWORDS)
    | bit_of(NEGATIONS)
    | bit_of(NAMING)
    | bit_of(STATING)
    | bit_of(QUALIFIERS)
    | bit_of(SECRET_KEYS)
    | bit_of(PRIVATE_KEYS)
    | bit_of(SECRET_CODES));

/// Names that end in a word that says it all, glued to whatever stands before it.
fn by_ending(last: Known, before: Known) -> Option<Name> {
    let named = |marker, sure| Some(Name { marker, sure });
    if is_one!(before, NEGATIONS) {
        return None;
    }
    if ends_in!(last, PASSPHRASES) {
        return named("PASSWORD", Sure::Passphrase);
    }
    if ends_in!(last, PASSWORDS) {
        return (!is_one!(last, NOT_PASSWORDS)).then_some(Name { marker: "PASSWORD", sure: Sure::Password });
    }
    if ends_in!(last, &["pass"]) && !is_one!(last, NOT_PASSWORDS) {
        return named("PASSWORD", Sure::Secret);
    }
    if ends_in!(last, &["secret"]) {
        return named("SECRET", Sure::Secret);
    }
    if ends_in!(last, &["token"]) {
        let harmless = is_one!(before, NOT_SECRET_TOKENS) || ends_in!(last, NOT_SECRET_TOKENS_GLUED);
        return (!harmless).then_some(Name { marker: "TOKEN", sure: Sure::Secret });
    }
    if ends_in!(last, GLUED_KEYS) {
        return named("API_KEY", Sure::Secret);
    }
    if is_one!(last, PLURALS) && !is_one!(before, NOT_SECRET_TOKENS) {
        let marker = if is_one!(last, &["tokens"]) { "TOKEN" } else { "SECRET" };
        return named(marker, Sure::IfRandom);
    }
    None
}

/// Names of which it takes two words: `api_key`, `session id`.
fn by_two_words(last: Known, before: Known) -> Option<Name> {
    let named = |marker, sure| Some(Name { marker, sure });
    if before.length == 0 {
        return None;
    }
    if is_one!(last, &["key", "keys"]) {
        if is_one!(before, PRIVATE_KEYS) {
            return named("PRIVATE_KEY", Sure::Secret);
        }
        if is_one!(before, SECRET_KEYS) {
            return named("API_KEY", Sure::Secret);
        }
        if is_one!(last, &["key"]) && before.length > 0 && !is_one!(before, NOT_SECRET_KEYS) {
            return named("API_KEY", Sure::IfRandom);
        }
        return None;
    }
    if is_one!(last, &["id"]) {
        return match () {
            () if is_one!(before, &["session", "sess"]) => named("SESSION", Sure::IfRandom),
            () if is_one!(before, &["secret"]) => named("SECRET", Sure::IfUnique),
            () => None,
        };
    }
    if is_one!(last, &["code"]) {
        let code = is_one!(before, SECRET_CODES);
        let grant = is_one!(before, &["auth", "authorization", "oauth", "device"]);
        return match () {
            () if code => named("CODE", Sure::IfCode),
            () if grant => named("CODE", Sure::IfRandom),
            () => None,
        };
    }
    if is_one!(last, &["phrase"]) && is_one!(before, &["seed", "recovery", "pass", "secret"]) {
        return named("PASSWORD", Sure::Passphrase);
    }
    if is_one!(last, &["seed"]) && is_one!(before, &["otp", "totp", "hotp", "mfa"]) {
        return named("SECRET", Sure::IfRandom);
    }
    if is_one!(last, &["word"]) && is_one!(before, &["pass"]) {
        return named("PASSWORD", Sure::Password);
    }
    if is_one!(last, &["secrete", "segreta", "secreta", "anahtar"])
        && is_one!(before, &["cle", "chiave", "clave", "chave", "gizli", "api"])
    {
        return named("SECRET", Sure::Secret);
    }
    if is_one!(last, &["schlussel", "schluessel", "sleutel", "nyckel", "nokkel"])
        && is_one!(before, &["api", "geheimer", "geheime", "geheimen", "geheim", "hemlig"])
    {
        return named("API_KEY", Sure::Secret);
    }
    if is_one!(last, &["credentials"]) && is_one!(before, &["security"])
        || is_one!(last, &["auth"]) && is_one!(before, &["rediscli"])
    {
        return named("PASSWORD", Sure::Password);
    }
    if is_one!(last, &["passe"]) && is_one!(before, &["de", "palavra"])
        || is_one!(last, &["khau"]) && is_one!(before, &["mat"])
    {
        return named("PASSWORD", Sure::Password);
    }
    None
}

/// Names of one whole word.
fn by_word(last: Known, before: Known) -> Option<Name> {
    let (marker, sure) = match () {
        () if is_one!(last, PASSWORD_WORDS) => ("PASSWORD", Sure::Password),
        () if is_one!(last, TOKEN_WORDS) => ("TOKEN", Sure::IfRandom),
        () if is_one!(last, TOKEN_ENDS) && before.length > 0 => ("TOKEN", Sure::IfRandom),
        () if is_one!(last, SESSIONS) => ("SESSION", Sure::IfRandom),
        () if is_one!(last, CREDENTIALS) => ("CREDENTIAL", Sure::IfRandom),
        () if is_one!(last, SIGNATURES) => ("SIGNATURE", Sure::IfRandom),
        () if is_one!(last, CODES) => ("CODE", Sure::IfCode),
        () => return None,
    };
    Some(Name { marker, sure })
}

/// Whether a key tells that its value names what another one holds: `name`, `option_name`, `k`.
pub(crate) fn names_value(key: &[u8]) -> bool {
    is_last!(key, NAMING)
}

/// Whether a key tells that its value is what another one names: `value`, `option_value`, `v`.
pub(crate) fn states_value(key: &[u8]) -> bool {
    is_last!(key, STATING)
}

/// How words end.
struct Endings {
    /// The last letters of words, and for each those that stand before it, one bit each.
    pairs: [u32; 32],
    /// The words of one letter.
    letters: u32,
}

/// Whether a key can end with a word, by its last two letters.
fn may_be_last(key: &[u8], endings: &Endings) -> bool {
    let (before, last) = match key {
        [.., before, last] => (*before, *last),
        [last] => (0, *last),
        [] => return false,
    };
    let pairs = endings.pairs.get(usize::from(last & 31)).copied().unwrap_or_default();
    let is_word = endings.letters & 1 << (last & 31) != 0
        && !(before.is_ascii_lowercase() && last.is_ascii_lowercase());
    pairs & 1 << (before & 31) != 0 || is_word
}

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn endings_of(words: &[&str]) -> Endings {
    let mut endings = Endings { pairs: [0; 32], letters: 0 };
    let mut word = 0;
    while word < words.len() {
        match words[word].as_bytes() {
            [letter] => endings.letters |= 1 << (*letter & 31),
            [.., before, last] => endings.pairs[*last as usize & 31] |= 1 << (*before & 31),
            [] => {}
        }
        word += 1;
    }
    endings
}

/// The last word of a name that ends with it.
fn last_word(name: &[u8]) -> &[u8] {
    let end = name.get(name.len().saturating_sub(NAME_BYTES)..).unwrap_or_default();
    let word = Words { rest: end }.next().filter(|_| end.last().is_some_and(u8::is_ascii_alphanumeric));
    word.unwrap_or_default()
}

/// Whether the key of a JSON member can tell that its value is a secret: its value need not be decoded otherwise.
pub(crate) fn may_name_member(key: &[u8]) -> bool {
    // What ends in a marker is a value already hidden: `-p<REDACTED:PASSWORD>`.
    !key.ends_with(b">")
        && (may_be_name(key)
            || matches!(key, b"-p" | b"-P")
            || ends_in!(known(key), &["authorization", "cookie", "cookies"]))
}

/// Whether the values of a parameter of that name in a URL's query, or in an OAuth redirect, are one-time secrets.
pub(crate) fn secret_in_query(name: &[u8]) -> Option<&'static str> {
    let name = known(name);
    match () {
        () if is_one!(
            name,
            &["code", "state", "nonce", "ticket", "samlresponse", "samlrequest", "assertion"]
        ) =>
        {
            Some("CODE")
        }
        () if is_one!(name, &["key", "k", "auth", "hash", "otp", "sign"]) => Some("TOKEN"),
        () => None,
    }
}

/// Whether the word needs the one before it to be a name: `key`, `code`.
pub(crate) fn needs_word_before(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"id")
        || may_be_last(word, const { &endings_of(SECOND_WORDS) })
            && SECOND_WORDS.iter().any(|known| is_same(known.as_bytes(), word))
}

/// Whether a name may be that of a code of digits, told by its last two letters.
pub(crate) fn may_name_code(name: &[u8]) -> bool {
    let ends_in_letter = name.last().is_some_and(u8::is_ascii_alphabetic);
    let end = || name.iter().rposition(u8::is_ascii_alphabetic).map_or(0, |last| last + 1);
    let name = if ends_in_letter { name } else { name.get(..end()).unwrap_or_default() };
    may_be_last(name, const { &endings_of(CODES) }) || may_be_last(name, const { &endings_of(&["code"]) })
}

/// The words of a name, from the last to the first, without the digits at their ends.
struct Words<'n> {
    rest: &'n [u8],
}

impl<'n> Iterator for Words<'n> {
    type Item = &'n [u8];

    #[inline]
    fn next(&mut self) -> Option<&'n [u8]> {
        // A number is no word.
        let last = self.rest.iter().rposition(u8::is_ascii_alphabetic)?;
        self.rest = self.rest.get(..=last)?;
        let mut start = self.rest.len();
        let mut next = 0;
        for &byte in self.rest.iter().rev() {
            let kind = class(byte);
            let is_camel = kind & (HEX | LOWER) != 0 && next & UPPER != 0;
            if kind & (LETTERS | DIGIT) == 0 || is_camel {
                break;
            }
            next = kind;
            start -= 1;
        }
        let (rest, word) = self.rest.split_at_checked(start)?;
        self.rest = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(name: &str) -> Option<&'static str> {
        secret_name(name.as_bytes()).map(|name| name.marker)
    }

    #[test]
    fn names_of_secrets_are_known_in_every_style() {
        for name in [
            "password",
            "DB_PASSWORD",
            "spring.datasource.password",
            "rootPassword",
            "PASSWORD_2",
            "old-passwd",
            "password_hash",
            "userPassword",
            "PGPASSWORD",
            "REDIS_PASS",
            "pwd",
        ] {
            assert_eq!(marker(name), Some("PASSWORD"), "{name}");
        }
        for name in ["access_token", "_authToken", "X-Vault-Token", "csrf_token"] {
            assert_eq!(marker(name), Some("TOKEN"), "{name}");
        }
        for name in
            ["api_key", "apiKey", "X-Api-Key", "APIKEY", "aws_secret_access_key", "AccountKey", "api key"]
        {
            assert_eq!(marker(name), Some("API_KEY"), "{name}");
        }
    }

    #[test]
    fn names_of_other_things_are_not() {
        for name in [
            "max_tokens",
            "tokenizer",
            "password_policy",
            "NOPASSWD",
            "token_type",
            "token_count",
            "bypass",
            "primary key",
            "keyfile",
            "credentialsId",
            "passed",
            "password_changed_at",
            "secret_refresh_jitter",
            "key",
            "next_page_token",
            "author",
            "password_reset_url",
            "secretKeyRef",
        ] {
            assert_eq!(marker(name), None, "{name}");
        }
    }
}
