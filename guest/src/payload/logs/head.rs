//! What stands before the message of a plain line: its timestamp, level and service.

use std::borrow::Cow;

use super::Entry;
use super::level::Severity;
use super::timestamp::leading;

/// What stands before a message, and the message.
#[derive(Clone, Copy, Default)]
struct Parts<'t> {
    timestamp: &'t str,
    level: &'t str,
    service: &'t str,
    message: &'t str,
}

/// Reads what stands before the message of a line, and of what follows it.
pub(super) fn entry(text: &str) -> Entry<'_> {
    let Parts { timestamp, level, service, message } = parts(text.trim_ascii_start());
    let borrow = Cow::Borrowed;
    Entry {
        timestamp: borrow(timestamp),
        level: borrow(level),
        service: borrow(service),
        message: borrow(message),
    }
}

fn parts(text: &str) -> Parts<'_> {
    let Some((timestamp, rest)) = split_timestamp(text) else {
        return Parts { timestamp: labelled(text, TIME_LABELS, leading), ..level_first(text) };
    };
    let rest = CONTAINER_STREAMS.iter().find_map(|stream| rest.strip_prefix(stream)).unwrap_or(rest);
    let parts = klog(timestamp, rest).or_else(|| android(rest)).or_else(|| syslog(rest));
    let parts = parts.unwrap_or_else(|| level_first(rest));
    Parts { timestamp, ..parts }
}

/// What a container runtime writes between its timestamp and the line.
///
/// # Source
/// Kubernetes CRI logging format: `<timestamp> <stream> <tag> <line>`.
const CONTAINER_STREAMS: &[&str] = &["stdout F ", "stderr F ", "stdout P ", "stderr P "];

/// The leading timestamp without its brackets, and what follows it.
fn split_timestamp(text: &str) -> Option<(&str, &str)> {
    let (timestamp, rest) = text.split_at_checked(leading(text)?)?;
    Some((timestamp.trim_matches(['[', ']']), rest.trim_start_matches([' ', '\t', ':', ',', '|'])))
}

/// Bytes at the start of a line in which its labels are looked for.
const HEAD_BYTES: usize = 256;

/// Where access logs, logfmt and lines of JSON have their timestamp.
const TIME_LABELS: &[&str] =
    &[" [", "ts=", "time=", "\"ts\":", "\"time\":", "\"timestamp\":", "\"@timestamp\":"];

/// Where logfmt and lines of JSON have their level.
const LEVEL_LABELS: &[&str] = &["level=", "lvl=", "severity=", "\"level\":", "\"severity\":"];

/// The value after the first of these labels that has one.
fn labelled<'t>(text: &'t str, labels: &[&str], value: fn(&str) -> Option<usize>) -> &'t str {
    let mut end = HEAD_BYTES.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = text.get(..end).unwrap_or_default();
    // Most lines have no label at all, and every label has one of these bytes.
    if !head.bytes().any(|byte| matches!(byte, b'=' | b'"' | b'[')) {
        return "";
    }
    let after = |label: &&str| text.get(head.find(*label)? + label.len()..);
    let mut values = labels.iter().filter_map(after).map(|rest| rest.trim_start_matches([' ', '"']));
    values.find_map(|rest| rest.get(..value(rest)?)).unwrap_or_default()
}

/// The length of the level that a text starts with.
fn leading_level(text: &str) -> Option<usize> {
    let word = text.split(|c: char| !c.is_ascii_alphanumeric()).next()?;
    Severity::of(word).map(|_| word.len())
}

/// `E0203 10:11:12.345678   12345 file.go:123] message`: the level is the timestamp's first letter.
fn klog<'t>(timestamp: &'t str, rest: &'t str) -> Option<Parts<'t>> {
    let level = timestamp.get(..1).filter(|_| timestamp.as_bytes().get(1).is_some_and(u8::is_ascii_digit))?;
    let level = level.starts_with(|first: char| first.is_ascii_uppercase()).then_some(level)?;
    Some(Parts { level, message: without_number(rest).unwrap_or(rest), ..Parts::default() })
}

/// `1702  2395 D WindowManager: message`: process, thread, level and tag of Android's logcat.
fn android(rest: &str) -> Option<Parts<'_>> {
    let rest = without_number(without_number(rest)?)?;
    let (level, rest) = rest.split_once(' ').filter(|(level, _)| level.len() == 1)?;
    Severity::of(level)?;
    let (tag, message) = rest.split_once(':')?;
    Some(Parts { level, service: tag.trim_ascii(), message: message.trim_ascii_start(), ..Parts::default() })
}

/// What stands before and behind the first colon with a blank.
fn name_and_message(text: &str) -> Option<(&str, &str)> {
    let colons = text.match_indices(':');
    colons.map(|(at, _)| at).find_map(|at| Some((text.get(..at)?, text.get(at + 1..)?.strip_prefix(' ')?)))
}

/// `host program[123]: message` after a timestamp: the host and the process id are left out.
fn syslog(rest: &str) -> Option<Parts<'_>> {
    let (host, rest) = rest.split_once(' ')?;
    let (program, message) = name_and_message(rest).or_else(|| Some((rest.strip_suffix(':')?, "")))?;
    let (service, process) = program.split_once('[').unwrap_or((program, "]"));
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./()@".contains(&b))
    };
    let is_process = process.strip_suffix(']').is_some_and(|id| id.bytes().all(|b| b.is_ascii_digit()));
    let is_host = is_name(host) && Severity::of(host).is_none() && !host.bytes().all(|b| b.is_ascii_digit());
    (is_host && is_name(service) && is_process).then(|| Parts {
        service,
        message: message.trim_ascii_start(),
        ..Parts::default()
    })
}

/// What follows the marks that set a level off: `INFO: x`, `INFO | x`, `INFO --- x`. Dashes at a word are the word's.
fn without_separator(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t', ':', '|']);
    let behind_dashes = text.trim_start_matches('-');
    if behind_dashes.starts_with([' ', '\t']) {
        behind_dashes.trim_start_matches([' ', '\t', ':', '|', '-'])
    } else {
        text
    }
}

/// What follows a number and its blanks.
fn without_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    (rest.len() < text.len() && rest.starts_with(' ')).then(|| rest.trim_ascii_start())
}

/// Finds the level among the first words. Numbers before it, which are ids of processes and threads, are left out;
/// when other words stand before it, such as a thread's name, the message keeps them.
fn level_first(text: &str) -> Parts<'_> {
    const MOST_WORDS_BEFORE: usize = 4;
    let mut message = text;
    let mut rest = text;
    for _ in 0..=MOST_WORDS_BEFORE {
        let end = rest.find([' ', '\t']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        if let Some(level) = level_word(word, after) {
            let after = without_separator(after);
            let message = if message.len() == rest.len() { after } else { message };
            return Parts { level, message, ..Parts::default() };
        }
        let number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let aside = word.starts_with(['[', '(']) || word == "-";
        if !number && !aside {
            break;
        }
        let after = after.trim_ascii_start();
        if number && message.len() == rest.len() {
            message = after;
        }
        rest = after;
    }
    Parts { level: labelled(text, LEVEL_LABELS, leading_level), message: text, ..Parts::default() }
}

/// A word that is a level by its looks: `ERROR`, `[Warning]`, `error:`, `<info>`, `[core:error]`, `level=warn`; or a
/// level before a tab.
fn level_word<'t>(word: &'t str, after: &str) -> Option<&'t str> {
    let inner = word.trim_matches(['[', ']', '<', '>', '(', ')', ':', ',', '|']);
    let inner = inner.rsplit([':', '=']).next().unwrap_or(inner);
    let marked =
        inner.len() < word.len() || after.starts_with('\t') || word.bytes().all(|b| b.is_ascii_uppercase());
    (marked && Severity::of_word(inner).is_some()).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(line: &str) -> [String; 4] {
        let entry = entry(line);
        [entry.timestamp, entry.level, entry.service, entry.message].map(Cow::into_owned)
    }

    #[test]
    fn leading_timestamps_levels_and_services_are_recognised() {
        for (line, expected) in [
            (
                "2026-02-03 10:11:12,123 ERROR pool exhausted",
                ["2026-02-03 10:11:12,123", "ERROR", "", "pool exhausted"],
            ),
            (
                "2026-02-03T10:11:12Z 12 [Warning] [MY-1] low",
                ["2026-02-03T10:11:12Z", "Warning", "", "[MY-1] low"],
            ),
            (
                "2026-02-03 10:11:12 [main] WARN a.B - slow",
                ["2026-02-03 10:11:12", "WARN", "", "[main] WARN a.B - slow"],
            ),
            ("2026/02/03 10:11:12 [error] 7#9: *1 no", ["2026/02/03 10:11:12", "error", "", "7#9: *1 no"]),
            ("[Tue Feb 03 10:11:12 2026] [core:error] no", ["Tue Feb 03 10:11:12 2026", "error", "", "no"]),
            ("081109 203518 143 INFO dfs.Node: ok", ["081109 203518", "INFO", "", "dfs.Node: ok"]),
            ("E0203 10:11:12.345678   12 pod.go:1] no", ["E0203 10:11:12.345678", "E", "", "pod.go:1] no"]),
            ("03-17 16:13:38.811  1702  2395 D Window: x", ["03-17 16:13:38.811", "D", "Window", "x"]),
            ("Feb  3 10:11:12 combo sshd[19]: no", ["Feb  3 10:11:12", "", "sshd", "no"]),
            ("2026-02-03T10:11:12Z stdout F WARN x", ["2026-02-03T10:11:12Z", "WARN", "", "x"]),
            ("ERROR: disk full", ["", "ERROR", "", "disk full"]),
            (
                r#"10.0.0.1 - - [03/Feb/2026:10:11:12 +0000] "GET /""#,
                [
                    "03/Feb/2026:10:11:12 +0000",
                    "",
                    "",
                    r#"10.0.0.1 - - [03/Feb/2026:10:11:12 +0000] "GET /""#,
                ],
            ),
            (
                "ts=2026-02-03T10:11:12Z caller=main.go:1 level=warn msg=\"x\"",
                [
                    "2026-02-03T10:11:12Z",
                    "warn",
                    "",
                    "ts=2026-02-03T10:11:12Z caller=main.go:1 level=warn msg=\"x\"",
                ],
            ),
            (
                r#"{"level":50,"time":1770113472000,"msg":"x"}"#,
                ["1770113472000", "50", "", r#"{"level":50,"time":1770113472000,"msg":"x"}"#],
            ),
            ("error connecting", ["", "", "", "error connecting"]),
            ("12 monkeys", ["", "", "", "12 monkeys"]),
            ("É", ["", "", "", "É"]),
        ] {
            assert_eq!(fields(line), expected, "{line}");
        }
    }
}
