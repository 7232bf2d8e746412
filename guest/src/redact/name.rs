//! What a name says of its value: `db_password`, `clientSecret`, `X-Api-Key`, but not `max_tokens` or `password_policy`.

mod endings;
mod words;

pub(crate) use endings::{may_be_name, may_end_name};
use words::{
    CODES, CREDENTIALS, GLUED_KEYS, LISTS, NAMING, NEGATIONS, NOT_PASSWORDS, NOT_SECRET_KEYS,
    NOT_SECRET_TOKENS, NOT_SECRET_TOKENS_GLUED, PASSPHRASES, PASSWORD_WORDS, PASSWORDS, PLURALS,
    PRIVATE_KEYS, QUALIFIERS, SECOND_WORDS, SECRET_CODES, SECRET_KEYS, SESSIONS, SIGNATURES, STATING,
    TOKEN_ENDS, TOKEN_WORDS,
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

/// Whether a word is in a list; the word's last two letters tell at once in which it is not.
macro_rules! is_one {
    ($word:expr, $list:expr) => {
        lists_of($word) & const { bit_of($list) } != 0 && one_of($word, $list)
    };
}

/// Whether a word ends in one of a list.
macro_rules! ends_in {
    ($word:expr, $list:expr) => {
        lists_of($word) & const { bit_of($list) } != 0 && ends_with_any($word, $list)
    };
}

/// Names are no longer than this; of a longer one, the end counts.
const NAME_BYTES: usize = 64;

/// What the name says, if it names a secret. Words are told apart by case, `_`, `-`, `.` and spaces; the last one
/// counts, after numbers and qualifiers: `password`, `PASSWORD_2`, `oldPassword`, `password.new`.
pub(crate) fn secret_name(name: &[u8]) -> Option<Name> {
    if !may_be_name(name) {
        return None;
    }
    let mut words = Words { rest: name.get(name.len().saturating_sub(NAME_BYTES)..)? };
    let mut last = words.next()?;
    for _ in 0..2 {
        if is_one!(last, QUALIFIERS) {
            last = words.next()?;
        }
    }
    let before = words.next().unwrap_or_default();
    by_ending(last, before).or_else(|| by_two_words(last, before)).or_else(|| by_word(last, before))
}

/// Names that end in a word that says it all, glued to whatever stands before it.
fn by_ending(last: &[u8], before: &[u8]) -> Option<Name> {
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
        let harmless = one_of(before, NOT_SECRET_TOKENS) || ends_in!(last, NOT_SECRET_TOKENS_GLUED);
        return (!harmless).then_some(Name { marker: "TOKEN", sure: Sure::Secret });
    }
    if ends_in!(last, GLUED_KEYS) {
        return named("API_KEY", Sure::Secret);
    }
    if is_one!(last, PLURALS) && !one_of(before, NOT_SECRET_TOKENS) {
        let marker = if last.first().is_some_and(|first| first | 32 == b't') { "TOKEN" } else { "SECRET" };
        return named(marker, Sure::IfRandom);
    }
    None
}

/// Names of which it takes two words: `api_key`, `session id`.
fn by_two_words(last: &[u8], before: &[u8]) -> Option<Name> {
    let named = |marker, sure| Some(Name { marker, sure });
    if is_one!(last, &["key", "keys"]) {
        if one_of(before, PRIVATE_KEYS) {
            return named("PRIVATE_KEY", Sure::Secret);
        }
        if one_of(before, SECRET_KEYS) {
            return named("API_KEY", Sure::Secret);
        }
        if last.len() == 3 && !before.is_empty() && !one_of(before, NOT_SECRET_KEYS) {
            return named("API_KEY", Sure::IfRandom);
        }
        return None;
    }
    if is_one!(last, &["id"]) {
        return match () {
            () if one_of(before, &["session", "sess"]) => named("SESSION", Sure::IfRandom),
            () if one_of(before, &["secret"]) => named("SECRET", Sure::IfUnique),
            () => None,
        };
    }
    if is_one!(last, &["code"]) {
        let code = one_of(before, SECRET_CODES);
        let grant = one_of(before, &["auth", "authorization", "oauth", "device"]);
        return match () {
            () if code => named("CODE", Sure::IfCode),
            () if grant => named("CODE", Sure::IfRandom),
            () => None,
        };
    }
    if is_one!(last, &["phrase"]) && one_of(before, &["seed", "recovery", "pass", "secret"]) {
        return named("PASSWORD", Sure::Passphrase);
    }
    if is_one!(last, &["word"]) && one_of(before, &["pass"]) {
        return named("PASSWORD", Sure::Password);
    }
    if is_one!(last, &["secrete", "segreta", "secreta", "anahtar"])
        && one_of(before, &["cle", "chiave", "clave", "chave", "gizli", "api"])
    {
        return named("SECRET", Sure::Secret);
    }
    if is_one!(last, &["schlussel", "schluessel", "sleutel", "nyckel", "nokkel"])
        && one_of(before, &["api", "geheimer", "geheime", "geheimen", "geheim", "hemlig"])
    {
        return named("API_KEY", Sure::Secret);
    }
    if is_one!(last, &["credentials"]) && one_of(before, &["security"])
        || is_one!(last, &["auth"]) && one_of(before, &["rediscli"])
    {
        return named("PASSWORD", Sure::Password);
    }
    if is_one!(last, &["passe"]) && one_of(before, &["de", "palavra"])
        || is_one!(last, &["khau"]) && one_of(before, &["mat"])
    {
        return named("PASSWORD", Sure::Password);
    }
    None
}

/// Names of one whole word.
fn by_word(last: &[u8], before: &[u8]) -> Option<Name> {
    let (marker, sure) = match () {
        () if is_one!(last, PASSWORD_WORDS) => ("PASSWORD", Sure::Password),
        () if is_one!(last, TOKEN_WORDS) => ("TOKEN", Sure::IfRandom),
        () if is_one!(last, TOKEN_ENDS) && !before.is_empty() => ("TOKEN", Sure::IfRandom),
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
    lists_of(key) & const { bit_of(NAMING) } != 0 && one_of(last_word(key), NAMING)
}

/// Whether a key tells that its value is what another one names: `value`, `option_value`, `v`.
pub(crate) fn states_value(key: &[u8]) -> bool {
    lists_of(key) & const { bit_of(STATING) } != 0 && one_of(last_word(key), STATING)
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
            || ends_in!(key, &["authorization", "cookie", "cookies"]))
}

/// Whether the values of a parameter of that name in a URL's query, or in an OAuth redirect, are one-time secrets.
pub(crate) fn secret_in_query(name: &[u8]) -> Option<&'static str> {
    match () {
        () if one_of(
            name,
            &["code", "state", "nonce", "ticket", "samlresponse", "samlrequest", "assertion"],
        ) =>
        {
            Some("CODE")
        }
        () if one_of(name, &["key", "k", "auth", "hash", "otp", "sign"]) => Some("TOKEN"),
        () => None,
    }
}

/// Whether the word needs the one before it to be a name: `key`, `code`.
pub(crate) fn needs_word_before(word: &[u8]) -> bool {
    one_of(word, SECOND_WORDS) || word.eq_ignore_ascii_case(b"id")
}

/// The words of a name, from the last to the first, without the digits at their ends.
struct Words<'n> {
    rest: &'n [u8],
}

impl<'n> Iterator for Words<'n> {
    type Item = &'n [u8];

    fn next(&mut self) -> Option<&'n [u8]> {
        // A number is no word.
        let last = self.rest.iter().rposition(u8::is_ascii_alphabetic)?;
        self.rest = self.rest.get(..=last)?;
        let end = self.rest.iter().rposition(u8::is_ascii_alphanumeric)? + 1;
        let mut start = end;
        while let Some(&byte) = start.checked_sub(1).and_then(|before| self.rest.get(before)) {
            let next = self.rest.get(start).filter(|_| start < end);
            let camel = byte.is_ascii_lowercase() && next.is_some_and(u8::is_ascii_uppercase);
            if !byte.is_ascii_alphanumeric() || camel {
                break;
            }
            start -= 1;
        }
        let word = self.rest.get(start..end)?;
        self.rest = self.rest.get(..start)?;
        Some(word)
    }
}

/// The lists that a word of such last two letters may be in, one bit each: one look for all lists.
static LISTS_BY_ENDING: [[u64; 32]; 32] = lists_by_ending();

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn lists_by_ending() -> [[u64; 32]; 32] {
    assert!(LISTS.len() <= 64);
    let mut lists = [[0; 32]; 32];
    let mut list = 0;
    while list < LISTS.len() {
        let mut word = 0;
        while word < LISTS[list].len() {
            let bytes = LISTS[list][word].as_bytes();
            let ending = bytes[bytes.len() - 1] as usize & 31;
            let mut before = 0;
            while before < lists.len() {
                // Before a word of one letter anything may stand.
                if bytes.len() == 1 || bytes[bytes.len() - 2] as usize & 31 == before {
                    lists[before][ending] |= 1 << list;
                }
                before += 1;
            }
            word += 1;
        }
        list += 1;
    }
    lists
}

/// The bit of a list.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn bit_of(list: &[&str]) -> u64 {
    let mut known = 0;
    loop {
        let mut same = 0;
        while same < list.len() && same < LISTS[known].len() && is_same(list[same], LISTS[known][same]) {
            same += 1;
        }
        if same == list.len() && same == LISTS[known].len() {
            return 1 << known;
        }
        known += 1;
    }
}

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

fn lists_of(word: &[u8]) -> u64 {
    let (before, last) = match word {
        [.., before, last] => (before & 31, last & 31),
        [last] => (0, last & 31),
        [] => return 0,
    };
    let lists = LISTS_BY_ENDING.get(usize::from(before)).and_then(|lists| lists.get(usize::from(last)));
    lists.copied().unwrap_or_default()
}

fn one_of(word: &[u8], list: &[&str]) -> bool {
    let ending = word.last().map(u8::to_ascii_lowercase);
    list.iter().any(|entry| {
        entry.len() == word.len()
            && entry.as_bytes().last() == ending.as_ref()
            && word.eq_ignore_ascii_case(entry.as_bytes())
    })
}

fn ends_with_any(word: &[u8], list: &[&str]) -> bool {
    let ending = word.last().map(u8::to_ascii_lowercase);
    list.iter().filter(|entry| entry.as_bytes().last() == ending.as_ref()).any(|entry| {
        let tail = word.len().checked_sub(entry.len()).and_then(|from| word.get(from..));
        tail.is_some_and(|tail| tail.eq_ignore_ascii_case(entry.as_bytes()))
    })
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
