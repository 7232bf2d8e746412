//! Process ids between doubled signs, with which valgrind and the sanitizers begin each line.

use std::ops::Range;

use super::{ID_DIGITS, id};
use crate::redact::around::{byte, run};

/// Bytes of the time since the start: `00:00:00:01.234`.
const TIME_BYTES: usize = 20;

/// `==9266== Invalid read`, `==9266==ERROR: AddressSanitizer`, `--9266-- REDIR`, `**9266** *** memcpy`, `==00:00:00:01.234 9266== Leak`.
///
/// # Source
/// Valgrind's user manual, section 2.3; `SanitizerCommonReportPrefix` in compiler-rt.
pub(super) fn id_between(text: &[u8], start: usize) -> Option<Range<usize>> {
    let sign = byte(text, start);
    let is_doubled = |at: usize| byte(text, at) == sign && byte(text, at + 1) == sign;
    if !is_doubled(start) {
        return None;
    }
    let time = run(text, start + 2, TIME_BYTES, |byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'));
    let timed = if byte(text, time) == b' ' { time + 1 } else { start + 2 };
    let found = id(text, timed, ID_DIGITS)?;
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
            ("==00:00:00:01.234 9266== Leak", "==00:00:00:01.234 <PID>== Leak"),
            ("--9266-- REDIR: x\n**9266** x", "--<PID>-- REDIR: x\n**<PID>** x"),
        ] {
            assert_eq!(redact(text), redacted);
        }
        for text in ["== 12 ==\n--12-> x\n- **12** x", "**4711**\n--4711--\n==4711==a", "==<PID>== x"] {
            assert_eq!(redact(text), text);
        }
    }
}
