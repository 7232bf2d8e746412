//! A look at the last letters of a token, which tells nearly all that name no secret.

use super::words::{COMPOUND_WORDS, LAST_WORDS};
use crate::redact::class::{DOT, HEX, HYPHEN, LOWER, UNDERSCORE, UPPER};

/// Whether a token can be a name of a secret, told by its last four letters: most words cannot, and cost no more.
pub(crate) fn may_be_name(token: &[u8], has: u8) -> bool {
    let mut end = token.len();
    while let Some(at) = end.checked_sub(1)
        && token.get(at).is_some_and(|byte| !byte.is_ascii_alphabetic())
    {
        end = at;
    }
    let letter =
        |back: usize| end.checked_sub(back).and_then(|at| token.get(at)).copied().unwrap_or_default();
    let ending = ending_index([letter(4), letter(3), letter(2), letter(1)]);
    let among = |endings: &[u64; ENDINGS]| {
        endings.get(ending / 64).is_some_and(|bits| bits & (1 << (ending % 64)) != 0)
    };
    let is_compound = has & (DOT | HYPHEN | UNDERSCORE) != 0 || has & UPPER != 0 && has & (HEX | LOWER) != 0;
    among(&NAME_ENDINGS) || (is_compound || token.len() == 2) && among(&COMPOUND_ENDINGS)
}

/// Endings fall into 64 times so many classes.
const ENDINGS: usize = 2_048;

const fn ending_index(letters: [u8; 4]) -> usize {
    let [fourth, third, second, last] = letters;
    let word = (fourth as usize & 31) << 15
        | (third as usize & 31) << 10
        | (second as usize & 31) << 5
        | last as usize & 31;
    (word.wrapping_mul(0x9e37_79b1) >> 8) % (ENDINGS * 64)
}

static NAME_ENDINGS: [u64; ENDINGS] = endings(LAST_WORDS);
static COMPOUND_ENDINGS: [u64; ENDINGS] = endings(&COMPOUND_WORDS);

/// The last four letters of the words, one bit each; before a word of three letters or less anything may stand.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // evaluated at compile time
const fn endings(lists: &[&[&str]]) -> [u64; ENDINGS] {
    let mut endings = [0; ENDINGS];
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
                let index = ending_index([fourth, third, bytes[length - 2], bytes[length - 1]]);
                endings[index / 64] |= 1 << (index % 64);
                before += 1;
            }
            word += 1;
        }
        list += 1;
    }
    endings
}
