//! Names that a sentence only mentions: `the old token was renewed`. Most names in prose are such, and cost no more.

use super::lines;
use super::said::{Preceding, code_before, leads_back, leads_on};
use crate::redact::around::{byte, slice};
use crate::redact::name::may_name_code;
use crate::redact::scan::Token;
use crate::redact::value::plain_word_end;

/// Whether plain words stand behind a name, and nothing around it leads to a value: neither [`super::tie::tied`] nor
/// [`super::said::stated_before`] would find one.
pub(super) fn is_mentioned(text: &[u8], token: Token) -> bool {
    if byte(text, token.end) != b' ' || !stands_alone(text, token) {
        return false;
    }
    let next = token.end + 1;
    let preceding = Preceding::before(text, token.start);
    plain_word_end(text, next).is_some_and(|end| !leads_on(slice(text, next, end)))
        && !leads_back(preceding.word)
        && preceding.introduces(text, token.start).is_none()
        && !(may_name_code(token.of(text)) && code_before(text, token.start).is_some())
        && lines::announced(text, next).is_none()
}

/// Whether a name is a word by itself, and no flag, key or value.
fn stands_alone(text: &[u8], token: Token) -> bool {
    let before = slice(text, token.start.saturating_sub(3), token.start);
    matches!(before.last(), None | Some(b' ' | b'\n'))
        && !before.iter().any(|byte| matches!(byte, b':' | b'='))
        && byte(text, token.start) != b'-'
}
