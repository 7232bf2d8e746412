//! `gobo project`: the frozen JSON and a newline on stdout, also on `ERROR`, with the documented exit status.

use std::fs;
use std::path::{Path, PathBuf};

use gobo_contract::{ErrorCode, Tool};
use serde_json::Value;

use crate::command::{Ran, file, run, shown};

const NOW: &str = "2026-02-03T10:15:00Z";
const ONE_LINE: &str = r#"{"success":true,"logs":[{"message":"a","level":"WARN"}]}"#;

fn logs(more: &[&str], payload: impl AsRef<[u8]>) -> Ran {
    let mut arguments = vec!["project", "logs", "--call-id", "call_1", "--payload", "-", "--now", NOW];
    if !more.contains(&"--topic") {
        arguments.extend(["--topic", "APPLICATION"]);
    }
    if !more.contains(&"--query") {
        arguments.extend(["--query", "timeout"]);
    }
    arguments.extend(more);
    run(&arguments, payload)
}

fn exit_status(code: ErrorCode) -> i32 {
    i32::from(code.form().exit_status)
}

/// The frozen result of a code, as a line.
fn frozen(code: ErrorCode) -> String {
    let id = gobo_contract::ToolCallId::new("call_1").expect("valid");
    format!("{}\n", gobo_contract::ErrorResult::new(Some(&id), code).to_json())
}

/// The flags of a golden case's request, if flags can say it.
fn flags(tool: Tool, request: &Value) -> Option<Vec<String>> {
    let mut flags = Vec::new();
    for (name, value) in request.as_object()? {
        let flag = match (tool, name.as_str()) {
            (Tool::QueryLogs, "topic") => "--topic",
            (Tool::LookupKnowledge | Tool::QueryLogs, "query") => "--query",
            (Tool::QueryLogs, "lookback_minutes") => "--lookback-minutes",
            (Tool::QueryMysql, "data_source") => "--data-source",
            (Tool::QueryMysql, "sql") => "--sql",
            (Tool::QueryMysql, "params") => {
                flags.extend(
                    value.as_array()?.iter().flat_map(|param| ["--param".to_owned(), param.to_string()]),
                );
                continue;
            }
            _ => return None,
        };
        flags.extend([flag.to_owned(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)]);
    }
    Some(flags)
}

fn golden_cases(tool: Tool) -> Vec<PathBuf> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden").join(tool.name());
    fs::read_dir(golden).expect("cases").map(|case| case.expect("a folder").path()).collect()
}

#[test]
fn every_golden_case_comes_out_of_the_command_byte_for_byte() {
    let mut ran = 0;
    for tool in Tool::ALL {
        for case in golden_cases(tool) {
            let call = fs::read_to_string(case.join("call.json")).expect("call.json");
            let call: Value = serde_json::from_str(&call).expect("JSON");
            let Some(flags) = flags(tool, &call["request"]) else { continue };
            let (format, payload) = [("json", "json"), ("ndjson", "ndjson"), ("lines", "txt")]
                .map(|(format, extension)| (format, case.join(format!("payload.{extension}"))))
                .into_iter()
                .find(|(_, path)| path.is_file())
                .expect("a payload");
            let subcommand = match tool {
                Tool::LookupKnowledge => "rag",
                Tool::QueryLogs => "logs",
                Tool::QueryMysql => "mysql",
            };
            let bounds = call["bounds"].as_object().cloned().unwrap_or_default();
            let toml =
                bounds.iter().map(|(name, value)| format!("{name} = {value}\n")).collect::<Vec<_>>().concat();
            let (_folder, toml) = file("bounds.toml", toml);
            let id = call["tool_call_id"].as_str().expect("text");
            let mut arguments = vec!["project", subcommand, "--call-id", id, "--payload", shown(&payload)];
            arguments.extend(["--now", NOW, "--bounds", shown(&toml)]);
            arguments.extend(flags.iter().map(String::as_str));
            if tool == Tool::QueryLogs {
                arguments.extend(["--format", format]);
            }
            let golden = fs::read_to_string(case.join("result.json")).expect("result.json");
            let result: Value = serde_json::from_str(&golden).expect("JSON");
            let status = result["error"]["code"].as_str().map_or(Some(0), |code| {
                Some(exit_status(ErrorCode::from_code(code).expect("a frozen code")))
            });
            for wire in [None, Some("--wire")] {
                let arguments: Vec<_> = arguments.iter().copied().chain(wire).collect();
                let expected = Ran { status, stdout: golden.clone(), stderr: String::new() };
                assert_eq!(run(&arguments, ""), expected, "{} {wire:?}", case.display());
            }
            ran += 1;
        }
    }
    assert!(ran >= 20, "{ran} cases");
}

#[test]
fn each_failure_has_its_exit_status_and_the_frozen_result_on_stdout() {
    let large = format!(r#"{{"success":true,"logs":[{{"message":"{}"}}]}}"#, "word ".repeat(700_000));
    let too_large = format!(r#"{{"success":true,"padding":"{}"}}"#, "x".repeat(4_194_304));
    let (_folder, small_result) = file("bounds.toml", "result_bytes = 100\n");
    let small_result = shown(&small_result);
    let long_query = "q".repeat(2_049);
    for (more, payload, code) in [
        (&["--query", &long_query][..], ONE_LINE, ErrorCode::RequestTooLarge),
        (&["--bounds", small_result], ONE_LINE, ErrorCode::RequestTooLarge),
        (&[], &too_large, ErrorCode::PayloadTooLarge),
        (&[], "no JSON", ErrorCode::PayloadMalformed),
        (&["--format", "ndjson"], "no JSON", ErrorCode::PayloadMalformed),
        (&[], r#"{"success":false}"#, ErrorCode::LegacyFailure),
        (
            &["--budget-fuel-base", "1", "--budget-fuel-per-payload-byte", "0"],
            ONE_LINE,
            ErrorCode::ProjectionFuelExceeded,
        ),
        (&["--budget-memory-bytes", "4194304"], &large, ErrorCode::ProjectionMemoryExceeded),
        (&["--budget-deadline-ms", "1"], &large, ErrorCode::ProjectionDeadlineExceeded),
    ] {
        let ran = logs(more, payload);
        let expected = Ran { status: Some(exit_status(code)), stdout: frozen(code), stderr: String::new() };
        assert_eq!(ran, expected, "{more:?}");
    }
}

#[test]
fn an_invalid_id_gives_an_error_without_one() {
    for id in ["", " ", "a\nb", &"i".repeat(4_097)] {
        let arguments = ["project", "rag", "--query", "q", "--call-id", id, "--payload", "-"];
        let ran = run(&arguments, r#"{"success":true,"evidence_blocks":[]}"#);
        assert_eq!(ran.status, Some(10), "{id:?}");
        assert_eq!(
            ran.stdout,
            "{\"evidence_status\":\"ERROR\",\"error\":{\"code\":\"INVALID_TOOL_CALL_ID\",\"message\":\"The framework's tool call ID is missing or invalid.\",\"retryable\":false}}\n"
        );
    }
}

#[test]
fn bytes_that_are_no_utf_8_are_malformed() {
    for bytes in [
        &b"\xff"[..],
        b"{\"success\":true,\"logs\":[{\"message\":\"\xe9\"}]}",
        b"a\xed\xa0\x80b",
        b"\xc0\x80",
    ] {
        for format in ["json", "ndjson", "lines"] {
            let ran = logs(&["--format", format], bytes);
            assert_eq!(ran.status, Some(exit_status(ErrorCode::PayloadMalformed)), "{format} {bytes:?}");
            assert_eq!(ran.stdout, frozen(ErrorCode::PayloadMalformed));
        }
    }
}

#[test]
fn what_the_command_cannot_do_is_status_1_or_2_with_nothing_on_stdout() {
    for (more, status, said) in [
        (&["--payload", "/nowhere/payload.json"][..], 1, "/nowhere/payload.json"),
        (&["--projector", "/nowhere/projector.wasm"], 1, "/nowhere/projector.wasm"),
        (&["--unknown"], 2, "--unknown"),
        (&["--format", "xml"], 2, "--format"),
    ] {
        let mut arguments =
            vec!["project", "logs", "--call-id", "c", "--topic", "APPLICATION", "--query", "q"];
        if !more.contains(&"--payload") {
            arguments.extend(["--payload", "-"]);
        }
        arguments.extend(more);
        let ran = run(&arguments, ONE_LINE);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(status), ""), "{more:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{more:?}: {}", ran.stderr);
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
}

#[test]
fn the_clock_is_the_window_s_end_unless_now_is_given() {
    let fixed = logs(&[], ONE_LINE);
    assert!(
        fixed.stdout.contains(r#""window_start":"2026-02-03T09:15:00Z","window_end":"2026-02-03T10:15:00Z""#)
    );
    let zoned = logs(&["--lookback-minutes", "1"], ONE_LINE);
    assert!(zoned.stdout.contains(r#""lookback_minutes":1,"window_start":"2026-02-03T10:14:00Z""#));
    let arguments =
        ["project", "logs", "--call-id", "c", "--topic", "APPLICATION", "--query", "q", "--payload", "-"];
    let result: Value = serde_json::from_str(&run(&arguments, ONE_LINE).stdout).expect("JSON");
    assert_ne!(result["scope"]["window_end"], "2026-02-03T10:15:00Z");
}

#[test]
fn pretty_says_the_same_with_line_breaks() {
    let (plain, pretty) = (logs(&[], ONE_LINE), logs(&["--pretty"], ONE_LINE));
    assert_eq!(plain.stdout.lines().count(), 1);
    assert!(pretty.stdout.lines().count() > 10);
    let read = |ran: &Ran| serde_json::from_str::<Value>(&ran.stdout).expect("JSON");
    assert_eq!(read(&plain), read(&pretty));
}

#[test]
fn explain_tells_why_a_call_reaches_no_projector() {
    let (_folder, small) = file("bounds.toml", "payload_bytes = 2\n");
    for (more, payload, reason) in [
        (&[][..], &b"\xff"[..], "PAYLOAD_MALFORMED: the payload is no UTF-8"),
        (&["--bounds", shown(&small)], b"{} ", "PAYLOAD_TOO_LARGE: the payload has more than 2 bytes"),
        (&["--query", &"q".repeat(2_049)], b"{}", "REQUEST_TOO_LARGE: "),
    ] {
        let ran = logs(&[more, &["--explain"]].concat(), payload);
        assert!(ran.stderr.contains(reason), "{reason}: {}", ran.stderr);
    }
}

#[test]
fn explain_tells_counts_on_stderr_and_nothing_of_the_payload() {
    let secret = concat!("Kq83nfa", "Zw");
    let payload = format!(
        r#"{{"success":true,"logs":[{{"message":"zebra password={secret} from 10.20.0.40","instance":"giraffe-1"}}]}}"#
    );
    let explained = logs(&["--explain"], &payload);
    assert_eq!(explained.stdout, logs(&[], &payload).stdout);
    for word in ["projector", "payload", "result", "redacted", "dropped", "cut", "fuel", "memory", "time"] {
        assert!(explained.stderr.lines().any(|line| line.starts_with(word)), "{word}: {}", explained.stderr);
    }
    for counted in ["PASSWORD", "IP"] {
        assert!(explained.stderr.contains(counted), "{}", explained.stderr);
    }
    let failing = logs(&["--explain"], payload.replace("true", "fals"));
    assert_eq!(failing.stdout, frozen(ErrorCode::PayloadMalformed));
    assert!(failing.stderr.contains("PAYLOAD_MALFORMED"), "{}", failing.stderr);
    for ran in [explained, failing] {
        for raw in ["zebra", secret, "giraffe", "10.20.0.40"] {
            assert!(!ran.stderr.contains(raw), "{raw}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_projector_from_a_file_gives_the_same_bytes_and_a_core_module_is_refused() {
    let (_folder, component) = file("projector.wasm", gobo::registry::EMBEDDED_COMPONENT);
    let with = |path| logs(&["--projector", path], ONE_LINE);
    assert_eq!(with(shown(&component)), logs(&[], ONE_LINE));
    let deny = logs(&["--projector", shown(&component), "--imports", "deny-all-wasi"], ONE_LINE);
    assert_eq!(deny, logs(&[], ONE_LINE), "a component that imports nothing");
    let (_folder, core) = file("core.wasm", gobo::registry::EMBEDDED_CORE_MODULE);
    let (_folder, garbage) = file("garbage.wasm", "garbage");
    for path in [&core, &garbage] {
        let ran = with(shown(path));
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
        assert!(ran.stderr.contains(shown(path)), "{}", ran.stderr);
    }
}

#[test]
fn parameters_are_json_scalars_or_text() {
    let payload = r#"{"success":true,"columns":["c"],"rows":[]}"#;
    let with = |params: &[&str]| {
        let mut arguments = vec!["project", "mysql", "--call-id", "c", "--payload", "-"];
        arguments.extend(["--data-source", "orders", "--sql", "SELECT ?"]);
        arguments.extend(params.iter().flat_map(|param| ["--param", param]));
        run(&arguments, payload).status
    };
    assert_eq!(
        with(&["7", "-1.50", "true", "null", "\"text\"", "text", "[1]", "{\"a\":1}", "", "--x"]),
        Some(0)
    );
    assert_eq!(with(&vec!["1"; 256]), Some(0));
    assert_eq!(with(&vec!["1"; 257]), Some(exit_status(ErrorCode::RequestTooLarge)));
}
