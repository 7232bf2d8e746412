//! What the rules on stack traces say of themselves.

use gobo_contract::Kind;

use crate::redact::rule::Rule;

/// Bytes of a trace that a rule speaks of; a trace itself may be of any length.
const TRACE_BYTES: usize = 1_048_576;

/// Traces that are known by the start of a line.
pub(super) const LINES: &[Rule] = &[
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
        source: "Elixir, Exception.format_stacktrace_entry; Erlang/OTP, erl_error; github.com/pkg/errors",
        keywords: &[".ex:", ".erl:", "in function ", ".go:"],
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
            (
                "E\n  in function  erlang:'/'/2\n     called as 1 / 0\n  in call from app:f/2 (src/app.erl, line 42)\n  in call from proc_lib:init_p/3\nend",
                "E\n  <STACK: 1 frames>\n  in call from app:f/2 (src/app.erl, line 42)\n  <STACK: 1 frames>\nend",
            ),
            (
                "E\nmain.read\n\t/src/main.go:21\nmain.main\n\t/src/main.go:30\nruntime.main\n\t/usr/local/go/src/runtime/proc.go:250\nend",
                "E\nmain.read\n\t/src/main.go:21\n<STACK: 2 frames>\nend",
            ),
            (
                "no x app/db.Open\n\t/src/db.go:21\nnet/http.(*conn).serve\n\t/usr/local/go/src/net/http/server.go:19\nend",
                "no x app/db.Open\n\t/src/db.go:21\n<STACK: 1 frames>\nend",
            ),
        ],
        misses: &[
            ("E\n  in function  app:f/2 (src/app.erl, line 42)\n  in line 3", "one application frame"),
            ("E\n    (app 0.1.0) lib/w.ex:12: App.W.run/1", "one application frame"),
            ("  (see lib/w.ex:12)", "prose"),
        ],
    },
];

/// Traces that are known by a mark in a frame.
pub(super) const MARKS: &[Rule] = &[
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
            (
                "m in /t.php:9 Stack trace: #0 /t.php(13): f() #1 /vendor/x.php(2): g() #2 {main}   thrown",
                "m in /t.php:9 Stack trace: #0 /t.php(13): f() <STACK: 2 frames>   thrown",
            ),
            (
                "[error] #0 /srv/t.php(9): f()\n[error] #1 {main}\n[error] end",
                "[error] #0 /srv/t.php(9): f()\n[error] <STACK: 1 frames>\n[error] end",
            ),
            (
                "#00 pc 0051e54  /apex/libc.so (abort+164)\n#01 pc 0010a2c  /data/app/libcart.so (work()+12)",
                "<STACK: 1 frames>\n#01 pc 0010a2c  /data/app/libcart.so (work()+12)",
            ),
        ],
        misses: &[
            ("#0 of a (b)\n#1 of c (d)", "prose"),
            ("#0 of 12", "no frame"),
            ("#1 priority: fix(es)", "not the first"),
        ],
    },
    Rule {
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
    },
    Rule {
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
            (
                "[{App.W, :run, 1, [file: 'lib/w.ex', line: 12]}, {:gen_server, :loop, 7, [file: 'g.erl', line: 6]}]",
                "[{App.W, :run, 1, [file: 'lib/w.ex', line: 12]}, <STACK: 1 frames>]",
            ),
        ],
        misses: &[
            ("[{app,f,1,[{file,\"src/app.erl\"},{line,5}]}]", "one application frame"),
            ("{file,\"a.txt\"}", "a file"),
        ],
    },
    Rule {
        id: "stack-javascript-place",
        kind: Kind::Stack,
        source: "Firefox and Safari, Error.prototype.stack; glog, DumpStackTrace",
        keywords: &["@http", "@ 0x"],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "E: m\nload@https://a.test/js/cart.js:1:2\nflush@https://a.test/js/react-dom.js:3:4\n@https://a.test/js/cart.js:5:6\nend",
                "E: m\nload@https://a.test/js/cart.js:1:2\n<STACK: 2 frames>\nend",
            ),
            (
                "map@[native code]\nload@file:///a/cart.js:1:2\nglobal code@file:///a/cart.js:9:9",
                "<STACK: 1 frames>\nload@file:///a/cart.js:1:2\n<STACK: 1 frames>",
            ),
            (
                "*** Check failure stack trace: ***\n    @     0x55d0  google::LogMessage::Fail()\n    @     0x55d1  work()\n    @     0x55d2  main",
                "*** Check failure stack trace: ***\n    <STACK: 1 frames>\n    @     0x55d1  work()\n    <STACK: 1 frames>",
            ),
        ],
        misses: &[
            ("load@https://a.test/js/cart.js:1:2", "one application frame"),
            ("git clone app@https://a.test/repo\nuser@host", "no place in code"),
        ],
    },
];

/// Traces that are known by a word.
pub(super) const WORDS: &[Rule] = &[
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
    },
    Rule {
        id: "stack-perl-haskell",
        kind: Kind::Stack,
        source: "Perl, Carp::longmess; GHC.Stack, prettyCallStack",
        keywords: &["called at "],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "m at /srv/lib/Cart.pm line 88.\n\tCart::sum(1) called at /srv/lib/Shop.pm line 12\n\tPlack::Util::run(2) called at /usr/share/perl5/Plack/Util.pm line 23\nend",
                "m at /srv/lib/Cart.pm line 88.\n\tCart::sum(1) called at /srv/lib/Shop.pm line 12\n\t<STACK: 1 frames>\nend",
            ),
            (
                "CallStack (from HasCallStack):\n  error, called at libraries/base/GHC/Err.hs:74:14 in base:GHC.Err\n  undefined, called at src/Main.hs:12:5 in main:Main",
                "CallStack (from HasCallStack):\n  <STACK: 1 frames>\n  undefined, called at src/Main.hs:12:5 in main:Main",
            ),
        ],
        misses: &[
            ("  he called at midnight line 3", "no file"),
            ("\tCart::sum(1) called at /srv/lib/Shop.pm line 12", "one application frame"),
        ],
    },
    Rule {
        id: "stack-ocaml",
        kind: Kind::Stack,
        source: "OCaml, Printexc.print_backtrace",
        keywords: &["file \""],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "Raised at Stdlib__List.find in file \"list.ml\", line 2, characters 1-5\nCalled from Dune__exe__Main.work in file \"bin/main.ml\", line 3, characters 5-20\nend",
                "<STACK: 1 frames>\nCalled from Dune__exe__Main.work in file \"bin/main.ml\", line 3, characters 5-20\nend",
            ),
            (
                "Called from Shop.work in file \"a.ml\", line 3, characters 5-20\nCalled from Shop in file \"a.ml\", line 9, characters 0-4",
                "Called from Shop.work in file \"a.ml\", line 3, characters 5-20\n<STACK: 1 frames>",
            ),
        ],
        misses: &[
            ("Called from the file \"a.ml\"", "no line"),
            ("error in file \"a.yml\", line 3, column 2", "a message"),
        ],
    },
    Rule {
        id: "stack-lua-julia",
        kind: Kind::Stack,
        source: "Lua, luaL_traceback; Julia, Base.show_backtrace",
        keywords: &["stack traceback:", "Stacktrace:"],
        max_bytes: TRACE_BYTES,
        hits: &[
            (
                "lua: m\nstack traceback:\n\t[C]: in function 'error'\n\tapp.lua:5: in function 'work'\n\t[C]: in ?\nend",
                "lua: m\nstack traceback:\n\t<STACK: 1 frames>\n\tapp.lua:5: in function 'work'\n\t<STACK: 1 frames>\nend",
            ),
            (
                "Stacktrace:\n [1] getindex(A::Int64)\n   @ Base ./essentials.jl:13\n [2] work(x::Int64)\n   @ Main /srv/app.jl:4\nend",
                "Stacktrace:\n <STACK: 1 frames>\n [2] work(x::Int64)\n   @ Main /srv/app.jl:4\nend",
            ),
        ],
        misses: &[
            ("stack traceback:\n\tapp.lua:5: in function 'work'", "one application frame"),
            ("Stacktrace:\n [1] see below", "no frame"),
        ],
    },
];
