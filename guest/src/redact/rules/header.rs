//! The head of a log line: a timestamp, then columns that name the machine and the process.
//!
//! Only here is a bare word a host and a bare number a process id, so the timestamp must be read exactly.

mod doubled;
mod tag;
mod time;

use std::ops::Range;

use gobo_contract::Kind;

use super::host::{is_exempt, names_service};
use super::pid::{ID_DIGITS, finding, id};
use time::{YEAR, bare_time, bsd_time, clock, date_time, is_month, offset};

pub(super) use time::iso_time_end;

use crate::redact::around::{byte, is_name_byte, is_word_byte, previous, run, slice, stands};
use crate::redact::class::{DIGIT, DOT, HEX, HYPHEN, LOWER, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Marker, Numbered};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;
use crate::redact::words::Words;

/// Called at words such as `E0203`, with which klog begins its message, whatever stands before it in the line.
pub(crate) const KLOG: Family = Family {
    rules: KLOG_RULES,
    trigger: Trigger::Token(Shape {
        all: UPPER | DIGIT,
        none: HEX | LOWER | DOT | HYPHEN | UNDERSCORE,
        first: b"IWEF",
        min_bytes: 5,
        ..Shape::ANY
    }),
    find: find_klog,
    member: None,
};

/// Called once a line; fails at the first byte that is no timestamp's.
pub(crate) const FAMILY: Family = Family { rules: RULES, trigger: Trigger::Line, find, member: None };

const KLOG_RULES: &[Rule] = &[Rule {
    id: "pid-of-klog",
    kind: Kind::Pid,
    source: "kubernetes/klog, formatHeader: Lmmdd hh:mm:ss.uuuuuu threadid file:line]",
    keywords: &["I", "W", "E", "F"],
    max_bytes: ID_DIGITS,
    hits: &[
        (
            "E0203 10:11:12.345678   28719 reflector.go:147] x",
            "E0203 10:11:12.345678   <PID> reflector.go:147] x",
        ),
        ("E20260203 10:11:12.345678 28719 file.cc:12] x", "E20260203 10:11:12.345678 <PID> file.cc:12] x"),
        ("m: I0203 10:11:12.345678 1 main.go:1] x", "m: I0203 10:11:12.345678 <PID> main.go:1] x"),
    ],
    misses: &[("E1234 failed", "an error's number"), ("W0203 10:11:12 lost 28719 packets", "no file")],
}];

const RULES: &[Rule] = &[
    Rule {
        id: "host-of-log-line",
        kind: Kind::Host,
        source: "RFC 3164 section 4.1.2, RFC 5424 section 6.2.4",
        keywords: &[],
        max_bytes: HOST_BYTES,
        hits: &[
            (
                "Feb  3 10:11:12 batchbox kernel: Out of memory",
                "Feb  3 10:11:12 <HOST:1> kernel: Out of memory",
            ),
            ("<34>Oct 11 22:14:15 mymachine su: failed", "<34>Oct 11 22:14:15 <HOST:1> su: failed"),
        ],
        misses: &[
            ("2026-02-03T10:11:12Z ERROR main: failure", "a level"),
            ("May we ask: no", "no timestamp"),
            ("Nov 30 21:00:01 worker task: done", "what a service is called everywhere"),
        ],
    },
    Rule {
        id: "pid-of-log-line",
        kind: Kind::Pid,
        source: "klog, logcat's threadtime, and the default formats of MySQL 8, PostgreSQL, gunicorn, Spring Boot, Redis",
        keywords: &[],
        max_bytes: ID_DIGITS,
        hits: &[
            (
                "2026-02-03T10:11:12.3Z 88214 [ERROR] [Server] x",
                "2026-02-03T10:11:12.3Z <PID> [ERROR] [Server] x",
            ),
            (
                "[2026-02-03 10:11:12 +0000] [39512] [CRITICAL] x",
                "[2026-02-03 10:11:12 +0000] [<PID>] [CRITICAL] x",
            ),
            ("==9266== Invalid read of size 8", "==<PID>== Invalid read of size 8"),
        ],
        misses: &[
            ("2026-02-03T10:11:12.1Z\t   55 Query\tquit", "a connection's number"),
            ("17/06/09 20:11:08 INFO Times: total = 40", "no process column"),
        ],
    },
];

fn find_klog(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let found = if matches!(token.end - token.start, 5 | 9) { klog(text, token.start) } else { None };
    if let Some(Header { ids: [process, _], .. }) = found {
        findings.push(finding(process));
    }
    token.end
}

fn find(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let mut time_end = token.end;
    if let Some(Header { host, ids }) = header(text, token.start, &mut time_end) {
        if !host.is_empty() {
            findings.push(Finding::new(host.start, host.end, Marker::Numbered(Numbered::Host)));
        }
        findings.extend(ids.into_iter().filter(|id| !id.is_empty()).map(finding));
    }
    // In a timestamp there is nothing else to find.
    time_end
}

/// Bytes of a host column: RFC 5424 allows 255, a name in DNS has 253.
const HOST_BYTES: usize = 253;
/// Bytes of the program's name in a syslog tag (RFC 5424: 48).
const TAG_BYTES: usize = 48;
/// Columns of numbers between timestamp and level; Android has two, process and thread.
const NUMBER_COLUMNS: usize = 2;
/// Blanks between two columns.
const GAP_BYTES: usize = 24;
/// Bytes of a level: `[CRITICAL]` and longer names do not exist.
const LEVEL_BYTES: usize = 10;

/// Levels as frameworks write them.
#[rustfmt::skip]
static LEVELS: Words = Words::new(&[
    b"trace", b"debug", b"info", b"note", b"notice", b"warn", b"warning", b"error", b"err", b"critical",
    b"crit", b"fatal", b"severe", b"alert", b"emerg", b"panic", b"log", b"hint", b"detail", b"statement",
    b"system", b"config", b"fine", b"finer", b"finest",
]);

/// What a line's head says about machine and process. Absent parts are empty ranges.
#[derive(Debug, Default, PartialEq, Eq)]
struct Header {
    /// The machine.
    host: Range<usize>,
    /// The process and, in Android's format, the thread.
    ids: [Range<usize>; NUMBER_COLUMNS],
}

/// Reads the head of the line that starts at `start`. Sets where its timestamp ends, if it begins with one.
///
/// # Source
/// RFC 3164 and RFC 5424 for syslog; klog's `Lmmdd hh:mm:ss.uuuuuu threadid file:line]`; Android's `threadtime`; the
/// default formats of MySQL 8, PostgreSQL, gunicorn, Spring Boot, Ruby's Logger and Redis.
fn header(text: &[u8], start: usize, time_end: &mut usize) -> Option<Header> {
    let mut at = start;
    match byte(text, at) {
        b'<' => return prioritised(text, at),
        b'=' | b'-' | b'*' => return doubled::id_between(text, at).map(of_process),
        b'0'..=b'9' => {
            let is_date = YEAR.fits(text, at);
            if !is_date && let Some(found) = redis(text, at).or_else(|| foremost(text, at)) {
                return Some(found);
            }
        }
        b'[' => at += 1,
        b'A'..=b'Z' => return lettered(text, at, time_end),
        _ => return None,
    }
    let bracketed = at > start;
    let Some(end) = date_time(text, at) else {
        *time_end = bare_time(text, start).unwrap_or(*time_end);
        return None;
    };
    at = end;
    *time_end = at;
    if bracketed {
        at = run(text, at, 1, |byte| byte == b' ');
        at = offset(text, at);
        if byte(text, at) != b']' {
            return None;
        }
        at += 1;
    }
    after_time(text, at)
}

/// Lines that begin with a letter: a BSD timestamp, klog's severity, Ruby's Logger.
fn lettered(text: &[u8], start: usize, time_end: &mut usize) -> Option<Header> {
    if let Some(at) = bsd_time(text, start) {
        *time_end = at;
        return host_and_tag(text, at, false);
    }
    if stands(text, start + 1, b", [") {
        let at = date_time(text, start + 4)?;
        let hash = run(text, at, 1, |byte| byte == b' ');
        return (byte(text, hash) == b'#').then(|| id(text, hash + 1, ID_DIGITS)).flatten().map(of_process);
    }
    None
}

/// RFC 5424: `<34>1 2003-10-11T22:14:15.003Z machine app procid msgid`; and RFC 3164 behind its priority.
fn prioritised(text: &[u8], start: usize) -> Option<Header> {
    let close = run(text, start + 1, 3, |byte| byte.is_ascii_digit());
    if close == start + 1 || byte(text, close) != b'>' {
        return None;
    }
    if let Some(at) = bsd_time(text, close + 1) {
        return host_and_tag(text, at, false);
    }
    if !stands(text, close + 1, b"1 ") {
        // What writes a priority writes a machine too, whatever its timestamp.
        return host_and_tag(text, gap(text, date_time(text, close + 1)?)?, false);
    }
    let at = date_time(text, close + 3)?;
    let host = column(text, at)?;
    let program = column(text, host.end)?;
    let process = column(text, program.end)?;
    let ids = [id(text, process.start, ID_DIGITS).unwrap_or_default(), 0..0];
    Some(Header { host: if is_exempt(slice(text, host.start, host.end)) { 0..0 } else { host }, ids })
}

/// `12345:M 03 Feb 2026 10:11:12.345 * Ready`.
fn redis(text: &[u8], start: usize) -> Option<Header> {
    let end = run(text, start, ID_DIGITS, |byte| byte.is_ascii_digit());
    let role = byte(text, end + 1);
    let fits = byte(text, end) == b':'
        && matches!(role, b'M' | b'S' | b'C' | b'X')
        && byte(text, end + 2) == b' '
        && is_month(slice(text, end + 6, end + 9));
    fits.then(|| of_process(start..end))
}

/// `12345 2026-02-03 10:11:12 UTC LOG:  ready`.
fn foremost(text: &[u8], start: usize) -> Option<Header> {
    let end = run(text, start, ID_DIGITS, |byte| byte.is_ascii_digit());
    let dated = byte(text, end) == b' ' && byte(text, end + 5) == b'-' && byte(text, end + 8) == b'-';
    let at = dated.then(|| date_time(text, end + 1)).flatten()?;
    level_end(text, gap(text, at)?).map(|_| of_process(start..end))
}

/// `E0203 10:11:12.345678   28719 reflector.go:147]`.
fn klog(text: &[u8], start: usize) -> Option<Header> {
    // glog has the year too.
    let day = run(text, start + 1, 8, |byte| byte.is_ascii_digit());
    if !matches!(byte(text, start), b'I' | b'W' | b'E' | b'F')
        || !matches!(day - start, 5 | 9)
        || byte(text, day) != b' '
    {
        return None;
    }
    let at = clock(text, day + 1)?;
    let number = gap(text, at)?;
    let found = id(text, number, ID_DIGITS)?;
    let file = gap(text, found.end)?;
    let file_end = run(text, file, TAG_BYTES, is_name_byte);
    (byte(text, file_end) == b':').then(|| of_process(found))
}

/// What follows an ISO timestamp: a host with a tag, numbers before a level, a level before a number, a bracketed number.
fn after_time(text: &[u8], time_end: usize) -> Option<Header> {
    if byte(text, time_end) == b',' {
        return separated(text, time_end);
    }
    let at = gap(text, time_end)?;
    if byte(text, at) == b'['
        && let Some(found) = id(text, at + 1, ID_DIGITS)
    {
        return (byte(text, found.end) == b']').then(|| of_process(found));
    }
    if byte(text, at).is_ascii_digit() {
        return numbers(text, at);
    }
    if let Some(level) = level_end(text, at) {
        // Spring Boot: ` INFO 12345 --- [main]`.
        let number = gap(text, level)?;
        let found = id(text, number, ID_DIGITS)?;
        return stands(text, found.end, b" --- ").then(|| of_process(found));
    }
    let content = behind_stream(text, at);
    if matches!(byte(text, content), b'=' | b'-' | b'*')
        && let Some(found) = doubled::id_between(text, content)
    {
        return Some(of_process(found));
    }
    if stands(text, at, b"- ") {
        // Python: ` - 12345 - INFO - `.
        let found = id(text, at + b"- ".len(), ID_DIGITS)?;
        let level =
            stands(text, found.end, b" - ").then(|| level_end(text, found.end + b" - ".len())).flatten();
        return level.map(|_| of_process(found));
    }
    host_and_tag(text, at, !tag::is_of_relay(text, at))
}

/// Behind the stream that a container runtime writes: `stderr F `.
fn behind_stream(text: &[u8], at: usize) -> usize {
    let is_stream = stands(text, at, b"stderr ") || stands(text, at, b"stdout ");
    if is_stream && byte(text, at + 8) == b' ' { at + b"stderr F ".len() } else { at }
}

/// PostgreSQL's `csvlog`: `,"app","crm",12345,`.
fn separated(text: &[u8], time_end: usize) -> Option<Header> {
    let column = |comma: usize| run(text, comma + 1, TAG_BYTES, |byte| !matches!(byte, b',' | b'\n'));
    let database = column(column(time_end));
    let quoted = |at: usize| matches!(byte(text, at), b'"' | b',');
    let found = id(text, database + 1, ID_DIGITS).filter(|id| byte(text, id.end) == b',')?;
    let zoned =
        previous(text, time_end).is_ascii_uppercase() && previous(text, time_end - 1).is_ascii_uppercase();
    (zoned && quoted(time_end + 1) && quoted(database - 1) && quoted(found.end + 1))
        .then(|| of_process(found))
}

/// Numbers that a level follows.
fn numbers(text: &[u8], start: usize) -> Option<Header> {
    let mut ids = [0..0, 0..0];
    let mut at = start;
    for (columns, found) in ids.iter_mut().enumerate() {
        let Some(number) = id(text, at, ID_DIGITS) else { break };
        at = gap(text, number.end)?;
        *found = number;
        // One letter is a level only behind a process and a thread.
        let letter = columns + 1 == NUMBER_COLUMNS
            && matches!(byte(text, at), b'V' | b'D' | b'I' | b'W' | b'E' | b'F')
            && byte(text, at + 1) == b' ';
        // Sidekiq: ` 4711 TID-ox2 INFO: `.
        let threaded = stands(text, at, b"TID-");
        if letter || threaded || level_end(text, at).is_some() {
            return Some(Header { host: 0..0, ids });
        }
    }
    None
}

/// A host column and behind it a program's tag, with the process id if it has one.
fn host_and_tag(text: &[u8], start: usize, with_id: bool) -> Option<Header> {
    let host_end = run(text, start, HOST_BYTES, |byte| is_name_byte(byte) || byte == b':');
    if host_end == start || byte(text, host_end) != b' ' || previous(text, host_end) == b':' {
        return None;
    }
    let tag = run(text, host_end, GAP_BYTES, |byte| byte == b' ');
    let tag_end = run(text, tag, TAG_BYTES, |byte| {
        is_name_byte(byte) || matches!(byte, b'(' | b')' | b'/' | b'@' | b'*')
    });
    if tag_end == tag {
        return None;
    }
    let process = match byte(text, tag_end) {
        b'[' => id(text, tag_end + 1, ID_DIGITS).filter(|found| byte(text, found.end) == b']'),
        // `Nov 30 21:00:01 worker task: done` is a program's own line as often.
        b':' if !with_id && !names_service(slice(text, start, host_end)) => Some(0..0),
        b':' if tag::is_daemon(slice(text, tag, tag_end)) => Some(0..0),
        b' ' if with_id => tag::structured_id(text, tag_end),
        _ if !with_id && tag::is_spaced(text, tag) => Some(0..0),
        _ => None,
    }?;
    let name = slice(text, start, host_end);
    let host = if is_exempt(name) || LEVELS.has(name) { 0..0 } else { start..host_end };
    Some(Header { host, ids: [process, 0..0] })
}

fn of_process(process: Range<usize>) -> Header {
    Header { host: 0..0, ids: [process, 0..0] }
}

/// Where the blanks from `at` end, if there are any.
fn gap(text: &[u8], at: usize) -> Option<usize> {
    let end = run(text, at, GAP_BYTES, |byte| matches!(byte, b' ' | b'\t'));
    (end > at).then_some(end)
}

/// The next word behind blanks.
fn column(text: &[u8], at: usize) -> Option<Range<usize>> {
    let start = gap(text, at)?;
    let end = run(text, start, HOST_BYTES, |byte| byte.is_ascii_graphic());
    (end > start).then_some(start..end)
}

/// Where the level at `at` ends, with or without brackets.
fn level_end(text: &[u8], at: usize) -> Option<usize> {
    let open = usize::from(byte(text, at) == b'[');
    let end = run(text, at + open, LEVEL_BYTES, |byte| byte.is_ascii_alphabetic());
    let bounded = !is_word_byte(byte(text, end));
    (bounded && LEVELS.has(slice(text, at + open, end))).then_some(end + open)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        let Some(Header { host, ids: [process, thread] }) = header(text.as_bytes(), 0, &mut 0) else {
            return Vec::new();
        };
        [host, process, thread]
            .into_iter()
            .filter(|range| !range.is_empty())
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn host_and_process_columns_are_read_behind_an_exact_timestamp() {
        for (text, parts) in [
            ("Feb  3 10:11:12 ip-10-0-3-77 kernel: Out of memory", vec!["ip-10-0-3-77"]),
            ("Jan 14 22:08:31 jump sshd[24217]: reverse", vec!["jump", "24217"]),
            ("Jun 14 15:16:01 combo syslogd 1.4.1: restart.", vec!["combo"]),
            ("Jun 14 15:16:01 combo last message repeated 3 times", vec!["combo"]),
            ("Jun 14 15:16:01 combo -- MARK --", vec!["combo"]),
            ("Jul  1 09:00:55 mac Keychain Circle Notification[12]: x", vec!["mac"]),
            ("2026-02-03T10:11:12.123456+00:00 web rsyslogd: x", vec!["web"]),
            ("2026-02-03T10:11:12Z batchbox systemd: Started x", vec!["batchbox"]),
            ("2026-02-03T10:11:12Z batchbox cron - - - (root) CMD", vec!["batchbox"]),
            ("2026-02-03T10:11:12Z batchbox app 811 ID47 [x@1 a=\"b\"] m", vec!["batchbox", "811"]),
            ("<34>2026-02-03T10:11:12Z batchbox su: m", vec!["batchbox"]),
            ("<34>1 2026-02-03T10:11:12Z batchbox su - ID47 - m", vec!["batchbox"]),
            ("Jun 14 15:16:01 combo sshd(pam_unix)[19939]: auth", vec!["combo", "19939"]),
            ("<34>Oct 11 22:14:15 mymachine su: 'su root' failed", vec!["mymachine"]),
            (
                "<165>1 2003-10-11T22:14:15.003Z web-14.acme.net evntslog 811 ID47 -",
                vec!["web-14.acme.net", "811"],
            ),
            ("2026-02-03T10:11:12.123456+00:00 web14 sshd[811]: ok", vec!["web14", "811"]),
            ("[2026-02-03 10:11:12 +0000] [39512] [CRITICAL] WORKER TIMEOUT", vec!["39512"]),
            ("2026-02-03T10:11:12.345678Z 88214 [ERROR] [MY-010119] [Server] Aborting", vec!["88214"]),
            ("2026-02-03 10:11:12.345 UTC [60233] LOG:  started", vec!["60233"]),
            ("4711 2026-02-03 10:11:12 UTC LOG:  ready", vec!["4711"]),
            ("2026-02-03 10:11:12.345 UTC,\"app\",\"crm\",4711,\"[local]\"", vec!["4711"]),
            ("2026-02-03 10:11:12.345 UTC,,,4711,,65f0", vec!["4711"]),
            ("2026-02-03 10:11:12,345 - 4711 - INFO - app - ok", vec!["4711"]),
            ("2026-02-03T10:11:12.345Z 4711 TID-ox2 INFO: ok", vec!["4711"]),
            ("03-17 16:13:38.811  1702  2395 D WindowManager: key", vec!["1702", "2395"]),
            ("081109 203615 148 INFO dfs.DataNode: x", vec!["148"]),
            ("2026-02-03 10:11:12.345  INFO 12345 --- [main] c.a.App", vec!["12345"]),
            ("I, [2026-02-03T10:11:12.345678 #4711]  INFO -- : ok", vec!["4711"]),
            ("2026-02-03T10:11:12Z ==9266== Invalid read", vec!["9266"]),
            ("2026-02-03T10:11:12Z stderr F ==9266== HEAP SUMMARY:", vec!["9266"]),
            ("4711:M 03 Feb 2026 10:11:12.345 * Ready", vec!["4711"]),
        ] {
            assert_eq!(found(text), parts, "{text}");
        }
    }

    #[test]
    fn other_lines_have_no_such_columns() {
        for text in [
            "2026-02-03T10:11:12Z ERROR main: failure",
            "2026-02-03 10:11:12 connected to db: ok",
            "Feb  3 10:11:12 connected to db 1: ok",
            "Feb  3 10:11:12 ERROR syslogd 1.4.1: restart.",
            "2026-02-03T10:11:12.123+00:00 connected db: ok",
            "2026-02-03T10:11:12Z worker main - started - ok",
            "2026-02-03T10:11:12Z worker main - - ok",
            "2026-02-03T10:11:12Z INFO systemd: ok",
            "2026-02-03 10:11:12.345 [main] INFO c.a.App",
            "2026-02-03 10:11:12,\"a\",\"b\",42,\"c\"",
            "4711 2026-02-03 10:11:12 rows read",
            "[Mon Feb 02 03:14:15 2026] [error] proxy worker",
            "17/06/09 20:11:08 INFO python.PythonRunner: Times: total = 40",
            "2026-02-03T10:11:12.1Z\t   55 Query\tINSERT",
            "May we ask: no",
            "E1234 failed",
            "12:34:56 elapsed",
            "<1> x",
            "",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
