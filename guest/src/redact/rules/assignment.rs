//! A name that says secret, and its value, in whatever notation: `password=…`, `"apiKey": "…"`, `--token …`,
//! `<secret>…</secret>`, `the password is …`.

#[cfg(test)]
mod cases;
mod label;
mod lines;
mod members;
pub(super) mod mention;
mod names;
mod pair;
mod phrase;
mod program;
mod prompt;
mod said;
mod tie;

use std::cell::LazyCell;

pub(super) use pair::password_of_pair;

use pair::{bare_account_end, names_pair, pair_separator};
use tie::{Sequence, Tie, Tied};

use super::NAMED;
use super::cli::is_command;
use super::issuer::credential_at;
use crate::redact::around::{byte, previous, run, stands, word_before};
use crate::redact::finding::{Finding, Marker};
use crate::redact::name::{self, Name, Sure, secret_name, secret_named};
use crate::redact::rule::{Family, Shape, Trigger};
use crate::redact::scan::{Token, scan_part};
use crate::redact::value::{
    self, Value, begins_random, is_placeholder, is_uuid, is_word, looks_chosen, looks_random, transitions,
    value_at, within_reference,
};

pub(crate) const FAMILY: Family = Family {
    rules: names::RULES,
    trigger: Trigger::Token(Shape { words: name::WORDS, min_bytes: 2, ..Shape::ANY }),
    find,
    member: Some(member),
};

/// The bytes of a value that tell whether it is a secret.
const VALUE_LOOK_BYTES: usize = 256;

/// The most spaces between a name, its separator and its value: tables of environment variables are wide.
const GAP_BYTES: usize = 64;

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let is_mentioned = mention::is_one_of_many(text, token)
        || mention::is_mentioned(text, token) && phrase::begun(text, token).is_none();
    if is_mentioned { token.end } else { read(text, token, findings) }
}

/// Adds the secrets that the name has, if it is one.
fn read(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let begun = phrase::begun(text, token);
    if begun.is_none() && lacks_word(text, token) {
        return token.end;
    }
    let token = begun.map_or(token, |(whole, _)| whole);
    // What a name says takes longest to tell, and to most of them nothing is tied.
    let name = LazyCell::new(|| begun.map(|(_, name)| name).or_else(|| name_of(text, token)));
    if byte(text, token.end) == b'=' && name.is_none() {
        return token.end;
    }
    let tied = if is_repeated(text, token) { None } else { tie::tied(text, token, &name) };
    if let Some(tied) = tied {
        let Some(name) = *name else { return token.end };
        let known = findings.len();
        if let Some(end) = hide_all(text, token, name, tied, findings) {
            // What stands between the name and its value is not part of it: `password for bo on 10.0.0.2: …`.
            if let Some(value) = findings.get(known).map(|finding| finding.start)
                && text.get(token.end..value).is_some_and(|gap| gap.iter().any(u8::is_ascii_alphanumeric))
            {
                scan_part(text, token.end, value, !NAMED, findings);
            }
            return end;
        }
        // What is tied to the name is hidden already.
        if text.get(tied.at..).and_then(value::marker_length).is_some() {
            return token.end;
        }
    }
    let secret =
        |value: &Value, name: Name| Finding::new(value.start, value.end, Marker::Secret(name.marker));
    if let Some(values) = said::replaced(text, token.end) {
        findings.extend(values.iter().filter_map(|value| Some(secret(value, (*name)?))));
    } else if let Some(value) = said::stated_before(text, token, &name)
        && let Some(name) = *name
        && is_secret(text, token, name, Tie::Is, value)
    {
        findings.push(secret(&value, name));
    }
    token.end
}

/// Whether a name needs the word before it to say anything, and none stands there.
pub(super) fn lacks_word(text: &[u8], token: Token) -> bool {
    let is_behind_word = previous(text, token.start) == b' '
        && previous(text, token.start.saturating_sub(1)).is_ascii_alphanumeric();
    !is_behind_word && name::needs_word_before(token.of(text))
}

/// Whether the name itself stands where its value would, and looks for its own: `password: password: x`.
fn is_repeated(text: &[u8], token: Token) -> bool {
    if !matches!(byte(text, token.end), b':' | b' ') {
        return false;
    }
    let at = run(text, token.end, 4, |byte| matches!(byte, b':' | b' '));
    let end = at + token.end - token.start;
    byte(text, end) == b':' && byte(text, end + 1) == b' ' && stands(text, at, token.of(text))
}

/// Adds the values of a name. Returns where the last one ends, if there is one.
fn hide_all(text: &[u8], token: Token, name: Name, tied: Tied, findings: &mut Vec<Finding>) -> Option<usize> {
    if tied.tie == Tie::Colon
        && let Some(block) = lines::block_scalar(text, token.start, tied.at)
    {
        if is_placeholder(block.of(text)) {
            return None;
        }
        findings.push(Finding::new(block.start, block.end, Marker::Secret(name.marker)));
        return Some(block.end);
    }
    if let Some(end) = members::hide(text, token, name, tied, findings) {
        return Some(end);
    }
    let is_several = members::is_several(token.of(text));
    let mut end = None;
    let mut next = Some(tied);
    while let Some(item) = next {
        let Some(finding) = hidden(text, token, name, item) else { break };
        findings.push(finding);
        end = Some(finding.end);
        next = tie::next(text, item, finding.end, is_several);
    }
    end
}

/// The value that is tied to a name, if it is a secret.
fn hidden(text: &[u8], token: Token, name: Name, tied: Tied) -> Option<Finding> {
    if name.marker == "CREDENTIAL" || names_pair(text, token) {
        if let Some(password) = password_of_pair(text, tied.at) {
            return Some(Finding::new(password.start, password.end, Marker::Secret("PASSWORD")));
        }
        // The password of the pair is hidden already.
        let account = bare_account_end(text, tied.at);
        let separator = pair_separator(text, account).map_or(1, <[u8]>::len);
        if text.get(account + separator..).and_then(value::marker_length).is_some() {
            return None;
        }
    }
    let says_nothing = match tied.tie {
        Tie::Adjacent => {
            name.sure < Sure::IfCode || name.sure >= Sure::Password && are_letters(text, tied.at)
        }
        Tie::Is => name.sure >= Sure::Password && is_letters(text, tied.at),
        Tie::Flag => name.sure >= Sure::Secret && byte(text, tied.at) == b'-',
        _ => false,
    };
    if says_nothing || !may_be_secret(text, tied.at, name.sure) {
        return None;
    }
    let open = text.get(tied.at..)?.iter().take(8).take_while(|byte| b"\\\"'`".contains(byte)).count();
    let stated = within_reference(text, tied.at + open);
    // What is no secret must not be read to its end, or else a chain of names would be read again and again.
    let look = text.get(..text.len().min(tied.at + VALUE_LOOK_BYTES))?;
    let mut value = stated.or_else(|| value_at(look, tied.at))?;
    if name.sure == Sure::Passphrase
        && !value.quoted
        && matches!(tied.tie, Tie::Pair | Tie::Colon | Tie::Flag)
    {
        value.end = words_end(text, value.start).unwrap_or(value.end);
    }
    if name.sure == Sure::IfCode {
        value.end = groups_end(text, value);
    }
    if !is_secret(text, token, name, tied.tie, value) || program::is_program(text, token, value) {
        return None;
    }
    if stated.is_none() && value.end + 8 >= look.len() && look.len() < text.len() {
        value = value_at(text, tied.at)?;
    }
    // `[u8; 32]` is a type.
    if tied.sequence == Sequence::Inline && !value.quoted && text.get(value.end) == Some(&b';') {
        return None;
    }
    // An issuer's format tells more than the name, and ends before what is only joined to it.
    let mut marker = name.marker;
    if let Some((end, issuer)) = credential_at(text, value.start, &mut 1)
        && (end == value.end || text.get(end) == Some(&b'/'))
    {
        marker = issuer;
        value.end = end;
    }
    let is_number = value.of(text).iter().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
    let quotes = if is_number && !value.quoted { tied.quotes } else { 0 };
    Some(Finding { quotes, ..Finding::new(value.start, value.end, Marker::Secret(marker)) })
}

/// Whether the value at `at` can be a secret, told by its first bytes: a value is read to its end only if it is hidden,
/// or else a chain of names would be read again and again.
fn may_be_secret(text: &[u8], at: usize, sure: Sure) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let look = rest.get(..rest.len().min(value::LOOK_BYTES)).unwrap_or_default();
    let open = look.iter().take(8).take_while(|byte| b"\\\"'`".contains(byte)).count();
    let look = look.get(open..).unwrap_or_default();
    if value::is_reference(look) {
        return false;
    }
    match sure {
        Sure::IfUnique => begins_random(look, 10) || begins_uuid(look),
        Sure::IfRandom => begins_random(look, 10),
        Sure::IfCode => look.iter().take(12).filter(|byte| byte.is_ascii_digit()).count() >= 3,
        _ => true,
    }
}

/// Whether nothing but letters and the signs of a sentence stand between `at` and the next blank.
fn are_letters(text: &[u8], at: usize) -> bool {
    let in_words = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b',' | b'.' | b';' | b'-');
    let end = run(text, at, value::LOOK_BYTES, in_words);
    byte(text, at).is_ascii_alphabetic() && (end == text.len() || byte(text, end).is_ascii_whitespace())
}

/// Whether a word of letters stands at `at`, and a blank behind it.
fn is_letters(text: &[u8], at: usize) -> bool {
    let end = run(text, at, value::LOOK_BYTES, |byte| byte.is_ascii_alphabetic());
    end > at && (end == text.len() || byte(text, end).is_ascii_whitespace())
}

/// Whether a UUID is all that a value begins with.
fn begins_uuid(value: &[u8]) -> bool {
    let length = value.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    value.get(..length).is_some_and(is_uuid)
}

/// The whole value of a JSON member whose key names a secret.
fn member(key: &[u8], value: &[u8]) -> Option<Marker> {
    let name = secret_name(key)?;
    if name.marker == "CREDENTIAL" && password_of_pair(value, 0).is_some() {
        return Some(Marker::Secret(name.marker));
    }
    (!is_placeholder(value) && !is_url(value) && !is_count(key, value) && fits_quoted(name.sure, value))
        .then_some(Marker::Secret(name.marker))
}

/// Whether passwd(1) or a program named after it speaks, or PAM names it as its service: `passwd[812]: x`, `pam_unix(passwd:chauthtok)`.
fn is_program(text: &[u8], token: Token) -> bool {
    let id = run(text, token.end + 1, PID_DIGITS, |byte| byte.is_ascii_digit());
    let is_tag = byte(text, token.end) == b'[' && id > token.end + 2 && stands(text, id, b"]: ")
        || stands(text, token.end, b"[<PID>]: ");
    let is_service = previous(text, token.start) == b'('
        && word_before(text, token.start.saturating_sub(1)).starts_with(b"pam_");
    is_tag || is_service
}

/// Digits of a process id.
const PID_DIGITS: usize = 7;

/// What the token names. `key`, `code` and the like need the word before them: `api key`.
fn name_of(text: &[u8], token: Token) -> Option<Name> {
    let word = token.of(text);
    if word.ends_with(b"passwd") && is_program(text, token) {
        return None;
    }
    let word = word.strip_suffix(b".").unwrap_or(word);
    if !name::needs_word_before(word) {
        return secret_named(word).or_else(|| prompt::cut_name(word));
    }
    let before = text.get(token.start.saturating_sub(24)..token.start)?;
    let [words @ .., b' '] = before else { return None };
    let length = words.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if length == 0 {
        return None;
    }
    secret_named(text.get(token.start - 1 - length..token.end)?)
}

/// Words of the longest mnemonic, and of a usual passphrase.
///
/// # Source
/// BIP 39; EFF's word lists.
const PHRASE_WORDS: usize = 24;
const USUAL_WORDS: usize = 4;
/// Words up to which a sentence may go on behind a usual one: `… keystore opened`.
const SENTENCE_WORDS: usize = 6;

/// The words of a passphrase: four lower-case ones, or a line of up to 24.
fn words_end(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let rest = rest.get(..rest.len().min(256))?;
    let mut usual = 0;
    let mut end = 0;
    let mut words = 0;
    for word in rest.split(|byte| matches!(byte, b' ' | b'\n' | b'\r')).take(PHRASE_WORDS) {
        if word.len() < 2 || !word.iter().all(u8::is_ascii_lowercase) || is_placeholder(word) {
            break;
        }
        end += word.len() + usize::from(words > 0);
        words += 1;
        if words <= USUAL_WORDS {
            usual = end;
        }
        if matches!(rest.get(end), None | Some(b'\n' | b'\r')) {
            // A long line of nothing else is a mnemonic.
            usual = if words > SENTENCE_WORDS { end } else { usual };
            break;
        }
    }
    (words >= 3).then_some(at + usual)
}

/// Whether what could be a value is the name of another: `password= db_password: x`.
pub(super) fn is_name(text: &[u8], value: Value) -> bool {
    let bytes = value.of(text);
    byte(text, value.end + usize::from(value.quoted)) == b':'
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte))
        && !looks_chosen(bytes)
        && secret_name(bytes).is_some()
}

/// Whether what is tied to the name is its secret.
fn is_secret(text: &[u8], token: Token, name: Name, tie: Tie, value: Value) -> bool {
    let bytes = value.of(text);
    let is_bracketed = || {
        let is_apart = text.get(..value.start).is_some_and(|before| before.ends_with(b" "));
        is_apart && bytes.starts_with(b"(") && !bytes.contains(&b')')
    };
    fits(text, token, name, tie, value)
        && !is_placeholder(bytes)
        && !is_url(bytes)
        && !is_count(token.of(text), bytes)
        && !bytes.starts_with(b"-----BEGIN")
        // An expression, or words in brackets.
        && !is_bracketed()
        && !names_another(text, value)
        && !is_said_otherwise(text, token, tie, value)
}

/// Whether what stands there is the name of another value, or the command that a variable is set for.
fn names_another(text: &[u8], value: Value) -> bool {
    // `PGPASSWORD= mysql -uroot`
    is_name(text, value) || stands(text, value.end, b" -") && is_command(value.of(text))
}

/// Whether a value has the form that the secret of a name has that is tied to it so.
fn fits(text: &[u8], token: Token, name: Name, tie: Tie, value: Value) -> bool {
    let bytes = value.of(text);
    if value.quoted {
        return match tie {
            Tie::Adjacent => {
                (!is_word(bytes) || is_option(text, value))
                    && fits_quoted(name.sure, bytes)
                    && (name.sure >= Sure::Password || begins_random(bytes, 10))
            }
            _ => fits_quoted(name.sure, bytes),
        };
    }
    let has = |test: fn(&u8) -> bool| bytes.iter().take(value::LOOK_BYTES).any(test);
    match (name.sure, tie) {
        (Sure::IfUnique, _) => begins_uuid(bytes) || begins_random(bytes, 12),
        (Sure::IfRandom, Tie::Is) => begins_random(bytes, 16),
        (Sure::IfRandom, _) => begins_random(bytes, 12),
        (Sure::IfCode, Tie::Adjacent | Tie::Is) => {
            (4..=8).contains(&bytes.len())
                && bytes.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b' ' | b'-'))
        }
        (Sure::IfCode, _) => is_code(bytes),
        (Sure::Passphrase, _) if bytes.contains(&b' ') => true,
        (Sure::Password | Sure::Passphrase, Tie::Pair | Tie::Flag) => {
            !bytes.starts_with(b"-") || tie == Tie::Pair
        }
        (Sure::Secret, Tie::Pair) if is_spaced(text, value.start) && name.marker != "SECRET" => {
            !is_word(bytes) || transitions(bytes) > 2 || bytes.len() >= 20
        }
        (Sure::Secret, Tie::Pair | Tie::Flag) => {
            let small_number = bytes.len() < 4 && bytes.iter().all(u8::is_ascii_digit);
            !small_number && (tie == Tie::Pair || !bytes.starts_with(b"-"))
        }
        (Sure::Password | Sure::Passphrase, Tie::Colon) => {
            is_compound(token.of(text)) || !is_word(bytes) || ends_line(text, value.end)
        }
        (Sure::Secret, Tie::Colon) => {
            let number = bytes.len() < 4 && bytes.iter().all(u8::is_ascii_digit);
            !number
                && (!is_word(bytes) || bytes.len() >= 20)
                && (has(u8::is_ascii_digit) || bytes.len() >= 12)
        }
        (Sure::Password | Sure::Passphrase, Tie::Is) => !is_word(bytes) && !is_call(bytes),
        (Sure::Secret, Tie::Is) => {
            begins_random(bytes, 8)
                || (has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) && bytes.len() >= 8)
        }
        (Sure::Password | Sure::Passphrase, Tie::Adjacent) => {
            let symbol = |byte: &u8| b"!@#$%^&*+".contains(byte);
            let digits = bytes.iter().all(u8::is_ascii_digit);
            digits && (6..=12).contains(&bytes.len())
                || bytes.len() >= 6
                    && has(u8::is_ascii_digit)
                    && has(u8::is_ascii_alphabetic)
                    && (transitions(bytes) >= 2 || has(symbol))
        }
        (Sure::Secret, Tie::Adjacent) => begins_random(bytes, 10),
    }
}

/// Whether the value is one of the options of a server or an account in SQL: `OPTIONS (user 'bo', password 'x')`.
fn is_option(text: &[u8], value: Value) -> bool {
    let before = text.get(value.start.saturating_sub(OPTIONS_BYTES)..value.start).unwrap_or_default();
    let closes = text.get(value.end + 1).is_some_and(|byte| matches!(byte, b',' | b')'));
    closes && before.windows(9).any(|bytes| bytes.eq_ignore_ascii_case(b"options ("))
}

/// The most bytes of the options before one of them.
const OPTIONS_BYTES: usize = 96;

/// What is counted of a password.
#[rustfmt::skip]
const UNITS: &[&[u8]] = &[
    b" bytes", b" char", b" digit", b" letter", b" second", b" minute", b" hour", b" day", b" week", b" month", b" year",
];

/// The most bytes of the word before `token`.
const OTHER_BYTES: usize = 16;

/// Words with which a sentence goes on behind a flag that it names.
#[rustfmt::skip]
const SPEAKS: &[&[u8]] = &[
    b"via", b"is", b"was", b"has", b"can", b"may", b"must", b"should", b"cannot", b"will", b"requires", b"on", b"in",
    b"from", b"for", b"with", b"and", b"or", b"instead", b"flag", b"option", b"argument", b"parameter",
];

/// Whether the name means something else here: how a usage text names an argument, a label, a shell's directory.
fn is_said_otherwise(text: &[u8], token: Token, tie: Tie, value: Value) -> bool {
    let bytes = value.of(text);
    // The working directory of a shell.
    let shell = token.of(text).strip_suffix(b"PWD");
    let is_shell = |before: &[u8]| before == b"OLD" || before.iter().all(|byte| b"0ux".contains(byte));
    if bytes.starts_with(b"/") && shell.is_some_and(is_shell) {
        return true;
    }
    // `--password PASSWORD`, `--password value`: how a usage text names an argument.
    let is_named =
        || bytes.iter().all(u8::is_ascii_uppercase) && token.of(text).to_ascii_uppercase().ends_with(bytes);
    if tie == Tie::Flag && (bytes.eq_ignore_ascii_case(b"value") || is_named()) {
        return true;
    }
    // `Using --password via the CLI is insecure.`
    let goes_on = text.get(value.end) == Some(&b' ');
    if tie == Tie::Flag && goes_on && SPEAKS.iter().any(|word| bytes.eq_ignore_ascii_case(word)) {
        return true;
    }
    // `the --user and --password options`
    let before = text.get(token.start.saturating_sub(5)..token.start).unwrap_or_default();
    if tie == Tie::Flag
        && is_word(bytes)
        && [&b" and "[..], b" or ", b" the "].iter().any(|word| before.ends_with(word))
    {
        return true;
    }
    // What tells whose an assembly of .NET is.
    let is_hexadecimal = bytes.iter().all(u8::is_ascii_hexdigit);
    if bytes.len() == 16 && is_hexadecimal && token.of(text).ends_with(b"PublicKeyToken") {
        return true;
    }
    // `password_confirmation: does not match`: what is wrong with it.
    let complains = |words: &&[u8]| text.get(value.end..).is_some_and(|rest| rest.starts_with(words));
    if tie == Tie::Colon
        && is_word(bytes)
        && [&b" not "[..], b" too ", b" already ", b" be "].iter().any(complains)
    {
        return true;
    }
    // `password:  12 bytes`, `the password is 90 days old`: how long it is, or since when there is one.
    let measures = |unit: &&[u8]| text.get(value.end..).is_some_and(|rest| rest.starts_with(unit));
    if bytes.iter().all(u8::is_ascii_digit) && UNITS.iter().any(measures) {
        return true;
    }
    // `unexpected token: STRING_LITERAL2`: what a parser has read.
    let is_harmless = || secret_name(text.get(token.start.saturating_sub(OTHER_BYTES)..token.end)?);
    if token.of(text) == b"token"
        && byte(text, token.end) == b':'
        && !looks_random(bytes, 8)
        && is_harmless().is_none()
    {
        return true;
    }
    // `<label name="password">Password</label>`
    let is_label = value.start.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'>');
    is_label && bytes.eq_ignore_ascii_case(token.of(text))
}

fn fits_quoted(sure: Sure, value: &[u8]) -> bool {
    match sure {
        Sure::IfUnique => is_uuid(value) || looks_random(value, 12),
        Sure::IfRandom => looks_random(value, 12),
        Sure::IfCode => is_code(value),
        // `token == '{'`
        Sure::Secret => value.len() > 3 || value.iter().any(u8::is_ascii_alphanumeric),
        _ => true,
    }
}

/// Whether ` = ` stands before a value: in a program a word is another name there.
fn is_spaced(text: &[u8], start: usize) -> bool {
    text.get(..start).is_some_and(|before| before.ends_with(b" = "))
}

/// `default('…')`, as a filter after the bar of a template.
fn is_call(value: &[u8]) -> bool {
    let name = value.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    name > 0 && value.get(name) == Some(&b'(')
}

/// How many there are: `passwords: 3`, `pass: 3/5`.
fn is_count(name: &[u8], value: &[u8]) -> bool {
    let is_plural = matches!(name.last(), Some(b's' | b'S')) && !name.eq_ignore_ascii_case(b"pass");
    let is_ratio = value.iter().any(|byte| matches!(byte, b'/' | b'%'));
    value.len() < 8
        && (is_ratio || is_plural && value.len() < 5)
        && value.iter().all(|byte| byte.is_ascii_digit() || b"/.%".contains(byte))
}

/// Where a code ends whose digits stand in two groups, `483 920`, else where the value does.
fn groups_end(text: &[u8], value: Value) -> usize {
    let end = value.start + 7;
    let is_grouped = text.get(value.start..end).is_some_and(|code| {
        code.iter().enumerate().all(|(at, byte)| match at {
            3 => matches!(byte, b' ' | b'-'),
            _ => byte.is_ascii_digit(),
        })
    });
    let is_whole = !text.get(end).is_some_and(u8::is_ascii_alphanumeric);
    if is_grouped && is_whole && !value.quoted { end } else { value.end }
}

/// A PIN or a one-time code.
fn is_code(value: &[u8]) -> bool {
    let in_code = |byte: &u8| byte.is_ascii_alphanumeric() || value.len() == 7 && b" -".contains(byte);
    (3..=10).contains(&value.len())
        && value.iter().all(in_code)
        && value.iter().filter(|byte| byte.is_ascii_digit()).count() >= 3
}

/// A name of several words is an identifier, not part of a sentence.
fn is_compound(name: &[u8]) -> bool {
    name.iter().any(|byte| b"_-.".contains(byte)) || name.iter().skip(1).any(u8::is_ascii_uppercase)
}

fn ends_line(text: &[u8], at: usize) -> bool {
    text.get(at..)
        .is_none_or(|rest| matches!(rest.first(), None | Some(b'\n' | b'\r' | b',' | b';' | b'}' | b')')))
}

/// `scheme://…`: what is secret in it is found there.
fn is_url(value: &[u8]) -> bool {
    let scheme = value
        .iter()
        .take(24)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"+.-:".contains(byte))
        .count();
    scheme > 2 && value.get(scheme - 1..scheme + 2) == Some(b"://")
}
