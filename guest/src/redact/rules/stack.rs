//! Stack traces: the exception, its message, the first application frame and every cause stay; the other frames become
//! `<STACK: 23 frames>`.

mod arrow;
mod beam;
mod frame;
mod framework;
mod go;
mod inline;
mod native;
mod numbered;
mod python;
mod ruby;

use gobo_contract::Kind;

use crate::redact::around::{byte, stands, stands_folded};
use crate::redact::class::{DIGIT, DOT, HYPHEN, UNDERSCORE, UPPER};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Family, Rule, Shape, Trigger};
use crate::redact::scan::Token;

use frame::Frame;

/// Called once a line; fails at the first byte that is no blank, unless it begins a frame.
pub(crate) const LINES: Family = Family::new(LINE_RULES, Trigger::Line, find_lines);

/// Called at quotes; fails where no `:in ` stands before it.
pub(crate) const RUBY: Family = Family::new(RUBY_RULES, Trigger::Byte(b"`'"), find_ruby);

/// Called at `{f`; fails where no Erlang frame's file stands.
pub(crate) const TERMS: Family =
    Family::new(TERM_RULES, Trigger::Pair(b"{", b"f"), |text, token, findings| {
        if stands(text, token.start, b"{file,\"") {
            beam::read_terms(text, token.start, findings)
        } else {
            token.end
        }
    });

/// Called at the word `at`; fails where no qualified name with a parenthesis follows.
pub(crate) const INLINE: Family = Family::new(
    INLINE_RULES,
    Trigger::Token(Shape {
        none: DIGIT | DOT | HYPHEN | UNDERSCORE | UPPER,
        first: b"a",
        words: &[&["at"]],
        whole: true,
        min_bytes: 2,
        ..Shape::ANY
    }),
    find_inline,
);

/// Bytes of a trace that a rule speaks of; a trace itself may be of any length.
const TRACE_BYTES: usize = 1_048_576;

const LINE_RULES: &[Rule] = &[
    Rule {
        id: "stack-java-node-dotnet",
        kind: Kind::Stack,
        source: "java.lang.Throwable.printStackTrace; V8 Stack Trace API; System.Exception.StackTrace",
        keywords: &["at ", "... "],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "X: m\n\tat com.acme.A.b(A.java:8)\n\tat org.eclipse.jetty.S.h(S.java:5)\n\tat java.base/java.lang.Thread.run(T.java:1)",
                "X: m\n\tat com.acme.A.b(A.java:8)\n\t<STACK: 2 frames>",
            ),
            (
                "X\n\tat com.acme.A.b(A.java:8)\n\tat com.acme.C.d(C.java:9)\nCaused by: Y\n\tat sun.nio.N.p(Native Method)\n\t... 61 more\nend",
                "X\n\tat com.acme.A.b(A.java:8)\n\t<STACK: 1 frames>\nCaused by: Y\n\t<STACK: 62 frames>\nend",
            ),
            (
                "E: m\n    at load (/app/src/load.js:10:5)\n    at next (node:internal/x:95:5)",
                "E: m\n    at load (/app/src/load.js:10:5)\n    <STACK: 1 frames>",
            ),
        ],
        misses: &[
            ("\tat the end (see below)", "prose"),
            ("X: m\n\tat com.acme.A.b(A.java:8)", "one application frame"),
        ],
    },
    Rule {
        id: "stack-python",
        kind: Kind::Stack,
        source: "Python Library Reference, traceback.print_exception",
        keywords: &["File \""],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "Traceback (most recent call last):\n  File \"/v/site-packages/flask/app.py\", line 1, in f\n    return g()\nKeyError: 'x'",
                "Traceback (most recent call last):\n  <STACK: 1 frames>\nKeyError: 'x'",
            ),
            (
                "  File \"/srv/a.py\", line 1, in f\n    g()\n  File \"/srv/b.py\", line 2, in g\n    h()\nE: m",
                "  <STACK: 1 frames>\n  File \"/srv/b.py\", line 2, in g\n    h()\nE: m",
            ),
        ],
        misses: &[
            ("  File \"/srv/a.py\", line 1, in f\n    g()\nE: m", "one application frame"),
            ("File \"report.pdf\" not found", "a file"),
        ],
    },
    Rule {
        id: "stack-go-rust",
        kind: Kind::Stack,
        source: "Go runtime, printing of goroutines; Rust std::backtrace::Backtrace",
        keywords: &["goroutine ", "stack backtrace:"],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "goroutine 7 [running]:\nmain.work(...)\n\t/src/main.go:21\nnet/http.(*conn).serve(0xc0)\n\t/usr/local/go/src/net/http/server.go:9 +0x5f4",
                "goroutine 7 [running]:\nmain.work(...)\n\t/src/main.go:21\n<STACK: 1 frames>",
            ),
            (
                "stack backtrace:\n   0: rust_begin_unwind\n   1: core::panicking::panic_fmt\n             at /rustc/9f/panicking.rs:72:14\nnote: x",
                "stack backtrace:\n   <STACK: 2 frames>\nnote: x",
            ),
        ],
        misses: &[
            ("goroutine 7 [running]:\nmain.work(...)\n\t/src/main.go:21", "one application frame"),
            ("stack backtrace: disabled", "no frame"),
        ],
    },
    Rule {
        id: "stack-numbered",
        kind: Kind::Stack,
        source: "PHP Exception::getTraceAsString; Dart StackTrace.toString; GDB backtrace",
        keywords: &["#0 "],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "Stack trace:\n#0 /srv/t.php(9): f()\n#1 /srv/t.php(13): g()\n#2 {main}",
                "Stack trace:\n#0 /srv/t.php(9): f()\n<STACK: 2 frames>",
            ),
            (
                "#0      main (file:///a.dart:7:2)\n#1      _start (dart:isolate/i.dart:2)\nend",
                "#0      main (file:///a.dart:7:2)\n<STACK: 1 frames>\nend",
            ),
        ],
        misses: &[("#0 of 12", "no frame"), ("#1 priority: fix(es)", "not the first")],
    },
    Rule {
        id: "stack-native",
        kind: Kind::Stack,
        source: "glibc, backtrace_symbols; Swift and Apple crash reports; GDB backtrace",
        keywords: &["[0x", " 0x"],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "/app/s(+0x12)[0x55d0]\n/app/s(work+0x25)[0x55d2]\n/lib/libc.so.6(__libc_start_main+0xf3)[0x7f0]\nend",
                "/app/s(+0x12)[0x55d0]\n<STACK: 2 frames>\nend",
            ),
            (
                "0 0x7f1 in _assert() + 3 in /usr/lib/libswiftCore.so\n1 0x05 in f() at /src/m.swift:3\n2 0x06 in main at /src/m.swift:9\nend",
                "<STACK: 1 frames>\n1 0x05 in f() at /src/m.swift:3\n<STACK: 1 frames>\nend",
            ),
            (
                "#0  0x7f in raise () from /lib/libc.so.6\n#1  0x05 in work (x=1) at w.c:10\n#2  main () at m.c:5",
                "<STACK: 1 frames>\n#1  0x05 in work (x=1) at w.c:10\n<STACK: 1 frames>",
            ),
        ],
        misses: &[("0 errors at 0x10", "no more frames"), ("/dev/sda1 [0x10]", "no frame")],
    },
    Rule {
        id: "stack-elixir",
        kind: Kind::Stack,
        source: "Elixir, Exception.format_stacktrace_entry",
        keywords: &[".ex:", ".erl:"],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "** (RuntimeError) m\n    (app 0.1.0) lib/w.ex:12: App.W.run/1\n    (stdlib 4.0) gen_server.erl:1123: :gen_server.try_dispatch/4\nend",
                "** (RuntimeError) m\n    (app 0.1.0) lib/w.ex:12: App.W.run/1\n    <STACK: 1 frames>\nend",
            ),
            (
                "E\n    (stdlib 4.0) lists.erl:1: :lists.map/2\n    (app 0.1.0) lib/w.ex:12: App.W.run/1\n    (app 0.1.0) lib/v.ex:3: App.V.run/1",
                "E\n    <STACK: 1 frames>\n    (app 0.1.0) lib/w.ex:12: App.W.run/1\n    <STACK: 1 frames>",
            ),
        ],
        misses: &[
            ("E\n    (app 0.1.0) lib/w.ex:12: App.W.run/1", "one application frame"),
            ("  (see lib/w.ex:12)", "prose"),
        ],
    },
];

const RUBY_RULES: &[Rule] = &[Rule {
    id: "stack-ruby",
    kind: Kind::Stack,
    source: "Ruby, Exception#full_message",
    keywords: &[":in `", ":in '"],
    max_bytes: TRACE_BYTES,
    hits: &[
        (
            "E (m):\n  app/a.rb:6:in `f'\n  app/b.rb:7:in `g'\n  rack (2.0.3) lib/r.rb:2:in `call'\nend",
            "E (m):\n  app/a.rb:6:in `f'\n  <STACK: 2 frames>\nend",
        ),
        (
            "a.rb:1:in 'Integer#/': divided by 0 (ZeroDivisionError)\n\tfrom a.rb:2:in 'Foo#bar'\n\tfrom a.rb:3:in '<main>'",
            "a.rb:1:in 'Integer#/': divided by 0 (ZeroDivisionError)\n\t<STACK: 2 frames>",
        ),
    ],
    misses: &[("see line 4:in `f' of it", "no file"), ("  app/a.rb:6:in `f'", "one application frame")],
}];

const TERM_RULES: &[Rule] = &[Rule {
    id: "stack-erlang",
    kind: Kind::Stack,
    source: "Erlang Reference Manual, Errors and Error Handling: the call-stack back trace",
    keywords: &["{file,"],
    max_bytes: TRACE_BYTES,
    hits: &[
        (
            "{badarith,[{app,f,1,[{file,\"src/app.erl\"},{line,5}]},{app,g,0,[{file,\"src/app.erl\"},{line,9}]}]}",
            "{badarith,[{app,f,1,[{file,\"src/app.erl\"},{line,5}]},<STACK: 1 frames>]}",
        ),
        (
            "[{lists,map,2,[{file,\"lists.erl\"},{line,1}]},\n {app,g,0,[{file,\"src/app.erl\"},{line,9}]},\n {shell,x,7,[{file,\"s.erl\"},{line,6}]}]",
            "[<STACK: 1 frames>,\n {app,g,0,[{file,\"src/app.erl\"},{line,9}]},\n <STACK: 1 frames>]",
        ),
    ],
    misses: &[
        ("[{app,f,1,[{file,\"src/app.erl\"},{line,5}]}]", "one application frame"),
        ("{file,\"a.txt\"}", "a file"),
    ],
}];

const INLINE_RULES: &[Rule] = &[Rule {
    id: "stack-in-one-line",
    kind: Kind::Stack,
    source: "log shippers that fold a trace into one line",
    keywords: &["at "],
    max_bytes: TRACE_BYTES,
    hits: &[
        (
            "X: m at com.acme.A.b(A.java:8) at org.x.C.d(C.java:5) at java.lang.T.run(T.java:1)",
            "X: m at com.acme.A.b(A.java:8) <STACK: 2 frames>",
        ),
        (
            "X: m at com.acme.A.b(A.java:8) Caused by: Y at com.acme.C.d(C.java:5) ... 3 more",
            "X: m at com.acme.A.b(A.java:8) Caused by: Y at com.acme.C.d(C.java:5) <STACK: 3 frames>",
        ),
        (
            "X: m at java.lang.A.b(A.java:8) at com.acme.C.d(C.java:5) Caused by: Y",
            "X: m <STACK: 1 frames> at com.acme.C.d(C.java:5) Caused by: Y",
        ),
    ],
    misses: &[
        ("look at example.com (the docs) at once", "prose"),
        ("failed at com.acme.A.b(A.java:8)", "one frame"),
    ],
}];

/// What is found in a trace.
type Findings = Vec<Finding>;

/// Frames in a row that are left out.
#[derive(Default)]
struct Dropped {
    start: usize,
    end: usize,
    frames: usize,
}

impl Dropped {
    fn add(&mut self, start: usize, end: usize, frames: usize) {
        if self.frames == 0 {
            self.start = start;
        }
        self.end = end;
        self.frames += frames;
    }

    /// Hands on what was left out so far.
    fn flush(&mut self, findings: &mut Findings) {
        let Self { start, end, frames } = std::mem::take(self);
        if frames > 0 {
            findings.push(Finding::new(start, end, Marker::Stack(frames)));
        }
    }
}

/// Leaves out the frames from `first` on, but for the first of the application's. `next` gives the frame behind the place
/// where one ends. Returns where the last one ends.
fn keep_first(
    first: Option<Frame>,
    findings: &mut Findings,
    mut next: impl FnMut(usize) -> Option<Frame>,
) -> usize {
    let mut dropped = Dropped::default();
    let mut kept = false;
    let mut frame = first;
    let mut end = 0;
    while let Some(found) = frame {
        if found.application && !kept {
            dropped.flush(findings);
            kept = true;
        } else {
            dropped.add(found.start, found.end, found.frames);
        }
        end = found.end;
        frame = next(end);
    }
    dropped.flush(findings);
    end
}

/// The same with a frame a line, from the line `first` on.
fn keep_first_of_lines(
    text: &[u8],
    first: Option<usize>,
    findings: &mut Findings,
    mut frame: impl FnMut(usize) -> Option<Frame>,
) {
    let first = first.and_then(&mut frame);
    keep_first(first, findings, |end| frame::next_line(text, end).and_then(&mut frame));
}

/// Reads the trace of which the line at `line` is the first frame. Its later frames, when they are called, find that one
/// stands before them and leave it at that.
fn read_once(text: &[u8], line: usize, findings: &mut Findings, frame: fn(&[u8], usize) -> Option<Frame>) {
    let is_frame = |line| frame(text, line).is_some();
    if is_frame(line) && !frame::line_before(text, line).is_some_and(is_frame) {
        keep_first_of_lines(text, Some(line), findings, |line| frame(text, line));
    }
}

fn find_lines(text: &[u8], token: Token, findings: &mut Findings) -> usize {
    if byte(text, token.start) == b'\n' {
        return token.end;
    }
    let at = frame::indented(text, token.start);
    match byte(text, at) {
        b'a' if stands(text, at, b"at ") => arrow::read(text, token.start, findings),
        b'F' if stands(text, at, b"File \"") => python::read(text, token.start, findings),
        b'#' if stands(text, at, b"#0 ") => numbered::read_hashed(text, token.start, findings),
        b'0' if byte(text, at + 1) == b' ' => numbered::read_images(text, token.start, findings),
        b'g' if stands(text, at, b"goroutine ") => go::read(text, token.start, findings),
        b's' | b'S' if stands_folded(text, at, b"stack backtrace:") => {
            numbered::read_rust(text, token.start, findings);
        }
        b'/' | b'.' => native::read(text, token.start, findings),
        b'(' if at > token.start => beam::read(text, token.start, findings),
        _ => {}
    }
    token.end
}

fn find_ruby(text: &[u8], token: Token, findings: &mut Findings) -> usize {
    ruby::read(text, token.start, findings);
    token.end
}

fn find_inline(text: &[u8], token: Token, findings: &mut Findings) -> usize {
    if token.end - token.start == 2 { inline::read(text, token.start, findings) } else { token.end }
}

#[cfg(test)]
mod tests {
    use crate::redact::examples::redact;

    #[test]
    fn one_application_frame_of_a_trace_stays_wherever_it_stands() {
        for (text, redacted) in [
            (
                "X\n\tat java.lang.A.b(A.java:1)\n\tat com.acme.C.d(C.java:2)\n\tat com.acme.E.f(E.java:3)\n",
                "X\n\t<STACK: 1 frames>\n\tat com.acme.C.d(C.java:2)\n\t<STACK: 1 frames>\n",
            ),
            (
                "X\n\tat java.lang.A.b(A.java:1)\nCaused by: Y: m\n  more of m\n\n\tat com.acme.C.d(C.java:2)\n\t... 3 more",
                "X\n\t<STACK: 1 frames>\nCaused by: Y: m\n  more of m\n\n\tat com.acme.C.d(C.java:2)\n\t<STACK: 3 frames>",
            ),
            (
                "E: m\r\n   at App.S.Get() in C:\\s\\S.cs:line 20\r\n   at System.Linq.E.First[T](IEnumerable`1 s)\r\n--- End of inner exception stack trace ---\r\nend",
                "E: m\r\n   at App.S.Get() in C:\\s\\S.cs:line 20\r\n   <STACK: 1 frames>\r\nend",
            ),
        ] {
            assert_eq!(redact(text), redacted);
            assert_eq!(redact(redacted), redacted);
        }
    }

    #[test]
    fn a_trace_is_read_behind_what_stands_before_each_line_of_a_log() {
        for prefix in [
            "cart-0 | ",
            "web_1   | ",
            "2026-02-03T10:11:12.123456789Z ",
            "2026-02-03T10:11:12.1Z stderr F ",
            "[pod/cart-0/app] ",
        ] {
            for (trace, redacted) in [
                (
                    "X: m|\tat com.acme.A.b(A.java:8)|\tat com.acme.C.d(C.java:9)|Caused by: Y|\tat com.acme.E.f(E.java:1)|end",
                    "X: m|\tat com.acme.A.b(A.java:8)|\t<STACK: 1 frames>|Caused by: Y|\t<STACK: 1 frames>|end",
                ),
                (
                    "  File \"/srv/a.py\", line 1, in f|    g()|  File \"/srv/b.py\", line 2, in g|    h()|E: m",
                    "  <STACK: 1 frames>|  File \"/srv/b.py\", line 2, in g|    h()|E: m",
                ),
                (
                    "goroutine 1 [running]:|main.f(...)|\t/src/m.go:10|main.main()|\t/src/m.go:20 +0x1d|end",
                    "goroutine 1 [running]:|main.f(...)|\t/src/m.go:10|<STACK: 1 frames>|end",
                ),
            ] {
                let logged = |trace: &str| format!("{prefix}{}", trace.replace('|', &format!("\n{prefix}")));
                let pod = prefix.replace("cart-0/", "<POD:1>/");
                assert_eq!(redact(&logged(trace)), logged(redacted).replace(prefix, &pod), "{prefix}");
            }
        }
    }

    #[test]
    fn what_stands_between_the_frames_of_one_trace_goes_with_them() {
        for (text, redacted) in [
            (
                "X\n\tat com.acme.A.b(A.kt:1)\n\tat com.acme.C.d(C.kt:2)\n\t(Coroutine boundary)\n\tat com.acme.E.f(E.kt:3)",
                "X\n\tat com.acme.A.b(A.kt:1)\n\t<STACK: 2 frames>",
            ),
            (
                "E: m\n    at load (/app/l.js:1:5)\n  [cause]: E: n\n      at a (/app/q.js:1:1)\n      at b (node:net:1:1) {\n  }",
                "E: m\n    at load (/app/l.js:1:5)\n  [cause]: E: n\n      <STACK: 2 frames> {\n  }",
            ),
        ] {
            assert_eq!(redact(text), redacted);
        }
    }

    #[test]
    fn what_a_cause_says_is_read_like_any_line() {
        let text =
            "X\n\tat com.acme.A.b(A.java:1)\nCaused by: Y: no route to 10.1.2.3\n\tat java.net.S.c(S.java:2)";
        assert_eq!(
            redact(text),
            "X\n\tat com.acme.A.b(A.java:1)\nCaused by: Y: no route to <IP:1>\n\t<STACK: 1 frames>"
        );
    }

    #[test]
    fn of_many_goroutines_the_first_keeps_a_frame() {
        let text = "goroutine 4 [running]:\nmain.f()\n\tf.go:6 +0x3\n\ngoroutine 1 [select]:\nmain.g()\n\tg.go:9 +0x6\n";
        assert_eq!(
            redact(text),
            "goroutine 4 [running]:\nmain.f()\n\tf.go:6 +0x3\n\ngoroutine 1 [select]:\n<STACK: 1 frames>\n"
        );
    }
}
