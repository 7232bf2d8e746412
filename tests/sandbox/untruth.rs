//! Answers that the contract does not allow, by the wire and by typed calls.

use gobo::{Budget, Cause};
use gobo_contract::{ErrorCode, Violation};

use crate::hostile::{Hostile, answers_with, data};
use crate::{load, typed, wire};

/// What the embedded projector would answer, with something changed.
fn answered(json: &str) -> (ErrorCode, Cause) {
    let project = answers_with(2_048, u32::try_from(json.len()).expect("short"));
    let projector = load(&Hostile { extra: &data(json), project: &project, ..Hostile::default() });
    let failure = wire(&projector, &Budget::default()).expect_err("untrue");
    (failure.code, failure.cause)
}

fn violation(json: &str) -> Violation {
    match answered(json) {
        (ErrorCode::ProjectionFailed, Cause::Violation(violation)) => violation,
        other => panic!("{other:?}"),
    }
}

const HONEST: &str = r#"{"evidence_status":"EVIDENCE_FOUND","tool_call_id":"call_1","query":"pool exhausted","evidence":[{"document_id":"","source":"","title":"t","breadcrumb":"","excerpt":"text"}],"returned_count":1,"truncated":false}"#;

#[test]
fn an_honest_answer_passes_so_that_the_others_fail_for_their_own_reason() {
    let project = answers_with(2_048, u32::try_from(HONEST.len()).expect("short"));
    let projector = load(&Hostile { extra: &data(HONEST), project: &project, ..Hostile::default() });
    assert_eq!(wire(&projector, &Budget::default()).expect("honest").json, HONEST);
}

#[test]
fn another_tool_call_id() {
    assert_eq!(violation(&HONEST.replace("call_1", "call_2")), Violation::ToolCallId);
}

#[test]
fn another_query() {
    assert_eq!(violation(&HONEST.replace("pool exhausted", "pool")), Violation::Echo("query"));
}

#[test]
fn counts_that_lie() {
    assert_eq!(violation(&HONEST.replace(":1,", ":2,")), Violation::Count("returned_count"));
}

#[test]
fn a_status_that_lies() {
    assert_eq!(violation(&HONEST.replace("EVIDENCE_FOUND", "NO_EVIDENCE")), Violation::Status);
    assert_eq!(violation(&HONEST.replace("EVIDENCE_FOUND", "ERROR")), Violation::Status);
}

#[test]
fn a_bound_that_is_broken() {
    let long = HONEST.replace("\"text\"", &format!("\"{}\"", "x".repeat(1_201)));
    assert_eq!(violation(&long), Violation::AboveBound("excerpt"));
}

#[test]
fn a_key_too_many_or_too_few_and_no_json_at_all() {
    for untrue in [
        HONEST.replace("\"truncated\":false", "\"truncated\":false,\"score\":0.9"),
        HONEST.replace(",\"truncated\":false", ""),
        HONEST.replace('{', "["),
        format!("{HONEST}{HONEST}"),
        String::new(),
    ] {
        assert_eq!(answered(&untrue), (ErrorCode::ProjectionFailed, Cause::FalseCode), "{untrue}");
    }
}

#[test]
fn a_code_that_only_a_host_may_raise() {
    for code in [ErrorCode::Unauthorized, ErrorCode::InvalidToolCallId, ErrorCode::Busy] {
        let json = gobo_contract::ErrorResult::new(None, code).to_json();
        assert_eq!(answered(&json), (ErrorCode::ProjectionFailed, Cause::FalseCode));
    }
    let json = gobo_contract::ErrorResult::new(None, ErrorCode::LegacyFailure).to_json();
    assert_eq!(answered(&json), (ErrorCode::LegacyFailure, Cause::Answered), "this one is a projector's own");
}

#[test]
fn another_tool_call_id_in_a_typed_answer() {
    // `ok`, a result without evidence for "call_2" and the query that was asked, an empty report.
    let extra = "(data (i32.const 2048) \"call_2pool exhausted\")
        (data (i32.const 3000)
          \"\\00\\00\\00\\00\\00\\00\\00\\00\" ;; ok
          \"\\01\\00\\00\\00\" ;; no-evidence
          \"\\00\\08\\00\\00\\06\\00\\00\\00\" ;; call_2
          \"\\06\\08\\00\\00\\0e\\00\\00\\00\" ;; pool exhausted
          \"\\00\\00\\00\\00\\00\\00\\00\\00\" ;; no evidence
          \"\\00\\00\\00\\00\\00\\00\\00\\00\" ;; none returned, not truncated
        )";
    let projector = load(&Hostile { extra, lookup_knowledge: "(i32.const 3000)", ..Hostile::default() });
    let failure = typed(&projector, &Budget::default()).expect_err("untrue");
    assert_eq!(failure.cause, Cause::Violation(Violation::ToolCallId));
}

#[test]
fn a_typed_answer_that_is_no_value_of_its_type() {
    let projector = load(&Hostile {
        extra: "(data (i32.const 3000) \"\\07\")",
        lookup_knowledge: "(i32.const 3000)",
        ..Hostile::default()
    });
    let failure = typed(&projector, &Budget::default()).expect_err("no such case");
    assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionFailed, Cause::Returned));
}
