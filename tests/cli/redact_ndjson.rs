//! `gobo redact --ndjson --field NAME`: that field's decoded values are redacted, the rest stays byte for byte.

use crate::command::{Ran, run};

const SECRET: &str = concat!("Kq83nfa", "Zw");

fn redact(field: &str, text: impl AsRef<[u8]>) -> Ran {
    run(&["redact", "--ndjson", "--field", field], text)
}

fn message(text: &str) -> String {
    let ran = redact("message", text);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{text:?}");
    ran.stdout
}

#[test]
fn the_rest_of_a_line_stays_byte_for_byte() {
    for text in [
        "",
        "\n",
        "{\"message\":\"plain\"}\n",
        "  { \"a\" :\t1.50 , \"message\" : \"plain\" , \"b\":[ 1,2 ], \"n\":1e400 }  \n",
        "{\"message\":\"x\"}\r\n{\"message\":\"y\"}\r\n",
        "{\"other\":\"10.20.0.40\",\"nested\":{\"message\":\"10.20.0.40\"},\"message\":\"plain\"}\n",
        "{\"message\":\"a\"}\n\n\n{\"message\":\"b\"}",
        "{\"message\":7}\n{\"message\":null}\n",
        "\u{feff}{\"message\":\"after a byte order mark\"}\r\n",
    ] {
        assert_eq!(message(text), text, "{text:?}");
    }
}

#[test]
fn the_decoded_value_is_redacted_and_written_back_as_json() {
    let text = format!(
        "{{\"a\":1,\"message\":\"say \\\"hi\\\" password={SECRET}\\nfrom 10.20.0.40 \\u00e9\",\"b\":[]}}\r\n"
    );
    assert_eq!(
        message(&text),
        "{\"a\":1,\"message\":\"say \\\"hi\\\" password=<REDACTED:PASSWORD>\\nfrom <IP:1> é\",\"b\":[]}\r\n"
    );
    let hidden = format!("{{\"message\":\"\\u0070assword={SECRET}\"}}\n");
    assert!(!message(&hidden).contains(SECRET), "an escaped name");
}

#[test]
fn the_name_of_the_field_tells_what_its_value_is() {
    let ran = redact("db_password", "{\"db_password\":\"otter\",\"message\":\"otter\"}\n");
    assert_eq!(ran.stdout, "{\"db_password\":\"<REDACTED:PASSWORD>\",\"message\":\"otter\"}\n");
}

#[test]
fn duplicates_of_the_field_are_all_redacted() {
    let text =
        "{\"message\":\"10.20.0.40\",\"x\":0,\"message\":\"10.20.0.41\",\"m\\u0065ssage\":\"10.20.0.40\"}";
    assert_eq!(
        message(text),
        "{\"message\":\"<IP:1>\",\"x\":0,\"message\":\"<IP:2>\",\"m\\u0065ssage\":\"<IP:1>\"}"
    );
}

#[test]
fn a_value_that_is_no_text_is_redacted_inside() {
    let text = "{\"message\":{\"from\":\"10.20.0.40\",\"n\":[1.50]}}\n";
    assert_eq!(message(text), "{\"message\":{\"from\":\"<IP:1>\",\"n\":[1.50]}}\n");
}

#[test]
fn lines_that_are_no_objects_are_redacted_as_text_and_told() {
    let text = format!(
        "{{\"message\":\"a\"}}\nplain password={SECRET}\n[\"10.20.0.40\"]\n{{\"message\":\"10.20.0.40\""
    );
    let ran = redact("message", text);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.contains('3'), "{}", ran.stderr);
    assert_eq!(
        ran.stdout,
        "{\"message\":\"a\"}\nplain password=<REDACTED:PASSWORD>\n[\"<IP:1>\"]\n{\"message\":\"<IP:1>\""
    );
}

#[test]
fn lines_without_the_field_stay_and_are_told() {
    let ran = redact("message", "{\"message\":\"10.20.0.40\"}\n\n{\"other\":\"10.20.0.40\"}\n{}\n");
    assert_eq!(
        (ran.status, ran.stdout.as_str()),
        (Some(0), "{\"message\":\"<IP:1>\"}\n\n{\"other\":\"10.20.0.40\"}\n{}\n")
    );
    assert_eq!(
        ran.stderr,
        "gobo: 2 of 3 lines have no field \"message\" at the top of their object; they were not redacted\n"
    );
}

#[test]
fn a_line_longer_than_a_chunk_is_counted_once() {
    let ran =
        redact("message", format!("{{\"message\":\"{}\"}}\n{{\"message\":\"\"}}\n", "x".repeat(2_000_000)));
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.starts_with("gobo: 1 of 2 lines are no JSON objects"), "{}", ran.stderr);
}

#[test]
fn a_field_that_no_line_has_is_a_failure() {
    let text = "{\"message\":\"10.20.0.40\",\"nested\":{\"mesage\":1}}\n{\"message\":\"\"}\n";
    let ran = redact("mesage", text);
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), text));
    assert!(ran.stderr.contains("2 of 2 lines have no field \"mesage\""), "{}", ran.stderr);
    let ran = run(&["patterns", "--field", "mesage"], text);
    assert_eq!(ran.status, Some(1));
    assert!(ran.stderr.contains("2 of 2 lines have no field \"mesage\""), "{}", ran.stderr);
    let ran = run(&["patterns", "--field", "message"], "{\"message\":\"up\"}\nplain\n");
    assert_eq!(ran.status, Some(0));
    assert!(ran.stderr.contains("1 of 2 lines are no JSON objects"), "{}", ran.stderr);
}

#[test]
fn a_field_and_ndjson_need_each_other() {
    for arguments in [&["redact", "--ndjson"][..], &["redact", "--field", "message"]] {
        let ran = run(arguments, "");
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
    }
}

#[test]
fn other_fields_can_be_named() {
    for (field, key) in [("log", "log"), ("a \"b\"", "a \\\"b\\\""), ("", "")] {
        let text = format!("{{\"{key}\":\"10.20.0.40\",\"message\":\"10.20.0.40\"}}\n");
        let expected = format!("{{\"{key}\":\"<IP:1>\",\"message\":\"10.20.0.40\"}}\n");
        assert_eq!(redact(field, &text).stdout, expected);
    }
}

#[test]
fn many_lines_over_many_chunks_keep_their_order() {
    let line = |n: u32, address: &str| format!("{{\"n\":{n},\"message\":\"from {address} again\"}}\n");
    let text = (0..20_000).map(|n| line(n, "10.20.0.40")).collect::<Vec<_>>().concat();
    let expected = (0..20_000).map(|n| line(n, "<IP:1>")).collect::<Vec<_>>().concat();
    assert!(message(&text) == expected);
}
