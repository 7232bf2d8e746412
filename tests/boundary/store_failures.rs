//! A record store that is full, locked, gone or restarted: a typed error, no wrong result, and recovery without help.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gobo::boundary::{Answer, Key, Options};
use gobo::store::{PostgresStore, RecordStore, SqliteStore};
use gobo_contract::{ErrorCode, InvocationStatus, Tool, ToolCallId};

use crate::support::counting::{Bench, CountingTool, LOGS, run};
use crate::support::postgres::Postgres;

fn tool(delay_ms: u64) -> CountingTool {
    let payload = r#"{"success":true,"logs":[],"total":0}"#;
    CountingTool { delay: Duration::from_millis(delay_ms), ..CountingTool::new(payload) }
}

async fn invoke(bench: &Bench, id: &str) -> Answer {
    bench.boundary.invoke(run("run-1"), Some(id), Tool::QueryLogs, LOGS).await
}

async fn status(store: &dyn RecordStore, id: &str) -> Option<InvocationStatus> {
    let key = Key::new(&run("run-1"), &ToolCallId::new(id).expect("valid"));
    store.get(&key).await.expect("a store").map(|record| record.status())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_internal_runs_nothing_and_heals_when_there_is_room() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let mount = |arguments: &[&str]| {
        std::process::Command::new(arguments[0])
            .args(&arguments[1..])
            .status()
            .is_ok_and(|status| status.success())
    };
    if !mount(&["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", path]) {
        eprintln!("NOT TESTED: mounting a small disk needs root");
        return;
    }
    {
        let store = Arc::new(SqliteStore::open(&folder.path().join("records.db")).expect("a file"));
        let options = Options { finish_ms: 200, ..Options::default() };
        let bench = Bench::new(store, tool(0), options).await;
        let ballast = folder.path().join("ballast");
        let _ = std::fs::write(&ballast, vec![0_u8; 400 * 1024]);
        let full = invoke(&bench, "a").await;
        assert_eq!((full.error, bench.counts()), (Some(ErrorCode::Internal), (0, 0)));
        std::fs::remove_file(&ballast).expect("room");
        assert_eq!(invoke(&bench, "a").await.error, None, "the refused call has left no record");
        assert_eq!(bench.counts(), (1, 1));
    }
    assert!(mount(&["umount", path]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_store_is_busy_and_a_call_that_waits_for_it_ends_well() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records.db");
    let bench =
        Bench::new(Arc::new(SqliteStore::open(&path).expect("a file")), tool(0), Options::default()).await;
    assert_eq!(invoke(&bench, "a").await.error, None);
    // Somebody else who writes for a long time.
    let lock = |seconds: u64| {
        let other = rusqlite::Connection::open(&path).expect("the file");
        other.execute_batch("BEGIN IMMEDIATE").expect("a lock");
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(seconds));
            other.execute_batch("ROLLBACK").expect("ended");
        })
    };
    let short = lock(1);
    assert_eq!(invoke(&bench, "b").await.error, None);
    short.join().expect("ended");
    let long = lock(7);
    assert_eq!(invoke(&bench, "c").await.error, Some(ErrorCode::Busy));
    assert_eq!(bench.counts(), (2, 2));
    long.join().expect("ended");
    assert_eq!(invoke(&bench, "c").await.error, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_lost_mid_call_is_internal_and_its_record_an_error_as_soon_as_it_is_back() {
    let Some(mut postgres) = Postgres::start() else { return };
    let store = Arc::new(PostgresStore::new(&postgres.database()).expect("a string"));
    let options = Options { finish_ms: 300, ..Options::default() };
    let bench = Arc::new(Bench::new(Arc::clone(&store) as Arc<dyn RecordStore>, tool(500), options).await);
    let running = tokio::spawn({
        let bench = Arc::clone(&bench);
        async move { invoke(&bench, "a").await }
    });
    while bench.tool.count() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    postgres.stop();
    let lost = running.await.expect("no panic");
    assert_eq!((lost.error, bench.counts()), (Some(ErrorCode::Internal), (1, 1)));
    let while_lost = invoke(&bench, "b").await;
    assert_eq!((while_lost.error, bench.tool.count()), (Some(ErrorCode::Internal), 1));
    assert_eq!(
        invoke(&bench, "a").await.error,
        Some(ErrorCode::CallInProgress),
        "its end is not written yet"
    );
    postgres.resume();
    let start = Instant::now();
    while status(store.as_ref(), "a").await != Some(InvocationStatus::Error) {
        assert!(start.elapsed() < Duration::from_secs(10), "not ended");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(invoke(&bench, "c").await.error, None);
    assert_eq!(bench.tool.count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_of_postgres_mid_call_is_waited_for_and_loses_nothing() {
    let Some(mut postgres) = Postgres::start() else { return };
    let store = Arc::new(PostgresStore::new(&postgres.database()).expect("a string"));
    let bench =
        Arc::new(Bench::new(Arc::clone(&store) as Arc<dyn RecordStore>, tool(200), Options::default()).await);
    for round in 0..2 {
        let id = format!("call_{round}");
        let running = tokio::spawn({
            let (bench, id) = (Arc::clone(&bench), id.clone());
            async move { invoke(&bench, &id).await }
        });
        while bench.tool.count() == round {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        postgres.stop();
        postgres.resume();
        assert_eq!(running.await.expect("no panic").error, None);
        assert_eq!(status(store.as_ref(), &id).await, Some(InvocationStatus::Ready));
    }
}

/// Two hosts on one database: what one recovers at its start is not the other's.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_starts_leaves_another_hosts_running_calls_alone() {
    let Some(postgres) = Postgres::shared() else { return };
    let connection = postgres.database();
    let open = || Arc::new(PostgresStore::new(&connection).expect("a string"));
    let first = Arc::new(Bench::new(open(), tool(600), Options::default()).await);
    let running = tokio::spawn({
        let first = Arc::clone(&first);
        async move { invoke(&first, "a").await }
    });
    while first.tool.count() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let second = Bench::new(open(), tool(0), Options { recovery_ms: 20, ..Options::default() }).await;
    assert_eq!(invoke(&second, "a").await.error, Some(ErrorCode::CallInProgress));
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(running.await.expect("no panic").error, None);
    assert_eq!(
        (status(first.store.as_ref(), "a").await, second.counts()),
        (Some(InvocationStatus::Ready), (0, 0))
    );
}
