//! Words of a line, and which of them are values by their looks.

use crate::run::run;

/// The traits of a byte within a word, as bits, so that those of a whole word are known after one pass.
const DIGIT: u8 = 1;
const LETTER_BEYOND_HEX: u8 = 1 << 1;
const SLASH: u8 = 1 << 2;
const AT: u8 = 1 << 3;
const DOT: u8 = 1 << 4;
/// The byte is of a word, or joins two parts of one.
pub(super) const IN_WORD: u8 = 1 << 6;
/// The byte is of no word, and what follows it matters.
pub(super) const NOTABLE: u8 = 1 << 7;

static TRAITS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte: u8 = 0;
    loop {
        let traits = match byte {
            b'0'..=b'9' => IN_WORD | DIGIT,
            b'a'..=b'f' | b'A'..=b'F' => IN_WORD,
            b'/' | b'\\' => IN_WORD | SLASH,
            b'@' => IN_WORD | AT,
            b'.' => IN_WORD | DOT,
            b'g'..=b'z' | b'G'..=b'Z' | b'_' | b'-' | b'$' | b'%' | b'~' | 0x80.. => {
                IN_WORD | LETTER_BEYOND_HEX
            }
            b' ' | b'\t' | b'\n' | b'\r' | b'<' | b'(' | b'[' | b'{' | b'"' | b'=' => NOTABLE,
            _ => 0,
        };
        #[expect(clippy::indexing_slicing, reason = "any byte is within 256")]
        {
            table[byte as usize] = traits;
        }
        if byte == u8::MAX {
            break table;
        }
        byte += 1;
    }
};

pub(super) fn traits(byte: u8) -> u8 {
    TRAITS.get(usize::from(byte)).copied().unwrap_or_default()
}

pub(super) fn is_in_word(byte: u8) -> bool {
    traits(byte) & IN_WORD != 0
}

/// The fewest hexadecimal letters without a digit that are a number and not a word.
const HEX_BYTES: usize = 8;

/// The length of the word at the start of a text, and its bytes' traits.
#[inline]
pub(super) fn at_start(text: &[u8]) -> (usize, u8) {
    run(text, &TRAITS, IN_WORD)
}

/// Whether a word is worth a closer look: most are not.
pub(super) fn may_hold_value(length: usize, seen: u8, first: u8, next: Option<u8>) -> bool {
    seen & (DIGIT | SLASH | AT) != 0
        || (seen & DOT != 0 && next == Some(b':'))
        || (seen & LETTER_BEYOND_HEX == 0 && length >= HEX_BYTES)
        || (length == DATE_NAME_BYTES && first.is_ascii_uppercase())
}

/// Whether a byte that is of no word matters for what comes after it: most do not.
pub(super) fn is_notable(byte: u8, next: Option<u8>) -> bool {
    match (byte, next) {
        (b' ', next) => next.is_some_and(|next| next.is_ascii_whitespace()),
        (b'=', next) => next.is_none_or(|next| matches!(next, b' ' | b',' | b';' | b')')),
        (b'(', next) => next == Some(b')'),
        (b'[', next) => next == Some(b']'),
        (b'{', next) => next == Some(b'}'),
        (b'"', next) => next == Some(b'"'),
        _ => true,
    }
}

/// A word without the punctuation at its end.
pub(super) fn without_end(word: &[u8]) -> &[u8] {
    let end = word.iter().rev().take_while(|byte| matches!(byte, b'.' | b'-' | b'/' | b'~')).count();
    word.get(..word.len() - end).unwrap_or_default()
}

/// Where the value within a word starts, if there is one: after the kind that `blk_17` or `core.17` names, else at
/// once. `seen` are the traits of its bytes.
pub(super) fn value_start(word: &[u8], seen: u8) -> Option<usize> {
    let is_hex = seen & LETTER_BEYOND_HEX == 0 && word.len() >= HEX_BYTES;
    if seen & (DIGIT | AT) == 0 && !is_hex && !(seen & SLASH != 0 && is_path(word)) {
        return None;
    }
    let letters = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    if letters < 2 {
        return Some(0);
    }
    let (capitals, rest) = word.split_at_checked(letters)?;
    if rest.len() <= ACRONYM_DIGITS
        && rest.iter().all(u8::is_ascii_digit)
        && capitals.iter().all(u8::is_ascii_uppercase)
    {
        return None;
    }
    let signs = rest.iter().take_while(|byte| matches!(byte, b'_' | b'-' | b'.')).count();
    let plain = match rest.first() {
        Some(b'.') => rest.iter().skip(signs).all(u8::is_ascii_digit),
        _ => seen & (DOT | SLASH | AT) == 0,
    };
    Some(if signs > 0 && plain { letters + signs } else { 0 })
}

/// `SOCKS5`, `SHA256`: capitals and at most so many digits are a name.
const ACRONYM_DIGITS: usize = 3;

fn is_path(word: &[u8]) -> bool {
    matches!(word.first(), Some(b'/' | b'~' | b'\\'))
        && word.iter().filter(|byte| matches!(byte, b'/' | b'\\')).count() > 1
}

/// The length of the `:8080` after a host's name with dots.
pub(super) fn port(word: &[u8], after: &[u8]) -> Option<usize> {
    let digits = after.strip_prefix(b":")?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots: usize = word.iter().map(|byte| usize::from(*byte == b'.')).sum();
    (dots > 1 && digits > 0).then_some(1 + digits)
}

/// The length of the unit that follows a number, with the blank before it.
pub(super) fn unit(after: &[u8]) -> Option<usize> {
    const UNITS: &[&[u8]] = &[
        b"B", b"kB", b"KB", b"MB", b"GB", b"TB", b"KiB", b"MiB", b"GiB", b"TiB", b"ns", b"us", b"ms", b"s",
        b"sec",
    ];
    let blank = usize::from(after.first() == Some(&b' '));
    let rest = after.get(blank..)?;
    if !matches!(rest.first(), Some(b'B' | b'k' | b'K' | b'M' | b'G' | b'T' | b'n' | b'u' | b'm' | b's')) {
        return None;
    }
    let letters = rest.iter().take_while(|byte| is_in_word(**byte)).count();
    UNITS.contains(&rest.get(..letters)?).then_some(blank + letters)
}

/// The bytes of the short names of months and days.
const DATE_NAME_BYTES: usize = 3;

/// Whether a word starts with the short name of a month or a day.
pub(super) fn is_date_name(word: &[u8]) -> bool {
    const NAMES: &[&[u8]] = &[
        b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec",
        b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun",
    ];
    word.get(..DATE_NAME_BYTES).is_some_and(|name| NAMES.contains(&name))
}
