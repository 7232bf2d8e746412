//! `query_logs` from payload text to result: what the contract promises, at every bound.
// Clippy knows `#[test]` functions as tests, but not the functions that they share.
#![allow(clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use gobo_contract::{
    Bounds, Call, ErrorCode, EvidenceStatus, LogsResult, Payload, PayloadFormat, Request, Tool, ToolCallId,
    ToolResult, verify,
};
use gobo_projector::project;
use proptest::prelude::*;

fn call() -> Call {
    Call::new(ToolCallId::new("call_1").expect("valid"), "2026-02-03T11:00:00Z").expect("a time")
}

fn request() -> Request {
    Request::from_json(Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"pool"}"#).expect("valid")
}

fn logs(format: PayloadFormat, text: &str, bounds: &Bounds) -> Result<LogsResult, ErrorCode> {
    let projection = project(&call(), &request(), Payload { format, text }, bounds)?;
    assert_eq!(verify(&projection.result, &call(), &request(), bounds), Ok(()));
    let ToolResult::Logs(result) = projection.result else { panic!("another tool's result") };
    Ok(result)
}

fn lines(text: &str) -> LogsResult {
    logs(PayloadFormat::Lines, text, &Bounds::default()).expect("a result")
}

fn messages(result: &LogsResult) -> Vec<&str> {
    result.timeline.iter().map(|event| event.message.as_str()).collect()
}

#[test]
fn mock_logs_are_projected() {
    let text = r#"{"success":true,"region":"ap-1","log_topic":"app","query":"x","logs":[
        {"timestamp":"2026-02-03 10:00:01","level":"WARN","service":"pay","instance":"10.0.0.1","message":"retry 1 of 3","metrics":{"cpu":93}},
        {"timestamp":"2026-02-03 10:00:00","level":"ERROR","service":"pay","message":"pool exhausted"},
        {"timestamp":"2026-02-03 10:00:02","level":"WARN","service":"cart","message":"retry 2 of 3"}],"total":9,"message":"ok"}"#;
    let result = logs(PayloadFormat::Json, text, &Bounds::default()).expect("a result");
    let json = ToolResult::Logs(result.clone()).to_json();
    assert_eq!(
        json,
        concat!(
            r#"{"evidence_status":"EVIDENCE_FOUND","tool_call_id":"call_1","source_kind":"MOCK","scope":{"topic":"APPLICATION","query":"pool","lookback_minutes":60,"window_start":"2026-02-03T10:00:00Z","window_end":"2026-02-03T11:00:00Z"},"match_count":9,"returned_count":3,"#,
            r#""patterns":[{"pattern":"pool exhausted","level":"ERROR","service":"pay","count":1,"first_seen":"2026-02-03 10:00:00","last_seen":"2026-02-03 10:00:00"},"#,
            r#"{"pattern":"retry <*> of 3","level":"WARN","service":"","count":2,"first_seen":"2026-02-03 10:00:01","last_seen":"2026-02-03 10:00:02"}],"#,
            r#""timeline":[{"timestamp":"2026-02-03 10:00:00","level":"ERROR","service":"pay","message":"pool exhausted"},"#,
            r#"{"timestamp":"2026-02-03 10:00:01","level":"WARN","service":"pay","message":"retry 1 of 3"},"#,
            r#"{"timestamp":"2026-02-03 10:00:02","level":"WARN","service":"cart","message":"retry 2 of 3"}],"truncated":true}"#
        )
    );
}

#[test]
fn an_empty_log_array_is_no_evidence() {
    let result =
        logs(PayloadFormat::Json, r#"{"success":true,"logs":[]}"#, &Bounds::default()).expect("a result");
    assert_eq!(ToolResult::Logs(result), ToolResult::empty(&call(), &request()));
}

#[test]
fn nothing_delivered_of_something_matched_is_evidence_found_and_truncated() {
    let result = logs(PayloadFormat::Json, r#"{"success":true,"logs":[],"total":4}"#, &Bounds::default());
    let result = result.expect("a result");
    assert_eq!((result.evidence_status, result.match_count), (EvidenceStatus::EvidenceFound, 4));
    assert!(result.truncated);
}

#[test]
fn a_full_timeline_keeps_each_patterns_first_event_then_the_most_recent() {
    let mut text =
        String::from("2026-02-03 10:00:00 WARN rare event\n2026-02-03 10:00:01 ERROR worst event\n");
    for second in 0..50 {
        let _ = writeln!(text, "2026-02-03 10:01:{second:02} INFO request {second} done");
    }
    let bounds = Bounds { timeline_events: 5, ..Bounds::default() };
    let result = logs(PayloadFormat::Lines, &text, &bounds).expect("a result");
    let expected = ["rare event", "worst event", "request 0 done", "request 48 done", "request 49 done"];
    assert_eq!(messages(&result), expected);
    assert!(result.truncated);
    assert_eq!(result.patterns[0].pattern, "worst event");
    assert_eq!(result.patterns[2].count, 50);
}

#[test]
fn unreadable_timestamps_keep_their_place_in_the_payload() {
    let text = r#"{"success":true,"logs":[{"timestamp":"2026-02-03 10:00:05","message":"c"},{"timestamp":"soon","message":"d"},
        {"timestamp":"2026-02-03T10:00:01Z","message":"a"},{"message":"b"},{"timestamp":1770113472,"message":"e"}]}"#;
    let result = logs(PayloadFormat::Json, text, &Bounds::default()).expect("a result");
    assert_eq!(messages(&result), ["a", "b", "c", "d", "e"]);
    assert_eq!(result.timeline[4].timestamp, "1770113472");
    assert!(!result.truncated);
}

#[test]
fn levels_are_shown_as_delivered_and_the_most_severe_names_the_pattern() {
    let result = lines("[Warning] slow 1\n[ERROR] slow 2\nINFO slow 3\n");
    assert_eq!(result.patterns[0].level, "ERROR");
    let levels: Vec<_> = result.timeline.iter().map(|event| event.level.as_str()).collect();
    assert_eq!(levels, ["Warning", "ERROR", "INFO"]);
}

#[test]
fn a_million_tiny_entries_are_counted() {
    let text = format!(r#"{{"success":true,"logs":[{}{{}}]}}"#, "{},".repeat(999_999));
    let result = logs(PayloadFormat::Json, &text, &Bounds::default()).expect("a result");
    assert_eq!((result.match_count, result.patterns[0].count), (1_000_000, 1_000_000));
    assert_eq!((result.returned_count, result.truncated), (20, true));
}

#[test]
fn one_message_as_large_as_the_payload_is_cut() {
    let text = "é\"\\\n ".repeat(100_000);
    let result = lines(&text);
    assert!(result.truncated && result.timeline[0].message.len() <= 400);
}

fn message() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}( [a-z0-9]{1,6}){0,6}",
        "(é|🚀|\"|\\\\|\u{1}|\n| |<IP:3>|<REDACTED:TOKEN>|x){0,60}",
        Just("m".repeat(5_000)),
        Just(String::new()),
    ]
}

fn entry() -> impl Strategy<Value = serde_json::Value> {
    let timestamp = prop_oneof![
        (0..60_u8, 0..60_u8)
            .prop_map(|(minute, second)| format!("2026-02-03T10:{minute:02}:{second:02}Z").into()),
        (1_770_000_000..1_780_000_000_u64).prop_map(serde_json::Value::from),
        "[a-z\u{1}é]{0,90}".prop_map(serde_json::Value::from),
        Just(serde_json::Value::Null),
    ];
    let word = || prop_oneof![Just("ERROR".to_owned()), Just("info".to_owned()), "[A-Zé\"]{0,80}"];
    (timestamp, word(), word(), message()).prop_map(|(timestamp, level, service, message)| {
        serde_json::json!({"timestamp": timestamp, "level": level, "service": service, "message": message})
    })
}

fn bounds() -> impl Strategy<Value = Bounds> {
    let texts = (1..=1_024_u32, 1..=4_096_u32, 1..=256_u32);
    ((1..=32_768_u32).prop_union(300..=2_000_u32), 0..=64_u32, 0..=200_u32, texts).prop_map(
        |(result_bytes, patterns, timeline_events, (pattern_bytes, message_bytes, log_field_bytes))| Bounds {
            result_bytes,
            patterns,
            pattern_bytes,
            timeline_events,
            message_bytes,
            log_field_bytes,
            ..Bounds::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_payload_keeps_the_contract_at_every_bound(
        entries in prop::collection::vec(entry(), 0..40),
        total in prop_oneof![Just(None), (0..100_u64).prop_map(Some), Just(Some(u64::MAX))],
        bounds in bounds(),
    ) {
        let payload = serde_json::json!({"success": true, "logs": entries, "total": total}).to_string();
        match logs(PayloadFormat::Json, &payload, &bounds) {
            Ok(result) => {
                let whole = u64::from(result.returned_count) == result.match_count;
                prop_assert!(whole || result.truncated);
                prop_assert_eq!(result.match_count == 0, result.evidence_status == EvidenceStatus::NoEvidence);
            }
            Err(code) => {
                prop_assert_eq!(code, ErrorCode::RequestTooLarge);
                prop_assert!(bounds.result_bytes < 400);
            }
        }
    }

    #[test]
    fn any_text_has_its_lines_projected(text in "(\\PC|[ \t\r\n\"\\\\:\\[\\]#<>0-9]){0,400}", bounds in bounds()) {
        let _ = logs(PayloadFormat::Lines, &text, &bounds);
    }

    #[test]
    fn the_same_payload_gives_the_same_result(entries in prop::collection::vec(entry(), 0..40)) {
        let payload = serde_json::json!({"success": true, "logs": entries}).to_string();
        let result = || logs(PayloadFormat::Json, &payload, &Bounds::default());
        prop_assert_eq!(result(), result());
    }
}

#[test]
fn a_private_key_of_one_line_an_entry_goes() {
    let key = [
        concat!("-----BEGIN RSA PRIV", "ATE KEY-----"),
        "Proc-Type: 4,ENCRYPTED",
        "zq4wVa9sYsNRNEbbIFO70MpufeFZqOzqd88ENcs8H7fzq+wVa9sYsNRNEbbIFO7a",
        "zqq8nP+vTzK3rXb1Wm5YhD2/LcJ7sEoUgAi9tRkQxGyM0fBwHpZ6lS4dVaNuCeOj",
        "zq7dT2k=",
        concat!("-----END RSA PRIV", "ATE KEY-----"),
    ];
    let stamped = |line: &str| format!("2026-02-03T10:00:00Z INFO {line}");
    let entry = |line: &str| serde_json::json!({ "message": line }).to_string();
    let forms: [&dyn Fn(&str) -> String; 5] = [
        &str::to_owned,
        &stamped,
        &|line| format!("[pod/api/api] {line}"),
        &|line| format!("api-1 | {line}"),
        &entry,
    ];
    for (form, formed) in forms.iter().enumerate() {
        let format = if form == 4 { PayloadFormat::Ndjson } else { PayloadFormat::Lines };
        let shown = |lines: &[&str]| {
            let text: Vec<_> = lines.iter().map(|line| formed(line)).collect();
            let result = logs(format, &text.join("\n"), &Bounds::default()).expect("a result");
            messages(&result).join("\n")
        };
        let [head, field, first, second, last, tail] = key;
        let whole = shown(&["key", head, field, first, second, last, tail, "ready"]);
        assert!(!whole.contains("zq") && whole.ends_with("ready"), "{form}: {whole}");
        let cut = shown(&[head, first, second, "ready to serve", "Done"]);
        assert!(
            !cut.contains("zq") && cut.contains("ready to serve") && cut.ends_with("Done"),
            "{form}: {cut}"
        );
        let mixed = shown(&[head, "GET /health 200", first, "GET /health 200", second, tail, "Done"]);
        assert!(!mixed.contains("zq") && mixed.contains("GET /health 200"), "{form}: {mixed}");
    }
}
