//! Frames with an `@`: Firefox's and Safari's `load@https://…/cart.js:10:5`, glog's `@ 0x55d0  work()`.

use super::frame::{Frame, Lines, ends_in_line_number, line_before, line_end};
use super::framework::is_framework;
use super::numbered::is_native;
use super::{Findings, read_once};
use crate::redact::around::{byte, is_name_byte, run, run_back, slice, stands, stands_one};

/// Bytes of a function's name, and of an address with the blanks around it.
const NAME_BYTES: usize = 96;
const ADDRESS_BYTES: usize = 32;

/// Frames without a name in a row, before the first with one.
const NAMELESS: usize = 8;

/// How the places of scripts begin.
const PLACES: &[&[u8]] = &[
    b"http://",
    b"https://",
    b"file://",
    b"webpack",
    b"[native code]",
    b"resource://",
    b"chrome://",
    b"moz-extension://",
    b"safari-",
    b"capacitor://",
    b"blob:",
    b"app://",
    b"user-script:",
];

/// Reads the frames of which the one with the `@` at `mark` is the first.
pub(super) fn read(text: &[u8], mark: usize, findings: &mut Findings) {
    let place = mark + 1;
    if byte(text, place) == b' ' {
        if let Some((lines, line)) = addressed(text, mark).then(|| Lines::around(text, mark)).flatten() {
            read_once(lines, line, findings, of_address);
        }
    } else if stands_one(text, place, PLACES)
        && let Some((lines, line)) = Lines::around(text, name_start(text, mark))
    {
        let mut first = line;
        for _ in 0..NAMELESS {
            let Some(before) = line_before(text, first).filter(|before| is_nameless(lines, *before)) else {
                break;
            };
            first = before;
        }
        read_once(lines, first, findings, of_script);
    }
}

/// Where the function's name before the `@` starts: `global code`, `async*load`, `load/<`, none.
fn name_start(text: &[u8], mark: usize) -> usize {
    let code = [
        &b"global code"[..],
        b"eval code",
        b"module code",
        b"setTimeout handler*",
        b"setInterval handler*",
        b"promise callback*",
    ];
    if let Some(words) = code.iter().find(|words| stands(text, mark.saturating_sub(words.len()), words)) {
        return mark - words.len();
    }
    run_back(text, mark, NAME_BYTES, |byte| {
        is_name_byte(byte)
            || matches!(byte, b'/' | b'<' | b'>' | b'*' | b'$' | b'[' | b']' | b'#')
            || byte >= 0x80
    })
}

/// Whether the line is a frame that its place alone makes one.
fn is_nameless(lines: Lines, line: usize) -> bool {
    let start = lines.indented(line);
    PLACES.iter().any(|place| stands(lines.text, start, place)) && of_script(lines, line).is_some()
}

fn of_script(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let end = line_end(lines.text, line)?;
    let whole = slice(lines.text, start, end);
    let place_of =
        |mark: usize| whole.get(mark..).filter(|place| PLACES.iter().any(|known| place.starts_with(known)));
    // Safari leaves the mark out where there is no name.
    let mark = whole.iter().take(NAME_BYTES).position(|&byte| byte == b'@');
    let bare = place_of(0);
    let place = bare.or_else(|| mark.and_then(|mark| place_of(mark + 1)))?;
    let native = place == b"[native code]";
    let named = bare.is_some() || mark.is_some_and(|mark| name_start(whole, mark) == 0);
    let is_frame = named && (native || ends_in_line_number(place));
    is_frame.then(|| Frame::one(start, end, !native && !is_framework(place)))
}

fn addressed(text: &[u8], mark: usize) -> bool {
    let address = run(text, mark + 1, ADDRESS_BYTES, |byte| byte == b' ');
    stands(text, address, b"0x")
}

fn of_address(lines: Lines, line: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let end = line_end(lines.text, line)?;
    if byte(lines.text, start) != b'@' || !addressed(lines.text, start) {
        return None;
    }
    let address = run(lines.text, start + 1, ADDRESS_BYTES, |byte| byte == b' ');
    let name = run(lines.text, address, ADDRESS_BYTES, |byte| byte.is_ascii_alphanumeric());
    let call = slice(lines.text, name, end).trim_ascii();
    Some(Frame::one(start, end, !is_framework(call) && !is_native(call)))
}
