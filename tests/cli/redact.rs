//! `gobo redact` as a filter: text in, text out, the lines kept.

use crate::command::{file, run, shown};

const SECRET: &str = concat!("Kq83nfa", "Zw");

fn redact(text: &str) -> String {
    let ran = run(&["redact"], text);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{text:?}");
    ran.stdout
}

#[test]
fn text_without_findings_stays_byte_for_byte() {
    for text in [
        "",
        "\n",
        "plain",
        "plain\n",
        "a\nb\n",
        "a\r\nb\r\n\r\n",
        "\n\n\na",
        "tab\there\n",
        " é工具🚀 \n",
        "a\rb\n",
    ] {
        assert_eq!(redact(text), text, "{text:?}");
    }
}

#[test]
fn lines_are_kept_and_findings_are_replaced() {
    let text =
        format!("first\r\nlogin password={SECRET} ok\r\n\r\nfrom 10.20.0.40 and 10.20.0.41 and 10.20.0.40");
    let redacted = redact(&text);
    assert_eq!(
        redacted,
        "first\r\nlogin password=<REDACTED:PASSWORD> ok\r\n\r\nfrom <IP:1> and <IP:2> and <IP:1>"
    );
    assert_eq!(redact(&redacted), redacted, "redacting twice changes nothing");
}

#[test]
fn files_are_read_one_after_the_other() {
    let (_folder, first) = file("first.log", "a 10.20.0.40\n");
    let (_folder, second) = file("second.log", "b 10.20.0.40");
    let ran = run(&["redact", shown(&first), "-", shown(&second)], "stdin\n");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), "a <IP:1>\nstdin\nb <IP:1>"));
    let ran = run(&["redact", "/nowhere/app.log"], "");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.contains("/nowhere/app.log"), "{}", ran.stderr);
}

#[test]
fn explain_counts_by_kind_and_tells_no_text() {
    let ran = run(&["redact", "--explain"], format!("zebra password={SECRET} 10.20.0.40 10.20.0.41\n"));
    assert!(ran.stderr.contains("2 IP") && ran.stderr.contains("1 PASSWORD"), "{}", ran.stderr);
    for raw in ["zebra", SECRET, "10.20.0.40"] {
        assert!(!ran.stderr.contains(raw), "{}", ran.stderr);
    }
}

#[test]
fn the_bounds_file_chooses_kinds_allows_values_and_adds_rules() {
    let text = format!("password={SECRET} 10.20.0.40 10.20.0.41 pid=4182 ticket OPS-4711\n");
    let toml = "[redaction]\nkinds = [\"secret\", \"ip\"]\nallow = [\"10.20.0.41\"]\nrules = [{ name = \"TICKET\", pattern = \"OPS-[0-9]+\" }]\n";
    let (_folder, bounds) = file("bounds.toml", toml);
    let ran = run(&["redact", "--bounds", shown(&bounds)], &text);
    assert_eq!(
        ran.stdout, "password=<REDACTED:PASSWORD> <IP:1> 10.20.0.41 pid=4182 ticket <REDACTED:TICKET>\n",
        "{}",
        ran.stderr
    );
}

/// What is no UTF-8 is shown as U+FFFD, and told; everything around it stays, and nothing panics.
#[test]
fn bytes_that_are_no_utf_8_do_not_stop_the_filter() {
    let ran = run(&["redact"], b"a\xff\nfrom 10.20.0.40\n");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), "a\u{fffd}\nfrom <IP:1>\n"));
    assert!(ran.stderr.contains("no UTF-8"), "{}", ran.stderr);
}

#[test]
fn a_line_of_megabytes_keeps_its_characters() {
    for piece in ["é", "工", "🚀", "x", "a "] {
        let text = format!("{}\n", piece.repeat(2_000_000 / piece.len() + 1));
        let redacted = redact(&text);
        assert!(redacted == text, "{piece}: {} of {} bytes", redacted.len(), text.len());
    }
}
