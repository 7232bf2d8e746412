//! Requirements of the document and log projections, one module each, one function for each scenario. The lifecycle
//! `READY` is the boundary's word for a projection that gave a result; a projection that gave none becomes `ERROR`.

use gobo_contract::{Bounds, ErrorCode, Payload, PayloadFormat, Tool, ToolResult};
use gobo_tests::json;
use serde_json::Value;

use crate::sandboxed::{answer_json, code_of, read};

fn knowledge(payload: &str, bounds: &Bounds) -> gobo_contract::KnowledgeResult {
    let projected = code_of(Tool::LookupKnowledge, json(payload), bounds).expect("a result");
    let ToolResult::Knowledge(result) = projected.result else { panic!("another tool's result") };
    result
}

fn logs(payload: &str, bounds: &Bounds) -> gobo_contract::LogsResult {
    let projected = code_of(Tool::QueryLogs, json(payload), bounds).expect("a result");
    let ToolResult::Logs(result) = projected.result else { panic!("another tool's result") };
    result
}

fn one_log(message: &str) -> String {
    serde_json::json!({ "success": true, "logs": [{ "message": message }] }).to_string()
}

/// "The RAG adapter SHALL accept the logical query request, execute the existing knowledge tool through `ToolBoundary`,
/// and project only `RagToolResult` fields. Context packs, retrieval traces, rerank traces, scores, hit reasons, domains,
/// messages and full document bodies SHALL NOT appear in the Agent result."
mod rag_projection_shall_expose_bounded_document_evidence_only {
    use super::*;

    #[test]
    fn rag_evidence_is_projected() {
        let body = "The pool has 20 connections. ".repeat(200);
        let payload = serde_json::json!({ "success": true, "query": "the tool's own", "message": "internal-note-1",
            "context_pack": { "budget": "internal-note-2", "evidence_blocks": [
                { "document_id": "d1", "source": "s1", "title": "é", "breadcrumb": "b", "content": body,
                  "score": 0.5, "hit_reason": "internal-note-3", "domain": "internal-note-4" },
                { "document_id": "d2", "source": "s1", "excerpt": "second" },
                { "document_id": "d1", "source": "s1", "excerpt": "the same document again" } ] },
            "retrieval_trace": ["internal-note-5"], "rerank_trace": { "model": "internal-note-6" } });
        let json = answer_json(Tool::LookupKnowledge, &payload.to_string());
        let result: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(result["query"], "pool exhausted", "the agent's query, not the tool's");
        assert_eq!(result["tool_call_id"], "call_1");
        assert_eq!(result["returned_count"], 2, "deduplicated");
        let excerpt = result["evidence"][0]["excerpt"].as_str().expect("text");
        assert!(excerpt.len() <= 1_200 && body.starts_with(excerpt), "exact and bounded");
        assert_eq!(result["truncated"], true, "the body was cut, and the flag says so");
        for raw in ["internal-note", "context_pack", "trace", "score", "hit_reason", "domain", &body] {
            assert!(!json.contains(raw), "{raw}");
        }
    }

    #[test]
    fn rag_result_has_no_usable_excerpt() {
        for blocks in ["[]", r#"[{"document_id":"d","excerpt":"  "},{"document_id":"e"}]"#] {
            let payload = format!(r#"{{"success":true,"evidence_blocks":{blocks}}}"#);
            let result = read(Tool::LookupKnowledge, &payload);
            assert_eq!(result["evidence_status"], "NO_EVIDENCE");
            assert_eq!(result["query"], "pool exhausted");
            assert_eq!(result["evidence"], Value::Array(Vec::new()));
        }
    }

    #[test]
    fn a_block_that_is_nothing_but_a_secret_is_not_usable() {
        let secret = concat!("password=", "Kq83nfaZ");
        let payload =
            format!(r#"{{"success":true,"evidence_blocks":[{{"document_id":"d","excerpt":"{secret}"}}]}}"#);
        let json = answer_json(Tool::LookupKnowledge, &payload);
        assert!(!json.contains("Kq83nfaZ"), "{json}");
    }

    #[test]
    fn an_excerpt_is_the_longest_run_without_a_secret() {
        let (before, after) =
            ("Use the account oncall with ", " and read the replicas first; ask before the primary.");
        let text = format!("{before}{}{after}", concat!("password=", "Kq83nfaZ"));
        let payload = serde_json::json!({ "success": true, "evidence_blocks": [{ "document_id": "d", "excerpt": text }] });
        let result = knowledge(&payload.to_string(), &Bounds::default());
        let excerpt = &result.evidence[0].excerpt;
        assert!(text.contains(excerpt.as_str()), "verbatim: {excerpt}");
        assert!(excerpt.ends_with("ask before the primary."), "{excerpt}");
        assert!(!excerpt.contains("Kq83nfaZ"));
        assert!(result.truncated, "leaving a span out is told");
    }

    #[test]
    fn rag_duplicate_documents() {
        let payload = r#"{"success":true,"evidence_blocks":[
            {"document_id":"d","source":"s","excerpt":"first"},
            {"document_id":"d","source":"t","excerpt":"another source"},
            {"document_id":"d","source":"s","excerpt":"later"},
            {"document_id":"e","source":"s","excerpt":"another document"},
            {"document_id":"d","source":"s","excerpt":"last"}]}"#;
        let result = knowledge(payload, &Bounds::default());
        let excerpts: Vec<_> = result.evidence.iter().map(|document| document.excerpt.as_str()).collect();
        assert_eq!(excerpts, ["first", "another source", "another document"]);
        assert!(!result.truncated, "dropping a duplicate alone is no truncation");
        for _ in 0..10 {
            assert_eq!(knowledge(payload, &Bounds::default()), result);
        }
    }
}

/// "The query-log adapter SHALL accept only logical topic, query and optional lookback minutes, execute the existing
/// Mock source through `ToolBoundary`, and project `source_kind=MOCK`, complete scope, match count, returned count, bounded
/// patterns, bounded timeline events and truncation."
mod query_log_projection_shall_preserve_logical_scope_and_mock_provenance {
    use super::*;

    #[test]
    fn mock_logs_are_projected() {
        let (_, payload) = gobo::source::mock::sample(Tool::QueryLogs);
        let result = read(Tool::QueryLogs, payload);
        assert_eq!(result["source_kind"], "MOCK");
        assert_eq!(result["scope"]["topic"], "APPLICATION");
        assert_eq!(result["scope"]["query"], "timeout");
        assert_eq!(result["scope"]["window_start"], "2026-02-03T09:45:00Z");
        assert_eq!(result["scope"]["window_end"], "2026-02-03T10:15:00Z");
        assert_eq!(result["match_count"], 214, "what the source matched");
        let timeline = result["timeline"].as_array().expect("events");
        assert_eq!(result["returned_count"], timeline.len(), "what the result carries");
        assert!(!timeline.is_empty() && timeline.len() <= 20);
        let patterns = result["patterns"].as_array().expect("patterns");
        assert!(patterns.iter().any(|pattern| pattern["count"].as_u64() > Some(1)), "aggregates");
        let times: Vec<_> = timeline.iter().map(|event| event["timestamp"].as_str().expect("text")).collect();
        assert!(times.is_sorted(), "chronological: {times:?}");
        let json = result.to_string();
        for raw in [
            "vK7-quartz-lane",
            "203.0.113.78",
            "10.20.0.40",
            "4182",
            "ap-guangzhou",
            "7f1c-checkout-prod",
            "heap_mb",
        ] {
            assert!(!json.contains(raw), "{raw}: {json}");
        }
    }

    #[test]
    fn empty_mock_result() {
        let result = read(Tool::QueryLogs, r#"{"success":true,"logs":[],"total":0}"#);
        assert_eq!(result["evidence_status"], "NO_EVIDENCE");
        let scope = r#"{"topic":"APPLICATION","query":"timeout","lookback_minutes":30,
            "window_start":"2026-02-03T09:45:00Z","window_end":"2026-02-03T10:15:00Z"}"#;
        assert_eq!(result["scope"], serde_json::from_str::<Value>(scope).expect("JSON"));
        assert_eq!((&result["match_count"], &result["returned_count"]), (&0.into(), &0.into()));
        assert_eq!(result["truncated"], false);
    }

    #[test]
    fn legacy_log_error() {
        for (payload, code) in [
            (r#"{"success":false,"message":"internal-note"}"#, "LEGACY_FAILURE"),
            (r#"{"success":false,"logs":[{"message":"internal-note"}]}"#, "LEGACY_FAILURE"),
            (r#"{"logs":[{"message":"internal-note"}]}"#, "PAYLOAD_MALFORMED"),
            (r#"{"success":true,"logs":[{"message":"internal-note"}"#, "PAYLOAD_MALFORMED"),
            ("internal-note", "PAYLOAD_MALFORMED"),
        ] {
            let json = answer_json(Tool::QueryLogs, payload);
            let result: Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(result["evidence_status"], "ERROR");
            assert_eq!(result["error"]["code"], code, "{payload}");
            assert!(json.len() < 256 && !json.contains("internal-note"), "bounded, without payload: {json}");
            assert!(result.get("patterns").is_none() && result.get("scope").is_none(), "no result");
        }
    }
}

/// "The log projector SHALL exclude instance and metrics fields and redact credentials, token-like values, host/pod
/// identifiers, PIDs, IP addresses, SQL literals and stack-like suffixes from Agent-facing messages. It SHALL enforce
/// per-item, collection and total UTF-8 bounds and set truncated=true when any bound removes data."
mod projection_shall_redact_and_bound_sensitive_log_content {
    use super::*;

    /// Message, what of it must be gone, and what must stay.
    const SENSITIVE: &[(&str, &[&str], &[&str])] = &[
        (concat!("login failed password=", "Kq83nfaZ for bob"), &["Kq83nfaZ"], &["login failed", "for bob"]),
        (
            concat!("refused, Authorization: Bearer ", "qz81Lm0PfxTeR5vbYc2GdWn7"),
            &["qz81Lm0PfxTeR5vbYc2GdWn7"],
            &["refused"],
        ),
        (
            concat!("push with ghp", "_16C7e42F292c6912E7710c838347Ae178B4a"),
            &["16C7e42F292c6912E7710c838347Ae178B4a"],
            &["push with"],
        ),
        ("call to db-orders-01.prod.internal refused", &["db-orders-01"], &["call to", "refused"]),
        (
            "evicted pod checkout-7d9f8b6c5d-x2k4q from node",
            &["7d9f8b6c5d", "x2k4q"],
            &["evicted", "from node"],
        ),
        ("restarting (pid=4182) now", &["4182"], &["restarting", "now"]),
        ("refused 10.20.0.40 twice", &["10.20.0.40"], &["refused", "twice"]),
        ("refused 2001:db8::17 twice", &["2001:db8::17"], &["refused", "twice"]),
        (
            "slow: SELECT id FROM orders WHERE card_hash = 'q9f2c0ab17' AND owner_id = 88120",
            &["q9f2c0ab17", "88120"],
            &["slow", "SELECT id FROM orders WHERE card_hash = "],
        ),
        (
            concat!(
                "java.lang.IllegalStateException: pool closed\n",
                "\tat com.acme.checkout.Repository.find(Repository.java:88)\n",
                "\tat org.springframework.aop.Proxy.intercept(Proxy.java:708)\n",
                "\tat java.base/java.lang.Thread.run(Thread.java:840)"
            ),
            &["Proxy.java:708", "Thread.java:840"],
            &["java.lang.IllegalStateException: pool closed"],
        ),
    ];

    #[test]
    fn sensitive_fields_are_present() {
        for (message, gone, kept) in SENSITIVE {
            let json = answer_json(Tool::QueryLogs, &one_log(message));
            for raw in *gone {
                assert!(!json.contains(raw), "{raw} is still there: {json}");
            }
            let result: Value = serde_json::from_str(&json).expect("JSON");
            let shown = result["timeline"][0]["message"].as_str().expect("text");
            for text in *kept {
                assert!(shown.contains(text), "{text} is gone: {shown}");
            }
        }
    }

    #[test]
    fn instance_and_metrics_are_excluded_in_every_format() {
        let entry = r#"{"message":"m","instance":"internal-note-1","metrics":{"cpu":"internal-note-2"}}"#;
        let document = format!(r#"{{"success":true,"logs":[{entry}]}}"#);
        for (format, text) in [(PayloadFormat::Json, document.as_str()), (PayloadFormat::Ndjson, entry)] {
            let projected =
                code_of(Tool::QueryLogs, Payload { format, text }, &Bounds::default()).expect("a result");
            assert!(!projected.json.contains("internal-note"), "{}", projected.json);
        }
    }

    #[test]
    fn other_fields_of_an_entry_hold_no_secret_either() {
        let secret = concat!("password=", "Kq83nfaZ");
        for field in ["timestamp", "level", "service"] {
            let payload = format!(r#"{{"success":true,"logs":[{{"message":"m","{field}":"{secret}"}}]}}"#);
            let json = answer_json(Tool::QueryLogs, &payload);
            assert!(!json.contains("Kq83nfaZ"), "{field}: {json}");
        }
    }

    /// Redaction comes before bounding: wherever a bound cuts, no part of the secret is left.
    #[test]
    fn a_bound_never_leaves_a_part_of_a_secret() {
        let secret = concat!("Kq83nfa", "ZwPt5Lm2");
        let payload = one_log(&format!("login failed password={secret} for bob"));
        for message_bytes in 1..60 {
            let bounds = Bounds { message_bytes, pattern_bytes: message_bytes, ..Bounds::default() };
            let json = code_of(Tool::QueryLogs, json(&payload), &bounds).expect("a result").json;
            assert!(!json.contains(&secret[..4]), "{message_bytes}: {json}");
        }
    }

    #[test]
    fn projection_exceeds_collection_budget() {
        // Each message has one word more than the one before, so that no two are of one pattern.
        let entries: Vec<_> = (1..=52)
            .map(|words| serde_json::json!({ "message": "word ".repeat(words + 3), "level": "INFO" }))
            .collect();
        let payload = serde_json::json!({ "success": true, "logs": entries }).to_string();
        let all = Bounds { result_bytes: 32_768, patterns: 64, timeline_events: 200, ..Bounds::default() };
        let unbounded = logs(&payload, &all);
        assert!(!unbounded.truncated);
        assert_eq!((unbounded.patterns.len(), unbounded.timeline.len()), (52, 52));

        let by_items = Bounds { patterns: 3, timeline_events: 5, ..all.clone() };
        let result = logs(&payload, &by_items);
        assert_eq!((result.patterns.len(), result.timeline.len()), (3, 5));
        assert!(result.truncated);

        let by_patterns = logs(&payload, &Bounds { patterns: 51, ..all.clone() });
        assert!(by_patterns.truncated, "one pattern less is told");

        let per_item = Bounds { message_bytes: 10, pattern_bytes: 10, ..all.clone() };
        let result = logs(&payload, &per_item);
        assert!(result.timeline.iter().all(|event| event.message.len() <= 10));
        assert!(result.patterns.iter().all(|pattern| pattern.pattern.len() <= 10));
        assert!(result.truncated);

        let in_total = Bounds { result_bytes: 1_000, ..all };
        let result = logs(&payload, &in_total);
        assert!(ToolResult::Logs(result.clone()).to_json().len() <= 1_000);
        assert!(result.truncated && !result.timeline.is_empty());
    }

    #[test]
    fn evidence_and_excerpts_exceed_their_bounds() {
        let blocks: Vec<_> = (0..10)
            .map(|id| serde_json::json!({ "document_id": format!("d{id}"), "excerpt": "é".repeat(50) }))
            .collect();
        let payload = serde_json::json!({ "success": true, "evidence_blocks": blocks }).to_string();
        let result = knowledge(&payload, &Bounds { evidence_items: 10, ..Bounds::default() });
        assert_eq!((result.evidence.len(), result.truncated), (10, false));
        let result = knowledge(&payload, &Bounds { evidence_items: 9, ..Bounds::default() });
        assert_eq!((result.evidence.len(), result.truncated), (9, true));
        let result =
            knowledge(&payload, &Bounds { evidence_items: 10, excerpt_bytes: 99, ..Bounds::default() });
        assert!(
            result.evidence.iter().all(|document| document.excerpt == "é".repeat(49)),
            "on a character boundary"
        );
        assert!(result.truncated);
    }

    #[test]
    fn a_payload_beyond_its_bound_is_refused_not_cut() {
        let payload = one_log("m");
        let bounds =
            Bounds { payload_bytes: u32::try_from(payload.len()).expect("small"), ..Bounds::default() };
        assert!(code_of(Tool::QueryLogs, json(&payload), &bounds).is_ok());
        let bounds = Bounds { payload_bytes: bounds.payload_bytes - 1, ..bounds };
        assert_eq!(code_of(Tool::QueryLogs, json(&payload), &bounds).err(), Some(ErrorCode::PayloadTooLarge));
    }
}
