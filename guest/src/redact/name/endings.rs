//! A look at the last letters of a token, which tells nearly all that name no secret.

use super::words::{COMPOUND_WORDS, LAST_WORDS};
use crate::redact::scan::{WANTED_TAILS, WantedTails, is_wanted, wanted_index};

/// Whether a token can be a name of a secret, told by its last four letters: most words cannot, and cost no more.
pub(crate) fn may_be_name(token: &[u8]) -> bool {
    let end = token.iter().rposition(u8::is_ascii_alphabetic).map_or(0, |last| last + 1);
    let letter =
        |back: usize| end.checked_sub(back).and_then(|at| token.get(at)).copied().unwrap_or_default();
    may_end_name(token, u32::from_be_bytes([letter(4), letter(3), letter(2), letter(1)]))
}

/// The same, of a token whose last four letters are known, as a number.
#[inline]
pub(crate) fn may_end_name(token: &[u8], letters: u32) -> bool {
    is_wanted(&NAME_ENDINGS, letters)
        || is_wanted(&COMPOUND_ENDINGS, letters) && (token.len() == 2 || is_compound(token))
}

/// Whether the token may have several words: `old_value`, `oldValue`, but not `Old`.
fn is_compound(token: &[u8]) -> bool {
    let mut bytes = token.iter();
    let begins_upper = bytes.next().is_some_and(u8::is_ascii_uppercase);
    let mut has_lower = !begins_upper;
    for byte in bytes {
        match byte {
            b'.' | b'-' | b'_' | b' ' => return true,
            b'A'..=b'Z' if has_lower => return true,
            b'a'..=b'z' => has_lower = true,
            _ => {}
        }
    }
    false
}

static NAME_ENDINGS: WantedTails = endings(LAST_WORDS);
static COMPOUND_ENDINGS: WantedTails = endings(&COMPOUND_WORDS);

/// The last four letters of the words, one bit each; before a word of three letters or less anything may stand.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // evaluated at compile time
const fn endings(lists: &[&[&str]]) -> WantedTails {
    let mut endings = [0; WANTED_TAILS / 64];
    let mut list = 0;
    while list < lists.len() {
        let mut word = 0;
        while word < lists[list].len() {
            let bytes = lists[list][word].as_bytes();
            let length = bytes.len();
            let mut before = 0_u16;
            while before < 1_024 {
                let third = if length > 2 { bytes[length - 3] } else { (before >> 5) as u8 };
                let fourth = if length > 3 { bytes[length - 4] } else { (before & 31) as u8 };
                let letters = [fourth, third, bytes[length - 2], bytes[length - 1]];
                let index = wanted_index(u32::from_be_bytes(letters));
                endings[index / 64] |= 1 << (index % 64);
                before += 1;
            }
            word += 1;
        }
        list += 1;
    }
    endings
}
