//! Timestamps in the forms of real logs. For ordering only: a timestamp is shown as it was delivered.
//!
//! # Source
//! RFC 3339 and ISO 8601, RFC 5424 and RFC 3164 (syslog), log4j, Python logging, Apache and nginx (access and error
//! logs), the MySQL error log before 5.7, klog, Android logcat, and epoch seconds, milli-, micro- and nanoseconds.

const MICROS: i64 = 1_000_000;
const DAY_SECONDS: i64 = 86_400;

/// Supplies what a timestamp leaves out: the year, from the host's clock at the call. The projector has no clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    now_micros: i64,
    year: i64,
}

impl Clock {
    /// The clock of a call at `now_seconds` since the epoch, in `year`.
    #[must_use]
    pub fn new(now_seconds: i64, year: i32) -> Self {
        Self { now_micros: now_seconds.saturating_mul(MICROS), year: i64::from(year) }
    }

    /// The microseconds since the epoch that a whole text tells; no zone means UTC. `None` if it is no timestamp, or
    /// holds anything else.
    #[must_use]
    pub fn instant(&self, text: &str) -> Option<i64> {
        let mut cursor = Cursor { bytes: text.as_bytes() };
        let instant = self.read(&mut cursor)?;
        cursor.bytes.is_empty().then_some(instant)
    }

    fn read(&self, cursor: &mut Cursor<'_>) -> Option<i64> {
        if cursor.eat(b'[') {
            let instant = self.read_bare(cursor)?;
            return cursor.eat(b']').then_some(instant);
        }
        self.read_bare(cursor)
    }

    fn read_bare(&self, cursor: &mut Cursor<'_>) -> Option<i64> {
        match cursor.peek()? {
            b'0'..=b'9' => self.read_digits_first(cursor),
            b'I' | b'W' | b'E' | b'F' if cursor.bytes.get(1).is_some_and(u8::is_ascii_digit) => {
                cursor.skip(1);
                let (month, day) = (cursor.exactly(2)?, cursor.exactly(2)?);
                cursor.blank()?;
                let time = cursor.time()?;
                self.without_year(month, day, time)
            }
            _ => self.read_name_first(cursor),
        }
    }

    /// `2026-02-03…`, `17/06/09…`, `03/Feb/2026…`, `03-17…`, `20260203…`, `081109 203518`, `10:11:12`, epochs.
    fn read_digits_first(&self, cursor: &mut Cursor<'_>) -> Option<i64> {
        let digits = cursor.digits();
        match (digits.len(), cursor.bytes.get(digits.len())) {
            (4, Some(separator @ (b'-' | b'/' | b'.'))) => cursor.year_first(*separator),
            (2, Some(separator @ (b'-' | b'/' | b'.'))) => self.two_digits_first(cursor, *separator),
            (1 | 2, Some(b' ')) => cursor.day_month_name(),
            (2, Some(b':')) => cursor.time().map(|time| time.micros),
            (8, Some(b'T' | b'-' | b' ')) => {
                let (year, month, day) = (cursor.exactly(4)?, cursor.exactly(2)?, cursor.exactly(2)?);
                cursor.skip(1);
                let time = cursor.time()?;
                instant(year, month, day, time)
            }
            (6, Some(b' ')) => {
                let (year, month, day) = (cursor.exactly(2)?, cursor.exactly(2)?, cursor.exactly(2)?);
                while cursor.eat(b' ') {}
                let time = cursor.time()?;
                instant(2000 + year, month, day, time)
            }
            _ => cursor.epoch(),
        }
    }

    fn two_digits_first(&self, cursor: &mut Cursor<'_>, separator: u8) -> Option<i64> {
        let first = cursor.exactly(2)?;
        cursor.skip(1);
        if cursor.peek()?.is_ascii_alphabetic() {
            let month = cursor.month()?;
            cursor.eat(separator).then_some(())?;
            let year = cursor.exactly(4)?;
            cursor.date_time_gap()?;
            let time = cursor.time()?;
            return instant(year, month, first, time);
        }
        let second = cursor.exactly(2)?;
        if !cursor.eat(separator) {
            cursor.blank()?;
            let time = cursor.time()?;
            return self.without_year(first, second, time);
        }
        if cursor.digits().len() == 4 {
            let year = cursor.exactly(4)?;
            // `02/03/2026` is read as month and day, as loggers with that form mean it; `02.03.2026` as day and month.
            let day_first = separator == b'.' || first > 12;
            let (month, day) = if day_first { (second, first) } else { (first, second) };
            cursor.date_time_gap()?;
            let time = cursor.time()?;
            return instant(year, month, day, time);
        }
        let day = cursor.exactly(2)?;
        cursor.date_time_gap()?;
        let time = cursor.time()?;
        instant(2000 + first, second, day, time)
    }

    /// `Feb  3 10:11:12`, `Tue Feb 03 10:11:12.123456 2026`, `Tue, 03 Feb 2026 10:11:12 GMT`.
    fn read_name_first(&self, cursor: &mut Cursor<'_>) -> Option<i64> {
        let weekday = cursor.bytes.get(..3)?;
        if WEEKDAYS.iter().any(|name| name.eq_ignore_ascii_case(weekday)) {
            cursor.skip(3);
            cursor.eat(b',');
            cursor.blank()?;
            if cursor.peek()?.is_ascii_digit() {
                return cursor.day_month_name();
            }
        }
        let month = cursor.month()?;
        cursor.blank()?;
        while cursor.eat(b' ') {}
        let day = cursor.number(2)?;
        cursor.eat(b',');
        cursor.blank()?;
        if cursor.digits().len() == 4 {
            let year = cursor.exactly(4)?;
            cursor.blank()?;
            let time = cursor.time()?;
            return instant(year, month, day, time);
        }
        let time = cursor.time()?;
        let mut ahead = *cursor;
        if ahead.eat(b' ') && ahead.digits().len() == 4 {
            let year = ahead.exactly(4)?;
            *cursor = ahead;
            return instant(year, month, day, time);
        }
        self.without_year(month, day, time)
    }

    /// In the call's year, or in the one before when that would be more than a day ahead of the call.
    fn without_year(&self, month: i64, day: i64, time: Time) -> Option<i64> {
        let this_year = instant(self.year, month, day, time)?;
        if this_year > self.now_micros.saturating_add(DAY_SECONDS * MICROS) {
            instant(self.year - 1, month, day, time)
        } else {
            Some(this_year)
        }
    }
}

/// The length in bytes of the timestamp at the start of a line.
pub(super) fn leading(line: &str) -> Option<usize> {
    let mut cursor = Cursor { bytes: line.as_bytes() };
    Clock::new(0, 1970).read(&mut cursor)?;
    let ends = cursor.peek().is_none_or(|next| !next.is_ascii_alphanumeric());
    ends.then(|| line.len() - cursor.bytes.len())
}

const WEEKDAYS: [&[u8]; 7] = [b"Mon", b"Tue", b"Wed", b"Thu", b"Fri", b"Sat", b"Sun"];
const MONTHS: [&[u8]; 12] =
    [b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec"];

/// A time of day, moved to UTC when it names its offset.
#[derive(Clone, Copy)]
struct Time {
    micros: i64,
}

fn instant(year: i64, month: i64, day: i64, time: Time) -> Option<i64> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days since the epoch in the proleptic Gregorian calendar, with March as the first month of a year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469;
    Some(days * DAY_SECONDS * MICROS + time.micros)
}

fn decimal(digits: impl Iterator<Item = u8>) -> i64 {
    digits.fold(0_i64, |number, digit| number.saturating_mul(10).saturating_add(i64::from(digit - b'0')))
}

/// What is left of a text.
#[derive(Clone, Copy)]
struct Cursor<'t> {
    bytes: &'t [u8],
}

impl<'t> Cursor<'t> {
    fn peek(self) -> Option<u8> {
        self.bytes.first().copied()
    }

    fn skip(&mut self, count: usize) {
        self.bytes = self.bytes.get(count..).unwrap_or_default();
    }

    fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.skip(usize::from(there));
        there
    }

    fn blank(&mut self) -> Option<()> {
        self.eat(b' ').then_some(())
    }

    /// What stands between a date and a time of day.
    fn date_time_gap(&mut self) -> Option<()> {
        let there = matches!(self.peek()?, b' ' | b'T' | b't' | b'_' | b':' | b'-');
        self.skip(1);
        there.then_some(())
    }

    /// The digits ahead, up to 20: no timestamp has more.
    fn digits(self) -> &'t [u8] {
        let count = self.bytes.iter().take(20).take_while(|byte| byte.is_ascii_digit()).count();
        self.bytes.get(..count).unwrap_or_default()
    }

    /// A number of at least one and at most `most` digits.
    fn number(&mut self, most: usize) -> Option<i64> {
        let digits = self.digits();
        let digits = digits.get(..most.min(digits.len())).filter(|digits| !digits.is_empty())?;
        self.skip(digits.len());
        Some(decimal(digits.iter().copied()))
    }

    fn exactly(&mut self, count: usize) -> Option<i64> {
        if self.digits().len() < count { None } else { self.number(count) }
    }

    fn month(&mut self) -> Option<i64> {
        let name = self.bytes.get(..3)?;
        let at = MONTHS.iter().position(|month| month.eq_ignore_ascii_case(name))?;
        self.skip(3);
        i64::try_from(at + 1).ok()
    }

    /// `2026-02-03`, and the time of day if there is one.
    fn year_first(&mut self, separator: u8) -> Option<i64> {
        let year = self.exactly(4)?;
        self.skip(1);
        let month = self.exactly(2)?;
        self.eat(separator).then_some(())?;
        let day = self.exactly(2)?;
        let mut ahead = *self;
        let time = ahead.date_time_gap().and_then(|()| ahead.time());
        if time.is_some() {
            *self = ahead;
        }
        instant(year, month, day, time.unwrap_or(Time { micros: 0 }))
    }

    /// `03 Feb 2026 10:11:12`.
    fn day_month_name(&mut self) -> Option<i64> {
        let day = self.number(2)?;
        self.blank()?;
        let month = self.month()?;
        self.blank()?;
        let year = self.exactly(4)?;
        self.blank()?;
        let time = self.time()?;
        instant(year, month, day, time)
    }

    /// `10:11`, `10:11:12`, `101112`, with a fraction and a zone.
    fn time(&mut self) -> Option<Time> {
        let colons = self.digits().len() <= 2;
        let hour = if colons { self.number(2)? } else { self.exactly(2)? };
        if colons && !self.eat(b':') {
            return None;
        }
        let minute = if colons { self.number(2)? } else { self.exactly(2)? };
        let has_second = if colons { self.eat(b':') } else { self.digits().len() >= 2 };
        let second = if has_second { self.number(2)? } else { 0 };
        if hour > 24 || minute > 59 || second > 60 {
            return None;
        }
        let fraction = self.fraction(has_second);
        let offset = self.offset();
        Some(Time { micros: (hour * 3_600 + minute * 60 + second - offset) * MICROS + fraction })
    }

    /// Microseconds after the second: `.123`, `,123456`, or `:123` milliseconds.
    fn fraction(&mut self, has_second: bool) -> i64 {
        let mut ahead = *self;
        if !has_second || !(ahead.eat(b'.') || ahead.eat(b',') || ahead.eat(b':')) {
            return 0;
        }
        let millis = self.peek() == Some(b':');
        let digits = ahead.digits();
        if digits.is_empty() || (millis && digits.len() > 3) {
            return 0;
        }
        ahead.skip(digits.len());
        *self = ahead;
        if millis {
            return decimal(digits.iter().copied()) * 1_000;
        }
        decimal(digits.iter().copied().chain(std::iter::repeat(b'0')).take(6))
    }

    /// Seconds east of UTC: `Z`, `+02:00`, ` +0200`, `UTC`, `GMT`. Nothing is eaten when there is no zone.
    fn offset(&mut self) -> i64 {
        let mut ahead = *self;
        if ahead.eat(b'Z') || ahead.eat(b'z') {
            *self = ahead;
            return 0;
        }
        ahead.eat(b' ');
        if matches!(ahead.bytes.get(..3), Some(b"UTC" | b"GMT")) {
            ahead.skip(3);
            *self = ahead;
            return 0;
        }
        let sign = match ahead.peek() {
            Some(b'+') => 1,
            Some(b'-') => -1,
            _ => return 0,
        };
        ahead.skip(1);
        let hours = ahead.exactly(2);
        ahead.eat(b':');
        let minutes = ahead.exactly(2);
        match (hours, minutes) {
            (Some(hours @ 0..=15), Some(minutes @ 0..=59)) => {
                *self = ahead;
                sign * (hours * 3_600 + minutes * 60)
            }
            _ => 0,
        }
    }

    /// Seconds with a fraction, milli-, micro- or nanoseconds since the epoch, from 2001 on.
    fn epoch(&mut self) -> Option<i64> {
        let digits = self.digits().len();
        let number = self.number(19)?;
        match digits {
            10 => Some(number * MICROS + self.fraction(true)),
            13 => Some(number * 1_000 + self.fraction(true) / 1_000),
            16 => Some(number),
            19 => Some(number / 1_000),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-02-03T10:11:12Z.
    const SECONDS: i64 = 1_770_113_472;

    fn clock() -> Clock {
        Clock::new(SECONDS + 3_600, 2026)
    }

    #[test]
    fn one_instant_in_the_forms_of_real_logs() {
        for text in [
            "2026-02-03T10:11:12Z",
            "2026-02-03T12:11:12+02:00",
            "2026-02-03 10:11:12",
            "2026-02-03 03:11:12 -0700",
            "2026-02-03 10:11:12 UTC",
            "2026/02/03 10:11:12",
            "2026.02.03 10:11:12",
            "26/02/03 10:11:12",
            "260203 10:11:12",
            "260203 101112",
            "20260203T101112Z",
            "20260203-10:11:12",
            "03/Feb/2026:10:11:12 +0000",
            "[03/Feb/2026:10:11:12 +0000]",
            "03-Feb-2026 10:11:12",
            "02/03/2026 10:11:12",
            "03.02.2026 10:11:12",
            "[Tue Feb 03 10:11:12 2026]",
            "Tue, 03 Feb 2026 10:11:12 GMT",
            "Feb  3 10:11:12",
            "Feb 3 2026 10:11:12",
            "I0203 10:11:12",
            "02-03 10:11:12",
            "1770113472",
            "1770113472000",
            "1770113472000000",
            "1770113472000000000",
        ] {
            assert_eq!(clock().instant(text), Some(SECONDS * MICROS), "{text}");
        }
    }

    #[test]
    fn fractions_are_read_to_the_microsecond() {
        for (text, micros) in [
            ("2026-02-03 10:11:12,123", 123_000),
            ("2026-02-03T10:11:12.123456789Z", 123_456),
            ("E0203 10:11:12.345678", 345_678),
            ("02-03 10:11:12.811", 811_000),
            ("20260203-10:11:12:606", 606_000),
            ("[Tue Feb 03 10:11:12.000001 2026]", 1),
            ("1770113472.5", 500_000),
        ] {
            assert_eq!(clock().instant(text), Some(SECONDS * MICROS + micros), "{text}");
        }
    }

    #[test]
    fn a_missing_year_is_the_last_one_that_is_not_ahead_of_the_call() {
        let december = clock().instant("Dec 31 23:59:59").expect("a time");
        assert_eq!(Some(december), clock().instant("2025-12-31 23:59:59"));
    }

    #[test]
    fn a_time_of_day_alone_orders_within_a_day() {
        assert!(clock().instant("09:59:59.9") < clock().instant("10:00:00"));
    }

    #[test]
    fn other_text_is_no_timestamp() {
        for text in [
            "",
            "now",
            "12",
            "2026",
            "12345678901",
            "2026-13-03 10:11:12",
            "Feb",
            "1.2.3.4",
            "10.251.43.21",
            "2026-02-03 10:11:12 and more",
            "March on",
            "Error",
            "E02",
            "[2026-02-03",
            "12:34x",
            "é",
            "99:99:99",
        ] {
            assert_eq!(clock().instant(text), None, "{text}");
        }
    }

    #[test]
    fn a_leading_timestamp_ends_where_the_message_starts() {
        for (line, length) in [
            ("2026-02-03 10:11:12,123 INFO x", 23),
            ("[Tue Feb 03 10:11:12 2026] [error] x", 26),
            ("Feb  3 10:11:12 host sshd[1]: x", 15),
            ("17/06/09 20:10:40 INFO x", 17),
            ("2026-02-03T10:11:12Z x", 20),
        ] {
            assert_eq!(leading(line), Some(length), "{line}");
        }
        assert_eq!(leading("1770113472abc"), None);
    }
}
