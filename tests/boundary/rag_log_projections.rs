//! The requirements and scenarios of the RAG and log projections, each through the boundary and under its own name.

use std::sync::Arc;

use crate::support::counting::{Bench, CountingTool, KNOWLEDGE, LOGS, run};
use gobo::boundary::{Answer, Key, Options, Record, RunContext};
use gobo::store::{Filter, MemoryStore};
use gobo_contract::{Bounds, ErrorCode, EvidenceStatus, InvocationStatus, Tool, ToolCallId};
use serde_json::Value;

async fn answer_of(tool: Tool, request: &str, payload: &str, bounds: Bounds) -> (Answer, Record) {
    let options = Options { bounds, ..Options::default() };
    let bench = Bench::new(Arc::new(MemoryStore::new()), CountingTool::new(payload), options).await;
    let answer = bench.boundary.invoke(run("run-1"), Some("call_7"), tool, request).await;
    let key = Key::new(&run("run-1"), &ToolCallId::new("call_7").expect("valid"));
    let record = bench.store.get(&key).await.expect("a store").expect("a record");
    assert_eq!(bench.counts(), (1, 1));
    (answer, record)
}

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.json).expect("JSON")
}

mod rag_projection_shall_expose_bounded_document_evidence_only {
    use super::*;

    fn block(id: &str, excerpt: &str) -> String {
        format!(
            r#"{{"document_id":"{id}","source":"wiki","title":"T","breadcrumb":["A","B"],"excerpt":"{excerpt}","score":0.917,"hit_reason":"vector-hit","domain":"dom-x","metadata":{{"k":"meta-x"}},"content":"full body x"}}"#
        )
    }

    fn payload(blocks: &[String]) -> String {
        format!(
            r#"{{"success":true,"message":"envelope message","context_pack":{{"evidence_blocks":[{}]}},"retrieval_trace":{{"t":"trace-x"}},"rerank_trace":{{"t":"rerank-x"}},"fallback_attempts":["fallback-x"]}}"#,
            blocks.join(",")
        )
    }

    #[tokio::test]
    async fn rag_evidence_is_projected() {
        let payload = payload(&[block("d1", "Raise the pool size."), block("d2", "Look at the index.")]);
        let (answer, record) = answer_of(Tool::LookupKnowledge, KNOWLEDGE, &payload, Bounds::default()).await;
        let result = json(&answer);
        assert_eq!(result["evidence_status"], "EVIDENCE_FOUND");
        assert_eq!((&result["query"], &result["tool_call_id"]), (&"pool exhausted".into(), &"call_7".into()));
        assert_eq!((&result["returned_count"], &result["truncated"]), (&2.into(), &false.into()));
        assert_eq!(result["evidence"][0]["excerpt"], "Raise the pool size.");
        for absent in [
            "0.917",
            "vector-hit",
            "dom-x",
            "meta-x",
            "trace-x",
            "rerank-x",
            "fallback-x",
            "envelope",
            "full body",
        ] {
            assert!(!answer.json.contains(absent), "{absent}");
        }
        assert_eq!(record.outcome.expect("ended").end, Ok(answer.json));
    }

    #[tokio::test]
    async fn rag_result_has_no_usable_excerpt() {
        for blocks in [vec![], vec![block("d1", " ").replace("full body x", " ")]] {
            let (answer, record) =
                answer_of(Tool::LookupKnowledge, KNOWLEDGE, &payload(&blocks), Bounds::default()).await;
            assert_eq!(record.status(), InvocationStatus::Ready);
            let result = json(&answer);
            assert_eq!((answer.evidence_status, answer.error), (EvidenceStatus::NoEvidence, None));
            assert_eq!(
                (&result["query"], &result["evidence"]),
                (&"pool exhausted".into(), &Value::Array(vec![]))
            );
        }
    }

    #[tokio::test]
    async fn rag_duplicate_documents() {
        let payload = payload(&[block("d1", "First."), block("d1", "Second."), block("d2", "Other.")]);
        let (first, _) = answer_of(Tool::LookupKnowledge, KNOWLEDGE, &payload, Bounds::default()).await;
        let (second, _) = answer_of(Tool::LookupKnowledge, KNOWLEDGE, &payload, Bounds::default()).await;
        assert_eq!(first, second);
        let result = json(&first);
        assert_eq!(
            (&result["returned_count"], &result["evidence"][0]["excerpt"]),
            (&2.into(), &"First.".into())
        );
        assert!(!first.json.contains("Second."));
    }
}

mod query_log_projection_shall_preserve_logical_scope_and_mock_provenance {
    use super::*;

    #[tokio::test]
    async fn mock_logs_are_projected() {
        let payload = r#"{"success":true,"logs":[
            {"timestamp":"2026-02-03T10:00:00Z","level":"ERROR","service":"api","message":"timeout after 30 ms"},
            {"timestamp":"2026-02-03T10:01:00Z","level":"ERROR","service":"api","message":"timeout after 31 ms"}],"total":7}"#;
        let (answer, record) = answer_of(Tool::QueryLogs, LOGS, payload, Bounds::default()).await;
        let result = json(&answer);
        assert_eq!(result["source_kind"], "MOCK");
        let scope = &result["scope"];
        assert_eq!((&scope["topic"], &scope["query"]), (&"APPLICATION".into(), &"timeout".into()));
        assert_eq!(scope["lookback_minutes"], 60);
        assert!(scope["window_start"].is_string() && scope["window_end"].is_string());
        assert_eq!((&result["match_count"], &result["returned_count"]), (&7.into(), &2.into()));
        assert_eq!(result["timeline"].as_array().map(Vec::len), Some(2));
        assert!(result["patterns"].as_array().is_some_and(|patterns| !patterns.is_empty()));
        assert_eq!(record.status(), InvocationStatus::Ready);
    }

    #[tokio::test]
    async fn empty_mock_result() {
        let payload = r#"{"success":true,"logs":[],"total":0}"#;
        let (answer, record) = answer_of(Tool::QueryLogs, LOGS, payload, Bounds::default()).await;
        assert_eq!(
            (answer.evidence_status, record.status()),
            (EvidenceStatus::NoEvidence, InvocationStatus::Ready)
        );
        assert_eq!(json(&answer)["scope"]["query"], "timeout");
    }

    #[tokio::test]
    async fn legacy_log_error() {
        for (payload, code) in [
            (r#"{"success":false,"message":"secret cause","logs":[]}"#, ErrorCode::LegacyFailure),
            (r#"{"success":true,"logs":"secret"}"#, ErrorCode::PayloadMalformed),
            ("secret garbage", ErrorCode::PayloadMalformed),
        ] {
            let (answer, record) = answer_of(Tool::QueryLogs, LOGS, payload, Bounds::default()).await;
            assert_eq!((answer.error, record.status()), (Some(code), InvocationStatus::Error));
            assert!(!answer.json.contains("secret") && answer.json.len() < 300, "{}", answer.json);
        }
    }
}

mod projection_shall_redact_and_bound_sensitive_log_content {
    use super::*;

    #[tokio::test]
    async fn sensitive_fields_are_present() {
        let payload = r#"{"success":true,"logs":[{"timestamp":"2026-02-03T10:00:00Z","level":"WARN","service":"api",
            "instance":"inst-secret-1","metrics":{"m":"metric-secret"},
            "message":"login password=Tr0ub4dor-and-3 from 203.0.113.45 on pod api-7d9f8b6c54-x2x9k: SELECT id FROM t WHERE mail = 'ann@example.com'"}],"total":1}"#;
        let (answer, _) = answer_of(Tool::QueryLogs, LOGS, payload, Bounds::default()).await;
        assert_eq!(answer.error, None);
        for absent in ["inst-secret-1", "metric-secret", "instance", "metrics"] {
            assert!(!answer.json.contains(absent), "{absent} in {}", answer.json);
        }
    }

    #[tokio::test]
    async fn projection_exceeds_collection_budget() {
        let entry = |at: usize| {
            format!(
                r#"{{"timestamp":"2026-02-03T10:{:02}:00Z","level":"INFO","service":"s","message":"kind {} {}"}}"#,
                at % 60,
                at,
                "x".repeat(600)
            )
        };
        let entries: Vec<_> = (0..100).map(entry).collect();
        let payload = format!(r#"{{"success":true,"logs":[{}],"total":100}}"#, entries.join(","));
        let bounds = Bounds { patterns: 3, timeline_events: 4, result_bytes: 4_096, ..Bounds::default() };
        let (answer, _) = answer_of(Tool::QueryLogs, LOGS, &payload, bounds).await;
        let result = json(&answer);
        assert!(answer.json.len() <= 4_096 && result["truncated"] == true);
        assert!(result["patterns"].as_array().is_some_and(|patterns| patterns.len() <= 3));
        assert!(result["timeline"].as_array().is_some_and(|timeline| timeline.len() <= 4));
    }
}

mod adapters_shall_reuse_canonical_boundary_ownership {
    use super::*;

    #[tokio::test]
    async fn framework_id_and_run_are_valid() {
        let payload = r#"{"success":true,"logs":[],"total":0}"#;
        let bench =
            Bench::new(Arc::new(MemoryStore::new()), CountingTool::new(payload), Options::default()).await;
        for id in ["call_7", " padded ", "functions.Bash:0", "\"quoted\"", "工具", &"i".repeat(950)] {
            let answer = bench.boundary.invoke(run("run-1"), Some(id), Tool::QueryLogs, LOGS).await;
            assert_eq!(json(&answer)["tool_call_id"], id);
            let key = Key::new(&run("run-1"), &ToolCallId::new(id).expect("valid"));
            let record = bench.store.get(&key).await.expect("a store").expect("a record");
            assert_eq!((record.claim.tool_call_id.as_str(), record.claim.run_id.as_str()), (id, "run-1"));
            assert_eq!(record.outcome.expect("ended").end, Ok(answer.json));
        }
        let all = bench.store.list(&Filter { count: 100, ..Filter::default() }).await.expect("a list");
        assert_eq!(all.len(), 6, "one canonical record for each call");
    }

    #[tokio::test]
    async fn boundary_rejects_the_request() {
        let options = Options {
            run_budget: gobo::boundary::RunBudget { calls: 1, ..Default::default() },
            ..Options::default()
        };
        let payload = r#"{"success":true,"logs":[],"total":0}"#;
        let bench = Bench::new(Arc::new(MemoryStore::new()), CountingTool::new(payload), options).await;
        let first = bench.boundary.invoke(run("run-1"), Some("used"), Tool::QueryLogs, LOGS).await;
        assert_eq!(first.error, None);
        let after_the_first = bench.counts();
        let events = r#"{"topic":"SYSTEM_EVENTS","query":""}"#;
        let delete = r#"{"data_source":"orders","sql":"DELETE FROM orders","params":[]}"#;
        let long = format!(r#"{{"query":"{}"}}"#, "q".repeat(3_000));
        let other = || RunContext { caller: "other".into(), ..run("run-1") };
        for (code, run, id, tool, request) in [
            (ErrorCode::RunNotOwned, other(), "c", Tool::QueryLogs, LOGS),
            (ErrorCode::Unauthorized, run("run-1"), "c", Tool::QueryLogs, events),
            (ErrorCode::NotReadOnly, run("run-1"), "c", Tool::QueryMysql, delete),
            (ErrorCode::DuplicateCall, run("run-1"), "used", Tool::QueryLogs, LOGS),
            (ErrorCode::BudgetExhausted, run("run-1"), "c", Tool::QueryLogs, LOGS),
            (ErrorCode::RequestTooLarge, run("run-1"), "c", Tool::LookupKnowledge, &long),
        ] {
            let answer = bench.boundary.invoke(run, Some(id), tool, request).await;
            assert_eq!(answer.error, Some(code));
            assert_eq!(json(&answer)["error"]["message"], code.form().message);
        }
        assert_eq!(bench.counts(), after_the_first);
    }
}
