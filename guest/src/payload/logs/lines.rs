//! Plain lines: each line a message, with what stands before it read as its timestamp, level and service. A stack trace
//! or an indented continuation belongs to the line before it.

use std::borrow::Cow;

use super::Entry;
use super::level::Severity;
use super::timestamp::leading;

/// Hands over each entry and answers how many there were. Blank lines are no entries.
pub(super) fn each<'t>(text: &'t str, take: &mut impl FnMut(Entry<'t>)) -> u64 {
    let mut entries = 0;
    let mut open: Option<Open> = None;
    let mut start = 0;
    for piece in text.split_inclusive('\n') {
        let line = piece.trim_ascii_end();
        let here = start;
        start += piece.len();
        if line.is_empty() {
            continue;
        }
        let end = here + line.len();
        if let Some(entry) = open.as_mut().and_then(|entry| entry.continues(line).then_some(entry)) {
            entry.end = end;
        } else if let Some(entry) = open.replace(Open::new(line, here, end)) {
            take(entry.read(text));
            entries += 1;
        }
    }
    if let Some(entry) = open {
        take(entry.read(text));
        entries += 1;
    }
    entries
}

/// What a following line may be a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    /// Only what is indented or speaks of a stack.
    Line,
    /// A Python traceback, which ends with an unindented exception.
    Traceback,
    /// A Go stack, whose function names are not indented.
    Goroutine,
    /// An entry of the MySQL slow query log; `true` once its user was seen.
    SlowQuery(bool),
}

/// An entry whose last line has perhaps not been seen.
struct Open {
    start: usize,
    end: usize,
    block: Block,
}

impl Open {
    fn new(line: &str, start: usize, end: usize) -> Self {
        let block = if line.starts_with("# Time: ") {
            Block::SlowQuery(false)
        } else if line.starts_with(SLOW_QUERY_USER) {
            Block::SlowQuery(true)
        } else if line.contains(TRACEBACK) {
            Block::Traceback
        } else {
            Block::Line
        };
        Self { start, end, block }
    }

    /// Whether a line that is not blank belongs to this entry.
    fn continues(&mut self, line: &str) -> bool {
        if let Block::SlowQuery(has_user) = &mut self.block {
            let user = line.starts_with(SLOW_QUERY_USER);
            let another = line.starts_with("# Time: ") || (user && *has_user);
            *has_user |= user;
            return !another;
        }
        if line.starts_with(TRACEBACK) {
            self.block = Block::Traceback;
            return true;
        }
        if line.starts_with("goroutine ") {
            self.block = Block::Goroutine;
            return true;
        }
        if line.starts_with([' ', '\t', '}', ']']) || STACK_WORDS.iter().any(|word| line.starts_with(word)) {
            return true;
        }
        let numbered_frame = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
        if line.strip_prefix('#').is_some_and(numbered_frame) || is_exception(line) {
            return true;
        }
        match self.block {
            Block::Traceback => {
                self.block = Block::Line;
                names_an_exception(line)
            }
            Block::Goroutine => line.ends_with(')'),
            Block::Line | Block::SlowQuery(_) => false,
        }
    }

    fn read(self, text: &str) -> Entry<'_> {
        entry(text.get(self.start..self.end).unwrap_or_default())
    }
}

const TRACEBACK: &str = "Traceback (most recent call last)";
const SLOW_QUERY_USER: &str = "# User@Host:";

/// How the unindented lines of a stack trace start.
const STACK_WORDS: &[&str] = &[
    "at ",
    "Caused by: ",
    "Suppressed: ",
    "... ",
    "--- End of ",
    "Stack trace:",
    "stack backtrace:",
    "created by ",
    "During handling of the above exception",
    "The above exception was the direct cause",
];

/// `java.lang.IllegalStateException: boom`: a qualified name that says what it is.
fn is_exception(line: &str) -> bool {
    let name = line.split([':', ' ']).next().unwrap_or_default();
    name.contains('.') && (name.ends_with("Exception") || name.ends_with("Error"))
}

/// `ValueError: boom`, `app.errors.Gone`: the last line of a traceback.
fn names_an_exception(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'))
}

/// What stands before a message, and the message.
#[derive(Clone, Copy, Default)]
struct Parts<'t> {
    timestamp: &'t str,
    level: &'t str,
    service: &'t str,
    message: &'t str,
}

fn entry(text: &str) -> Entry<'_> {
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
        return Parts { timestamp: inner_timestamp(text), ..level_first(text) };
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

/// Where an access log or a slow query log has its timestamp, within the first bytes of the line.
fn inner_timestamp(text: &str) -> &str {
    const MOST_BYTES_BEFORE: usize = 128;
    let before = |mark: &str| text.find(mark).filter(|at| *at < MOST_BYTES_BEFORE).map(|at| at + mark.len());
    ["# Time: ", " [", "ts=", "time="]
        .into_iter()
        .filter_map(before)
        .filter_map(|at| text.get(at..).map(|rest| rest.trim_start_matches('"')))
        .find_map(|rest| rest.get(..leading(rest)?))
        .unwrap_or_default()
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

/// `host program[123]: message` after a timestamp: the host and the process id are left out.
fn syslog(rest: &str) -> Option<Parts<'_>> {
    let (host, rest) = rest.split_once(' ')?;
    let (program, message) = rest.split_once(": ").or_else(|| Some((rest.strip_suffix(':')?, "")))?;
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
            let after = after.trim_start_matches([' ', '\t', ':', '|', '-']);
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
    Parts { level: "", message: text, ..Parts::default() }
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

    fn read(text: &str) -> Vec<Entry<'_>> {
        let mut entries = Vec::new();
        let count = each(text, &mut |entry| entries.push(entry));
        assert_eq!(count, entries.len() as u64);
        entries
    }

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
            ("error connecting", ["", "", "", "error connecting"]),
            ("12 monkeys", ["", "", "", "12 monkeys"]),
            ("É", ["", "", "", "É"]),
        ] {
            assert_eq!(fields(line), expected, "{line}");
        }
    }

    #[test]
    fn a_stack_trace_belongs_to_the_line_before_it() {
        let java = "ERROR a\njava.lang.IllegalStateException: b\n\tat c.D.e(D.java:1)\nCaused by: f.GException: h\n\t... 2 more\nINFO i";
        let python = "ERROR a\nTraceback (most recent call last):\n  File \"b.py\", line 1\n    c()\nValueError: d\nINFO i";
        let go = "panic: a\n\ngoroutine 1 [running]:\nmain.main()\n\t/b.go:5 +0x58\nexit status 2";
        for text in [java, python, go] {
            let entries = read(text);
            assert_eq!(entries.len(), 2, "{text}");
            assert!(entries[0].message.ends_with(['e', 'd', '8']), "{text}");
        }
    }

    #[test]
    fn indented_lines_continue_and_blank_lines_are_no_entries() {
        let entries = read("\n  first\r\n  more\r\n\r\nsecond\r\n\r\n");
        let messages: Vec<_> = entries.iter().map(|entry| &*entry.message).collect();
        assert_eq!(messages, ["first\r\n  more", "second"]);
        assert!(read("").is_empty() && read(" \n\t\n").is_empty());
    }

    #[test]
    fn an_entry_of_the_slow_query_log_is_one_entry() {
        let text = "# Time: 2026-02-03T10:11:12Z\n# User@Host: a[a] @ b\n# Query_time: 9\nSELECT 1;\n# User@Host: c[c] @ d\nSELECT 2;\n# Time: 260203 10:11:13\nSELECT 3;";
        let entries = read(text);
        let timestamps: Vec<_> = entries.iter().map(|entry| &*entry.timestamp).collect();
        assert_eq!(timestamps, ["2026-02-03T10:11:12Z", "", "260203 10:11:13"]);
    }
}
