//! The boundary's rules, each with a tool and a projector that count their calls.

use std::sync::Arc;
use std::time::Duration;

use crate::support::counting::{Bench, CountingTool, KNOWLEDGE, LOGS, run};
use gobo::boundary::{Answer, Key, LegacyPayload, Options, RunBudget, RunContext};
use gobo::store::{Filter, MemoryStore};
use gobo_contract::{Bounds, ErrorCode, EvidenceStatus, InvocationStatus, PayloadFormat, Tool, ToolCallId};

const LOG_PAYLOAD: &str = r#"{"success":true,"logs":[{"timestamp":"2026-02-03T10:00:00Z","level":"ERROR","service":"api","message":"timeout"}],"total":1}"#;

async fn bench(tool: CountingTool, options: Options) -> Bench {
    Bench::new(Arc::new(MemoryStore::new()), tool, options).await
}

async fn invoke(bench: &Bench, id: &str, tool: Tool, request: &str) -> Answer {
    bench.boundary.invoke(run("run-1"), Some(id), tool, request).await
}

async fn records(bench: &Bench) -> usize {
    bench.store.list(&Filter { count: 100, ..Filter::default() }).await.expect("a list").len()
}

fn error(answer: &Answer) -> Option<ErrorCode> {
    assert_eq!(answer.error.is_some(), answer.evidence_status == EvidenceStatus::Error);
    assert_eq!(answer.error.is_some(), answer.json.starts_with(r#"{"evidence_status":"ERROR""#));
    answer.error
}

/// Each refusal of preflight: the code, and what to change about a good call to get it.
#[tokio::test]
async fn a_refused_call_touches_neither_tool_nor_projector_and_blocks_no_later_call() {
    let sql =
        |sql: &str, params: &str| format!(r#"{{"data_source":"orders","sql":"{sql}","params":{params}}}"#);
    let long = format!(r#"{{"query":"{}"}}"#, "q".repeat(2_049));
    let stranger = RunContext { caller: "stranger".into(), ..run("run-1") };
    let run_1 = run("run-1");
    let cases: Vec<(ErrorCode, RunContext, Option<&str>, Tool, String)> = vec![
        (ErrorCode::InvalidToolCallId, run_1.clone(), None, Tool::QueryLogs, LOGS.into()),
        (ErrorCode::InvalidToolCallId, run_1.clone(), Some(" "), Tool::QueryLogs, LOGS.into()),
        (ErrorCode::InvalidToolCallId, run_1.clone(), Some("a\nb"), Tool::QueryLogs, LOGS.into()),
        (ErrorCode::InvalidRequest, run_1.clone(), Some("c"), Tool::QueryLogs, KNOWLEDGE.into()),
        (ErrorCode::InvalidRequest, run_1.clone(), Some("c"), Tool::QueryLogs, "not JSON".into()),
        (ErrorCode::RequestTooLarge, run_1.clone(), Some("c"), Tool::LookupKnowledge, long),
        (ErrorCode::RunNotOwned, run("elsewhere"), Some("c"), Tool::QueryLogs, LOGS.into()),
        (ErrorCode::RunNotOwned, run(""), Some("c"), Tool::QueryLogs, LOGS.into()),
        (ErrorCode::RunNotOwned, run("run\0"), Some("c"), Tool::QueryLogs, LOGS.into()),
        (ErrorCode::RunNotOwned, stranger, Some("c"), Tool::QueryLogs, LOGS.into()),
        (
            ErrorCode::Unauthorized,
            run_1.clone(),
            Some("c"),
            Tool::QueryLogs,
            r#"{"topic":"SYSTEM_EVENTS","query":""}"#.into(),
        ),
        (
            ErrorCode::Unauthorized,
            run_1.clone(),
            Some("c"),
            Tool::QueryMysql,
            r#"{"data_source":"hr","sql":"SELECT 1","params":[]}"#.into(),
        ),
        (ErrorCode::NotReadOnly, run_1.clone(), Some("c"), Tool::QueryMysql, sql("DELETE FROM orders", "[]")),
        (ErrorCode::NotReadOnly, run_1.clone(), Some("c"), Tool::QueryMysql, sql("SELECT ?", "[]")),
        (ErrorCode::NotReadOnly, run_1.clone(), Some("c"), Tool::QueryMysql, sql("SELECT SLEEP(?)", "[9]")),
    ];
    let bench = bench(CountingTool::new(LOG_PAYLOAD), Options::default()).await;
    for (code, run, id, tool, request) in cases {
        let answer = bench.boundary.invoke(run, id, tool, &request).await;
        assert_eq!(error(&answer), Some(code), "{request}");
        let is_referencable = answer.json.contains("\"tool_call_id\"");
        assert_eq!(is_referencable, code != ErrorCode::InvalidToolCallId);
    }
    assert_eq!((bench.counts(), records(&bench).await), ((0, 0), 0));
    assert_eq!(error(&invoke(&bench, "c", Tool::QueryLogs, LOGS).await), None);
    assert_eq!((bench.counts(), records(&bench).await), ((1, 1), 1));
}

#[tokio::test]
async fn the_first_thing_that_is_wrong_is_told() {
    let bench = bench(
        CountingTool { is_read_only: false, ..CountingTool::new("{}") },
        Options { run_budget: RunBudget { calls: 0, ..RunBudget::default() }, ..Options::default() },
    )
    .await;
    let stranger = || RunContext { caller: "stranger".into(), ..run("run-1") };
    let hr = r#"{"data_source":"hr","sql":"DELETE","params":[]}"#;
    let orders = r#"{"data_source":"orders","sql":"SELECT 1","params":[]}"#;
    let refuse = async |run, id: &str, request: &str| {
        error(&bench.boundary.invoke(run, Some(id), Tool::QueryMysql, request).await).expect("refused")
    };
    assert_eq!(refuse(stranger(), "", "{").await, ErrorCode::InvalidToolCallId);
    assert_eq!(refuse(stranger(), "c", "{").await, ErrorCode::InvalidRequest);
    assert_eq!(refuse(stranger(), "c", hr).await, ErrorCode::RunNotOwned);
    assert_eq!(refuse(run("run-1"), "c", hr).await, ErrorCode::Unauthorized);
    assert_eq!(refuse(run("run-1"), "c", orders).await, ErrorCode::NotReadOnly);
    assert_eq!((bench.counts(), records(&bench).await), ((0, 0), 0));
}

#[tokio::test]
async fn a_tool_that_does_not_say_that_it_only_reads_is_not_called() {
    let bench =
        bench(CountingTool { is_read_only: false, ..CountingTool::new("{}") }, Options::default()).await;
    assert_eq!(error(&invoke(&bench, "c", Tool::QueryLogs, LOGS).await), Some(ErrorCode::NotReadOnly));
    assert_eq!(bench.counts(), (0, 0));
}

#[tokio::test]
async fn a_repeated_call_is_a_duplicate_and_with_replay_its_frozen_bytes() {
    for replay in [false, true] {
        let bench = bench(CountingTool::new(LOG_PAYLOAD), Options { replay, ..Options::default() }).await;
        let first = invoke(&bench, "c", Tool::QueryLogs, LOGS).await;
        let again = invoke(&bench, "c", Tool::QueryLogs, LOGS).await;
        if replay {
            assert_eq!(again, first);
        } else {
            assert_eq!(error(&again), Some(ErrorCode::DuplicateCall));
        }
        let other = invoke(&bench, "c", Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"x"}"#).await;
        assert_eq!(error(&other), Some(ErrorCode::DuplicateCall));
        let other_tool = invoke(&bench, "c", Tool::LookupKnowledge, KNOWLEDGE).await;
        assert_eq!(error(&other_tool), Some(ErrorCode::DuplicateCall));
        assert_eq!((bench.counts(), records(&bench).await), ((1, 1), 1));
        let other_turn = RunContext { turn: Some(2), ..run("run-1") };
        let turned = bench.boundary.invoke(other_turn, Some("c"), Tool::QueryLogs, LOGS).await;
        assert_eq!((error(&turned), bench.counts()), (None, (2, 2)));
    }
}

#[tokio::test]
async fn a_failed_call_is_replayed_as_its_failure_and_does_not_run_again() {
    let tool = CountingTool { answer: Err(ErrorCode::ToolFailed), ..CountingTool::new("") };
    let bench = bench(tool, Options { replay: true, ..Options::default() }).await;
    let first = invoke(&bench, "c", Tool::QueryLogs, LOGS).await;
    assert_eq!(error(&first), Some(ErrorCode::ToolFailed));
    assert_eq!(invoke(&bench, "c", Tool::QueryLogs, LOGS).await, first);
    assert_eq!(bench.counts(), (1, 0));
}

#[tokio::test]
async fn a_call_that_still_runs_is_in_progress() {
    let tool = CountingTool { delay: Duration::from_millis(200), ..CountingTool::new(LOG_PAYLOAD) };
    let bench = Arc::new(bench(tool, Options::default()).await);
    let running = tokio::spawn({
        let bench = Arc::clone(&bench);
        async move { invoke(&bench, "c", Tool::QueryLogs, LOGS).await }
    });
    while bench.tool.count() == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(error(&invoke(&bench, "c", Tool::QueryLogs, LOGS).await), Some(ErrorCode::CallInProgress));
    let other = invoke(&bench, "c", Tool::QueryLogs, r#"{"topic":"APPLICATION","query":"x"}"#).await;
    assert_eq!(error(&other), Some(ErrorCode::DuplicateCall));
    assert_eq!(error(&running.await.expect("no panic")), None);
    assert_eq!(bench.counts(), (1, 1));
}

#[tokio::test]
async fn a_run_of_another_caller_is_not_owned() {
    let bench = bench(CountingTool::new(LOG_PAYLOAD), Options::default()).await;
    assert_eq!(error(&invoke(&bench, "c", Tool::QueryLogs, LOGS).await), None);
    let other = RunContext { caller: "other".into(), ..run("run-1") };
    let refused = bench.boundary.invoke(other.clone(), Some("d"), Tool::QueryLogs, LOGS).await;
    assert_eq!(error(&refused), Some(ErrorCode::RunNotOwned));
    // Also for a boundary that has to ask the store.
    let second =
        Bench::new(Arc::clone(&bench.store), CountingTool::new(LOG_PAYLOAD), Options::default()).await;
    let refused = second.boundary.invoke(other, Some("e"), Tool::QueryLogs, LOGS).await;
    assert_eq!((error(&refused), second.counts()), (Some(ErrorCode::RunNotOwned), (0, 0)));
}

#[tokio::test]
async fn each_part_of_a_runs_budget_ends_it_and_a_duplicate_is_still_told() {
    let ample = RunBudget::default;
    let budgets = [
        RunBudget { calls: 1, ..ample() },
        RunBudget { calls_per_tool: [(Tool::QueryLogs, 1)].into(), ..ample() },
        RunBudget { payload_bytes: 1, ..ample() },
        RunBudget { result_bytes: 1, ..ample() },
    ];
    for run_budget in budgets {
        let options = Options { run_budget, ..Options::default() };
        let bench = bench(CountingTool::new(LOG_PAYLOAD), options.clone()).await;
        assert_eq!(error(&invoke(&bench, "a", Tool::QueryLogs, LOGS).await), None);
        let exhausted = invoke(&bench, "b", Tool::QueryLogs, LOGS).await;
        assert_eq!(error(&exhausted), Some(ErrorCode::BudgetExhausted));
        assert_eq!(error(&invoke(&bench, "a", Tool::QueryLogs, LOGS).await), Some(ErrorCode::DuplicateCall));
        // A restart does not give a run a new budget.
        let restarted = Bench::new(Arc::clone(&bench.store), CountingTool::new(LOG_PAYLOAD), options).await;
        let exhausted = invoke(&restarted, "b", Tool::QueryLogs, LOGS).await;
        assert_eq!((error(&exhausted), restarted.counts()), (Some(ErrorCode::BudgetExhausted), (0, 0)));
        assert_eq!((bench.counts(), records(&bench).await), ((1, 1), 1));
        let other_run = bench.boundary.invoke(run("run-2"), Some("b"), Tool::QueryLogs, LOGS).await;
        assert_eq!(error(&other_run), None);
    }
}

#[tokio::test]
async fn a_runs_wall_time_ends_it() {
    let run_budget = RunBudget { wall_ms: 50, ..RunBudget::default() };
    let bench = bench(CountingTool::new(LOG_PAYLOAD), Options { run_budget, ..Options::default() }).await;
    assert_eq!(error(&invoke(&bench, "a", Tool::QueryLogs, LOGS).await), None);
    tokio::time::sleep(Duration::from_millis(60)).await;
    assert_eq!(error(&invoke(&bench, "b", Tool::QueryLogs, LOGS).await), Some(ErrorCode::BudgetExhausted));
}

#[tokio::test]
async fn each_failure_has_its_code_and_its_record() {
    let payload = |text: &str, format| Ok(LegacyPayload { format, text: text.into() });
    let large = "x".repeat(2_000);
    let cases = [
        (ErrorCode::ToolFailed, Err(ErrorCode::ToolFailed)),
        (ErrorCode::ToolTimeout, Err(ErrorCode::ToolTimeout)),
        (ErrorCode::PayloadTooLarge, payload(&large, PayloadFormat::Json)),
        (ErrorCode::PayloadMalformed, payload("garbage", PayloadFormat::Json)),
        (ErrorCode::PayloadMalformed, payload(r#"{"logs":[]}"#, PayloadFormat::Json)),
        (ErrorCode::LegacyFailure, payload(r#"{"success":false,"logs":[]}"#, PayloadFormat::Json)),
    ];
    for (code, answer) in cases {
        let delivered = answer.as_ref().ok().map(|payload| payload.text.len() as u64);
        let bounds = Bounds { payload_bytes: 1_000, ..Bounds::default() };
        let bench =
            bench(CountingTool { answer, ..CountingTool::new("") }, Options { bounds, ..Options::default() })
                .await;
        assert_eq!(error(&invoke(&bench, "c", Tool::QueryLogs, LOGS).await), Some(code));
        let key = Key::new(&run("run-1"), &ToolCallId::new("c").expect("valid"));
        let record = bench.store.get(&key).await.expect("a store").expect("a record");
        assert_eq!(record.status(), InvocationStatus::Error);
        let outcome = record.outcome.expect("ended");
        assert_eq!(
            (outcome.end, outcome.payload.map(|payload| payload.payload_bytes)),
            (Err(code), delivered)
        );
    }
}

#[tokio::test]
async fn a_tool_that_hangs_is_ended_at_its_deadline_and_one_that_panics_has_failed() {
    struct Panics;
    #[async_trait::async_trait]
    impl gobo::boundary::LegacyTool for Panics {
        fn is_read_only(&self) -> bool {
            true
        }
        async fn fetch(&self, _: gobo::boundary::LegacyCall) -> Result<LegacyPayload, ErrorCode> {
            panic!("a bug in the tool")
        }
    }
    let tool = CountingTool { delay: Duration::from_mins(1), ..CountingTool::new("{}") };
    let bench = bench(tool, Options { tool_deadline_ms: 50, ..Options::default() }).await;
    assert_eq!(error(&invoke(&bench, "c", Tool::QueryLogs, LOGS).await), Some(ErrorCode::ToolTimeout));
    let parts = gobo::boundary::Parts {
        store: Arc::clone(&bench.store),
        projectors: Arc::new(gobo::boundary::FixedProjector(Arc::clone(&bench.projector))),
        tools: [(Tool::QueryLogs, Arc::new(Panics) as Arc<dyn gobo::boundary::LegacyTool>)].into(),
        access: Arc::new(crate::support::counting::grants()),
        options: Options::default(),
    };
    let boundary = gobo::boundary::Boundary::start(parts).await.expect("a store");
    let answer = boundary.invoke(run("run-1"), Some("d"), Tool::QueryLogs, LOGS).await;
    assert_eq!(error(&answer), Some(ErrorCode::ToolFailed));
    let answer = boundary.invoke(run("run-1"), Some("e"), Tool::LookupKnowledge, KNOWLEDGE).await;
    assert_eq!(error(&answer), Some(ErrorCode::Unauthorized), "no such tool here");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_goes_away_loses_no_record() {
    let tool = CountingTool { delay: Duration::from_millis(50), ..CountingTool::new(LOG_PAYLOAD) };
    let bench = bench(tool, Options { replay: true, ..Options::default() }).await;
    for at in 0..20 {
        let id = format!("c{at}");
        let gone =
            tokio::time::timeout(Duration::from_millis(at), invoke(&bench, &id, Tool::QueryLogs, LOGS)).await;
        assert!(gone.is_err());
    }
    bench.boundary.shut_down(Duration::from_secs(5)).await;
    let filter = Filter { count: 100, ..Filter::default() };
    let records = bench.store.list(&filter).await.expect("a list");
    assert_eq!(
        (records.len() as u64, bench.counts()),
        (bench.tool.count(), (bench.tool.count(), bench.tool.count()))
    );
    assert!(records.iter().all(|record| record.status() == InvocationStatus::Ready));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_ends_what_does_not_end_in_its_grace_and_takes_nothing_new() {
    let tool = CountingTool { delay: Duration::from_mins(1), ..CountingTool::new("{}") };
    let bench = Arc::new(bench(tool, Options::default()).await);
    let running: Vec<_> = (0..10)
        .map(|at| {
            let bench = Arc::clone(&bench);
            tokio::spawn(async move { invoke(&bench, &format!("c{at}"), Tool::QueryLogs, LOGS).await })
        })
        .collect();
    while bench.tool.count() < 10 {
        tokio::task::yield_now().await;
    }
    bench.boundary.shut_down(Duration::from_millis(20)).await;
    for answer in running {
        assert_eq!(error(&answer.await.expect("no panic")), Some(ErrorCode::Internal));
    }
    let projecting = Filter { status: Some(InvocationStatus::Projecting), count: 100, ..Filter::default() };
    assert_eq!(bench.store.list(&projecting).await.map(|records| records.len()), Ok(0));
    assert_eq!(error(&invoke(&bench, "late", Tool::QueryLogs, LOGS).await), Some(ErrorCode::Busy));
}

#[tokio::test]
async fn strict_ids_are_opt_in() {
    for (strict_ids, code) in [(false, None), (true, Some(ErrorCode::InvalidToolCallId))] {
        let bench = bench(CountingTool::new(LOG_PAYLOAD), Options { strict_ids, ..Options::default() }).await;
        assert_eq!(error(&invoke(&bench, "undefined", Tool::QueryLogs, LOGS).await), code);
    }
}

#[tokio::test]
async fn more_calls_than_the_boundary_takes_are_busy() {
    let tool = CountingTool { delay: Duration::from_millis(100), ..CountingTool::new(LOG_PAYLOAD) };
    let bench = Arc::new(bench(tool, Options { calls: 1, ..Options::default() }).await);
    let running = tokio::spawn({
        let bench = Arc::clone(&bench);
        async move { invoke(&bench, "a", Tool::QueryLogs, LOGS).await }
    });
    while bench.tool.count() == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(error(&invoke(&bench, "b", Tool::QueryLogs, LOGS).await), Some(ErrorCode::Busy));
    assert_eq!(error(&running.await.expect("no panic")), None);
    assert_eq!(error(&invoke(&bench, "b", Tool::QueryLogs, LOGS).await), None);
}
