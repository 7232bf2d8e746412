//! `gobo redact` in a pipe: as soon as a line is whole, in constant memory, one numbering, no secret lost between chunks.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::thread;

use crate::command::{finish, gobo, run};

#[test]
fn a_line_comes_out_as_soon_as_it_is_whole_and_numbering_goes_on() {
    let mut child = gobo().arg("redact").spawn().expect("the built binary");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    for (sent, expected) in [
        ("a 10.20.0.40\n", "a <IP:1>\n"),
        ("b 10.20.0.41\n", "b <IP:2>\n"),
        ("c 10.20.0.40 10.20.0.42\n", "c <IP:1> <IP:3>\n"),
    ] {
        stdin.write_all(sent.as_bytes()).expect("it reads");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("it writes");
        assert_eq!(line, expected);
    }
    stdin.write_all(b"no line break 10.20.0.41").expect("it reads");
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("it writes");
    assert_eq!(rest, "no line break <IP:2>");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn numbering_goes_on_over_many_chunks_and_files() {
    let padding = "plain words without any finding in them at all\n".repeat(30_000);
    let text = format!("10.20.0.40\n{padding}10.20.0.41\n{padding}10.20.0.40 10.20.0.41\n");
    let ran = run(&["redact"], &text);
    assert!(ran.stdout == format!("<IP:1>\n{padding}<IP:2>\n{padding}<IP:1> <IP:2>\n"), "{}", ran.stderr);
}

/// A private key that starts anywhere around the borders of what is read at once.
#[test]
fn a_key_across_the_border_of_a_read_is_redacted_whole() {
    let body = "MIIEowIBAAKCAQEAq7Zr0vXw9Kp2Tn5Ls8Yd3Fh6Gj1Bm4Vc7Nx0Qe2Ru5Ti8Oa\n".repeat(25);
    let key = format!(
        "{}{body}{}",
        concat!("-----BEGIN RSA PRIV", "ATE KEY-----\n"),
        concat!("-----END RSA PRIV", "ATE KEY-----\n")
    );
    for border in [65_536, 262_144, 524_288, 1_048_576] {
        for before in [border - key.len() + 30, border - 1_000, border - 100, border - 5] {
            let padding = format!("{}\n", "words ".repeat(20)).repeat(before / 121);
            let padding = format!("{padding}{}\n", ".".repeat(before - padding.len() - 1));
            let ran = run(&["redact"], format!("{padding}{key}after\n"));
            let expected = format!("{padding}<REDACTED:PRIVATE_KEY>\nafter\n");
            assert!(ran.stdout == expected, "{border} {before}: {:?}", ran.stdout.get(before..));
        }
    }
}

/// A key that is never closed is not waited for without end, and none of it comes out.
#[test]
fn a_key_that_never_ends_does_not_hold_the_stream_back() {
    let line = "MIIEowIBAAKCAQEAq7Zr0vXw9Kp2Tn5Ls8Yd3Fh6Gj1Bm4Vc7Nx0Qe2Ru5Ti8Oa\n";
    let open = concat!("-----BEGIN RSA PRIV", "ATE KEY-----\n");
    let ran = run(&["redact"], format!("before\n{open}{}", line.repeat(50)));
    assert_eq!((ran.status, ran.stdout.trim_end()), (Some(0), "before\n<REDACTED:PRIVATE_KEY>"));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for arguments in [&["redact"][..], &["redact", "--ndjson", "--field", "message"]] {
        let mut child = gobo().args(arguments).spawn().expect("the built binary");
        let mut stdin = child.stdin.take().expect("a pipe");
        let feeder = thread::spawn(move || {
            let line = b"{\"message\":\"plain words without any finding in them\"}\n";
            while stdin.write_all(line).is_ok() {}
        });
        let mut stdout = child.stdout.take().expect("a pipe");
        stdout.read_exact(&mut [0; 1_000]).expect("it writes");
        drop(stdout);
        feeder.join().expect("it stopped reading");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
    let mut child = gobo().args(["demo", "--quiet"]).stdin(Stdio::null()).spawn().expect("the built binary");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// Peak resident memory of a stream of that many megabytes.
#[cfg(target_os = "linux")]
fn peak_bytes(megabytes: usize) -> u64 {
    let mut child = gobo().arg("redact").spawn().expect("the built binary");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    let counter = thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()).expect("it writes"));
    let mut sent = 0;
    let mut address = 0_u32;
    while sent < megabytes * 1_000_000 {
        address += 1;
        // A few thousand values come again and again, as in real logs.
        let [.., c, d] = (address % 5_000).to_be_bytes();
        let line = format!(
            "2026-02-03T10:00:00Z WARN cart request from 10.20.{c}.{d} was retried after a timeout\n"
        );
        stdin.write_all(line.as_bytes()).expect("it reads");
        sent += line.len();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it still runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
    assert!(counter.join().expect("counted") > 0);
    peak * 1_024
}

#[cfg(target_os = "linux")]
#[test]
fn fifty_megabytes_need_no_more_memory_than_five() {
    let (five, fifty) = (peak_bytes(5), peak_bytes(50));
    assert!(fifty < five + 16_000_000, "5 MB: {five}, 50 MB: {fifty}");
    assert!(fifty < 256_000_000, "{fifty}");
}

#[test]
fn an_empty_stream_gives_an_empty_stream() {
    let ran = finish(gobo().arg("redact").spawn().expect("the built binary"), Vec::new());
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
}
