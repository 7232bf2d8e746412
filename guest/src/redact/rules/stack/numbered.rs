//! Traces that number their frames: `#0` of PHP, Dart and GDB, `0:` of Rust.

use super::frame::{Frame, indented, line_end, next_line, number};
use super::framework::is_framework;
use super::native::LIBRARIES;
use super::{Findings, keep_first_of_lines};
use crate::redact::around::{byte, run, slice, stands};
use crate::redact::words::Beginnings;

/// Blanks between a frame's number and its call, and bytes in which its address stands.
const GAP_BYTES: usize = 16;
const ADDRESS_BYTES: usize = 96;

/// Functions of the C library that end a program, and libraries of Apple's systems, by the names under which crash
/// reports list them.
#[rustfmt::skip]
static NATIVE: Beginnings = Beginnings::new(&[
    b"raise ", b"abort ", b"__GI_", b"__pthread_kill", b"__assert_fail", b"?? ", b"<signal handler", b"lib",
    b"Foundation", b"CoreFoundation", b"UIKit", b"GraphicsServices", b"dyld", b"Swift", b"AppKit",
]);

/// Reads the frames of which the line `#0 …` at `line` is the first.
pub(super) fn read_hashed(text: &[u8], line: usize, findings: &mut Findings) {
    let mut expected = 0;
    keep_first_of_lines(text, Some(line), findings, |line| {
        let start = indented(text, line);
        if stands(text, start, b"<asynchronous suspension>") {
            return Some(Frame::one(start, line_end(text, line)?, false));
        }
        let (seen, name) = number(text, (byte(text, start) == b'#').then_some(start + 1)?)?;
        if seen != expected {
            return None;
        }
        let end = line_end(text, line)?;
        let call = slice(text, run(text, name, GAP_BYTES, |byte| byte == b' '), end);
        let is_call = call.contains(&b'(') || call.starts_with(b"{main}") || call.starts_with(b"0x");
        expected += 1;
        is_call.then(|| Frame::one(start, end, !is_framework(call) && !is_native(call)))
    });
}

/// Reads the frames below the line `stack backtrace:` at `line`.
pub(super) fn read_rust(text: &[u8], line: usize, findings: &mut Findings) {
    let first = line_end(text, line).and_then(|end| next_line(text, end));
    let mut expected = 0;
    keep_first_of_lines(text, first, findings, |line| {
        let start = indented(text, line);
        let (seen, colon) = number(text, start)?;
        let mut end = line_end(text, line)?;
        if seen != expected || !stands(text, colon, b": ") {
            return None;
        }
        let mut application = !is_framework(slice(text, colon + 2, end));
        if let Some(place) = next_line(text, end) {
            let at = indented(text, place);
            if stands(text, at, b"at ")
                && let Some(place_end) = line_end(text, place)
            {
                end = place_end;
                application &= !is_framework(slice(text, at + b"at ".len(), end));
            }
        }
        expected += 1;
        Some(Frame::one(start, end, application))
    });
}

/// Reads the frames of which the line `0 0x… in …` or `0   libsystem…  0x…` at `line` is the first, if a second follows.
pub(super) fn read_images(text: &[u8], line: usize, findings: &mut Findings) {
    let second = image(text, line, 0).and_then(|frame| next_line(text, frame.end));
    if second.and_then(|line| image(text, line, 1)).is_none() {
        return;
    }
    let mut expected = 0;
    keep_first_of_lines(text, Some(line), findings, |line| {
        let found = image(text, line, expected)?;
        expected += 1;
        Some(found)
    });
}

fn image(text: &[u8], line: usize, expected: usize) -> Option<Frame> {
    let start = indented(text, line);
    let (seen, number_end) = number(text, start)?;
    let name = run(text, number_end, GAP_BYTES, |byte| byte == b' ');
    let head = slice(text, name, text.len().min(name + ADDRESS_BYTES));
    let head = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if seen != expected || name == number_end || !head.windows(2).any(|window| window == b"0x") {
        return None;
    }
    let end = line_end(text, line)?;
    Some(Frame::one(start, end, !is_native(slice(text, name, end))))
}

/// Whether the call is the C library's or lies in a system library.
fn is_native(call: &[u8]) -> bool {
    let call = call.get(..ADDRESS_BYTES).unwrap_or(call);
    let behind_address = call.windows(4).position(|window| window == b" in ");
    let name = match behind_address {
        Some(at) if call.starts_with(b"0x") => call.get(at + b" in ".len()..).unwrap_or_default(),
        _ => call,
    };
    NATIVE.begin(name) || name.split(|&byte| byte == b' ').any(|word| LIBRARIES.begin(word))
}
