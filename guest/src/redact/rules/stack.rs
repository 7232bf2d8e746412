//! Stack traces: the exception, its message, the first application frame and every cause stay; the other frames become
//! `<STACK: 23 frames>`.

mod arrow;
mod beam;
mod called;
mod frame;
mod framework;
mod go;
mod headed;
mod inline;
mod located;
mod native;
mod numbered;
mod ocaml;
mod python;
mod ruby;
mod tables;

use super::between::and_between;
use crate::redact::around::{byte, stands};
use crate::redact::class::{DIGIT, DOT, HYPHEN, UNDERSCORE};
use crate::redact::finding::{Finding, Marker};
use crate::redact::rule::{Before, Family, Shape, Trigger};
use crate::redact::scan::Token;

use frame::{Frame, Lines};

/// Called once a line; fails at the first byte that is no blank, unless it begins a frame.
pub(crate) const LINES: Family = Family::new(tables::LINES, Trigger::Line, find_lines);

/// Called at quotes, `@`, `#` and `{`; fails where neither `:in ` stands before it nor an address, a first frame or an
/// Erlang frame's file behind it.
pub(crate) const MARKS: Family =
    Family::new(tables::MARKS, Trigger::Pair(b"`'@#{", MARKED), |text, token, findings| {
        and_between(find_mark, text, token, findings)
    });

/// What stands behind a mark: a name or an operator, an address, a frame's number.
const MARKED: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_<+*/%=![~&|^>- 0";

/// Called at the words that begin a frame or a trace; fails where neither a call nor a place in code follows.
pub(crate) const WORDS: Family = Family::new(
    tables::WORDS,
    Trigger::Token(Shape {
        none: DIGIT | DOT | HYPHEN | UNDERSCORE,
        first: b"aFfgsSB",
        words: &[&["at", "file", "goroutine", "stack", "stacktrace", "backtrace"]],
        before: Before::Nothing,
        min_bytes: 2,
        ..Shape::ANY
    }),
    |text, token, findings| and_between(find_word, text, token, findings),
);

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
    lines: Lines,
    first: Option<usize>,
    findings: &mut Findings,
    mut frame: impl FnMut(usize) -> Option<Frame>,
) {
    let first = first.and_then(&mut frame);
    keep_first(first, findings, |end| frame::next_line(lines.text, end).and_then(&mut frame));
}

/// Reads the trace of which the line at `line` is the first frame. Its later frames, when they are called, find that one
/// stands before them and leave it at that.
fn read_once(lines: Lines, line: usize, findings: &mut Findings, frame: fn(Lines, usize) -> Option<Frame>) {
    let is_frame = |line| frame(lines, line).is_some();
    if is_frame(line) && !frame::line_before(lines.text, line).is_some_and(is_frame) {
        keep_first_of_lines(lines, Some(line), findings, |line| frame(lines, line));
    }
}

fn find_lines(text: &[u8], token: Token, findings: &mut Findings) -> usize {
    let line = token.start;
    if byte(text, line) == b'\n' {
        return token.end;
    }
    let lines = Lines::untagged(text);
    let at = lines.indented(line);
    match byte(text, at) {
        b'a' if stands(text, at, b"at ") => arrow::read(lines, line, findings),
        b'b' | b'e' | 0xc3 | 0xd0 | 0xe5 | 0xec if at > line => arrow::read(lines, line, findings),
        b'0' if byte(text, at + 1) == b' ' => numbered::read_images(lines, line, findings),
        b'0' if matches!(byte(text, at + 1), b'#' | b':') => numbered::read_bare(lines, line, findings),
        b'/' if at > line && go::is_place(lines, line) => go::read_of_error(lines, line, findings),
        b'/' | b'.' => native::read(lines, line, findings),
        b'i' if at > line && stands(text, at, b"in ") => beam::read_calls(lines, line, findings),
        b'(' if at > line => beam::read(lines, line, findings),
        _ => {}
    }
    token.end
}

fn find_mark(text: &[u8], token: Token, findings: &mut Findings) -> usize {
    match byte(text, token.start) {
        b'@' => located::read(text, token.start, findings),
        b'#' => return numbered::read_hashed(text, token.start, findings).max(token.end),
        b'{' => return beam::read_terms(text, token.start, findings).max(token.end),
        _ => ruby::read(text, token.start, findings),
    }
    token.end
}

fn find_word(text: &[u8], token: Token, findings: &mut Findings) -> usize {
    match token.of(text) {
        b"at" => return find_at(text, token, findings),
        b"File" if stands(text, token.end, b" \"") => {
            if let Some((lines, line)) = Lines::around(text, token.start) {
                python::read(lines, line, findings);
            }
        }
        b"file" if stands(text, token.end, b" \"") => ocaml::read(text, token.start, findings),
        b"goroutine" if byte(text, token.end) == b' ' => {
            if let Some((lines, line)) = Lines::around(text, token.start) {
                go::read(lines, line, token.start, findings);
            }
        }
        b"stack" | b"Stack" | b"Stacktrace" | b"Backtrace" => headed::read(text, token, findings),
        _ => {}
    }
    token.end
}

fn find_at(text: &[u8], token: Token, findings: &mut Findings) -> usize {
    if stands(text, token.start.saturating_sub(b"called ".len()), b"called ") {
        called::read(text, token.start, findings);
        return token.end;
    }
    let end = inline::read(text, token.start, findings);
    if end == token.end
        && frame::may_be_tagged(text, token.start)
        && arrow::may_be_frame(text, token.start)
        && let Some((lines, line)) = Lines::around(text, token.start)
        && lines.are_tagged()
    {
        arrow::read(lines, line, findings);
    }
    end
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
    fn a_trace_is_read_behind_any_tag() {
        for tag in
            ["E AndroidRuntime: ", "[error] ", "INFO | jvm 1 | 2026/05/02 08:14:55 | ", "[main] ERROR a.B - "]
        {
            for (trace, redacted) in [
                (
                    "X: m|\tat java.lang.A.b(A.java:8)|\tat com.acme.C.d(C.java:9)|Caused by: Y|\tat com.acme.E.f(E.java:1)|end",
                    "X: m|\t<STACK: 1 frames>|\tat com.acme.C.d(C.java:9)|Caused by: Y|\t<STACK: 1 frames>|end",
                ),
                (
                    "  File \"/srv/a.py\", line 1, in f|    g()|  File \"/srv/b.py\", line 2, in g|    h()|E: m",
                    "  <STACK: 1 frames>|  File \"/srv/b.py\", line 2, in g|    h()|E: m",
                ),
                (
                    "goroutine 1 [running]:|main.f(...)|\t/src/m.go:10|main.main()|\t/src/m.go:20 +0x1d|end",
                    "goroutine 1 [running]:|main.f(...)|\t/src/m.go:10|<STACK: 1 frames>|end",
                ),
                (
                    "stack backtrace:|   0: rust_begin_unwind|   1: a::b|             at ./src/b.rs:1:2|end",
                    "stack backtrace:|   <STACK: 1 frames>|   1: a::b|             at ./src/b.rs:1:2|end",
                ),
                (
                    "\tC::sum(1) called at /a/S.pm line 1|\tP::u(2) called at /usr/share/perl5/P.pm line 2|end",
                    "\tC::sum(1) called at /a/S.pm line 1|\t<STACK: 1 frames>|end",
                ),
                (
                    "/usr/share/a.rb:6:in `f'|/srv/b.rb:7:in `g'|/srv/c.rb:8:in `h'|end",
                    "/usr/share/a.rb:6:in `f'|<STACK: 2 frames>|end",
                ),
            ] {
                let logged = |trace: &str| format!("{tag}{}", trace.replace('|', &format!("\n{tag}")));
                assert_eq!(redact(&logged(trace)), logged(redacted), "{tag}");
            }
        }
    }

    #[test]
    fn each_language_has_its_own_frames() {
        for (text, redacted) in [
            (
                "at Invoke-Task, C:\\WindowsPowerShell\\psake.psm1: line 4\nat Export-Day, C:\\jobs\\e.ps1: line 14\nat <ScriptBlock>, <No file>: line 1",
                "<STACK: 1 frames>\nat Export-Day, C:\\jobs\\e.ps1: line 14\n<STACK: 1 frames>",
            ),
            (
                "   bei App.S.Get() in C:\\s\\S.cs:Zeile 20.\n   bei System.Linq.E.First(IEnumerable`1 s)\nend",
                "   bei App.S.Get() in C:\\s\\S.cs:Zeile 20.\n   <STACK: 1 frames>\nend",
            ),
            (
                "  File \"/usr/lib/python3.11/json.py\", line 3 in decode\n  File \"/srv/w.py\", line 8 in work\n  File \"/srv/m.py\", line 9 in <module>",
                "  <STACK: 1 frames>\n  File \"/srv/w.py\", line 8 in work\n  <STACK: 1 frames>",
            ),
            (
                "Backtrace:\n    ▆\n 1. ├─app::run()\n 2. └─base::stop()\nend",
                "Backtrace:\n    ▆\n 1. ├─app::run()\n <STACK: 1 frames>\nend",
            ),
            (
                "{ [stack]: 'E: m\\n' +\n    '    at load (/app/l.js:1:5)\\n' +\n    '    at next (node:net:1:5)\\n' +\n    '    at run (/app/r.js:1:5)' }",
                "{ [stack]: 'E: m\\n' +\n    '    at load (/app/l.js:1:5)\\n' +\n    '    <STACK: 2 frames>' }",
            ),
            (
                " 0# boost::stacktrace::stacktrace() at /usr/b.hpp:3\n 1# work() at /src/a.cpp:10\n 2# main at /src/a.cpp:20",
                " <STACK: 1 frames>\n 1# work() at /src/a.cpp:10\n <STACK: 1 frames>",
            ),
            (
                "E: m at App.S.Get() in C:\\s\\S.cs:line 20 at System.Linq.E.First[T](IEnumerable`1 s) at App.P.Main()",
                "E: m at App.S.Get() in C:\\s\\S.cs:line 20 <STACK: 2 frames>",
            ),
            (
                "   at App.S.F(Int32 a)\n   at Microsoft.A.M.<Invoke>g__Await|6_0(Endpoint e)\n   at lambda_method12(Closure , Object )",
                "   at App.S.F(Int32 a)\n   <STACK: 2 frames>",
            ),
            (
                "0    Dock   0x0000000104e1b2c4 Berth.assign(_:) + 212 (Berth.swift:64)\n1    UIKitCore   0x00000001b8c41a2c -[UIApplication sendAction:to:from:forEvent:forControlsOfTheWindow:andItsViews:] + 96\n2    GraphicsServices   0x00000001ee4b9598 GSEventRunModal + 164",
                "0    Dock   0x0000000104e1b2c4 Berth.assign(_:) + 212 (Berth.swift:64)\n<STACK: 2 frames>",
            ),
            (
                "X: m\n\tat org.apache.kafka.A.b(A.java:1)\n\tat io.acme.C.d(C.kt:2)\n\tat net.acme.E.f(E.kt:3)",
                "X: m\n\t<STACK: 1 frames>\n\tat io.acme.C.d(C.kt:2)\n\t<STACK: 1 frames>",
            ),
            (
                "x (IndexError)\n  from /usr/share/crystal/src/i.cr:74:8 in '[]'\n  from app.cr:3:3 in 'work'\n  from app.cr:9:1 in 'main'",
                "x (IndexError)\n  <STACK: 1 frames>\n  from app.cr:3:3 in 'work'\n  <STACK: 1 frames>",
            ),
        ] {
            assert_eq!(redact(text), redacted);
            assert_eq!(redact(redacted), redacted);
        }
    }

    #[test]
    fn a_password_among_the_arguments_of_the_frame_that_stays_goes() {
        for (text, redacted) in [
            (
                "#0 /srv/a.php(12): Db->connect('bo', 'Kq83nfa')\n#1 /srv/b.php(3): f('x')\n#2 {main}",
                "#0 /srv/a.php(12): Db->connect('bo', '<REDACTED:PASSWORD>')\n<STACK: 2 frames>",
            ),
            (
                "#0 /srv/a.php(3): PDO->__construct('mysql:host=db;d...', 'bo', 'Kq83nfa', Array)\n#1 {main}",
                "#0 /srv/a.php(3): PDO->__construct('mysql:host=db;d...', 'bo', '<REDACTED:PASSWORD>', Array)\n<STACK: 1 frames>",
            ),
            (
                "#0 /srv/a.php(3): PDO->__construct('sqlite:/x')\n#1 {main}",
                "#0 /srv/a.php(3): PDO->__construct('sqlite:/x')\n<STACK: 1 frames>",
            ),
            (
                "#0 /srv/a.php(3): App\\Mailer->send('ann', 'hello')\n#1 {main}",
                "#0 /srv/a.php(3): App\\Mailer->send('ann', 'hello')\n<STACK: 1 frames>",
            ),
        ] {
            assert_eq!(redact(text), redacted);
        }
    }

    #[test]
    fn the_message_behind_rubys_first_place_stays() {
        for (text, redacted) in [
            (
                "/usr/lib/ruby/gems/r.rb:2:in `find': no user (NotFound)\n\tfrom /srv/u.rb:12:in `load'\n\tfrom /srv/v.rb:3:in `run'",
                "/usr/lib/ruby/gems/r.rb:2:in `find': no user (NotFound)\n\tfrom /srv/u.rb:12:in `load'\n\t<STACK: 1 frames>",
            ),
            (
                "/srv/bin/import:9:in 'I.run': m (NameError)\n\tfrom /usr/lib/ruby/3.4.0/bundler/cli.rb:2:in 'start'\n/srv/a.rb:1:in 'f': n (E)",
                "/srv/bin/import:9:in 'I.run': m (NameError)\n\t<STACK: 1 frames>\n/srv/a.rb:1:in 'f': n (E)",
            ),
        ] {
            assert_eq!(redact(text), redacted);
        }
    }

    #[test]
    fn what_only_looks_like_frames_stays() {
        for text in [
            "Notes:\n  at 10:30 (UTC) deploy\n  at 11:00 (UTC) verify",
            "- from a to b\n- called at midnight line 3\n- at the office (room 4.2)",
            "    called at noon line 5\n    called at one line 6",
            " 0: zero (nothing)\n 1: one (something)",
            "TODO:\n   1. call bob()\n   2. call ann()",
            "0 0x10 bytes\n1 0x20 items",
            "INFO: at startup (phase 1.2) ok\nINFO: at startup (phase 1.3) ok",
            "see file \"a.yml\", line 3, column 2\nsee file \"b.yml\", line 4, column 2",
            "Stacktrace: see attachment\n [1] the log\n [2] the core",
            "  en.json (3 keys)\n  en.yaml (4 keys)\n  bei a.yaml (Zeile 3)\n  bei b.yaml (Zeile 4)",
            "| name | at | file |\n|------|----|------|\n| a.b  | x  | c.d  |",
            "@@ -1,2 +1,3 @@ fn main() {\n-  at\n+  File\n@ 10:30 we meet",
            "  at least: line 3\n  at most: line 4",
            "[app] -> at Foo.bar(x)\n[app] -> at Baz.qux(y)",
        ] {
            assert_eq!(redact(text), text);
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
