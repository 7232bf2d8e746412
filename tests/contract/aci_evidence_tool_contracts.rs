//! Requirements of the evidence tools' contract, one module each, one function for each scenario.

use gobo_contract::{
    Bounds, ErrorCode, ErrorResult, EvidenceStatus, InvocationStatus, LogTopic, Request, SourceKind, Tool,
    ToolCallId, ToolForm, ToolResult, request_schema, result_schema, tool_definitions,
};
use gobo_tests::json;
use serde_json::Value;

use crate::sandboxed::{Path, answer, answer_json, read};

const EMPTY: [(Tool, &str); 3] = [
    (Tool::LookupKnowledge, r#"{"success":true,"context_pack":{"evidence_blocks":[]}}"#),
    (Tool::QueryLogs, r#"{"success":true,"logs":[],"total":0}"#),
    (Tool::QueryMysql, r#"{"success":true,"columns":["id"],"rows":[]}"#),
];

const ONE: [(Tool, &str); 3] = [
    (Tool::LookupKnowledge, r#"{"success":true,"context_pack":{"evidence_blocks":[{"excerpt":"a"}]}}"#),
    (Tool::QueryLogs, r#"{"success":true,"logs":[{"message":"a"}]}"#),
    (Tool::QueryMysql, r#"{"success":true,"columns":["id"],"rows":[[1]]}"#),
];

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Sorted, since a JSON value of `serde_json` has no order; `frozen_json.rs` checks the order.
fn sorted<const N: usize>(mut names: [&str; N]) -> Vec<&str> {
    names.sort_unstable();
    names.to_vec()
}

/// "The system SHALL expose `EVIDENCE_FOUND`, `NO_EVIDENCE`, and `ERROR` as Agent-facing evidence result semantics while
/// retaining `PROJECTING`, `READY`, and `ERROR` only for canonical invocation lifecycle. `NO_EVIDENCE` SHALL mean that
/// the executed query found no evidence within its recorded scope and SHALL NOT mean tool failure or system health."
mod evidence_result_semantics_shall_be_distinct_from_invocation_lifecycle {
    use super::*;

    #[test]
    fn the_two_vocabularies_share_no_type_and_only_the_word_error() {
        let named = |status: &dyn Fn() -> String| status();
        let evidence = [EvidenceStatus::EvidenceFound, EvidenceStatus::NoEvidence, EvidenceStatus::Error]
            .map(|status| named(&|| serde_json::to_string(&status).expect("plain")));
        let lifecycle = [InvocationStatus::Projecting, InvocationStatus::Ready, InvocationStatus::Error]
            .map(|status| named(&|| serde_json::to_string(&status).expect("plain")));
        assert_eq!(evidence, [r#""EVIDENCE_FOUND""#, r#""NO_EVIDENCE""#, r#""ERROR""#]);
        assert_eq!(lifecycle, [r#""PROJECTING""#, r#""READY""#, r#""ERROR""#]);
        for word in [r#""PROJECTING""#, r#""READY""#] {
            assert!(serde_json::from_str::<EvidenceStatus>(word).is_err(), "{word}");
        }
        for word in [r#""EVIDENCE_FOUND""#, r#""NO_EVIDENCE""#] {
            assert!(serde_json::from_str::<InvocationStatus>(word).is_err(), "{word}");
        }
    }

    #[test]
    fn successful_empty_query_result() {
        for (tool, payload) in EMPTY {
            let result = read(tool, payload);
            assert_eq!(result["evidence_status"], "NO_EVIDENCE", "{tool:?}");
            assert_eq!(result["truncated"], false, "{tool:?}");
            assert!(result.get("status").is_none(), "the lifecycle is not the agent's: {result}");
            assert!(result.get("error").is_none(), "{result}");
        }
    }

    #[test]
    fn tool_execution_fails() {
        for tool in Tool::ALL {
            // Execution: the tool itself says that it failed. Projection: what it says cannot be read.
            for payload in [r#"{"success":false,"message":"denied"}"#, "{\"success\":true", "[]", ""] {
                let result = read(tool, payload);
                assert_eq!(result["evidence_status"], "ERROR", "{tool:?} {payload}");
                assert_eq!(keys(&result), ["error", "evidence_status", "tool_call_id"]);
            }
            // Schema: the agent's own request does not fit.
            let payload = ONE.iter().find(|(of, _)| *of == tool).expect("each tool").1;
            let refused = answer(Path::Typed, tool, "call_1", "{}", json(payload), &Bounds::default());
            assert!(refused.contains(r#""evidence_status":"ERROR""#), "{refused}");
            assert!(!refused.contains("NO_EVIDENCE"), "{refused}");
        }
    }

    #[test]
    fn every_code_is_an_error_result_with_fixed_text() {
        let id = ToolCallId::new("call_1").expect("valid");
        for code in ErrorCode::ALL {
            let result = ErrorResult::new(Some(&id), *code);
            assert_eq!(result.evidence_status, EvidenceStatus::Error);
            assert_eq!(result.error.message, code.form().message);
        }
    }
}

/// "Each `EVIDENCE_FOUND` or `NO_EVIDENCE` result SHALL contain the non-blank `tool_call_id` supplied by the framework
/// Tool Call request. Agent inputs SHALL NOT contain `tool_call_id`, and contract code SHALL NOT generate, replace, or
/// derive a second call ID."
mod referencable_tool_results_shall_use_the_framework_tool_call_id {
    use super::*;

    #[test]
    fn framework_requests_a_tool_call() {
        let long = "i".repeat(950);
        for id in [
            "call_a1",
            "toolu_01A09q90qw90lq917835lq9",
            "D681PevKs",
            "functions.Bash:0",
            " \"工具\" \\ ",
            &long,
        ] {
            for (tool, payload) in ONE.into_iter().chain(EMPTY) {
                let request = gobo_tests::request(tool).json();
                for path in [Path::Typed, Path::Wire] {
                    let json = answer(path, tool, id, &request, json(payload), &Bounds::default());
                    let result: Value = serde_json::from_str(&json).expect("JSON");
                    assert_eq!(result["tool_call_id"], *id, "{tool:?}");
                    assert_ne!(result["evidence_status"], "ERROR", "{tool:?}");
                }
            }
        }
    }

    #[test]
    fn framework_id_is_invalid() {
        let too_long = "i".repeat(4_097);
        for id in ["", " ", "\t", "\u{3000}", "a\nb", "a\0", "\u{7f}", &too_long] {
            for (tool, payload) in ONE {
                let request = gobo_tests::request(tool).json();
                let json = answer(Path::Typed, tool, id, &request, json(payload), &Bounds::default());
                let result: Value = serde_json::from_str(&json).expect("JSON");
                assert_eq!(result["evidence_status"], "ERROR", "{id:?}");
                assert_eq!(result["error"]["code"], "INVALID_TOOL_CALL_ID", "{id:?}");
                assert!(result.get("tool_call_id").is_none(), "no id is invented: {result}");
            }
        }
    }

    #[test]
    fn agent_inputs_contain_no_tool_call_id() {
        for tool in Tool::ALL {
            assert!(request_schema(tool)["properties"].get("tool_call_id").is_none());
            let request = gobo_tests::request(tool).json();
            let with_id = request.replacen('{', r#"{"tool_call_id":"call_2","#, 1);
            assert_eq!(Request::from_json(tool, &with_id), Err(ErrorCode::InvalidRequest), "{tool:?}");
        }
    }
}

/// "The RAG Request SHALL contain only query. The RAG Result SHALL contain `evidence_status`, `tool_call_id`, query,
/// bounded evidence, `returned_count`, and truncated; each evidence item SHALL contain only `document_id`, source, title,
/// breadcrumb, and an exact excerpt."
mod rag_tool_contract_shall_expose_only_bounded_document_evidence {
    use super::*;

    #[test]
    fn rag_request_contains_only_query() {
        assert_eq!(keys(&request_schema(Tool::LookupKnowledge)["properties"]), ["query"]);
        assert_eq!(request_schema(Tool::LookupKnowledge)["additionalProperties"], false);
    }

    #[test]
    fn rag_evidence_is_serialized() {
        let payload = r#"{"success":true,"message":"internal-note-1","query":"other",
            "context_pack":{"summary":"internal-note-2","evidence_blocks":[{"document_id":"KB-1","source":"runbooks/pool.md",
                "title":"Pools","breadcrumb":["Runbooks","Pools"],"excerpt":"Raise the pool size.",
                "content":"Raise the pool size. internal-note-3","score":0.91,"hit_reason":"internal-note-4",
                "domain":"internal-note-5","metadata":{"chunk":"internal-note-6"}}]},
            "retrieval_trace":{"ms":"internal-note-7"},"rerank_trace":["internal-note-8"],
            "fallback_attempts":["internal-note-9"]}"#;
        assert_eq!(
            answer_json(Tool::LookupKnowledge, payload),
            concat!(
                r#"{"evidence_status":"EVIDENCE_FOUND","tool_call_id":"call_1","query":"pool exhausted","#,
                r#""evidence":[{"document_id":"KB-1","source":"runbooks/pool.md","title":"Pools","#,
                r#""breadcrumb":"Runbooks > Pools","excerpt":"Raise the pool size."}],"#,
                r#""returned_count":1,"truncated":false}"#
            )
        );
    }

    #[test]
    fn rag_query_has_no_evidence() {
        for blocks in ["[]", r#"[{"title":"a","excerpt":" \n","content":""}]"#, r#"[{"score":0.2}]"#] {
            let payload = format!(r#"{{"success":true,"context_pack":{{"evidence_blocks":{blocks}}}}}"#);
            assert_eq!(
                answer_json(Tool::LookupKnowledge, &payload),
                concat!(
                    r#"{"evidence_status":"NO_EVIDENCE","tool_call_id":"call_1","query":"pool exhausted","#,
                    r#""evidence":[],"returned_count":0,"truncated":false}"#
                )
            );
        }
    }
}

/// "The log Request SHALL contain logical topic, query, and optional `lookback_minutes` only. The log Result SHALL
/// contain `evidence_status`, `tool_call_id`, `source_kind`, complete query scope, `match_count`, `returned_count`,
/// bounded patterns, bounded timeline events, and truncated. The initial logical topics SHALL be `APPLICATION`,
/// `DATABASE_SLOW_QUERY`, and `SYSTEM_EVENTS`, and the initial source kind SHALL be `MOCK`."
mod log_tool_contract_shall_use_logical_scope_and_retain_mock_provenance {
    use super::*;

    #[test]
    fn the_topics_and_the_source_kind_are_the_initial_ones() {
        let topics = LogTopic::ALL.map(|topic| serde_json::to_value(topic).expect("plain"));
        assert_eq!(topics, ["APPLICATION", "DATABASE_SLOW_QUERY", "SYSTEM_EVENTS"]);
        assert_eq!(serde_json::to_value(SourceKind::Mock).expect("plain"), "MOCK");
        for other in ["LIVE", "CLS", "mock"] {
            assert!(serde_json::from_value::<SourceKind>(other.into()).is_err(), "{other}");
        }
    }

    #[test]
    fn mock_log_evidence_is_serialized() {
        let payload = r#"{"success":true,"region":"ap-1","log_topic":"7f1c","query":"timeout","logs":[
            {"timestamp":"2026-02-03T10:00:01Z","level":"WARN","service":"pay","instance":"i-1","message":"retry","metrics":{"cpu":93}},
            {"timestamp":"2026-02-03T10:00:00Z","level":"ERROR","service":"pay","message":"pool exhausted"},
            {"timestamp":"2026-02-03T10:00:02Z","level":"WARN","service":"cart","message":"retry"}],"total":9,"message":"ok"}"#;
        let result = read(Tool::QueryLogs, payload);
        assert_eq!(result["source_kind"], "MOCK");
        let scope = r#"{"topic":"APPLICATION","query":"timeout","lookback_minutes":30,
            "window_start":"2026-02-03T09:45:00Z","window_end":"2026-02-03T10:15:00Z"}"#;
        assert_eq!(result["scope"], serde_json::from_str::<Value>(scope).expect("JSON"));
        assert_eq!((&result["match_count"], &result["returned_count"]), (&9.into(), &3.into()));
        let patterns = result["patterns"].as_array().expect("patterns");
        assert_eq!(patterns.len(), 2, "aggregates, not lines");
        assert_eq!((&patterns[1]["pattern"], &patterns[1]["count"]), (&"retry".into(), &2.into()));
        let timeline = result["timeline"].as_array().expect("events");
        let messages: Vec<_> =
            timeline.iter().map(|event| event["message"].as_str().expect("text")).collect();
        assert_eq!(messages, ["pool exhausted", "retry", "retry"]);
        assert_eq!(result["truncated"], true, "nine matched, three are returned");
    }

    #[test]
    fn agent_creates_a_log_request() {
        assert_eq!(
            keys(&request_schema(Tool::QueryLogs)["properties"]),
            sorted(["topic", "query", "lookback_minutes"])
        );
        let minimal = Request::from_json(Tool::QueryLogs, r#"{"topic":"SYSTEM_EVENTS","query":"oom"}"#);
        assert!(matches!(minimal, Ok(Request::Logs(request)) if request.lookback_minutes() == 60));
        for extra in ["region", "topic_id", "log_topic", "secret_id", "credentials", "limit", "instance"] {
            let request = format!(r#"{{"topic":"APPLICATION","query":"oom","{extra}":"x"}}"#);
            let read = Request::from_json(Tool::QueryLogs, &request);
            assert_eq!(read, Err(ErrorCode::InvalidRequest), "{extra}");
        }
        let names = Tool::ALL.map(Tool::name);
        assert_eq!(names, ["lookup_knowledge", "query_logs", "query_mysql"], "no tool to discover topics");
    }
}

/// "The `MySQL` Request SHALL contain only logical `data_source`, parameterized sql, and params. The `MySQL` Result
/// SHALL contain `evidence_status`, `tool_call_id`, columns, bounded structured rows, `returned_count`, and truncated; it
/// SHALL NOT expose connection details, credentials, internal stack traces, or resource-limit controls."
mod mysql_tool_contract_shall_expose_a_logical_read_only_query_interface {
    use super::*;

    #[test]
    fn mysql_evidence_is_serialized() {
        let payload = r#"{"success":true,"columns":[{"name":"zeta","type":"BIGINT"},"alpha","zeta",{"name":"doc","type":"JSON"}],
            "rows":[[18446744073709551615,12345678901234567890.0123456789,"é\n",{"b":1,"a":[1.0]}],[null,true,-0.0,[]]],
            "connection":{"jdbc_url":"internal-note-1","user":"internal-note-2"},"elapsed_ms":18,"message":"internal-note-3"}"#;
        assert_eq!(
            answer_json(Tool::QueryMysql, payload),
            concat!(
                r#"{"evidence_status":"EVIDENCE_FOUND","tool_call_id":"call_1","columns":["zeta","alpha","zeta","doc"],"#,
                r#""rows":[[18446744073709551615,12345678901234567890.0123456789,"é\n",{"b":1,"a":[1.0]}],"#,
                r#"[null,true,-0.0,[]]],"returned_count":2,"truncated":false}"#
            )
        );
    }

    #[test]
    fn rows_as_objects_keep_the_order_of_the_columns() {
        let payload = r#"{"success":true,"columns":["b","a"],"rows":[{"a":1,"b":2},{"a":3}]}"#;
        let result = read(Tool::QueryMysql, payload);
        assert_eq!(result["rows"].to_string(), "[[2,1],[null,3]]");
    }

    #[test]
    fn fewer_rows_than_matched_are_truncated() {
        let result = read(Tool::QueryMysql, r#"{"success":true,"columns":["a"],"rows":[[1]],"total":2}"#);
        assert_eq!((&result["returned_count"], &result["truncated"]), (&1.into(), &true.into()));
    }

    #[test]
    fn neither_connection_nor_credentials_nor_stack_are_exposed() {
        let password = concat!("n1ght", "ferry88");
        let payload = format!(
            r#"{{"success":true,"columns":["last_error"],"rows":[["connect failed, password={password} was refused"]],
            "connection":{{"jdbc_url":"jdbc:mysql://db/orders","user":"ro","password":"{password}"}},
            "stack_trace":"at com.acme.Dao.find(Dao.java:7)"}}"#
        );
        let json = answer_json(Tool::QueryMysql, &payload);
        for raw in [password, "jdbc:", "com.acme", "Dao.java", "connection", "stack_trace"] {
            assert!(!json.contains(raw), "{raw}: {json}");
        }
        assert!(json.contains("connect failed"), "{json}");
    }

    #[test]
    fn agent_creates_a_mysql_request() {
        assert_eq!(
            keys(&request_schema(Tool::QueryMysql)["properties"]),
            sorted(["data_source", "sql", "params"])
        );
        let asked = r#"{"data_source":"orders","sql":"SELECT ? + ?","params":[9007199254740993,1.10]}"#;
        let request = Request::from_json(Tool::QueryMysql, asked).expect("valid");
        assert_eq!(request.json(), asked);
        for extra in ["jdbc_url", "host", "user", "password", "max_rows", "timeout_ms", "read_only", "limit"]
        {
            let request = format!(r#"{{"data_source":"orders","sql":"SELECT 1","params":[],"{extra}":1}}"#);
            let read = Request::from_json(Tool::QueryMysql, &request);
            assert_eq!(read, Err(ErrorCode::InvalidRequest), "{extra}");
        }
    }
}

/// "The system SHALL define stable `snake_case` names and concise descriptions for `lookup_knowledge`, `query_logs`, and
/// `query_mysql`. Each description SHALL state when to call the Tool, its minimal input, and what it cannot query, and
/// SHALL NOT describe retrieval internals, infrastructure coordinates, credentials, audit storage, retries, result
/// limits, or ranking implementation."
mod tool_descriptions_shall_be_concise_and_implementation_neutral {
    use super::*;

    /// Words, in lower case, that name how a tool is made rather than what it is for.
    const INTERNALS: &[&str] = &[
        "milvus",
        "l0",
        "l1",
        "vector",
        "embedding",
        "rerank",
        "rank",
        "score",
        "bm25",
        "chunk",
        "context pack",
        "cls",
        "region",
        "topicid",
        "topic id",
        "topic_id",
        "redis",
        "jdbc",
        "password",
        "credential",
        "secret",
        "token",
        "api key",
        "topk",
        "top_k",
        "top k",
        "limit",
        "trace",
        "retry",
        "retries",
        "audit",
        "mock",
        "cache",
        "fallback",
        "endpoint",
        "host",
        "cluster",
        "pool",
        "redact",
        "sandbox",
        "wasm",
        "projector",
        "truncat",
    ];

    #[test]
    fn agent_receives_tool_definitions() {
        for form in [ToolForm::Mcp, ToolForm::OpenAi, ToolForm::Anthropic] {
            let definitions = tool_definitions(form);
            let mut texts = Vec::new();
            described(&definitions, &mut texts);
            assert!(texts.len() >= 9, "three tools and their fields: {texts:?}");
            for text in texts {
                let text = text.to_lowercase();
                let words: Vec<_> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
                for internal in INTERNALS {
                    let named = if internal.contains(' ') {
                        text.contains(internal)
                    } else {
                        words.iter().any(|word| word.starts_with(internal))
                    };
                    assert!(!named, "{internal}: {text}");
                }
            }
        }
    }

    /// Every description and every name of a property or tool. The results' schemas name their own fields only.
    fn described<'v>(value: &'v Value, texts: &mut Vec<&'v str>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| described(item, texts)),
            Value::Object(fields) => {
                for (name, field) in fields {
                    match field {
                        Value::String(text) if name == "description" || name == "name" => texts.push(text),
                        // The contract's own field `truncated` is no internal.
                        _ if name == "outputSchema" => {}
                        _ => {
                            if name == "properties" {
                                texts.extend(keys(field));
                            }
                            described(field, texts);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    #[test]
    fn each_description_says_when_with_what_and_what_not() {
        for tool in Tool::ALL {
            let description = tool.description();
            assert!(description.starts_with("Call this when "), "{description}");
            assert!(description.contains("Minimal input: "), "{description}");
            assert!(description.contains("Cannot "), "{description}");
            assert!(description.len() <= 400, "concise: {} bytes", description.len());
            assert!(tool.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
            let required = request_schema(tool)["required"].as_array().cloned().unwrap_or_default();
            for field in required {
                let field = field.as_str().expect("a name");
                assert!(description.contains(field), "{tool:?} does not name {field}");
            }
        }
    }

    #[test]
    fn output_schemas_name_nothing_beyond_the_frozen_results() {
        for (tool, payload) in ONE {
            let schema = result_schema(tool).to_string().to_lowercase();
            for internal in ["milvus", "trace", "score", "metadata", "instance", "metrics", "connection"] {
                assert!(!schema.contains(internal), "{tool:?} {internal}");
            }
            assert!(!answer_json(tool, payload).is_empty());
        }
    }
}

/// "This change SHALL add contract types, descriptions, and tests without changing the current `LookupKnowledgeTool`,
/// `QueryLogsTools`, `ChatService`, `AiOpsService`, Controller, Tool registration, or Agent-visible runtime results."
mod contract_freeze_shall_not_cut_over_the_current_runtime {
    use super::*;

    /// The contract stands alone: it names no runtime, registers nothing, and asking it for a definition, a request or
    /// an empty result runs nothing. Whoever has legacy tools keeps them until they call the sandbox by themselves.
    #[test]
    fn stage_1_tests_pass() {
        let manifest = include_str!("../../wit/Cargo.toml");
        let (_, dependencies) = manifest.split_once("[dependencies]").expect("dependencies");
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for line in dependencies.lines().filter(|line| !line.trim().is_empty()) {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(["serde", "serde_json", "thiserror", "time"].contains(&name), "{line}");
        }
        for tool in Tool::ALL {
            let (call, request) = (gobo_tests::call("call_1"), gobo_tests::request(tool));
            let empty = ToolResult::empty(&call, &request);
            assert_eq!(empty.evidence_status(), EvidenceStatus::NoEvidence);
        }
    }
}
