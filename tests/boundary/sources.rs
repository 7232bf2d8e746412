//! Legacy sources that misbehave, and a real database.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

use crate::support::mariadb::MariaDb;
use gobo::boundary::{LegacyCall, LegacyPayload, LegacyTool};
use gobo::source::{CommandTool, DataSource, HttpTool, MysqlTool};
use gobo_contract::{Call, ErrorCode, PayloadFormat, Request, Tool, ToolCallId};
use serde_json::Value;

const PAYLOAD_BYTES: u64 = 1_000_000;

fn call(tool: Tool, request: &str) -> LegacyCall {
    let at = Call::new(ToolCallId::new("call_7").expect("valid"), "2026-02-03T10:00:00Z").expect("a time");
    LegacyCall {
        request: Request::from_json(tool, request).expect("valid"),
        window: (tool == Tool::QueryLogs).then(|| at.window(60)),
        payload_bytes: PAYLOAD_BYTES,
    }
}

fn logs_call() -> LegacyCall {
    call(Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"it's \"x\""}"#)
}

fn shell(script: &str) -> CommandTool {
    CommandTool {
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), script.into()],
        environment: BTreeMap::from([("NAMED".to_owned(), "value".to_owned())]),
        format: PayloadFormat::Json,
        is_read_only: true,
    }
}

async fn fetch(script: &str) -> Result<String, ErrorCode> {
    let deadline = Duration::from_secs(2);
    match tokio::time::timeout(deadline, shell(script).fetch(logs_call())).await {
        Ok(fetched) => fetched.map(|payload| payload.text),
        Err(_) => Err(ErrorCode::ToolTimeout),
    }
}

#[tokio::test]
async fn a_program_reads_its_question_and_writes_its_payload() {
    let question = fetch("cat").await.expect("its own question");
    let question: Value = serde_json::from_str(&question).expect("JSON");
    assert_eq!(
        (&question["tool"], &question["request"]["query"]),
        (&"query_logs".into(), &"it's \"x\"".into())
    );
    assert_eq!(question["window"]["start"], "2026-02-03T09:00:00Z");
    assert_eq!(question.to_string().matches("call_7").count(), 0);
    assert_eq!(fetch("echo payload").await.as_deref(), Ok("payload\n"), "it need not read");
}

#[tokio::test]
async fn a_program_gets_no_environment_but_what_is_named() {
    let environment = fetch("env").await.expect("env");
    let names: Vec<_> = environment.lines().filter_map(|line| line.split('=').next()).collect();
    assert!(names.contains(&"NAMED") && names.contains(&"PATH"));
    assert!(
        names.iter().all(|name| ["NAMED", "PATH", "PWD", "OLDPWD", "SHLVL", "_"].contains(name)),
        "{names:?}"
    );
}

#[tokio::test]
async fn a_program_that_fails_floods_or_prints_garbage_has_its_own_code() {
    assert_eq!(fetch("echo payload; exit 3").await, Err(ErrorCode::ToolFailed));
    assert_eq!(fetch("kill -9 $$").await, Err(ErrorCode::ToolFailed));
    assert_eq!(fetch("yes").await, Err(ErrorCode::PayloadTooLarge));
    assert_eq!(fetch("yes >&2").await, Err(ErrorCode::ToolTimeout), "standard error goes nowhere");
    assert_eq!(fetch("printf '\\377\\376'").await, Err(ErrorCode::PayloadMalformed));
    assert_eq!(fetch("head -c 1000000 /dev/zero").await.map(|text| text.len()), Ok(1_000_000));
    assert_eq!(fetch("head -c 1000001 /dev/zero").await, Err(ErrorCode::PayloadTooLarge));
    let missing = CommandTool { program: "/no/such/program".into(), ..shell("") };
    assert_eq!(missing.fetch(logs_call()).await, Err(ErrorCode::ToolFailed));
}

/// Whether a process with that command line is there.
fn is_running(argument: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("procfs");
    processes.filter_map(Result::ok).any(|process| {
        let command_line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        command_line.split(|byte| *byte == 0).any(|part| part == argument.as_bytes())
    })
}

#[tokio::test]
async fn a_program_that_hangs_or_leaves_children_is_killed_with_all_of_them() {
    // Sleeps of odd lengths, to be found again.
    assert_eq!(fetch("sleep 7001.5").await, Err(ErrorCode::ToolTimeout));
    assert_eq!(fetch("sleep 7002.5 & sleep 7003.5 & wait").await, Err(ErrorCode::ToolTimeout));
    let start = Instant::now();
    assert_eq!(fetch("sleep 7004.5 & echo payload").await.as_deref(), Ok("payload\n"));
    assert_eq!(fetch("(sleep 7005.5; echo late) & echo payload").await.as_deref(), Ok("payload\n"));
    assert_eq!(fetch("trap '' TERM; sleep 7006.5 & yes").await, Err(ErrorCode::PayloadTooLarge));
    assert!(start.elapsed() < Duration::from_secs(4));
    for length in ["7001.5", "7002.5", "7003.5", "7004.5", "7005.5", "7006.5"] {
        let start = Instant::now();
        while is_running(length) {
            assert!(start.elapsed() < Duration::from_secs(5), "sleep {length} is still there");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// A service that answers once with these bytes, and gives back what it was sent.
fn service(answer: Vec<u8>, pause: Duration) -> (String, std::thread::JoinHandle<String>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let url = format!("http://{}/logs", listener.local_addr().expect("bound"));
    let thread = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a caller");
        let mut question = Vec::new();
        let mut buffer = [0; 4_096];
        while !question.ends_with(b"}") {
            match stream.read(&mut buffer) {
                Ok(0) | Err(_) => break,
                Ok(bytes) => question.extend_from_slice(&buffer[..bytes]),
            }
        }
        std::thread::sleep(pause);
        let _ = stream.write_all(&answer);
        String::from_utf8_lossy(&question).into_owned()
    });
    (url, thread)
}

async fn post(answer: &str, pause_ms: u64) -> (Result<LegacyPayload, ErrorCode>, String) {
    let (url, service) = service(answer.as_bytes().to_vec(), Duration::from_millis(pause_ms));
    let headers = vec![("Authorization".to_owned(), "Bearer value".to_owned())];
    let deadline = Duration::from_millis(500);
    let tool = HttpTool::new(url, headers, PayloadFormat::Json, true, deadline);
    let payload = tool.fetch(logs_call()).await;
    (payload, service.join().expect("no panic"))
}

fn http_answer(status: &str, header: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n{header}Connection: close\r\n\r\n{body}", body.len())
}

#[tokio::test]
async fn a_service_is_posted_the_question_and_answers_with_the_payload() {
    let (payload, question) = post(&http_answer("200 OK", "", "{\"success\":true}"), 0).await;
    assert_eq!(payload.map(|payload| payload.text).as_deref(), Ok("{\"success\":true}"));
    assert!(question.starts_with("POST /logs HTTP/1.1\r\n"), "{question}");
    assert!(question.to_lowercase().contains("authorization: bearer value\r\n"), "{question}");
    assert!(question.contains(r#"{"tool":"query_logs","request":{"topic":"APPLICATION""#), "{question}");
}

#[tokio::test]
async fn a_service_that_fails_redirects_floods_or_hangs_has_its_own_code() {
    let code = async |answer: &str, pause_ms| post(answer, pause_ms).await.0.expect_err("no payload");
    assert_eq!(code(&http_answer("500 No", "", "{}"), 0).await, ErrorCode::ToolFailed);
    let away = "Location: http://127.0.0.1:1/\r\n";
    assert_eq!(code(&http_answer("302 Found", away, ""), 0).await, ErrorCode::ToolFailed);
    assert_eq!(code(&http_answer("307 Away", away, "{}"), 0).await, ErrorCode::ToolFailed);
    assert_eq!(code("garbage", 0).await, ErrorCode::ToolFailed);
    assert_eq!(code(&http_answer("200 OK", "", "{}"), 2_000).await, ErrorCode::ToolTimeout);
    let large = "x".repeat(1_000_001);
    assert_eq!(code(&http_answer("200 OK", "", &large), 0).await, ErrorCode::PayloadTooLarge);
    let full = post(&http_answer("200 OK", "", &large[1..]), 0).await.0;
    assert_eq!(full.map(|payload| payload.text.len()), Ok(1_000_000));
    let nobody = HttpTool::new(
        "http://127.0.0.1:1/".into(),
        vec![],
        PayloadFormat::Json,
        true,
        Duration::from_secs(1),
    );
    assert_eq!(nobody.fetch(logs_call()).await, Err(ErrorCode::ToolFailed));
}

/// A tool for a new schema with these statements run in it. Its account may write, so that nothing but the transaction
/// stands in the way.
fn database(schema: &str, statements: &str) -> Option<MysqlTool> {
    let server = MariaDb::shared()?;
    let set_up = format!(
        "CREATE DATABASE {schema} CHARACTER SET utf8mb4; USE {schema}; {statements};
        CREATE USER IF NOT EXISTS writer@127.0.0.1; GRANT ALL ON *.* TO writer@127.0.0.1;"
    );
    assert!(server.sql(&set_up), "{set_up}");
    let source = DataSource::new(&server.url("writer", schema)).expect("an address");
    let data_sources = BTreeMap::from([("orders".to_owned(), source)]);
    Some(MysqlTool { data_sources, deadline: Duration::from_secs(1) })
}

async fn query(tool: &MysqlTool, sql: &str, params: &str) -> Result<Value, ErrorCode> {
    query_text(tool, sql, params).await.map(|text| serde_json::from_str(&text).expect("JSON"))
}

async fn query_text(tool: &MysqlTool, sql: &str, params: &str) -> Result<String, ErrorCode> {
    let sql = serde_json::to_string(sql).expect("text");
    let request = format!(r#"{{"data_source":"orders","sql":{sql},"params":{params}}}"#);
    tool.fetch(call(Tool::QueryMysql, &request)).await.map(|payload| payload.text)
}

#[tokio::test]
async fn mysql_values_keep_their_digits_and_their_kind() {
    let table = "CREATE TABLE kinds (d DECIMAL(38,10), u BIGINT UNSIGNED, i INT, f DOUBLE, b BOOLEAN, bits BIT(10),
            t TEXT, blob_text BLOB, blob_bytes BLOB, at DATETIME(6), on_day DATE, time_of TIME, y YEAR, j JSON, n INT);
        INSERT INTO kinds VALUES (1234567890123456789012345678.0123456789, 18446744073709551615, -7, 0.1, TRUE, b'1000000001',
            'é \"quoted\"', 'plain', x'ff00fe', '2026-02-03 04:05:06.000007', '2026-02-03', '-26:03:04', 2026, '{\"a\": [1.0]}', NULL)";
    let Some(tool) = database("kinds", table) else { return };
    let text = query_text(&tool, "SELECT d, u, i, f, b, bits FROM kinds", "[]").await.expect("rows");
    let numbers = r#""rows":[[1234567890123456789012345678.0123456789,18446744073709551615,-7,0.1,1,513]]"#;
    assert!(text.contains(numbers), "{text}");
    let payload =
        query(&tool, "SELECT t, blob_text, blob_bytes, at, on_day, time_of, y, j, n FROM kinds", "[]").await;
    let payload = payload.expect("rows");
    assert_eq!(
        payload["rows"][0],
        serde_json::json!([
            "é \"quoted\"",
            "plain",
            "0xff00fe",
            "2026-02-03 04:05:06.000007",
            "2026-02-03",
            "-26:03:04",
            2026,
            "{\"a\": [1.0]}",
            null
        ]),
        "MariaDB delivers JSON columns as text"
    );
    assert_eq!(payload["columns"][3]["name"], "at");
}

#[tokio::test]
async fn mysql_params_stand_for_placeholders_and_nothing_else() {
    let table = "CREATE TABLE names (id BIGINT UNSIGNED, name TEXT, amount DECIMAL(20,4));
        INSERT INTO names VALUES (18446744073709551615, 'O\\'Hara; DROP TABLE names', 1.1000), (2, NULL, 2.5)";
    let Some(tool) = database("names", table) else { return };
    for (sql, params, rows) in [
        ("SELECT id FROM names WHERE id = ?", "[18446744073709551615]", 1),
        ("SELECT id FROM names WHERE name = ?", r#"["O'Hara; DROP TABLE names"]"#, 1),
        ("SELECT id FROM names WHERE name <=> ?", "[null]", 1),
        ("SELECT id FROM names WHERE amount = ?", "[2.5]", 1),
        ("SELECT id FROM names WHERE id > ? AND TRUE = ?", "[-1,true]", 2),
        ("SELECT id FROM names LIMIT ?", "[1]", 1),
        ("SELECT id FROM names WHERE name = ?", r#"["' OR '1'='1"]"#, 0),
    ] {
        let payload = query(&tool, sql, params).await.expect("rows");
        assert_eq!(payload["rows"].as_array().map(Vec::len), Some(rows), "{sql}");
    }
    for sql in
        ["SHOW TABLES", "DESCRIBE names", "EXPLAIN SELECT * FROM names", "SHOW GLOBAL STATUS LIKE 'Threads%'"]
    {
        assert!(query(&tool, sql, "[]").await.is_ok(), "{sql}");
    }
}

#[tokio::test]
async fn mysql_rows_end_at_their_cap_and_the_total_tells() {
    let Some(tool) = database("seqs", "CREATE TABLE one (a INT); INSERT INTO one VALUES (1)") else { return };
    for (rows, delivered, total) in
        [(999, 999, Value::Null), (1_000, 1_000, Value::Null), (1_001, 1_000, 1_001.into())]
    {
        for limit in ["", " LIMIT 100000"] {
            let payload =
                query(&tool, &format!("SELECT seq FROM seq_1_to_{rows}{limit}"), "[]").await.expect("rows");
            assert_eq!(payload["rows"].as_array().map(Vec::len), Some(delivered));
            assert_eq!(payload["total"], total, "{rows}{limit}");
        }
    }
    let large = query(&tool, "SELECT REPEAT('x', 600000) FROM seq_1_to_3", "[]").await;
    assert_eq!(large, Err(ErrorCode::PayloadTooLarge));
}

#[tokio::test]
async fn mysql_statements_end_at_their_deadline() {
    let Some(tool) = database("slow", "CREATE TABLE one (a INT)") else { return };
    let start = Instant::now();
    let slow = "SELECT COUNT(*) FROM seq_1_to_1000000 a, seq_1_to_1000000 b WHERE a.seq + b.seq = 7";
    assert_eq!(query(&tool, slow, "[]").await, Err(ErrorCode::ToolTimeout));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

/// Preflight would refuse each of these; here it is not asked.
#[tokio::test]
async fn mysql_writes_fail_in_the_read_only_transaction_even_without_preflight() {
    let table = "CREATE TABLE kept (a INT); INSERT INTO kept VALUES (1); CREATE SEQUENCE numbers;
        CREATE FUNCTION bump() RETURNS INT MODIFIES SQL DATA RETURN NEXTVAL(numbers)";
    let Some(tool) = database("kept", table) else { return };
    for sql in [
        "INSERT INTO kept VALUES (2)",
        "UPDATE kept SET a = 2",
        "DELETE FROM kept",
        "REPLACE INTO kept VALUES (3)",
        "SELECT 1; DELETE FROM kept",
        "SELECT * FROM no_such_table",
    ] {
        assert_eq!(query(&tool, sql, "[]").await, Err(ErrorCode::ToolFailed), "{sql}");
    }
    let rows = query(&tool, "SELECT a FROM kept", "[]").await.expect("rows");
    assert_eq!(rows["rows"], serde_json::json!([[1]]));
}

#[tokio::test]
async fn mysql_failures_are_codes() {
    let nowhere = DataSource::new("mysql://nobody@127.0.0.1:1/x").expect("an address");
    let data_sources = BTreeMap::from([("orders".to_owned(), nowhere)]);
    let tool = MysqlTool { data_sources, deadline: Duration::from_secs(1) };
    assert_eq!(query(&tool, "SELECT 1", "[]").await, Err(ErrorCode::ToolFailed));
    assert!(DataSource::new("postgres://x").is_err());
}
