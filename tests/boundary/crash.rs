//! A real process that makes calls, killed with -9 wherever it happens to be, and started again.

use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use gobo::boundary::{Boundary, FixedProjector, Key, LegacyCall, LegacyPayload, LegacyTool, Options, Parts};
use gobo::store::{Filter, PostgresStore, RecordStore, SqliteStore};
use gobo_contract::{ErrorCode, InvocationStatus, Request, Tool, ToolCallId};

use crate::support::counting::{CountingProjector, grants, run};
use crate::support::postgres::Postgres;

/// Tells the worker below where its store is.
const STORE: &str = "GOBO_TEST_STORE";
/// Tells it where to write what ran and what was answered.
const FOLDER: &str = "GOBO_TEST_FOLDER";
/// Tells it how many calls to make.
const CALLS: &str = "GOBO_TEST_CALLS";

const KILLS: u64 = 50;

/// Writes down that it ran before it answers, in one write to a file that it only appends to.
struct WritingTool(PathBuf);

#[async_trait]
impl LegacyTool for WritingTool {
    fn is_read_only(&self) -> bool {
        true
    }

    async fn fetch(&self, call: LegacyCall) -> Result<LegacyPayload, ErrorCode> {
        let Request::Logs(request) = call.request else { return Err(ErrorCode::ToolFailed) };
        append(&self.0, &request.query);
        tokio::time::sleep(Duration::from_micros(500)).await;
        let entry =
            r#"{"timestamp":"2026-02-03T10:00:00Z","level":"ERROR","service":"api","message":"timeout"}"#;
        Ok(LegacyPayload::json(format!(r#"{{"success":true,"logs":[{entry}],"total":1}}"#)))
    }
}

fn append(path: &Path, line: &str) {
    let mut file = OpenOptions::new().append(true).create(true).open(path).expect("a file");
    file.write_all(format!("{line}\n").as_bytes()).expect("written");
}

fn open(store: &str) -> Arc<dyn RecordStore> {
    match store.strip_prefix("sqlite:") {
        Some(path) => Arc::new(SqliteStore::open(Path::new(path)).expect("a file")),
        None => Arc::new(PostgresStore::new(store).expect("a string")),
    }
}

fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// The process that is killed. Makes every call again that it made before: with replay, nothing may run twice.
#[test]
#[ignore = "a worker that other tests start"]
fn worker() {
    let Ok(store) = std::env::var(STORE) else { return };
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("a folder"));
    let calls: usize = std::env::var(CALLS).expect("a number").parse().expect("a number");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let tool: Arc<dyn LegacyTool> = Arc::new(WritingTool(folder.join("ran")));
        let parts = Parts {
            store: open(&store),
            projectors: Arc::new(FixedProjector(Arc::new(CountingProjector::default()))),
            tools: BTreeMap::from([(Tool::QueryLogs, tool)]),
            access: Arc::new(grants()),
            options: Options { replay: true, ..unlimited() },
        };
        let boundary = Boundary::start(parts).await.expect("a store");
        let mut workers = tokio::task::JoinSet::new();
        for lane in 0..4 {
            let (boundary, folder) = (Arc::clone(&boundary), folder.clone());
            workers.spawn(async move {
                // The last few that ran before, again, and then new ones.
                let seen = lines(&folder.join("ran")).len();
                for at in (seen.saturating_sub(8)..calls).filter(|at| at % 4 == lane) {
                    let id = format!("call_{at}");
                    let request = format!(r#"{{"topic":"APPLICATION","query":"{id}"}}"#);
                    let answer = boundary.invoke(run("run-1"), Some(&id), Tool::QueryLogs, &request).await;
                    append(&folder.join("answers"), &format!("{id}\t{}", answer.json));
                }
            });
        }
        while workers.join_next().await.is_some() {}
    });
}

fn unlimited() -> Options {
    let mut options = Options::default();
    options.run_budget.calls = u64::MAX;
    options.run_budget.result_bytes = u64::MAX;
    options
}

fn start(store: &str, folder: &Path, calls: usize) -> Child {
    Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "crash::worker", "--ignored", "--nocapture"])
        .env(STORE, store)
        .env(FOLDER, folder)
        .env(CALLS, calls.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a worker")
}

fn ran_once_each(folder: &Path) -> usize {
    let ran = lines(&folder.join("ran"));
    let distinct: HashSet<&String> = ran.iter().collect();
    assert_eq!(distinct.len(), ran.len(), "a key ran twice");
    ran.len()
}

fn kill_at_random_points(store: &str, folder: &Path) {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..KILLS {
        let ran_before = lines(&folder.join("ran")).len();
        let mut worker = start(store, folder, usize::MAX / 2);
        let started = Instant::now();
        while lines(&folder.join("ran")).len() == ran_before {
            assert!(started.elapsed() < Duration::from_secs(30), "the worker does not work");
            std::thread::sleep(Duration::from_millis(1));
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros(random >> 32 & 0x7fff));
        worker.kill().expect("kill -9");
        worker.wait().expect("dead");
    }
    let ran = ran_once_each(folder);
    let cut_off = ran - check_records(store, folder, ran);
    println!("{KILLS} kills, {ran} calls ran, {cut_off} of them were cut off");
    assert!(cut_off > 0, "no kill came in the middle of a call");
}

/// After a restart nothing is `PROJECTING`, and what callers saw is what is recorded. How many calls ended well.
fn check_records(store: &str, folder: &Path, ran: usize) -> usize {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = open(store);
        // The database may notice a dead connection a moment later.
        let start = Instant::now();
        let projecting =
            Filter { status: Some(InvocationStatus::Projecting), count: 100, ..Filter::default() };
        loop {
            store.recover(1).await.expect("recovery");
            if store.list(&projecting).await.expect("a list").is_empty() {
                break;
            }
            assert!(start.elapsed() < Duration::from_secs(5), "left PROJECTING");
        }
        let mut seen = 0;
        for line in lines(&folder.join("answers")) {
            let (id, json) = line.split_once('\t').expect("whole");
            if json.contains("CALL_IN_PROGRESS") {
                // Told before the database had noticed that whoever ran it was dead.
                continue;
            }
            let key = Key::new(&run("run-1"), &ToolCallId::new(id).expect("valid"));
            let record = store.get(&key).await.expect("a store").expect("a record");
            match record.outcome.expect("ended").end {
                Ok(recorded) => assert_eq!(recorded, json),
                Err(code) => assert!(json.contains(code.form().code), "{json}"),
            }
            seen += 1;
        }
        let ready = Filter {
            status: Some(InvocationStatus::Ready),
            count: u32::try_from(ran).expect("few") + 1,
            ..Filter::default()
        };
        let ready = store.list(&ready).await.expect("a list").len();
        assert!(seen >= ready / 2 && ready <= ran, "{seen} seen, {ready} ready, {ran} ran");
        ready
    })
}

#[test]
fn kill_9_at_50_random_points_runs_no_key_twice_in_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = format!("sqlite:{}", folder.path().join("records.db").display());
    kill_at_random_points(&store, folder.path());
}

#[test]
fn kill_9_at_50_random_points_runs_no_key_twice_in_postgres() {
    let Some(postgres) = Postgres::shared() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    kill_at_random_points(&postgres.database(), folder.path());
}

#[test]
fn two_processes_on_one_store_run_each_key_once() {
    const CALLS: usize = 400;
    let folder = tempfile::tempdir().expect("a folder");
    let mut stores = vec![format!("sqlite:{}", folder.path().join("records.db").display())];
    stores.extend(Postgres::shared().map(Postgres::database));
    for (at, store) in stores.iter().enumerate() {
        let folder = folder.path().join(at.to_string());
        std::fs::create_dir(&folder).expect("a folder");
        let workers = [start(store, &folder, CALLS), start(store, &folder, CALLS)];
        for mut worker in workers {
            assert!(worker.wait().expect("ended").success());
        }
        assert_eq!(ran_once_each(&folder), CALLS, "{store}");
    }
}
