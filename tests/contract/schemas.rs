//! Proves that requests and results, `ERROR` included, are what their JSON Schemas say, and that the schemas refuse what
//! the contract refuses.

use gobo_contract::{ErrorCode, ErrorResult, Request, Tool, ToolCallId, request_schema, result_schema};
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::sandboxed::read;

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).expect("a valid schema")
}

/// A request, the change that makes another of it, and whether the contract accepts that.
fn requests(tool: Tool) -> Vec<(Value, bool)> {
    let plain: Value = serde_json::from_str(&gobo_tests::request(tool).json()).expect("JSON");
    let with = |name: &str, value: Value| {
        let mut request = plain.clone();
        request[name] = value;
        request
    };
    let mut requests =
        vec![(plain.clone(), true), (json!({}), false), (json!([]), false), (Value::Null, false)];
    for name in plain.as_object().expect("an object").keys() {
        let mut without = plain.clone();
        without.as_object_mut().expect("an object").remove(name);
        requests.push((without, name == "lookback_minutes"));
        requests.push((with(name, Value::Null), false));
        requests.push((with(name, json!({})), false));
    }
    for unknown in ["tool_call_id", "limit", "region", "top_k", "jdbc_url", "Query", ""] {
        requests.push((with(unknown, json!("x")), false));
    }
    match tool {
        Tool::LookupKnowledge => {
            requests.push((with("query", json!("q".repeat(2_048))), true));
            requests.push((with("query", json!("q".repeat(2_049))), false));
            requests.push((with("query", json!("")), false));
        }
        Tool::QueryLogs => {
            for (minutes, accepted) in [(1, true), (10_080, true), (0, false), (10_081, false), (-1, false)] {
                requests.push((with("lookback_minutes", json!(minutes)), accepted));
            }
            requests.push((with("lookback_minutes", json!(1.5)), false));
            requests.push((with("topic", json!("DATABASE_SLOW_QUERY")), true));
            requests.push((with("topic", json!("AUDIT")), false));
            requests.push((with("query", json!("")), true));
        }
        Tool::QueryMysql => {
            requests.push((with("params", json!([1, 1.5, "x", true, null])), true));
            requests.push((with("params", json!([[1]])), false));
            requests.push((with("params", json!([{}])), false));
            requests.push((with("params", json!(vec![1; 256])), true));
            requests.push((with("params", json!(vec![1; 257])), false));
            requests.push((with("data_source", json!("d".repeat(129))), false));
        }
    }
    requests
}

#[test]
fn the_request_schemas_and_the_reader_accept_the_same() {
    for tool in Tool::ALL {
        let schema = validator(&request_schema(tool));
        for (request, accepted) in requests(tool) {
            assert_eq!(schema.is_valid(&request), accepted, "schema of {tool:?}: {request}");
            assert_eq!(
                Request::from_json(tool, &request.to_string()).is_ok(),
                accepted,
                "{tool:?}: {request}"
            );
        }
    }
}

#[test]
fn every_result_fits_the_schema_of_its_tool_and_of_no_other() {
    for tool in Tool::ALL {
        let (_, sample) = gobo::source::mock::sample(tool);
        let empty = match tool {
            Tool::LookupKnowledge => r#"{"success":true,"evidence_blocks":[]}"#,
            Tool::QueryLogs => r#"{"success":true,"logs":[]}"#,
            Tool::QueryMysql => r#"{"success":true,"columns":["a"],"rows":[]}"#,
        };
        for payload in [sample, empty] {
            let result = read(tool, payload);
            for other in Tool::ALL {
                let fits = validator(&result_schema(other)).is_valid(&result);
                assert_eq!(fits, other == tool, "{tool:?} under {other:?}: {result}");
            }
        }
    }
}

#[test]
fn every_error_fits_the_schema_of_every_tool() {
    let id = ToolCallId::new("call_1").expect("valid");
    for tool in Tool::ALL {
        let schema = validator(&result_schema(tool));
        for code in ErrorCode::ALL {
            for id in [None, Some(&id)] {
                let result = serde_json::to_value(ErrorResult::new(id, *code)).expect("plain");
                assert!(schema.is_valid(&result), "{result}");
            }
        }
        assert!(schema.is_valid(&read(tool, "no JSON")));
    }
}

#[test]
fn a_result_with_any_other_key_or_a_missing_one_does_not_fit() {
    for tool in Tool::ALL {
        let schema = validator(&result_schema(tool));
        let result = read(tool, gobo::source::mock::sample(tool).1);
        let object = result.as_object().expect("an object");
        for key in object.keys() {
            let mut without = object.clone();
            without.remove(key);
            assert!(!schema.is_valid(&without.into()), "{tool:?} without {key}");
        }
        for key in ["status", "message", "retrieval_trace", "error", "metadata"] {
            let mut more = object.clone();
            more.insert(key.to_owned(), json!({}));
            assert!(!schema.is_valid(&more.into()), "{tool:?} with {key}");
        }
        let mut status = object.clone();
        status.insert("evidence_status".to_owned(), json!("READY"));
        assert!(!schema.is_valid(&status.into()), "the lifecycle's word");
    }
}
