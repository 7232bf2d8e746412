//! Process ids outside of a line's header: after a keyword, in brackets behind a program's name, in nginx's pair.

mod head;
mod table;

use std::ops::Range;

use gobo_contract::Kind;

use crate::redact::around::{
    SEPARATOR_BYTES, byte, is_line_start, is_name_byte, is_separator, is_word_byte, listed, previous, run,
    run_back, slice, stands, stands_folded, word_before,
};
use crate::redact::finding::{Finding, Marker};
use crate::redact::name::secret_name;
use crate::redact::rule::{Family, Rule, Trigger};
use crate::redact::scan::Token;
use crate::redact::words::{Beginnings, Words};

/// Called at words that end as `pid` or `process` do, and at those before a process in some tables and commands.
pub(crate) const KEYED: Family = Family::keyed(
    KEYED_RULES,
    &[&["pid", "tid", "child", "process", "id", "task", "kill", "proc", "listen", "established", "wait"]],
    find_keyed,
);

/// Called at `[` and `#`; fails where no number follows.
pub(crate) const MARKED: Family =
    Family::new(MARKED_RULES, Trigger::Pair(b"[#", b" 0123456789"), find_marked);

/// Called at `(`; fails where neither a program's name nor a system call stands before it.
pub(crate) const CALLED: Family =
    Family::new(CALLED_RULES, Trigger::Pair(b"(", ARGUMENTS), |text, token, findings| {
        let traced =
            || table::traced(text, token.start).filter(|_| ARGUMENTS.contains(&byte(text, token.end)));
        let found = called(text, token.start).or_else(traced);
        findings.extend(found.map(finding));
        token.end
    });

/// How the arguments of system calls begin: a number, a path, `AT_FDCWD`.
const ARGUMENTS: &[u8] = b"0123456789\"A";

fn find_keyed(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let word = token.of(text);
    if word == b"PID" {
        table::rows(text, token.start, |id| findings.push(finding(id)));
        table::programs(text, token.end, |id| findings.push(finding(id)));
    }
    let found = match word {
        b"task" => blocked(text, token.end),
        b"kill" => table::signalled(text, token.end),
        b"proc" => table::in_path(text, token.start),
        b"LISTEN" | b"ESTABLISHED" | b"CLOSE_WAIT" | b"TIME_WAIT" => table::of_socket(text, token.end),
        _ if listed(WHOLE_KEYS, word) => assigned(text, token.end),
        [.., b'p' | b'P' | b't' | b'T', b'i' | b'I', b'd' | b'D'] => keyed(text, token.end - b"pid".len()),
        _ if word.eq_ignore_ascii_case(b"child") => process(text, token.start),
        _ => PROCESS_KEYS
            .iter()
            .find(|key| stands_folded(word, 0, key))
            .and_then(|_| process(text, token.start)),
    };
    findings.extend(found.map(|id| Finding { quotes: bare_in_json(text, &id), ..finding(id) }));
    token.end
}

fn find_marked(text: &[u8], token: Token, findings: &mut Vec<Finding>) -> usize {
    let pair = if byte(text, token.start) == b'#' {
        paired(text, token.start)
    } else if let Some(tag) = bracketed(text, token.start) {
        findings.push(finding(tag));
        None
    } else if let Some((process, thread)) = head::headed(text, token.start) {
        findings.push(finding(process));
        findings.extend(thread.map(finding));
        None
    } else {
        table::dumped(text, token.start)
    };
    findings.extend(pair.into_iter().flat_map(|(process, other)| [finding(process), finding(other)]));
    token.end
}

pub(super) fn finding(id: Range<usize>) -> Finding {
    Finding::new(id.start, id.end, Marker::Pid)
}

/// The quotes that the marker must bring so that `"pid":51877` stays JSON, as [`Finding::quotes`] counts them.
pub(super) fn bare_in_json(text: &[u8], id: &Range<usize>) -> u8 {
    let colon = run_back(text, id.start, SEPARATOR_BYTES, |byte| byte == b' ');
    if previous(text, colon) != b':' || previous(text, colon - 1) != b'"' {
        return 0;
    }
    let quote = colon - 2;
    let backslashes = quote - run_back(text, quote, 7, |byte| byte == b'\\');
    match backslashes {
        0 => 1,
        1 => 2,
        3 => 3,
        7 => 4,
        _ => 0,
    }
}

const KEYED_RULES: &[Rule] = &[
    Rule {
        id: "pid-by-key",
        kind: Kind::Pid,
        source: "Elastic Common Schema process.pid; Linux mm/oom_kill.c; PostgreSQL deadlock reports; Apache ErrorLogFormat",
        keywords: &["pid", "process", "child"],
        max_bytes: ID_DIGITS,
        hits: &[
            ("server process (PID 60233) was terminated", "server process (PID <PID>) was terminated"),
            ("{\"pid\":51877,\"exit\":137}", "{\"pid\":\"<PID>\",\"exit\":137}"),
            (
                "Killed process 17844 (java) total-vm:8123456kB",
                "Killed process <PID> (java) total-vm:8123456kB",
            ),
            ("task java:17844 blocked for more than 120 s", "task java:<PID> blocked for more than 120 s"),
            ("Tgid:\t90, ospid: 88 vpid = 89", "Tgid:\t<PID>, ospid: <PID> vpid = <PID>"),
            ("kill -9 4711; cat /proc/4711/status", "kill -9 <PID>; cat /proc/<PID>/status"),
            ("0.0.0.0:* LISTEN      812/sshd", "<IP:1>:* LISTEN      <PID>/sshd"),
        ],
        misses: &[
            ("pid file /run/nginx.pid already exists", "no number"),
            ("rapid deployment of cupid-service", "other words"),
            ("will process 500 records. Process 500 rows", "a number of things"),
            ("kill 0, kill -9, /proc/sys/fs", "no process"),
        ],
    },
    Rule {
        id: "pid-in-table",
        kind: Kind::Pid,
        source: "ps(1), top(1), lsof(8)",
        keywords: &["PID"],
        max_bytes: ID_DIGITS,
        hits: &[
            (
                "  PID USER  S\n 1234 root  S\n   88 app   R\nend",
                "  PID USER  S\n <PID> root  S\n   <PID> app   R\nend",
            ),
            (
                "Proto State PID/Program name\nudp        640/dhclient\nudp  -\ntcp  7/init",
                "Proto State PID/Program name\nudp        <PID>/dhclient\nudp  -\ntcp  <PID>/init",
            ),
            ("UID  PID  PPID  C\nroot  77  1  0", "UID  PID  PPID  C\nroot  <PID>  <PID>  0"),
        ],
        misses: &[("PID FILE\nmissing 3", "no id"), ("PID 1.5\n3 4", "no heading")],
    },
];

const MARKED_RULES: &[Rule] = &[Rule {
    id: "pid-in-tag",
    kind: Kind::Pid,
    source: "RFC 3164 section 5.3; nginx, ngx_log_error_core; Chromium, base/logging.cc; PostgreSQL, log_line_prefix",
    keywords: &["[", "#"],
    max_bytes: ID_DIGITS,
    hits: &[
        ("systemd[1]: Started", "systemd[<PID>]: Started"),
        ("passwd[812]: pam_unix(passwd:chauthtok): ok", "passwd[<PID>]: pam_unix(passwd:chauthtok): ok"),
        ("[error] 31407#31409: *981 upstream", "[error] <PID>#<PID>: *981 upstream"),
        ("[81:67:0203/101112.345678:ERROR:g.cc(9)] x", "[<PID>:<PID>:0203/101112.345678:ERROR:g.cc(9)] x"),
        ("[8112:0203/101112.345678:ERROR:g.cc(9)] x", "[<PID>:0203/101112.345678:ERROR:g.cc(9)] x"),
        ("[8112:259:ERROR:g.cc(9)] x", "[<PID>:<PID>:ERROR:g.cc(9)] x"),
        ("[31:0x5a3c0e0]      101 ms: Scavenge 2.1", "[<PID>:0x5a3c0e0]      101 ms: Scavenge 2.1"),
        ("[10162] LOG:  ready", "[<PID>] LOG:  ready"),
        (" [10162]: [3-1] user=app LOG:  x", " [<PID>]: [3-1] user=app LOG:  x"),
        ("UTC:10.0.0.1(52):app@crm:[10162]:ERROR:  x", "UTC:<IP:1>(52):app@crm:[<PID>]:ERROR:  x"),
        ("[10162-1] app@crm FATAL:  x", "[<PID>-1] app@crm FATAL:  x"),
        ("[39512] [INFO] Booting worker", "[<PID>] [INFO] Booting worker"),
        ("[4711] Puma starting in single mode...", "[<PID>] Puma starting in single mode..."),
    ],
    misses: &[
        ("items[12]: out of range", "an index"),
        ("items[12] ERROR: x, [10:15:30] INFO, [1] ERROR: x, [200] [GET] /", "indices, a time, a status"),
        ("[404] not found, [12:30:INFO]", "a status, a time"),
        ("[404] - apples\n[405] * pears", "a list"),
        ("##7214##549659", "another format"),
        ("chunk[12345]: bad", "an index"),
        ("SQLSTATE[23000]: Integrity constraint violation", "the code of an error"),
    ],
}];

const CALLED_RULES: &[Rule] = &[Rule {
    id: "pid-behind-program",
    kind: Kind::Pid,
    source: "macOS sandbox reports and launchd; strace(1), option -f; the kernel's reports of a task, `comm(pid)`",
    keywords: &["("],
    max_bytes: ID_DIGITS,
    hits: &[
        ("java(1234) crashed", "java(<PID>) crashed"),
        ("python3(4711): deny(1) file-read", "python3(<PID>): deny(1) file-read"),
        ("4711 execve(\"/bin/ls\", []) = 0", "<PID> execve(\"/bin/ls\", []) = 0"),
    ],
    misses: &[
        ("malloc(4096) failed, 200 rows (0 errors)", "a call"),
        ("node(12a) or exit(137)", "no process"),
    ],
}];

/// Digits of a process or thread id: Linux counts to 4,194,304, Windows and thread ids to ten digits.
pub(super) const ID_DIGITS: usize = 10;
/// Digits of a process id that stands in brackets behind a name; more is a size or a time.
const TAG_DIGITS: usize = 7;
/// Bytes of a program's name before its bracket, `sshd(pam_unix)` and paths included.
const PROGRAM_BYTES: usize = 48;
/// A bracket with fewer digits behind a name outside of a header is as often an index: `items[12]:`.
const PLAIN_TAG_DIGITS: usize = 3;

/// Words with the code of an error in their brackets.
const CODES: &[&[u8]] = &[b"sqlstate", b"error", b"code", b"errno"];

/// Keys of which nothing less is one: Oracle's, those of tracers, and those of `/proc/self/status`.
const WHOLE_KEYS: &[&[u8]] = &[b"ospid", b"vpid", b"tgid", b"nstgid", b"nspid", b"process.id"];

/// Words that end in `id` or `s` and stand before a process id.
const PROCESS_KEYS: &[&[u8]] = &[b"process", b"processid", b"process_id", b"process-id"];

/// Programs that log under a one- or two-digit process id.
const FIRST_PROGRAMS: &[&[u8]] = &[b"init", b"systemd", b"kernel", b"dumb-init", b"tini", b"s6-svscan"];

/// What the kernel says of a program that it names with its id and without a colon: `traps: java[812] general protection`.
const FAULTS: &[&[u8]] = &[b"] general protection", b"] trap ", b"] segfault "];

/// Programs whose ids stand in parentheses or brackets behind their names without more.
#[rustfmt::skip]
static PROGRAMS: Words = Words::new(&[
    b"java", b"python", b"python2", b"python3", b"ruby", b"perl", b"php", b"php-fpm", b"dotnet", b"mysqld",
    b"postgres", b"mongod", b"redis-server", b"nginx", b"httpd", b"apache2", b"haproxy", b"envoy", b"sshd",
    b"kubelet", b"containerd", b"dockerd", b"etcd", b"chrome", b"systemd", b"launchd", b"cron", b"crond",
    b"gunicorn", b"uwsgi", b"celery", b"bash", b"sh",
]);

/// What stands before an index: data, not programs.
#[rustfmt::skip]
static DATA: Words = Words::new(&[
    b"arr", b"array", b"items", b"item", b"chunk", b"chunks", b"index", b"list", b"data", b"buf", b"buffer", b"block",
    b"slot", b"entry", b"entries", b"row", b"rows", b"args", b"argv", b"value", b"values", b"result", b"results",
    b"element", b"elements", b"record", b"records", b"batch", b"shard", b"page", b"partition", b"segment",
    b"password", b"passwords", b"secret", b"secrets", b"token", b"tokens",
]);

/// Words before `process 123` that make the number an id.
#[rustfmt::skip]
static PROCESS_WORDS: Words = Words::new(&[
    b"killed", b"kill", b"killing", b"server", b"worker", b"child", b"backend", b"by", b"of", b"reaped",
    b"parent", b"started", b"spawned", b"forked", b"terminated", b"stopped",
]);

/// What follows `process 123` when the number is an id: the kernel, PostgreSQL and supervisors word it so.
static PROCESS_VERBS: Beginnings = Beginnings::new(&[
    b" still ",
    b" waits ",
    b" acquired ",
    b" detected ",
    b" avoided ",
    b" exited",
    b" died",
    b" terminated",
    b" killed",
    b" is ",
    b" was ",
    b" has ",
    b" got ",
    b" holds ",
    b" attached",
    b" detached",
    b" running",
    b" started",
    b" stopped",
    b" finished",
    b" ended",
    b" crashed",
    b" failed",
    b" with ",
]);

/// The digits from `at`, if a whole number of at most `most` digits, or one that Windows writes as `0x1a2c`, stands there.
pub(super) fn id(text: &[u8], at: usize, most: usize) -> Option<Range<usize>> {
    let (digits, end) = if byte(text, at) == b'0' && byte(text, at + 1) == b'x' {
        let digits = at + b"0x".len();
        (digits, run(text, digits, most + 1, |byte| byte.is_ascii_hexdigit()))
    } else {
        (at, run(text, at, most + 1, |byte| byte.is_ascii_digit()))
    };
    let continues =
        is_word_byte(byte(text, end)) || (byte(text, end) == b'.' && byte(text, end + 1).is_ascii_digit());
    (end > digits && end - digits <= most && !continues).then_some(at..end)
}

/// The id behind the keyword whose last three letters, `pid` or `tid` in any case, start at `at`.
///
/// # Source
/// `pid=`, `PID: `, `"pid":` and `process.pid` as in the Elastic Common Schema; Apache's `[pid 1:tid 2]`.
fn keyed(text: &[u8], at: usize) -> Option<Range<usize>> {
    let key_end = at + b"pid".len();
    // The kernel's `core_uses_pid` is a switch, `<PID>` a marker of ours.
    if stands(text, at.saturating_sub(b"uses_".len()), b"uses_")
        || stands(text, at.saturating_sub(1), b"<PID>")
    {
        return None;
    }
    let own_word = match previous(text, at) {
        b'_' | b'.' | b'-' => true,
        // `mainPid` and `MainPID`, not `rapid` or `cupid`.
        before if before.is_ascii_alphabetic() => {
            (before.is_ascii_lowercase() && byte(text, at) == b'P')
                || (before | 0x20 == b'p' && is_parent(text, at))
        }
        before => !before.is_ascii_digit(),
    };
    if !own_word || (byte(text, at) | 0x20 == b't' && !follows_pid(text, at)) {
        return None;
    }
    assigned(text, key_end)
}

/// The id that is assigned to the key that ends at `key_end`.
fn assigned(text: &[u8], key_end: usize) -> Option<Range<usize>> {
    let mut value = run(text, key_end, SEPARATOR_BYTES, |byte| {
        is_separator(byte) || matches!(byte, b'(' | b'[' | b'#' | b'>')
    });
    if value == key_end {
        return None;
    }
    if stands_folded(text, value, b"is ") {
        value += b"is ".len();
    }
    id(text, value, ID_DIGITS)
}

/// `ppid`, alone.
fn is_parent(text: &[u8], at: usize) -> bool {
    !at.checked_sub(2).is_some_and(|before| byte(text, before).is_ascii_alphanumeric())
}

/// `tid` is the thread of a `pid` before it; alone it is a task, a transaction or a trace.
fn follows_pid(text: &[u8], at: usize) -> bool {
    let pid = run_back(text, at, ID_DIGITS + 8, |byte| {
        byte.is_ascii_digit() || matches!(byte, b':' | b' ' | b',' | b'=')
    });
    stands_folded(text, pid.saturating_sub(b"pid".len()), b"pid")
}

/// The id in the bracket at `open`, behind a program's name: `sshd[24217]: `.
///
/// # Source
/// RFC 3164 section 5.3, the tag of a BSD syslog line.
fn bracketed(text: &[u8], open: usize) -> Option<Range<usize>> {
    let found = id(text, open + 1, TAG_DIGITS)?;
    let tag = stands(text, found.end, b"]:") && matches!(byte(text, found.end + 2), b' ' | b'\t' | 0);
    if !tag && !FAULTS.iter().any(|fault| stands(text, found.end, fault)) {
        return None;
    }
    let start = run_back(text, open, PROGRAM_BYTES + 1, |byte| {
        is_name_byte(byte) || matches!(byte, b'(' | b')' | b'/' | b'@' | b'*')
    });
    let program = slice(text, start, open);
    let named = program.len() <= PROGRAM_BYTES
        && program.iter().any(u8::is_ascii_alphabetic)
        && !listed(CODES, program)
        && (is_line_start(text, start) || previous(text, start) == b' ');
    let short = found.len() < PLAIN_TAG_DIGITS;
    let known = if short {
        listed(FIRST_PROGRAMS, program) || PROGRAMS.has(program)
    } else {
        !DATA.has(program) && (program.ends_with(b"passwd") || secret_name(program).is_none())
    };
    (named && known).then_some(found)
}

/// The id in the parenthesis at `open`, behind a program that everybody knows: `java(1234)`.
fn called(text: &[u8], open: usize) -> Option<Range<usize>> {
    if !previous(text, open).is_ascii_alphanumeric() {
        return None;
    }
    let found = id(text, open + 1, TAG_DIGITS).filter(|id| byte(text, id.end) == b')')?;
    let program = word_before(text, open);
    (found.len() >= PLAIN_TAG_DIGITS && PROGRAMS.has(program)).then_some(found)
}

/// The two ids around the hash at `hash`: process and thread in nginx's error log, `31407#31409: `.
///
/// # Source
/// nginx, `ngx_log_error_core`: `%P#%TID: `.
fn paired(text: &[u8], hash: usize) -> Option<(Range<usize>, Range<usize>)> {
    let thread = id(text, hash + 1, ID_DIGITS)?;
    let start = run_back(text, hash, ID_DIGITS + 1, |byte| byte.is_ascii_digit());
    // Behind a colon it is the end of an address.
    let before = previous(text, start);
    let whole = start < hash && hash - start <= ID_DIGITS && !is_name_byte(before) && before != b':';
    (whole && stands(text, thread.end, b": ")).then_some((start..hash, thread))
}

/// The id behind the word `process` or `child` at `at`: `Killed process 17844 (java)`.
fn process(text: &[u8], at: usize) -> Option<Range<usize>> {
    let child = stands_folded(text, at, b"child");
    let word_end = at + if child { b"child".len() } else { b"process".len() };
    if is_word_byte(previous(text, at)) {
        return None;
    }
    let mut value = word_end;
    let mut named = false;
    for word in [&b" id"[..], b"_id", b"-id", b"Id", b"ID", b" ID", b" Id"] {
        if stands(text, value, word) && !is_word_byte(byte(text, value + word.len())) {
            value += word.len();
            named = true;
            break;
        }
    }
    let spaced =
        run(text, value, SEPARATOR_BYTES, |byte| is_separator(byte) || matches!(byte, b'[' | b'(' | b'#'));
    if spaced == value {
        return None;
    }
    let found = id(text, spaced, ID_DIGITS)?;
    let open = previous(text, spaced);
    // What a marker hides may have begun like a word.
    let next = byte(text, found.end + 1);
    let counts = byte(text, found.end) == b' ' && (next.is_ascii_lowercase() || next == b'<');
    let spoken = (byte(text, at) == b'P' && !counts)
        || matches!(open, b'[' | b'#')
        || PROCESS_WORDS.has(word_before(text, at.saturating_sub(1)))
        || stands(text, found.end, b" (")
        || PROCESS_VERBS.begin(slice(text, found.end, text.len()));
    let sure = if child { found.len() >= PLAIN_TAG_DIGITS && open == b' ' } else { spoken };
    (named || sure).then_some(found)
}

/// The id behind the word `task` that ends at `end`: `task java:17844 blocked for more than 120 seconds.`
fn blocked(text: &[u8], end: usize) -> Option<Range<usize>> {
    let name = run(text, end + 1, PROGRAM_BYTES, |byte| is_name_byte(byte) || matches!(byte, b'/' | b':'));
    let start = run_back(text, name, TAG_DIGITS + 1, |byte| byte.is_ascii_digit());
    let said = byte(text, end) == b' ' && stands(text, name, b" blocked for");
    (said && previous(text, start) == b':' && (1..=TAG_DIGITS).contains(&(name - start)))
        .then_some(start..name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<&str> {
        let bytes = text.as_bytes();
        let mut found = Vec::new();
        for at in 0..bytes.len() {
            let one = match byte(bytes, at) | 0x20 {
                b'p' if stands_folded(bytes, at, b"process") => process(bytes, at),
                b'c' if stands_folded(bytes, at, b"child") => process(bytes, at),
                b'p' | b't' if stands_folded(bytes, at + 1, b"id") => keyed(bytes, at),
                _ if byte(bytes, at) == b'[' => bracketed(bytes, at),
                b'#' => paired(bytes, at).map(|(process, thread)| {
                    found.push(&text[process]);
                    thread
                }),
                _ => None,
            };
            found.extend(one.map(|range| &text[range]));
        }
        found
    }

    #[test]
    fn process_ids_go_in_every_notation() {
        for (text, ids) in [
            ("sshd[24217]: reverse lookup", vec!["24217"]),
            ("host su(pam_unix)[8269]: session", vec!["8269"]),
            ("systemd[1]: Started", vec!["1"]),
            ("31407#31409: *981 upstream", vec!["31407", "31409"]),
            ("timeout (pid:48213) signal 6", vec!["48213"]),
            (r#"{"pid":51877,"ppid": "7"}"#, vec!["51877", "7"]),
            (r#"{\"pid\":51877}"#, vec!["51877"]),
            ("server process (PID 60233) was", vec!["60233"]),
            ("Main PID: 812 (code=exited) MainPID=812 main_pid=3", vec!["812", "812", "3"]),
            ("[core:error] [pid 1201:tid 140] AH", vec!["1201", "140"]),
            ("Killed process 17844 (java)", vec!["17844"]),
            ("Process 4711 waits for ShareLock; blocked by process 4712.", vec!["4711", "4712"]),
            ("Started server process [9321]", vec!["9321"]),
            ("process id: 88 exited, processId=89, process_id=90", vec!["88", "89", "90"]),
            ("New Process ID: 0x1a2c", vec!["0x1a2c"]),
            ("traps: java[812] general protection", vec!["812"]),
            ("worker process 31409 exited on signal 11", vec!["31409"]),
            ("Found child 5995 in scoreboard slot 7", vec!["5995"]),
        ] {
            assert_eq!(all(text), ids, "{text}");
        }
    }

    #[test]
    fn what_is_no_process_stays() {
        for text in [
            "rapid deployment of cupid-service hit a stupid limit",
            "pid file /run/nginx.pid already exists",
            "client 2001:470::463:9#53411: query",
            "pids cgroup limit reached, pids.max=max",
            "(TID 398) tid=12 trace tid: 9",
            "items[12]: out of range, rdd_42[13] = 5, a[1024]",
            "##7214##549659##8661",
            "fixes 12#34 today",
            "will process 500 records, process 20 of 30",
            "child 2 of 3, child process exited with status 1",
            "pid=<PID> sshd[<PID>]: ",
            "ratio pid 3.5",
            "kernel.core_uses_pid = 1",
            "/proc/pid/maps 12",
        ] {
            assert_eq!(all(text), [""; 0], "{text}");
        }
    }
}
