//! Names and values in sentences: `the password is X`, `password for admin: X`, `use X as the password`.

use std::ops::Deref;

use super::GAP_BYTES;
use super::tie::{ATTRIBUTES, Sequence, Tie, Tied, gap_end, is_name, names_element};
use crate::redact::around::{byte, previous, run, run_back, slice, stands};
use crate::redact::name::{Name, Sure, may_name_code};
use crate::redact::scan::Token;
use crate::redact::value::{Value, is_word, looks_chosen, plain_word_end, value_at};
use crate::redact::words::Words;

/// What stands before the one whose secret it is.
const SUBJECTS: &[&[u8]] = &[
    b"for ",
    b"of ",
    b"to ",
    b"is generated for ",
    b"generated for ",
    b"was generated for ",
    "für ".as_bytes(),
    b"fuer ",
    b"von ",
    b"para ",
    b"de ",
    b"pour ",
    b"per ",
    b"voor ",
    b"dla ",
    b"till ",
    b"til ",
    b"za ",
];

/// What stands between the name and its value, longer before shorter.
const VERBS: &[&[u8]] = &[
    b"changed from ",
    b"generated: ",
    b"is generated: ",
    b"was changed from ",
    b"is set to ",
    b"was set to ",
    b"was reset to ",
    b"was changed to ",
    b"was updated to ",
    b"has been set to ",
    b"has been reset to ",
    b"has been changed to ",
    b"reset to ",
    b"updated to ",
    b"must be set to ",
    b"should be ",
    b"will be ",
    b"is still ",
    b"is just ",
    b"is simply ",
    b"is actually ",
    b"is literally ",
    b"is currently ",
    b"is temporarily ",
    b"is now: ",
    b"set to ",
    b"is now ",
    b"changed to ",
    b"is: ",
    b"is ",
    b"are ",
    b"was ",
    b"to ",
    b"as ",
    b"lautet: ",
    b"lautet ",
    b"ist: ",
    b"ist ",
    b"es: ",
    b"es ",
    b"est: ",
    b"est : ",
    b"est ",
    "é: ".as_bytes(),
    "é ".as_bytes(),
    "è: ".as_bytes(),
    "è ".as_bytes(),
    "är ".as_bytes(),
    b"ar ",
    "er ".as_bytes(),
    b"to: ",
    b"olarak ",
];

/// How a clause begins that tells which one is meant: `the password that the service uses is X`.
const CLAUSES: &[&[u8]] =
    &[b"that", b"which", b"used", b"used:", b"we", b"you", b"currently", b"stored", b"configured", b"from"];

/// The verbs of a sentence whose subject is longer than a few words, longer before shorter.
const COPULAS: &[&[u8]] = &[b"is ", b"is: ", b"was ", b"was: ", b"set to "];

/// Words behind a name that may lead to its value: the first ones of subjects, verbs and clauses, and attributes.
static LEAD_ON: Words = Words::new(&FIRST_WORDS);

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const FIRST_WORDS: [&[u8]; LEADS] = {
    let mut words = [SUBJECTS[0]; LEADS];
    let mut at = 0;
    while at < SUBJECTS.len() {
        words[at] = first_word(SUBJECTS[at]);
        at += 1;
    }
    while at < SUBJECTS.len() + VERBS.len() {
        words[at] = first_word(VERBS[at - SUBJECTS.len()]);
        at += 1;
    }
    while at < LEADS - CLAUSES.len() {
        words[at] = ATTRIBUTES[at - SUBJECTS.len() - VERBS.len()];
        at += 1;
    }
    while at < LEADS {
        words[at] = CLAUSES[at + CLAUSES.len() - LEADS];
        at += 1;
    }
    words
};

const LEADS: usize = SUBJECTS.len() + VERBS.len() + ATTRIBUTES.len() + CLAUSES.len();

/// What stands before the first blank of a phrase.
#[allow(clippy::indexing_slicing)] // evaluated at compile time
const fn first_word(phrase: &'static [u8]) -> &'static [u8] {
    let mut length = 0;
    while phrase[length] != b' ' {
        length += 1;
    }
    assert!(length < FIRST_WORD_BYTES);
    phrase.split_at(length).0
}

/// More bytes than any of the first words has.
const FIRST_WORD_BYTES: usize = 12;

/// Whether the word behind a name may lead to its value.
pub(super) fn leads_on(word: &[u8]) -> bool {
    LEAD_ON.has(word)
}

/// The first word of a sentence that goes on, empty if it is longer than those that lead to a value.
fn first_word_of(rest: &[u8]) -> &[u8] {
    let look = rest.get(..rest.len().min(FIRST_WORD_BYTES)).unwrap_or_default();
    let end = look.iter().position(|byte| matches!(byte, b' ' | b'\n' | b'\r'));
    end.and_then(|end| look.get(..end)).unwrap_or_default()
}

/// Words after which a password is the one that was used.
const USES: &[&[u8]] = &[b"with", b"using", b"wrong"];

/// The most bytes of a word of a sentence.
const WORD_BYTES: usize = 40;

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    let first = |text: &[u8]| text.first().map(u8::to_ascii_lowercase);
    first(text) == first(word) && text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
}

/// `… is X`, `… set to X`, `… for admin: X`, `… X`.
pub(super) fn said(text: &[u8], token: Token, at: usize, name: Name) -> Option<Tied> {
    let rest = text.get(at..)?;
    if let Some(value) = super::lines::announced(text, at) {
        return Some(Tied::new(Tie::Is, value));
    }
    let first = first_word_of(rest);
    if leads_on(first) {
        if let Some(subject) = SUBJECTS.iter().find(|subject| starts_with(rest, subject))
            && let Some(tied) = said_of(text, at + subject.len(), SUBJECT_WORDS)
        {
            return Some(tied);
        }
        if CLAUSES.iter().any(|clause| first.eq_ignore_ascii_case(clause)) {
            let code = || code_behind(text, at).filter(|_| name.sure == Sure::IfCode);
            return said_of(text, at, 0).or_else(code);
        }
        if let Some(tied) = after_verb(text, at) {
            return Some(tied);
        }
    }
    if starts_with(rest, b"d'") {
        return said_of(text, at + 2, SUBJECT_WORDS);
    }
    if name.sure < Sure::IfCode {
        // `credentials bo/x` are a pair, or nothing.
        return (name.marker == "CREDENTIAL").then_some(Tied::new(Tie::Adjacent, at));
    }
    // `password 7 094F471A1A0A`: the digit tells how it is encoded.
    let encoding = match rest {
        [b'0' | b'5' | b'7' | b'8' | b'9', b' ', ..] if name.sure >= Sure::Secret => 2,
        _ => 0,
    };
    let used = USES.contains(&word_before(text, token.start));
    let begins = |byte: &u8| byte.is_ascii_alphanumeric() || b"!@#$%^&*\"'`".contains(byte);
    let tie = match Preceding::before(text, token.start).introduces(text, token.start) {
        Some(tie) => tie,
        None if used && rest.first().is_some_and(begins) => Tie::Is,
        None => Tie::Adjacent,
    };
    // A plain word in a sentence is no secret, unless an account stands before it.
    let is_prose = tie != Tie::Colon && plain_word_end(text, at).is_some();
    (!is_prose).then_some(Tied::new(tie, at + encoding))
}

fn after_verb(text: &[u8], at: usize) -> Option<Tied> {
    let rest = text.get(at..)?;
    if starts_with(rest, b"is:") && rest.get(3..).is_some_and(|rest| matches!(rest, [b'\n' | b'\r', ..])) {
        let (at, sequence) = super::lines::below(text, at + 3)?;
        return Some(Tied { sequence, ..Tied::new(Tie::Is, at) });
    }
    // Few verbs have their first blank where the sentence has its own, and the same letter behind it.
    let first = first_word_of(rest);
    if !leads_on(first) {
        return None;
    }
    let blank = first.len();
    let next = byte(rest, blank + 1) | 0x20;
    let may_be = |verb: &&&[u8]| {
        verb.get(blank) == Some(&b' ') && verb.get(blank + 1).is_none_or(|letter| letter | 0x20 == next)
    };
    let verb = VERBS.iter().filter(may_be).find(|verb| starts_with(rest, verb))?;
    Some(Tied { sequence: Sequence::One, ..Tied::new(Tie::Is, gap_end(text, at + verb.len())) })
}

/// Behind a remark in brackets: `the password (for bo) is X`.
pub(super) fn behind_remark(text: &[u8], open: usize) -> Option<Tied> {
    let close = run(text, open, REMARK_BYTES, |byte| !matches!(byte, b')' | b'\n'));
    if stands(text, close, b") is") { after_verb(text, close + 2) } else { None }
}

/// The most bytes of a remark.
const REMARK_BYTES: usize = 32;

/// `the code you need is 483920`
fn code_behind(text: &[u8], at: usize) -> Option<Tied> {
    let look = slice(text, at, text.len().min(at + GAP_BYTES));
    let verb = look.windows(IS.len()).position(|word| word == IS)?;
    Some(Tied::new(Tie::Is, at + verb + IS.len()))
}

const IS: &[u8] = b" is ";

/// The words that tell whose it is, if they are few, and those of a sentence that tells more of it.
const SUBJECT_WORDS: usize = 4;
const SENTENCE_WORDS: usize = 12;

/// Behind the words that tell whose it is or which one: if they are no more than `few`, any verb ties the value.
fn said_of(text: &[u8], at: usize, few: usize) -> Option<Tied> {
    let mut at = at;
    for place in 0..SENTENCE_WORDS {
        let is_near = place < few;
        let rest = text.get(at..)?;
        let length = rest.iter().take(WORD_BYTES).position(|&byte| matches!(byte, b' ' | b'\t' | b'\n'))?;
        // Whose it is stands in the same line, and in the same sentence.
        let word = rest.get(..length)?;
        // A tag begins another thing.
        if word.windows(2).any(|sign| matches!(sign, [b'<', b'a'..=b'z'])) {
            return None;
        }
        let ends_sentence = || word.ends_with(b".") || !word.first().is_some_and(u8::is_ascii_alphabetic);
        if rest.get(length) == Some(&b'\n') || !is_near && ends_sentence() {
            return None;
        }
        let ends_subject = word == b":" || length > 1 && word.ends_with(b":");
        at += length + 1;
        if ends_subject && place < SUBJECT_WORDS && (is_near || is_stated(text, at)) {
            return Some(Tied::new(Tie::Is, gap_end(text, at)));
        }
        let is_verb = |rest: &[u8]| COPULAS.iter().any(|verb| starts_with(rest, verb));
        if !is_near && !text.get(at..).is_some_and(is_verb) {
            continue;
        }
        let tied = after_verb(text, at);
        if tied.is_some_and(|tied| is_near && !is_word_at(text, tied.at) || is_stated(text, tied.at)) {
            return tied;
        }
    }
    None
}

/// The old value and the new one behind a name that ends at `end`: `changed the password from X to Y`.
pub(super) fn replaced(text: &[u8], end: usize) -> Option<[Value; 2]> {
    let value = |at: usize, lead: &[u8]| {
        let stated = stands(text, at, lead).then(|| look_at(text, at + lead.len())).flatten();
        stated.filter(|(_, bytes)| looks_chosen(bytes)).map(|(value, _)| value)
    };
    let old = value(end, b" from ")?;
    Some([old, value(old.end + usize::from(old.quoted), b" to ")?])
}

/// The value at `at`, or how it begins.
fn look_at(text: &[u8], at: usize) -> Option<(Value, &[u8])> {
    let look = text.get(..text.len().min(at + WORD_BYTES))?;
    value_at(look, at).map(|value| (value, value.of(look)))
}

fn is_word_at(text: &[u8], at: usize) -> bool {
    look_at(text, at).is_some_and(|(_, value)| is_word(value))
}

/// Whether what stands far behind its name can be nothing but its value.
fn is_stated(text: &[u8], at: usize) -> bool {
    look_at(text, at).is_some_and(|(value, bytes)| {
        let has = |test: fn(&u8) -> bool| bytes.iter().any(test);
        value.quoted && !is_word(bytes)
            || bytes.len() >= 6 && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
    })
}

/// The word before `at` with a space between.
fn word_before(text: &[u8], at: usize) -> &[u8] {
    let Some(end) = at.checked_sub(1).filter(|end| byte(text, *end) == b' ') else { return &[] };
    slice(text, run_back(text, end, WORD_BYTES - 1, |byte| byte.is_ascii_graphic()), end)
}

/// Whether the word before a name may lead to its value: as a command that sets it, or behind a value.
pub(super) fn leads_back(word: &[u8]) -> bool {
    LEAD_BACK.has(word)
}

/// Commands that give a variable its value with a space between: `setx NAME x`, `ENV NAME x`, `config set NAME x`.
pub(super) fn is_set(text: &[u8], token: Token) -> bool {
    // `set $api_key "x"`
    let is_variable = token.start > 0 && text.get(token.start - 1) == Some(&b'$');
    let word = word_before(text, token.start - usize::from(is_variable));
    SETTERS.has(word) && (!word.eq_ignore_ascii_case(b"set") || super::is_compound(token.of(text)))
}

static SETTERS: Words = Words::new(&SET);

const SET: [&[u8]; 9] = [
    b"setx",
    b"setenv",
    b"ENV",
    b"set",
    b"proxy_set_header",
    b"add_header",
    b"set-header",
    b"add-header",
    b"fastcgi_param",
];

/// The last word before a place, whatever blanks stand between.
pub(super) struct Preceding<'t> {
    pub word: &'t [u8],
    start: usize,
}

impl<'t> Preceding<'t> {
    pub(super) fn before(text: &'t [u8], at: usize) -> Self {
        let end = run_back(text, at, WORD_BYTES, |byte| byte.is_ascii_whitespace());
        let start = run_back(text, end, WORD_BYTES, |byte| !byte.is_ascii_whitespace());
        Self { word: slice(text, start, end), start }
    }

    /// How a value is tied to the name at `name` if this is an account: `login bob password X`, on one line or two.
    pub(super) fn introduces(&self, text: &'t [u8], name: usize) -> Option<Tie> {
        let is_no_account = self.word.is_empty() || self.word.starts_with(b"-");
        if is_no_account || self.word.len() == WORD_BYTES || USES.contains(&self.word) {
            return None;
        }
        // Most words do not end like those below.
        let end = run_back(text, self.start, WORD_BYTES, |byte| byte.is_ascii_whitespace());
        if !matches!(slice(text, end.checked_sub(2)?, end), b"in" | b"nt" | b"ct" | b"er" | b"me") {
            return None;
        }
        match Self::before(text, self.start).word {
            b"login" | b"account" | b"connect" => Some(Tie::Colon),
            b"user" | b"username" if previous(text, name) == b'\n' => Some(Tie::Colon),
            // On one line it may be a sentence.
            b"user" | b"username" => Some(Tie::Is),
            _ => None,
        }
    }
}

/// The value that stands before its name: `use X as the password`, `value="X" key="password"`.
pub(super) fn stated_before(
    text: &[u8],
    token: Token,
    name: &impl Deref<Target = Option<Name>>,
) -> Option<Value> {
    // `name: PASSWORD`, `key="password"`, `type='password'`
    let before = text.get(token.start.saturating_sub(3)..token.start).unwrap_or_default();
    if before.iter().any(|byte| b":=".contains(byte)) {
        if let Some(value) = of_input(text, token) {
            return Some(value);
        }
        if names_element(text, token.start) {
            return attribute_before(text, token.start);
        }
        if let Some(value) = super::label::value_before(text, token.start, token.end) {
            return Some(value);
        }
        if is_name(text, token.start) {
            return super::lines::value_above(text, token.start);
        }
    }
    if may_name_code(token.of(text))
        && name.is_some_and(|name| name.sure == Sure::IfCode)
        && let Some(code) = code_before(text, token.start)
    {
        return Some(code);
    }
    let mut at = token.start;
    for _ in 0..4 {
        let word = word_before(text, at);
        at = at.checked_sub(word.len() + 1).filter(|_| !word.is_empty())?;
        if word == b"as" || word == b"is" && ends_clause(text, token.end) {
            break;
        }
        if !ARTICLES.contains(&word) {
            return None;
        }
    }
    let value = word_before(text, at);
    let end = at.checked_sub(1)?;
    let start = end.checked_sub(value.len())?;
    let quoted = matches!(value, [b'"', .., b'"'] | [b'\'', .., b'\''] | [b'`', .., b'`']);
    let value = Value { start: start + usize::from(quoted), end: end - usize::from(quoted), quoted };
    let bytes = value.of(text);
    let is_stated = quoted && !is_word(bytes) || looks_chosen(bytes);
    let is_tied = matches!(text.get(at..at + 3), Some(b"as " | b"is "));
    (is_tied && bytes.len() >= 4 && is_stated).then_some(value)
}

/// Whether a name is the last thing that its sentence speaks of: `X is the new password for bo`, not `… password hash`.
fn ends_clause(text: &[u8], end: usize) -> bool {
    let goes_on = [&b" for "[..], b" of ", b" on ", b" now"].iter().any(|word| stands(text, end, word));
    goes_on || matches!(byte(text, end), 0 | b'\n' | b'\r' | b'.' | b',' | b';' | b'!')
}

/// `123456 is your login code`, `G-123456 is your verification code`.
pub(super) fn code_before(text: &[u8], at: usize) -> Option<Value> {
    let from = at.saturating_sub(GAP_BYTES);
    let before = text.get(from..at)?;
    let end = before_your(before)?;
    let digits = before.get(..end)?.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let is_whole =
        end.checked_sub(digits + 1).and_then(|at| before.get(at)).is_none_or(|byte| b" -\n>:".contains(byte));
    let value = Value { start: from + end - digits, end: from + end, quoted: false };
    ((4..=8).contains(&digits) && is_whole).then_some(value)
}

/// Where the last ` is your ` or ` as your ` begins.
fn before_your(before: &[u8]) -> Option<usize> {
    let mut look = before;
    loop {
        let at = memchr::memrchr(b'y', look)?;
        look = look.get(..at)?;
        if before.get(at..)?.starts_with(b"your ") && matches!(look, [.., b' ', b'i' | b'a', b's', b' ']) {
            return at.checked_sub(4);
        }
    }
}

/// Words between `as` and the name.
const ARTICLES: [&[u8]; 8] = [b"the", b"a", b"your", b"my", b"its", b"root", b"admin", b"new"];

static LEAD_BACK: Words = Words::new(&LAST_WORDS);

#[allow(clippy::indexing_slicing)] // evaluated at compile time
const LAST_WORDS: [&[u8]; SET.len() + ARTICLES.len() + 1] = {
    let mut words: [&[u8]; SET.len() + ARTICLES.len() + 1] = [b"as"; SET.len() + ARTICLES.len() + 1];
    let mut at = 0;
    while at < SET.len() + ARTICLES.len() {
        words[at] = if at < SET.len() { SET[at] } else { ARTICLES[at - SET.len()] };
        at += 1;
    }
    words
};

/// `<input type="password" name="x" value="X">`: the value of a field for passwords, before its type or after it.
fn of_input(text: &[u8], token: Token) -> Option<Value> {
    let from = token.start.saturating_sub(TAG_BYTES);
    let before = text.get(from..token.start)?;
    let named = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'")).unwrap_or(before);
    named.ends_with(b" type=").then_some(())?;
    let tag = from + before.iter().rposition(|byte| matches!(byte, b'<' | b'>'))?;
    let look = text.get(tag..text.len().min(token.end + TAG_BYTES))?;
    let look = look.get(..look.iter().position(|&byte| byte == b'>').unwrap_or(look.len()))?;
    let is_attribute = |bytes: &[u8]| bytes.starts_with(b" ") && bytes.eq_ignore_ascii_case(VALUE_ATTRIBUTE);
    let at = look.windows(VALUE_ATTRIBUTE.len()).position(is_attribute)?;
    let value = value_at(text, tag + at + VALUE_ATTRIBUTE.len())?;
    Some(Value { quoted: true, ..value })
}

/// The most bytes of a tag before and after the type of a field.
const TAG_BYTES: usize = 160;

const VALUE_ATTRIBUTE: &[u8] = b" value=";

/// `value="X"` before `key="password"` in one tag.
fn attribute_before(text: &[u8], start: usize) -> Option<Value> {
    let from = start.saturating_sub(2 * GAP_BYTES);
    let before = text.get(from..start)?;
    let tag = before.iter().rposition(|byte| matches!(byte, b'<' | b'>' | b'\n'))?;
    let attributes = before.get(tag..).filter(|tag| tag.first() == Some(&b'<'))?;
    let name = b" value=\"";
    let at =
        tag + attributes.windows(name.len()).position(|bytes| bytes.eq_ignore_ascii_case(name))? + name.len();
    let length = before.get(at..)?.iter().position(|&byte| byte == b'"')?;
    Some(Value { start: from + at, end: from + at + length, quoted: true })
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn a_sentence_may_tell_more_of_a_password() {
        for (text, shown) in [
            (
                "The password that the service uses is: Kq83nfa",
                "The password that the service uses is: <REDACTED:PASSWORD>",
            ),
            (
                "the password which the job uses is dragon2031.",
                "the password which the job uses is <REDACTED:PASSWORD>.",
            ),
            ("password= db_password: otter9", "password= db_password: <REDACTED:PASSWORD>"),
            ("MYSQL_PWD= mysql -uroot -pKq83nfa x", "MYSQL_PWD= mysql -uroot -p<REDACTED:PASSWORD> x"),
            (
                "set password for bo <password>Kq83nfa</password>; go to web:8080",
                "set password for bo <password><REDACTED:PASSWORD></password>; go to web:8080",
            ),
            ("Password used: Kq83nfa", "Password used: <REDACTED:PASSWORD>"),
            (
                "The password for bo which was made today was set to Kq83nfa",
                "The password for bo which was made today was set to <REDACTED:PASSWORD>",
            ),
            (
                "The password of the account, which nobody had changed, was \"Kq 83\"",
                "The password of the account, which nobody had changed, was \"<REDACTED:PASSWORD>\"",
            ),
            (
                "the token that the job uses is Kq83nfaPz1Lx92mQ ok",
                "the token that the job uses is <REDACTED:TOKEN> ok",
            ),
        ] {
            assert_eq!(redact(text), shown);
        }
    }

    #[test]
    fn a_sentence_that_goes_on_without_a_password_stays() {
        for text in [
            "The password that you entered is incorrect",
            "password used: 3 times",
            "the password which was set is too weak",
            "The password for user bo was set to expire",
            "the password we store is hashed. The cost is 12rounds",
            "password used to log in to it was changed by bo7891",
            "the password must be 8chars2",
            "password is 12 characters long",
            "password= db_password: ${DB}",
        ] {
            assert_eq!(redact(text), text);
        }
    }
}
