//! The timestamps with which lines begin.

use super::{gap, id};
use crate::redact::around::{byte, is_word_byte, run, slice, stands};

/// Where a timestamp ends behind which no column names anything: `[Sun Dec 04 04:47:44 2005]`, `20260203-10:11:12:606|`.
pub(super) fn bare_time(text: &[u8], start: usize) -> Option<usize> {
    if byte(text, start) == b'[' {
        let year = bsd_time(text, start + b"[Sun ".len())?;
        return id(text, year, 4).map(|year| year.end);
    }
    let clock_start = start + b"20260203-".len();
    let is_date = COMPACT_DATE.fits(text, start) && byte(text, clock_start - 1) == b'-';
    is_date.then(|| run(text, clock_start, 12, |byte| byte.is_ascii_digit() || byte == b':'))
}

/// `Feb  3 10:11:12 ` and where it ends.
pub(super) fn bsd_time(text: &[u8], start: usize) -> Option<usize> {
    if byte(text, start + 3) != b' ' || !is_month(slice(text, start, start + 3)) {
        return None;
    }
    let end = start + b"Feb  3 10:11:12".len();
    if CLOCK.fits(text, end - 8)
        && byte(text, end) == b' '
        && byte(text, end - 9) == b' '
        && byte(text, start + 5).is_ascii_digit()
    {
        return gap(text, end);
    }
    let day = gap(text, start + 3)?;
    let day_end = run(text, day, 2, |byte| byte.is_ascii_digit());
    if day_end == day {
        return None;
    }
    let at = gap(text, day_end)?;
    // RFC 3164 with a year, as some relays write it.
    let year = run(text, at, 4, |byte| byte.is_ascii_digit());
    let at = if year == at + 4 { gap(text, year)? } else { at };
    gap(text, clock(text, at)?)
}

/// Where `2026-02-03T10:11:12` at `at` ends, or with a blank in it.
pub(in crate::redact::rules) fn iso_time_end(text: &[u8], at: usize) -> Option<usize> {
    let clock = at + b"2026-02-03T".len();
    let fits = YEAR.fits(text, at) && DAY.fits(text, at + 2) && CLOCK.fits(text, clock);
    (fits && matches!(byte(text, clock - 1), b'T' | b' ')).then_some(clock + b"10:11:12".len())
}

pub(super) fn is_month(word: &[u8]) -> bool {
    let Some(&[first, second, third]) = word.first_chunk::<3>() else { return false };
    matches!(
        &[first | 0x20, second | 0x20, third | 0x20],
        b"jan"
            | b"feb"
            | b"mar"
            | b"apr"
            | b"may"
            | b"jun"
            | b"jul"
            | b"aug"
            | b"sep"
            | b"oct"
            | b"nov"
            | b"dec"
    )
}

/// Bytes of a timestamp: digits in certain places, and certain bytes in others.
pub(super) struct Form {
    /// The places of digits, all bits of each.
    digits: u64,
    /// The places of other bytes, and these.
    places: u64,
    others: u64,
}

impl Form {
    /// A zero stands for any digit.
    #[allow(clippy::indexing_slicing)] // evaluated at compile time
    const fn new<const BYTES: usize>(form: &[u8; BYTES]) -> Self {
        let [mut digits, mut places, mut others] = [[0; 8]; 3];
        let mut at = 0;
        while at < BYTES {
            if form[at] == b'0' {
                digits[at] = u8::MAX;
            } else {
                (places[at], others[at]) = (u8::MAX, form[at]);
            }
            at += 1;
        }
        Self {
            digits: u64::from_le_bytes(digits),
            places: u64::from_le_bytes(places),
            others: u64::from_le_bytes(others),
        }
    }

    /// Whether the text has this form at `at`.
    pub(super) fn fits(&self, text: &[u8], at: usize) -> bool {
        let rest = text.get(at..).unwrap_or_default();
        let bytes = match rest.first_chunk::<8>() {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => rest.iter().rev().fold(0, |bytes, byte| bytes << 8 | u64::from(*byte)),
        };
        let digits = bytes & self.digits;
        // A digit is 0x30 to 0x39: its upper half is 3, and still is with six more.
        let six_more = digits.wrapping_add(self.digits & 0x0606_0606_0606_0606);
        let threes = self.digits & 0x3030_3030_3030_3030;
        let upper_half = 0xf0f0_f0f0_f0f0_f0f0;
        bytes & self.places == self.others && digits & upper_half == threes && six_more & upper_half == threes
    }
}

pub(super) const YEAR: Form = Form::new(b"0000-00-");
const DAY: Form = Form::new(b"00-00-00");
const COMPACT_DATE: Form = Form::new(b"00000000");
const CLOCK: Form = Form::new(b"00:00:00");
const MINUTES: Form = Form::new(b":00:00");
/// The dates that are written most often, and their bytes.
static DATES: [(Form, usize); 3] =
    [(Form::new(b"00/00/00"), 8), (Form::new(b"00-00 00"), 5), (Form::new(b"000000 0"), 6)];

/// `2026-02-03T10:11:12.345Z`, with `/` or no separators and with or without year and zone, and where it ends.
pub(super) fn date_time(text: &[u8], start: usize) -> Option<usize> {
    if let Some(end) = iso_time_end(text, start) {
        return Some(offset(text, fraction_end(text, end)?));
    }
    let date_end = date_end(text, start)?;
    let at = run(text, date_end, 2, |byte| matches!(byte, b'T' | b' '));
    let compact = run(text, at, 7, |byte| byte.is_ascii_digit());
    if date_end - start == 6 && compact == at + 6 {
        return Some(compact);
    }
    Some(offset(text, clock(text, at)?))
}

/// Where the date ends that a time follows: `03-17` to `2026-02-03`, `081109` and `20260203`.
fn date_end(text: &[u8], start: usize) -> Option<usize> {
    let is_before_time = |end: usize| matches!(byte(text, end), b'T' | b' ');
    if let Some((_, date_bytes)) = DATES.iter().find(|(form, _)| form.fits(text, start)) {
        return Some(start + date_bytes).filter(|end| is_before_time(*end));
    }
    let end = run(text, start, 10, |byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'/'));
    let digits = slice(text, start, end).iter().filter(|byte| byte.is_ascii_digit()).count();
    ((4..=8).contains(&digits) && is_before_time(end)).then_some(end)
}

/// Where the zone at `at` ends; `at` if there is none.
pub(super) fn offset(text: &[u8], at: usize) -> usize {
    match byte(text, at) {
        b'Z' => at + 1,
        b'+' | b'-' => run(text, at + 1, 5, |byte| byte.is_ascii_digit() || byte == b':'),
        b' ' if matches!(byte(text, at + 1), b'+' | b'-') && byte(text, at + 2).is_ascii_digit() => {
            offset(text, at + 1)
        }
        b' ' if [&b" UTC"[..], b" GMT", b" CET", b" EST", b" PST", b" CST"]
            .iter()
            .any(|zone| stands(text, at, zone)) =>
        {
            at + 4
        }
        _ => at,
    }
}

/// `10:11:12`, `3:04:00` and a fraction, and where it ends.
pub(super) fn clock(text: &[u8], start: usize) -> Option<usize> {
    let end = if CLOCK.fits(text, start) {
        start + b"10:11:12".len()
    } else {
        let short = byte(text, start).is_ascii_digit() && MINUTES.fits(text, start + 1);
        short.then_some(start + b"3:04:00".len())?
    };
    fraction_end(text, end)
}

/// Where the fraction of a second ends that may stand at `end`.
#[inline]
fn fraction_end(text: &[u8], end: usize) -> Option<usize> {
    let fraction = matches!(byte(text, end), b'.' | b',');
    let fraction_end = if fraction { run(text, end + 1, 9, |byte| byte.is_ascii_digit()) } else { end };
    (!is_word_byte(byte(text, fraction_end)) || byte(text, fraction_end) == b'Z').then_some(fraction_end)
}
