//! Traces that number their frames: `#0` of PHP, Dart and GDB, `0:` of Rust.

use super::frame::{Frame, Lines, line_end, next_line, number};
use super::framework::is_framework;
use super::native::LIBRARIES;
use super::{Findings, keep_first, keep_first_of_lines};
use crate::redact::around::{byte, previous, run, slice, stands};
use crate::redact::finding::{Finding, Marker};
use crate::redact::words::Beginnings;

/// Blanks between a frame's number and its call, and bytes in which its address stands.
const GAP_BYTES: usize = 16;
const ADDRESS_BYTES: usize = 96;

/// Bytes of a frame in a trace that was folded into one line.
const FOLDED_BYTES: usize = 512;

/// Functions that stand in a trace without a path.
static RUNTIME: Beginnings = Beginnings::new(&[
    b"rust_begin_unwind",
    b"__rust",
    b"_start",
    b"main",
    b"__libc_start",
    b"start_thread",
    b"clone",
    b"top-level scope",
]);

/// R's own packages and those of the tidyverse.
#[rustfmt::skip]
static PACKAGES: Beginnings = Beginnings::new(&[
    b"base::", b"rlang::", b"stats::", b"utils::", b"methods::", b"purrr::", b"dplyr::", b"tidyr::", b"vctrs::", b"cli::",
    b"shiny::", b"plumber::", b"magrittr::",
]);

/// Modules of Julia's standard library.
static JULIA: Beginnings = Beginnings::new(&[b"Base ", b"Core ", b"Base."]);

/// Functions of the C library that end a program, and libraries of Apple's systems, by the names under which crash
/// reports list them.
#[rustfmt::skip]
static NATIVE: Beginnings = Beginnings::new(&[
    b"raise ", b"abort ", b"__GI_", b"google::", b"(unknown)", b"boost::", b"__asan", b"__interceptor", b"_main ", b"__pthread_kill", b"__assert_fail", b"?? ", b"<signal handler", b"lib",
    b"Foundation", b"CoreFoundation", b"UIKit", b"GraphicsServices", b"dyld", b"Swift", b"AppKit",
]);

/// Reads the frames of which the `#0 …` at `mark` is the first. Returns from where the scan goes on.
pub(super) fn read_hashed(text: &[u8], mark: usize, findings: &mut Findings) -> usize {
    // Android: `#00 pc 0001f0 /system/lib64/libc.so (abort+16)`.
    if !stands(text, mark, b"#0 ") && !stands(text, mark, b"#00 pc ") {
        return mark;
    }
    let folded = folded(text, mark, 0);
    if folded.as_ref().is_some_and(|frame| folded_next(text, frame.end, 1).is_some()) {
        let mut expected = 0;
        return keep_first(folded, findings, |end| {
            expected += 1;
            folded_next(text, end, expected)
        });
    }
    if let Some((lines, line)) = Lines::around(text, mark) {
        let mut expected = 0;
        let mut passwords = Vec::new();
        keep_first_of_lines(lines, Some(line), findings, |line| {
            let start = lines.indented(line);
            if stands(text, start, b"<asynchronous suspension>") {
                return Some(Frame::one(start, line_end(text, line)?, false));
            }
            let found = hashed(text, start, line_end(text, line)?, expected)?;
            expected += 1;
            passwords.extend(password_of(text, start, found.end));
            Some(found)
        });
        findings.extend(passwords);
    }
    mark
}

fn hashed(text: &[u8], start: usize, end: usize, expected: usize) -> Option<Frame> {
    let (seen, name) = number(text, (byte(text, start) == b'#').then_some(start + 1)?)?;
    let call = slice(text, run(text, name, GAP_BYTES, |byte| byte == b' '), end);
    let is_call = has_arguments(call) || call.starts_with(b"{main}") || call.starts_with(b"0x");
    // The first of a trace in one line of which the rest is left out already.
    let folded = call.windows(8).any(|window| window == b"<STACK: ");
    (seen == expected && is_call && !folded)
        .then(|| Frame::one(start, end, !is_framework(call) && !is_native(call)))
}

/// Functions of PHP, or how their names end, that take a password last: `PDO->__construct('mysql:…', 'bo', 'x')`.
const LOGINS: &[&[u8]] = &[
    b"PDO->__construct",
    b"mysqli->__construct",
    b"onnect",
    b"ogin",
    b"ldap_bind",
    b"uthenticate",
    b"assword",
    b"uth",
    b"ttempt",
];

/// The last text among the arguments of such a function in a frame.
fn password_of(text: &[u8], start: usize, end: usize) -> Option<Finding> {
    let frame = slice(text, start, end);
    let close = memchr::memrchr(b'\'', frame)?;
    let open = memchr::memrchr(b'\'', frame.get(..close)?)?;
    let call = frame.get(..open)?.windows(3).position(|bytes| bytes == b"): ")? + b"): ".len();
    let arguments = call + memchr::memchr(b'(', frame.get(call..open)?)?;
    let function = frame.get(call..arguments)?;
    let is_login = LOGINS.iter().any(|login| function.ends_with(login));
    // An account stands before it.
    let is_told = frame.get(arguments..open)?.contains(&b'\'') || function.ends_with(b"assword");
    (is_login && is_told && close > open + 1)
        .then(|| Finding::new(start + open + 1, start + close, Marker::Secret("PASSWORD")))
}

/// Whether parentheses stand behind a name, or behind a blank with a place or with what a debugger prints of arguments.
fn has_arguments(call: &[u8]) -> bool {
    call.iter().enumerate().filter(|(_, byte)| **byte == b'(').any(|(open, _)| {
        let inside =
            call.get(open + 1..).and_then(|rest| rest.split(|&byte| byte == b')').next()).unwrap_or_default();
        previous(call, open) != b' '
            || inside.is_empty()
            || inside.iter().any(|byte| matches!(byte, b'=' | b':' | b'/' | b'+' | b'('))
    })
}

/// A frame of PHP in a trace that something has folded into one line: `#0 /srv/t.php(9): f() #1 …`.
fn folded(text: &[u8], start: usize, expected: usize) -> Option<Frame> {
    let mut end = start + 1;
    while end - start < FOLDED_BYTES && !matches!(byte(text, end), b'#' | b'\n' | 0) {
        end += 1;
    }
    let main = slice(text, start, end).windows(6).position(|window| window == b"{main}");
    let end = main.map_or(end, |main| start + main + b"{main}".len());
    let blanks = slice(text, start, end).iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    hashed(text, start, end - blanks, expected)
}

fn folded_next(text: &[u8], end: usize, expected: usize) -> Option<Frame> {
    let start = run(text, end, GAP_BYTES, |byte| byte == b' ');
    (start > end).then(|| folded(text, start, expected)).flatten()
}

/// Reads the frames from the line `first` on: `0: ` of Rust, `[1] ` of Julia, `1. ` of R.
pub(super) fn read_below(lines: Lines, first: Option<usize>, findings: &mut Findings) {
    let start = first.map_or(0, |line| lines.indented(line));
    let mut expected = usize::from(byte(lines.text, start) != b'0');
    keep_first_of_lines(lines, first, findings, |line| {
        let found = counted(lines, line, expected)?;
        expected += 1;
        Some(found)
    });
}

/// Reads the frames of which the line `0: …` or `0# …` at `line` is the first, if a second follows.
pub(super) fn read_bare(lines: Lines, line: usize, findings: &mut Findings) {
    let code = |frame: &Frame| {
        let frame = slice(lines.text, frame.start, frame.end);
        let says =
            |window: &[u8]| window.starts_with(b"::") || matches!(window, b" at /" | b" in /" | b" in 0");
        frame.contains(&b'\n') || frame.windows(5).any(says)
    };
    let Some(first) = counted(lines, line, 0) else { return };
    let second = next_line(lines.text, first.end).and_then(|line| counted(lines, line, 1));
    if second.is_some_and(|second| code(&first) || code(&second)) {
        read_below(lines, Some(line), findings);
    }
}

/// A frame behind its number, and the place in the line below it.
fn counted(lines: Lines, line: usize, expected: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let bracket = usize::from(byte(lines.text, start) == b'[');
    let (seen, number_end) = number(lines.text, start + bracket)?;
    let mut end = line_end(lines.text, line)?;
    let separator: &[&[u8]] = if bracket > 0 { &[b"] "] } else { &[b": ", b"# ", b". "] };
    if seen != expected || !separator.iter().any(|separator| stands(lines.text, number_end, separator)) {
        return None;
    }
    // R draws a tree.
    let name = run(lines.text, number_end + 2, GAP_BYTES, |byte| byte == b' ' || byte >= 0x80);
    let call = slice(lines.text, name, end);
    let mut application = !is_framework(call) && !is_native(call) && !PACKAGES.begin(call);
    let mut is_frame = call.windows(2).any(|window| window == b"::") || call.ends_with(b")");
    is_frame |= call.contains(&b'(') || (call.starts_with(b"0x") || RUNTIME.begin(call));
    if let Some(place) = next_line(lines.text, end) {
        let at = lines.indented(place);
        let julia = stands(lines.text, at, b"@ ");
        if (julia || stands(lines.text, at, b"at "))
            && let Some(place_end) = line_end(lines.text, place)
        {
            end = place_end;
            is_frame = true;
            let place = slice(lines.text, at, end).get(2..).unwrap_or_default().trim_ascii();
            application &=
                !is_framework(place) && !(julia && (JULIA.begin(place) || place.starts_with(b"./")));
        }
    }
    is_frame.then(|| Frame::one(start, end, application))
}

/// Reads the frames of which the line `0 0x… in …` or `0   libsystem…  0x…` at `line` is the first, if a second follows.
pub(super) fn read_images(lines: Lines, line: usize, findings: &mut Findings) {
    let second = image(lines, line, 0).and_then(|frame| next_line(lines.text, frame.end));
    if second.and_then(|line| image(lines, line, 1)).is_none() {
        return;
    }
    let mut expected = 0;
    keep_first_of_lines(lines, Some(line), findings, |line| {
        let found = image(lines, line, expected)?;
        expected += 1;
        Some(found)
    });
}

fn image(lines: Lines, line: usize, expected: usize) -> Option<Frame> {
    let start = lines.indented(line);
    let (seen, number_end) = number(lines.text, start)?;
    let name = run(lines.text, number_end, GAP_BYTES, |byte| byte == b' ');
    if seen != expected || name == number_end {
        return None;
    }
    let end = line_end(lines.text, line)?;
    let image = slice(lines.text, name, end);
    let head = image.get(..ADDRESS_BYTES).unwrap_or(image);
    let addressed = head.windows(2).any(|window| window == b"0x");
    let placed = image.windows(4).any(|window| matches!(window, b" in " | [b' ', b'+', b' ', b'0'..=b'9']));
    (addressed && placed).then(|| Frame::one(start, end, !is_native(image)))
}

/// Whether the call is the C library's or lies in a system library.
pub(super) fn is_native(call: &[u8]) -> bool {
    let call = call.get(..ADDRESS_BYTES).unwrap_or(call);
    let behind_address = call.windows(4).position(|window| window == b" in ");
    let name = match behind_address {
        Some(at) if call.starts_with(b"0x") => call.get(at + b" in ".len()..).unwrap_or_default(),
        _ => call,
    };
    NATIVE.begin(name) || name.split(|&byte| byte == b' ').any(|word| LIBRARIES.begin(word))
}
