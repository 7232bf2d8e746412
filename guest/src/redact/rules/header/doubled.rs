//! Process ids between doubled signs, with which valgrind and the sanitizers begin each line.

use std::ops::Range;

use super::{ID_DIGITS, id};
use crate::redact::around::byte;

/// `==9266== Invalid read`, `==9266==ERROR: AddressSanitizer`, `--9266-- REDIR`, `**9266** *** memcpy`.
///
/// # Source
/// Valgrind's user manual, section 2.3; `SanitizerCommonReportPrefix` in compiler-rt.
pub(super) fn id_between(text: &[u8], start: usize) -> Option<Range<usize>> {
    let sign = byte(text, start);
    let is_doubled = |at: usize| byte(text, at) == sign && byte(text, at + 1) == sign;
    let found = is_doubled(start).then(|| id(text, start + 2, ID_DIGITS)).flatten()?;
    let follows = byte(text, found.end + 2);
    (is_doubled(found.end) && (follows == b' ' || sign == b'=' && follows.is_ascii_uppercase()))
        .then_some(found)
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn ids_between_doubled_signs_go_at_the_start_of_a_line() {
        for (text, redacted) in [
            ("==9266==ERROR: AddressSanitizer", "==<PID>==ERROR: AddressSanitizer"),
            ("--9266-- REDIR: x\n**9266** x", "--<PID>-- REDIR: x\n**<PID>** x"),
        ] {
            assert_eq!(redact(text), redacted);
        }
        for text in ["== 12 ==\n--12-> x\n- **12** x", "**4711**\n--4711--\n==4711==a", "==<PID>== x"] {
            assert_eq!(redact(text), text);
        }
    }
}
