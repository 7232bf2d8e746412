//! What is left of a colour whose escape character is written out or lost: `#033[36m`, `^[[0m`, `\e[1m`, `[31m`.

use crate::redact::around::{byte, run, stands};

/// How the escape character is written.
const ESCAPES: &[&[u8]] = &[b"\\u001b", b"\\x1b", b"\\x1B", b"\\033", b"#033", b"\\e", b"^["];

/// Bytes of the numbers of a colour, blanks behind it, and how many colours stand together.
const NUMBERS_BYTES: usize = 12;
const BLANKS: usize = 16;
const COLOURS: usize = 4;

/// Where the colours that stand at `at`, and the blanks behind them, end; `at` if there are none.
#[inline]
pub(super) fn colours_end(text: &[u8], at: usize) -> usize {
    let may_begin = match byte(text, at) {
        b'[' => byte(text, at + 1).is_ascii_digit(),
        b'\\' => matches!(byte(text, at + 1), b'u' | b'x' | b'0' | b'e'),
        b'#' => byte(text, at + 1) == b'0',
        b'^' => true,
        _ => false,
    };
    if may_begin { last_end(text, at) } else { at }
}

#[cold]
fn last_end(text: &[u8], start: usize) -> usize {
    let mut at = start;
    for _ in 0..COLOURS {
        let Some(end) = colour_end(text, at) else { break };
        at = run(text, end, BLANKS, |byte| matches!(byte, b' ' | b'\t'));
    }
    at
}

fn colour_end(text: &[u8], at: usize) -> Option<usize> {
    let escape = ESCAPES.iter().find(|escape| stands(text, at, escape)).map_or(0, |escape| escape.len());
    let open = at + escape;
    let end = run(text, open + 1, NUMBERS_BYTES, |byte| byte.is_ascii_digit() || byte == b';');
    // `rate(x[5m])` is a span of time.
    let is_colour = byte(text, open) == b'[' && byte(text, end) == b'm' && byte(text, end + 1) != b']';
    is_colour.then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn a_colour_stands_between_a_name_and_its_value_like_a_blank() {
        for (text, shown) in [
            ("password#033[0m=#033[35mKq83nfaPz1", "password#033[0m=#033[35m<REDACTED:PASSWORD>"),
            ("^[[31mpassword^[[0m: Kq83nfaPz1", "^[[31mpassword^[[0m: <REDACTED:PASSWORD>"),
            (r"\x1b[31mpassword\x1b[0m=Kq83nfaPz1", r"\x1b[31mpassword\x1b[0m=<REDACTED:PASSWORD>"),
            (r"\e[31mtoken\e[0m: \e[32mKq83nfaPz1Lx", r"\e[31mtoken\e[0m: \e[32m<REDACTED:TOKEN>"),
            ("[1mPassword:[0m Kq83nfaPz1", "[1mPassword:[0m <REDACTED:PASSWORD>"),
            ("[36mdb_password=[0mKq83nfaPz1", "[36mdb_password=[0m<REDACTED:PASSWORD>"),
            ("host=[1mweb7[0m up", "host=[1m<HOST:1>[0m up"),
        ] {
            assert_eq!(redact(text), shown);
            assert_eq!(redact(shown), shown);
        }
    }

    #[test]
    fn brackets_with_other_things_in_them_stay() {
        for text in
            ["rate(password_total[5m])", "password [0m policy", "token^[[0m expired", "[pod_total[5m]]"]
        {
            assert_eq!(redact(text), text);
        }
    }
}
