//! What operators see holds no payload, no request and no raw id.

use std::io::Write;
use std::sync::{Arc, Mutex};

use gobo::boundary::{Options, RunContext};
use gobo::store::SqliteStore;
use gobo_contract::{ErrorCode, Tool};

use crate::support::counting::{Bench, CountingTool, run};

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

const RUN: &str = "run-planted-run";
const ID: &str = "call_planted_id";
const SQL: &str = "SELECT planted_column FROM orders WHERE a = ?";
const PARAM: &str = "planted-param";
const PAYLOAD: &str = "planted-payload";

#[tokio::test(flavor = "multi_thread")]
async fn no_payload_no_request_and_no_raw_id_is_in_a_log_line_or_metric_and_no_payload_or_request_in_a_record()
 {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records.db");
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::FULL)
        .with_writer(move || writer.clone())
        .finish();
    // For the whole process: calls run on any thread. Other tests may log too, and plant nothing.
    tracing::subscriber::set_global_default(subscriber).expect("the only one");
    let metrics = calls(&path).await;
    let log = String::from_utf8(lines.0.lock().expect("no panic").clone()).expect("text");
    for stage in ["preflight", "claim", "legacy_tool", "projection", "finish", "invocation"] {
        assert!(log.contains(stage), "{stage} is not in the log");
    }
    for planted in [RUN, ID, "planted_column", PARAM, PAYLOAD, "planted"] {
        assert!(!log.contains(planted), "{planted} is in the log");
        assert!(!metrics.contains(planted), "{planted} is in a metric");
    }
    let mut records = Vec::new();
    for file in std::fs::read_dir(folder.path()).expect("files") {
        records.extend(std::fs::read(file.expect("a file").path()).expect("bytes"));
    }
    let records = String::from_utf8_lossy(&records);
    assert!(records.contains(RUN) && records.contains(ID), "the canonical record has the exact ids");
    for planted in ["planted_column", PARAM, "planted-payload-malformed", "planted-sleep"] {
        assert!(!records.contains(planted), "{planted} is in a record");
    }
}

/// Calls that end well, are refused, and fail, each with planted texts.
async fn calls(path: &std::path::Path) -> String {
    let store = Arc::new(SqliteStore::open(path).expect("a file"));
    let payload = format!(r#"{{"success":true,"columns":["a"],"rows":[["x"]],"message":"{PAYLOAD}"}}"#);
    let bench = Bench::new(store, CountingTool::new(&payload), Options::default()).await;
    let request = |sql: &str| format!(r#"{{"data_source":"orders","sql":"{sql}","params":["{PARAM}"]}}"#);
    let invoke = async |run: RunContext, id: &str, request: &str| {
        bench.boundary.invoke(run, Some(id), Tool::QueryMysql, request).await.error
    };
    assert_eq!(invoke(run(RUN), ID, &request(SQL)).await, None);
    assert_eq!(invoke(run(RUN), ID, &request(SQL)).await, Some(ErrorCode::DuplicateCall));
    let sleep = request("SELECT SLEEP(?) AS 'planted-sleep'");
    assert_eq!(invoke(run(RUN), "call_planted_2", &sleep).await, Some(ErrorCode::NotReadOnly));
    assert_eq!(invoke(run(RUN), "call_planted_3", "planted-not-json").await, Some(ErrorCode::InvalidRequest));
    assert_eq!(invoke(run(RUN), "planted\n", &request(SQL)).await, Some(ErrorCode::InvalidToolCallId));
    assert_eq!(invoke(run("planted"), ID, &request(SQL)).await, Some(ErrorCode::RunNotOwned));
    let logs = r#"{"topic":"APPLICATION","query":""}"#;
    let malformed = bench.boundary.invoke(run(RUN), Some("call_planted_4"), Tool::QueryLogs, logs).await;
    assert_eq!(malformed.error, Some(ErrorCode::PayloadMalformed));
    bench.boundary.metrics().prometheus()
}

#[tokio::test]
async fn metrics_count_calls_by_tool_code_and_generation() {
    let payload = r#"{"success":true,"logs":[],"total":0}"#;
    let bench =
        Bench::new(Arc::new(gobo::store::MemoryStore::new()), CountingTool::new(payload), Options::default())
            .await;
    let logs = r#"{"topic":"APPLICATION","query":""}"#;
    for id in ["a", "b", "b", ""] {
        bench.boundary.invoke(run("run-1"), Some(id), Tool::QueryLogs, logs).await;
    }
    let text = bench.boundary.metrics().prometheus();
    for line in [
        r#"gobo_invocation_seconds_count{tool="query_logs",code="OK",generation="1"} 2"#,
        r#"gobo_invocation_seconds_count{tool="query_logs",code="DUPLICATE_CALL",generation="0"} 1"#,
        r#"gobo_invocation_seconds_count{tool="query_logs",code="INVALID_TOOL_CALL_ID",generation="0"} 1"#,
        "gobo_store_failures_total 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}
