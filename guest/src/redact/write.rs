//! Markers, written and counted.

use std::borrow::Cow;

use super::UserRule;
use super::address::canonical;
use super::finding::{Finding, Marker, Numbered};
use super::number::Numbers;

/// The last value of each kind in a text, and its number: many stand there twice or more in a row.
type Last<'t> = [(&'t [u8], usize); Numbered::ALL.len()];

/// Room for what a marker is longer than its value, so that a text need not move while it is written.
const MARKER_BYTES: usize = 8;

/// What was written so far.
#[derive(Debug, Default)]
pub(crate) struct Markers {
    pub(crate) numbers: Numbers,
    /// By name, in the order of first appearance: there are few, and most stand near the front.
    pub(crate) counts: Vec<(Cow<'static, str>, u64)>,
}

impl Markers {
    /// The text with a marker in the place of each finding.
    pub(crate) fn write(&mut self, text: &str, findings: &[Finding], user_rules: &[UserRule]) -> String {
        let mut redacted = String::with_capacity(text.len() + MARKER_BYTES * findings.len());
        let mut kept = 0;
        let mut last = Last::default();
        for finding in findings {
            redacted.push_str(text.get(kept..finding.start).unwrap_or_default());
            let value = text.get(finding.start..finding.end).unwrap_or_default();
            self.write_one(finding, value, user_rules, &mut last, &mut redacted);
            kept = finding.end;
        }
        redacted.push_str(text.get(kept..).unwrap_or_default());
        redacted
    }

    fn write_one<'t>(
        &mut self,
        finding: &Finding,
        value: &'t str,
        user_rules: &[UserRule],
        last: &mut Last<'t>,
        out: &mut String,
    ) {
        write_quote(finding.quotes, out);
        match finding.marker {
            Marker::Secret(name) => out.extend(["<REDACTED:", name, ">"]),
            Marker::User(_) => out.extend(["<REDACTED:", &name(finding.marker, user_rules), ">"]),
            Marker::Numbered(kind) => {
                out.push('<');
                push_short(kind.name(), out);
                out.push(':');
                push_number(self.number(kind, value.as_bytes(), last), out);
                out.push('>');
            }
            Marker::Pid => push_short("<PID>", out),
            Marker::Literal => out.push('?'),
            Marker::Stack(frames) => {
                out.push_str("<STACK: ");
                push_number(frames, out);
                out.push_str(" frames>");
            }
            Marker::Removed => {}
            Marker::Blank => out.push(' '),
        }
        write_quote(finding.quotes, out);
        self.count(name(finding.marker, user_rules));
    }

    fn number<'t>(&mut self, kind: Numbered, value: &'t [u8], last: &mut Last<'t>) -> usize {
        let Some((known, number)) = last.get_mut(kind as usize) else { return 0 };
        if *known != value {
            *known = value;
            let value = if kind == Numbered::Ip { canonical(value) } else { value.into() };
            *number = self.numbers.number(kind, &value);
        }
        *number
    }

    /// Counts a marker by its name.
    #[inline]
    pub(crate) fn count(&mut self, name: Cow<'static, str>) {
        // Nearly all names are the same constant again: that is told without a look at its letters.
        let known = self
            .counts
            .iter()
            .position(|(known, _)| std::ptr::eq::<str>(known.as_ref(), name.as_ref()))
            .or_else(|| self.counts.iter().position(|(known, _)| *known == name));
        match known.and_then(|index| self.counts.get_mut(index)) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((name, 1)),
        }
    }
}

/// Appends a few bytes of ASCII one by one: in the sandbox a copy is a call of the engine, which takes longer.
fn push_short(text: &str, out: &mut String) {
    for byte in text.bytes() {
        out.push(char::from(byte));
    }
}

/// Appends a number's decimal digits. There are many, and `write!` costs ten times as much.
#[inline]
fn push_number(number: usize, out: &mut String) {
    let mut unit = 1;
    while number / unit >= 10 {
        unit *= 10;
    }
    while unit > 0 {
        let digit = u8::try_from(number / unit % 10).unwrap_or_default();
        out.push(char::from(b'0' + digit));
        unit /= 10;
    }
}

/// The name by which a marker is counted.
pub(crate) fn name(marker: Marker, user_rules: &[UserRule]) -> Cow<'static, str> {
    Cow::Borrowed(match marker {
        Marker::Secret(name) => name,
        Marker::User(index) => {
            return user_rules.get(index).map(|rule| rule.name.clone()).unwrap_or_default().into();
        }
        Marker::Numbered(kind) => kind.name(),
        Marker::Pid => "PID",
        Marker::Literal => "SQL",
        Marker::Stack(_) => "STACK",
        Marker::Removed | Marker::Blank => "INVISIBLE",
    })
}

/// A quote, escaped as often as the text around it.
#[inline]
fn write_quote(quotes: u8, out: &mut String) {
    if let Some(escapes) = quotes.checked_sub(1) {
        out.extend(std::iter::repeat_n('\\', (1 << escapes.min(8)) - 1));
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_digits() {
        for number in [0, 7, 10, 4_096, usize::MAX] {
            let mut out = String::from("n=");
            push_number(number, &mut out);
            assert_eq!(out, format!("n={number}"));
        }
    }
}
