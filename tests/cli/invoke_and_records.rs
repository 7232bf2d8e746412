//! `gobo invoke`, `gobo records` and `gobo check-config`, as a user runs them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const CONFIG: &str = r#"
[store]
path = "records.db"
[callers.agent]
tools = ["lookup_knowledge", "query_logs", "query_mysql"]
topics = ["APPLICATION"]
data_sources = ["orders"]
[tools.lookup_knowledge]
source = "mock"
[tools.query_logs]
source = "mock"
[tools.query_mysql]
source = "mock"
"#;

fn gobo(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_gobo"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the command");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

fn folder(config: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("gobo.toml"), config).expect("written");
    folder
}

#[test]
fn a_call_is_answered_recorded_shown_and_not_made_twice() {
    let folder = folder(CONFIG);
    let gobo = |arguments: &[&str]| gobo(folder.path(), arguments);
    let request = r#"{"topic":"APPLICATION","query":"timeout"}"#;
    let invoke = ["invoke", "--run", "run-1", "--call-id", "call_1", "query_logs", "--request", request];
    let (status, answer, errors) = gobo(&invoke);
    assert_eq!((status, errors.as_str()), (0, ""), "{answer}");
    assert!(answer.starts_with(r#"{"evidence_status":"EVIDENCE_FOUND","tool_call_id":"call_1""#), "{answer}");
    let (status, duplicate, _) = gobo(&invoke);
    assert_eq!(status, 16);
    assert!(duplicate.contains("DUPLICATE_CALL"));

    let (status, shown, _) = gobo(&["records", "show", "--run", "run-1", "--call-id", "call_1"]);
    let record: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!((status, &record["status"], &record["tool"]), (0, &"READY".into(), &"query_logs".into()));
    assert_eq!(record["result"].to_string().len(), answer.trim_end().len());
    assert!(record["payload_bytes"].as_u64() > Some(1_000) && record["fuel_used"].as_u64() > Some(1_000));

    let delete = r#"{"data_source":"orders","sql":"DELETE FROM orders","params":[]}"#;
    let (status, _, _) =
        gobo(&["invoke", "--run", "run-1", "--call-id", "c", "query_mysql", "--request", delete]);
    assert_eq!(status, 15);
    let (_, table, _) = gobo(&["records", "list"]);
    assert_eq!(table.lines().count(), 2, "a refusal leaves no record: {table}");
    assert!(table.contains("READY") && table.contains("call_1"));
    let (_, lines, _) = gobo(&["records", "list", "--json", "--status", "error"]);
    assert_eq!(lines, "");
    assert_eq!(gobo(&["records", "export"]).1, shown);
    assert_eq!(gobo(&["records", "prune", "--count", "0"]).1, "1 records deleted\n");
    assert_eq!(gobo(&["records", "export"]).1, "");
}

#[test]
fn what_the_samples_do_not_hold_is_no_evidence() {
    let folder = folder(CONFIG);
    for (tool, request) in [
        ("lookup_knowledge", r#"{"query":"zebra"}"#),
        ("query_logs", r#"{"topic":"APPLICATION","query":"zebra"}"#),
        ("query_mysql", r#"{"data_source":"orders","sql":"SELECT 1","params":[]}"#),
    ] {
        let (status, answer, _) =
            gobo(folder.path(), &["invoke", "--run", "r", "--call-id", tool, tool, "--request", request]);
        assert_eq!(status, 0);
        assert!(answer.starts_with(r#"{"evidence_status":"NO_EVIDENCE""#), "{answer}");
    }
}

#[test]
fn a_configuration_is_checked_with_lines_and_fixes() {
    let good = folder(CONFIG);
    assert_eq!(gobo(good.path(), &["check-config"]), (0, "gobo.toml: no mistakes\n".into(), String::new()));
    let bad = folder("[store]\nkind = \"sqlight\"\n[bounds]\nrows = 501\n");
    let (status, _, errors) = gobo(bad.path(), &["check-config"]);
    assert_eq!(status, 1);
    for part in ["line 2:", "sqlight", "line 4:", "give at most 500", "there are no callers"] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
    assert_eq!(gobo(good.path(), &["check-config", "none.toml"]).0, 1);
    let misspelt = folder(&CONFIG.replacen("source = \"mock\"", "source = \"mokc\"", 1));
    let (status, _, errors) = gobo(misspelt.path(), &["check-config"]);
    assert_eq!(status, 1);
    assert!(errors.contains("mokc") && errors.contains("`command`"), "{errors}");
    assert_eq!(errors.matches("\n  line ").count(), 1, "{errors}");
}

#[test]
fn why_a_legacy_tool_failed_is_told_on_stderr() {
    let log_search = |lines: &str| {
        CONFIG.replace(
            "[tools.query_logs]\nsource = \"mock\"",
            &format!("[tools.query_logs]\n{lines}\nread_only = true"),
        )
    };
    for (lines, said) in [
        (
            "source = \"command\"\nprogram = \"/nowhere/search\"",
            "gobo: the program could not be started, kind NotFound\n",
        ),
        ("source = \"command\"\nprogram = \"false\"", "gobo: the program failed, code 1\n"),
        (
            "source = \"http\"\nurl = \"http://127.0.0.1:9/\"",
            "gobo: the service could not be reached, or broke off\n",
        ),
    ] {
        let folder = folder(&log_search(lines));
        let request = r#"{"topic":"APPLICATION","query":"timeout"}"#;
        let invoke = ["invoke", "query_logs", "--run", "r", "--call-id", "c", "--request", request];
        let (status, answer, errors) = gobo(folder.path(), &invoke);
        assert_eq!((status, errors.as_str()), (20, said), "{answer}");
    }
}

#[test]
fn a_store_that_cannot_be_read_is_named() {
    let folder = folder(&CONFIG.replace("records.db", "nowhere/records.db"));
    let (status, _, errors) = gobo(folder.path(), &["records", "list"]);
    assert_eq!(status, 1);
    assert!(errors.contains("nowhere/records.db cannot be opened"), "{errors}");
    // Only the configuration that is named is read.
    std::fs::write(folder.path().join("other.toml"), CONFIG).expect("written");
    std::fs::write(folder.path().join("gobo.toml"), "no configuration").expect("written");
    for list in [["records", "--config", "other.toml", "list"], ["records", "list", "--config", "other.toml"]]
    {
        assert_eq!(gobo(folder.path(), &list).0, 0);
    }
    let memory = self::folder(&CONFIG.replace("path = \"records.db\"", "kind = \"memory\""));
    let (status, _, errors) = gobo(memory.path(), &["records", "list"]);
    assert_eq!(status, 0);
    assert!(errors.contains("end with their process"), "{errors}");
}
