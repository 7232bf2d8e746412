//! Proves that bad input ends with its own code, never with a panic, on both paths through the sandbox.
//!
//! A new way to break a payload is one more row of a table; `code_of` runs it on the typed and on the wire path.

use gobo::{Budget, Job};
use gobo_contract::{Bounds, Cell, ErrorCode, Payload, PayloadFormat, Request, Tool, ToolCallId, ToolResult};
use gobo_tests::json;
use serde_json::Value;

use crate::sandboxed::{Path, answer, code_of, project_within};

const MALFORMED: ErrorCode = ErrorCode::PayloadMalformed;

/// A payload of the tool that succeeds, with `extra` as a further member and `item` as a further item.
fn around(tool: Tool, extra: &str, item: &str) -> String {
    let items = if item.is_empty() { String::new() } else { format!(",{item}") };
    match tool {
        Tool::LookupKnowledge => {
            format!(
                r#"{{"success":true{extra},"context_pack":{{"evidence_blocks":[{{"excerpt":"a"}}{items}]}}}}"#
            )
        }
        Tool::QueryLogs => format!(r#"{{"success":true{extra},"logs":[{{"message":"a"}}{items}]}}"#),
        Tool::QueryMysql => format!(r#"{{"success":true{extra},"columns":["c"],"rows":[["a"]{items}]}}"#),
    }
}

fn code(tool: Tool, payload: &str) -> Result<(), ErrorCode> {
    code_of(tool, json(payload), &Bounds::default()).map(|_| ())
}

#[test]
fn what_is_no_payload_is_malformed() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_objects = "{\"a\":".repeat(100_000);
    for tool in Tool::ALL {
        for payload in [
            "",
            " ",
            "\n",
            "\0",
            "\u{feff}",
            "text",
            "null",
            "true",
            "7",
            "\"text\"",
            "[]",
            "{}",
            "{",
            "}",
            "{]",
            "nul",
            "{\"success\":true}",
            "{'success':true}",
            "{\"success\":true,}",
            "{\"success\":tru}",
            "\u{1f680}",
            "NaN",
            "[{\"success\":true,\"logs\":[],\"rows\":[],\"evidence_blocks\":[]}]",
            &deep,
            &deep_objects,
        ] {
            let shown: String = payload.chars().take(40).collect();
            assert_eq!(code(tool, payload), Err(MALFORMED), "{tool:?} {shown}");
        }
    }
}

#[test]
fn a_payload_that_is_cut_off_at_any_byte_is_malformed() {
    for tool in Tool::ALL {
        let sample = gobo::source::mock::sample(tool).1.trim_end();
        let (call, request) = (gobo_tests::call("call_1"), gobo_tests::request(tool));
        let run = |text| {
            project_within(
                &Budget::default(),
                Path::Typed,
                Job { call: &call, request: &request, payload: json(text), bounds: &Bounds::default() },
            )
            .map_err(|failure| failure.code)
        };
        assert!(run(sample).is_ok());
        for end in (0..sample.len()).filter(|end| sample.is_char_boundary(*end)) {
            assert_eq!(run(&sample[..end]).err(), Some(MALFORMED), "{tool:?} at byte {end}");
        }
    }
}

#[test]
fn success_must_be_true() {
    for tool in Tool::ALL {
        let payload = around(tool, "", "");
        let with = |success: &str| payload.replacen(r#""success":true"#, success, 1);
        assert_eq!(code(tool, &payload), Ok(()));
        assert_eq!(code(tool, &with(r#""success":false"#)), Err(ErrorCode::LegacyFailure), "{tool:?}");
        for success in
            ["\"ok\":1", "\"success\":null", "\"success\":\"true\"", "\"success\":1", "\"success\":[true]"]
        {
            assert_eq!(code(tool, &with(success)), Err(MALFORMED), "{tool:?} {success}");
        }
        for failed in [r#"{"success":false}"#, r#"{"message":"denied","success":false}"#] {
            assert_eq!(code(tool, failed), Err(ErrorCode::LegacyFailure), "{tool:?} {failed}");
        }
    }
}

#[test]
fn an_empty_array_is_no_evidence_and_its_absence_is_malformed() {
    for (tool, empty, absent) in [
        (Tool::LookupKnowledge, r#""context_pack":{"evidence_blocks":[]}"#, r#""context_pack":{}"#),
        (Tool::LookupKnowledge, r#""evidence_blocks":[]"#, r#""evidence_blocks":null"#),
        (Tool::QueryLogs, r#""logs":[]"#, r#""logs":null"#),
        (Tool::QueryMysql, r#""columns":["c"],"rows":[]"#, r#""columns":["c"]"#),
    ] {
        let projected = code_of(tool, json(&format!(r#"{{"success":true,{empty}}}"#)), &Bounds::default());
        let json = projected.expect("a result").json;
        assert!(json.starts_with(r#"{"evidence_status":"NO_EVIDENCE""#), "{json}");
        assert_eq!(code(tool, &format!(r#"{{"success":true,{absent}}}"#)), Err(MALFORMED), "{absent}");
    }
}

#[test]
fn wrong_types_are_malformed() {
    for (tool, items) in [
        (
            Tool::LookupKnowledge,
            &[
                "7",
                "\"x\"",
                "null",
                "[]",
                r#"{"excerpt":7}"#,
                r#"{"excerpt":["a"]}"#,
                r#"{"document_id":7}"#,
                r#"{"title":{}}"#,
                r#"{"breadcrumb":7}"#,
                r#"{"breadcrumb":[7]}"#,
            ][..],
        ),
        (
            Tool::QueryLogs,
            &[
                "7",
                "\"x\"",
                "null",
                "[]",
                r#"{"message":7}"#,
                r#"{"message":["a"]}"#,
                r#"{"timestamp":true}"#,
                r#"{"level":{}}"#,
                r#"{"service":7}"#,
            ][..],
        ),
        (Tool::QueryMysql, &["7", "\"x\"", "null", "[]", "[1,2]"][..]),
    ] {
        for item in items {
            assert_eq!(code(tool, &around(tool, "", item)), Err(MALFORMED), "{tool:?} {item}");
        }
    }
    for (tool, payload) in [
        (Tool::LookupKnowledge, r#"{"success":true,"context_pack":[]}"#),
        (Tool::LookupKnowledge, r#"{"success":true,"context_pack":{"evidence_blocks":{}}}"#),
        (Tool::QueryLogs, r#"{"success":true,"logs":{}}"#),
        (Tool::QueryLogs, r#"{"success":true,"logs":"[]"}"#),
        (Tool::QueryMysql, r#"{"success":true,"columns":"c","rows":[]}"#),
        (Tool::QueryMysql, r#"{"success":true,"columns":[7],"rows":[]}"#),
        (Tool::QueryMysql, r#"{"success":true,"columns":["c"],"rows":{}}"#),
    ] {
        assert_eq!(code(tool, payload), Err(MALFORMED), "{payload}");
    }
}

#[test]
fn keys_that_occur_twice_are_malformed_where_they_are_read() {
    for tool in Tool::ALL {
        assert_eq!(code(tool, &around(tool, r#","success":true"#, "")), Err(MALFORMED), "{tool:?}");
        assert_eq!(
            code(tool, &around(tool, r#","x":1,"x":2"#, "")),
            Ok(()),
            "{tool:?}: ignored keys are ignored"
        );
    }
    for (tool, item) in [
        (Tool::LookupKnowledge, r#"{"excerpt":"a","excerpt":"b"}"#),
        (Tool::QueryLogs, r#"{"message":"a","message":"b"}"#),
        (Tool::QueryMysql, r#"{"c":1,"c":2}"#),
    ] {
        assert_eq!(code(tool, &around(tool, "", item)), Err(MALFORMED), "{item}");
    }
}

#[test]
fn lone_surrogates_are_malformed_where_they_are_read() {
    for escape in [r"\ud800", r"\udfff", r"\ud800\u0041", r"\ud83d\ud83d", r"\udc00\ud800"] {
        for (tool, item) in [
            (Tool::LookupKnowledge, format!(r#"{{"excerpt":"a{escape}"}}"#)),
            (Tool::LookupKnowledge, format!(r#"{{"title":"{escape}","excerpt":"b"}}"#)),
            (Tool::QueryLogs, format!(r#"{{"message":"a{escape}"}}"#)),
            (Tool::QueryMysql, format!(r#"["a{escape}"]"#)),
            (Tool::QueryMysql, format!(r#"[{{"k":["a{escape}"]}}]"#)),
            (Tool::QueryMysql, format!(r#"[{{"{escape}":1}}]"#)),
        ] {
            assert_eq!(code(tool, &around(tool, "", &item)), Err(MALFORMED), "{tool:?} {item}");
        }
    }
    for tool in Tool::ALL {
        let paired = around(tool, "", "").replace(r#""a""#, r#""a\ud83d\ude80""#);
        let json = code_of(tool, json(&paired), &Bounds::default()).expect("a result").json;
        assert!(json.contains("a🚀"), "{json}");
    }
}

#[test]
fn control_characters_and_odd_escapes() {
    for tool in Tool::ALL {
        let with = |text: &str| around(tool, "", "").replace(r#""a""#, &format!("\"{text}\""));
        for raw in ["\0", "\u{1}", "\n", "\u{1f}", "\\", r"\x41", r"\u12", r"\u{41}", "\\\n"] {
            assert_eq!(code(tool, &with(raw)), Err(MALFORMED), "{tool:?} {raw:?}");
        }
        // Escaped, they are text like any other, and the result is JSON that reads back.
        for escaped in
            [r"a\u0000b", r"a\u001b[31mb", r"a\u2028b", r"a\u202eb", "a\u{7f}b", "a\u{fffd}b", r"a\/b"]
        {
            let json = code_of(tool, json(&with(escaped)), &Bounds::default()).expect("a result").json;
            assert!(serde_json::from_str::<Value>(&json).is_ok(), "{json}");
            assert!(json.bytes().all(|byte| byte >= 0x20), "{json:?}");
        }
    }
}

#[test]
fn deep_nesting_is_bounded_work() {
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for tool in Tool::ALL {
        // Keys that are not read may hold anything that is JSON; nobody recurses into them.
        assert_eq!(code(tool, &around(tool, &format!(r#","x":{}"#, deep(64)), "")), Ok(()), "{tool:?}");
        let outcome = code(tool, &around(tool, &format!(r#","x":{}"#, deep(100_000)), ""));
        assert!(matches!(outcome, Ok(()) | Err(MALFORMED)), "{tool:?} {outcome:?}");
        let unclosed = around(tool, &format!(r#","x":{}"#, "[".repeat(100_000)), "");
        assert_eq!(code(tool, &unclosed), Err(MALFORMED), "{tool:?}");
    }
    let deep = deep(100_000);
    for (tool, item) in [
        (Tool::LookupKnowledge, format!(r#"{{"excerpt":{deep}}}"#)),
        (Tool::LookupKnowledge, format!(r#"{{"breadcrumb":{deep}}}"#)),
        (Tool::QueryLogs, format!(r#"{{"message":{deep}}}"#)),
        (Tool::QueryLogs, format!(r#"{{"timestamp":{deep}}}"#)),
        (Tool::QueryMysql, format!(r#"{{"c":{deep}}}"#)),
        (Tool::QueryMysql, deep.clone()),
    ] {
        assert_eq!(code(tool, &around(tool, "", &item)), Err(MALFORMED), "{tool:?}");
    }
}

#[test]
fn numbers_past_2_to_the_53_keep_their_digits() {
    let numbers = [
        "9007199254740993",
        "-9007199254740993",
        "18446744073709551615",
        "18446744073709551616",
        "12345678901234567890.0123456789",
        "0.1000000000000000055511151231257827",
        "1e400",
        "-0.0",
        "1E-7",
        &"9".repeat(400),
    ];
    for number in numbers {
        for item in [format!("[{number}]"), format!(r#"{{"c":{number}}}"#)] {
            let payload = around(Tool::QueryMysql, "", &item);
            let projected = code_of(Tool::QueryMysql, json(&payload), &Bounds::default()).expect("a result");
            assert!(projected.json.contains(&format!("[{number}]")), "{}", projected.json);
        }
        let nested = around(Tool::QueryMysql, "", &format!(r#"[{{"n":[{number}]}}]"#));
        let projected =
            code_of(Tool::QueryMysql, json(&nested), &Bounds { cell_bytes: 450, ..Bounds::default() });
        let json = projected.expect("a result").json;
        assert!(json.contains(&format!(r#"[{{"n":[{number}]}}]"#)), "{json}");
    }
    let beyond = around(Tool::QueryMysql, "", &format!("[{}]", "9".repeat(401)));
    let ToolResult::Mysql(result) =
        code_of(Tool::QueryMysql, json(&beyond), &Bounds::default()).expect("a result").result
    else {
        unreachable!()
    };
    assert_eq!(result.rows[1], [Cell::Text("9".repeat(400))], "a number that is cut is no number any more");
    for bad in ["01", "+1", "1.", ".5", "0x1", "1e", "Infinity", "--1", "1_000"] {
        assert_eq!(
            code(Tool::QueryMysql, &around(Tool::QueryMysql, "", &format!("[{bad}]"))),
            Err(MALFORMED),
            "{bad}"
        );
    }
}

#[test]
fn totals_that_are_no_count_are_not_believed() {
    for (total, matched) in [
        ("7", 7),
        ("18446744073709551615", u64::MAX),
        ("18446744073709551616", 1),
        ("-1", 1),
        ("0", 1),
        ("7.5", 1),
        ("\"7\"", 1),
        ("null", 1),
        ("[7]", 1),
        ("1e3", 1),
    ] {
        let payload = around(Tool::QueryLogs, &format!(r#","total":{total}"#), "");
        let projected = code_of(Tool::QueryLogs, json(&payload), &Bounds::default()).expect("a result");
        let ToolResult::Logs(result) = projected.result else { unreachable!() };
        assert_eq!((result.match_count, result.truncated), (matched, matched > 1), "{total}");
    }
}

#[test]
fn other_formats_than_json_are_for_logs_only() {
    for format in [PayloadFormat::Ndjson, PayloadFormat::Lines] {
        for tool in [Tool::LookupKnowledge, Tool::QueryMysql] {
            let text = around(tool, "", "");
            let outcome = code_of(tool, Payload { format, text: &text }, &Bounds::default());
            assert_eq!(outcome.err(), Some(MALFORMED), "{tool:?} {format:?}");
        }
    }
    let ndjson =
        |text| code_of(Tool::QueryLogs, Payload { format: PayloadFormat::Ndjson, text }, &Bounds::default());
    for bad in [
        "text",
        "{\"message\":\"a\"}\n{",
        "[]",
        "{\"message\":\"a\"} {\"message\":\"b\"}",
        "{\"message\":\"\\ud800\"}",
    ] {
        assert_eq!(ndjson(bad).err(), Some(MALFORMED), "{bad}");
    }
    for (text, matched) in [("", 0), ("\n\r\n", 0), ("{\"message\":\"a\"}\r\n\n{}", 2)] {
        let ToolResult::Logs(result) = ndjson(text).expect("a result").result else { unreachable!() };
        assert_eq!(result.match_count, matched, "{text:?}");
    }
}

#[test]
fn payloads_of_64_mib_and_one_byte_more() {
    let raised = Bounds { payload_bytes: 67_108_864, ..Bounds::default() };
    let budget = Budget { memory_bytes: 268_435_456, deadline_ms: 60_000, ..Budget::default() };
    let head = r#"{"success":true,"logs":[{"message":"a"}],"padding":""#;
    let document = |bytes: usize| format!("{head}{}\"}}", "x".repeat(bytes - head.len() - 2));
    let (whole, more) = (document(67_108_864), document(67_108_865));
    let (call, request) = (gobo_tests::call("call_1"), gobo_tests::request(Tool::QueryLogs));
    let run = |text: &str, bounds: &Bounds| {
        let projected = project_within(
            &budget,
            Path::Typed,
            Job { call: &call, request: &request, payload: json(text), bounds },
        );
        projected.map(|projected| projected.json.len()).map_err(|failure| failure.code)
    };
    assert!(run(&whole, &raised).expect("a result") <= 8_192);
    assert_eq!(run(&whole, &Bounds::default()), Err(ErrorCode::PayloadTooLarge), "default bounds");
    assert_eq!(run(&more, &raised), Err(ErrorCode::PayloadTooLarge));
    let above = Bounds { payload_bytes: 67_108_865, ..Bounds::default() };
    assert!(above.check().is_err(), "the ceiling cannot be raised");
}

#[test]
fn unknown_and_wrong_request_fields_are_refused_before_the_projector_runs() {
    for (tool, requests) in [
        (
            Tool::LookupKnowledge,
            &[
                "{}",
                "[]",
                "",
                "null",
                r#"{"query":7}"#,
                r#"{"query":" "}"#,
                r#"{"query":"a","top_k":5}"#,
                r#"{"query":"a","query":"b"}"#,
                r#"{"query":"\ud800"}"#,
                r#"{"Query":"a"}"#,
                r#"["a"]"#,
            ][..],
        ),
        (
            Tool::QueryLogs,
            &[
                r#"{"topic":"APPLICATION"}"#,
                r#"{"topic":"app","query":"a"}"#,
                r#"{"topic":"APPLICATION","query":"a","region":"ap-1"}"#,
                r#"{"topic":"APPLICATION","query":"a","limit":5}"#,
                r#"{"topic":"APPLICATION","query":"a","lookback_minutes":0}"#,
                r#"{"topic":"APPLICATION","query":"a","lookback_minutes":10081}"#,
                r#"{"topic":"APPLICATION","query":"a","lookback_minutes":null}"#,
            ][..],
        ),
        (
            Tool::QueryMysql,
            &[
                r#"{"sql":"SELECT 1","params":[]}"#,
                r#"{"data_source":"a","sql":" ","params":[]}"#,
                r#"{"data_source":"a","sql":"SELECT 1","params":{}}"#,
                r#"{"data_source":"a","sql":"SELECT ?","params":[[1]]}"#,
                r#"{"data_source":"a","sql":"SELECT 1","params":[],"jdbc_url":"x"}"#,
            ][..],
        ),
    ] {
        for request in requests {
            let payload = around(tool, "", "");
            let json = answer(Path::Typed, tool, "call_1", request, json(&payload), &Bounds::default());
            let result: Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(result["error"]["code"], "INVALID_REQUEST", "{tool:?} {request}");
            assert_eq!(result["tool_call_id"], "call_1");
        }
    }
    let long = format!(r#"{{"query":"{}"}}"#, "q".repeat(2_049));
    assert_eq!(Request::from_json(Tool::LookupKnowledge, &long), Err(ErrorCode::RequestTooLarge));
    let deep = format!(r#"{{"data_source":"a","sql":"b","params":{}}}"#, "[".repeat(16_000));
    assert_eq!(Request::from_json(Tool::QueryMysql, &deep), Err(ErrorCode::InvalidRequest));
}

#[test]
fn ids_of_0_1_4096_and_4097_bytes() {
    for tool in Tool::ALL {
        let request = gobo_tests::request(tool).json();
        let payload = around(tool, "", "");
        for path in [Path::Typed, Path::Wire] {
            let code_with = |id: &str| {
                let json = answer(path, tool, id, &request, json(&payload), &Bounds::default());
                let result: Value = serde_json::from_str(&json).expect("JSON");
                let echoed = result.get("tool_call_id").is_some_and(|echo| echo == id);
                (result["error"]["code"].as_str().map(str::to_owned), echoed)
            };
            let invalid = (Some("INVALID_TOOL_CALL_ID".to_owned()), false);
            assert_eq!(code_with(""), invalid);
            assert_eq!(code_with("i"), (None, true));
            assert_eq!(code_with(&"i".repeat(4_096)), (None, true));
            assert_eq!(code_with(&"é".repeat(2_048)), (None, true));
            assert_eq!(code_with(&"i".repeat(4_097)), invalid);
            // Every byte becomes two: the id alone would fill the result, which is told before anything runs.
            let escaped = code_with(&"\"".repeat(4_096));
            assert_eq!(escaped, (Some("REQUEST_TOO_LARGE".to_owned()), true), "{tool:?}");
        }
    }
    assert!(ToolCallId::new("i".repeat(4_096)).is_ok());
}
