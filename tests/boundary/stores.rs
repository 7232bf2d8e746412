//! One suite for all record stores.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::support::postgres::Postgres;
use gobo::boundary::{Claim, Digest, Key, Outcome, PayloadFacts, RunContext, Work};
use gobo::store::{
    Attempt, Claimed, Filter, MemoryStore, PostgresStore, RecordStore, Retention, SqliteStore, StoreError,
};
use gobo_contract::{ErrorCode, InvocationStatus, Report, Tool, ToolCallId};

/// A place where records are kept, which several processes may open.
pub(crate) struct Place {
    pub(crate) open: Box<dyn Fn() -> Arc<dyn RecordStore> + Send + Sync>,
    pub(crate) is_shared: bool,
    _folder: Option<tempfile::TempDir>,
}

pub(crate) fn memory() -> Option<Place> {
    let store: Arc<dyn RecordStore> = Arc::new(MemoryStore::new());
    Some(Place { open: Box::new(move || Arc::clone(&store)), is_shared: false, _folder: None })
}

pub(crate) fn sqlite() -> Option<Place> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records.db");
    let open = move || Arc::new(SqliteStore::open(&path).expect("a file")) as Arc<dyn RecordStore>;
    Some(Place { open: Box::new(open), is_shared: true, _folder: Some(folder) })
}

pub(crate) fn postgres() -> Option<Place> {
    let connection = Postgres::shared()?.database();
    let open = move || Arc::new(PostgresStore::new(&connection).expect("a string")) as Arc<dyn RecordStore>;
    Some(Place { open: Box::new(open), is_shared: true, _folder: None })
}

macro_rules! suite {
    ($($test:ident),+ $(,)?) => {
        suite!(@ memory $($test)+);
        suite!(@ sqlite $($test)+);
        suite!(@ postgres $($test)+);
    };
    (@ $store:ident $($test:ident)+) => {
        mod $store {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $test() {
                if let Some(place) = super::$store() {
                    super::$test(place).await;
                }
            })+
        }
    };
}

suite!(
    a_key_is_claimed_once_and_told_about_afterwards,
    a_finished_record_is_read_back_byte_for_byte,
    only_the_attempt_that_claimed_may_finish_and_may_do_so_again,
    records_are_listed_newest_first_in_pages,
    usage_adds_up_what_a_run_has_used,
    recovery_ends_what_the_dead_left_and_nothing_of_the_living,
    pruning_keeps_the_most_recent_and_whatever_is_projecting,
    sixty_four_claimants_race_one_key_200_rounds_and_one_gets_it,
);

fn claim(run_id: &str, id: &str, started_at_ms: u64) -> Claim {
    let run = RunContext { caller: "caller".into(), run_id: run_id.into(), turn: Some(3) };
    let id = ToolCallId::new(id).expect("valid");
    Claim {
        key: Key::new(&run, &id),
        caller: run.caller,
        run_id: run.run_id,
        turn: run.turn,
        tool_call_id: id.as_str().into(),
        tool: Tool::QueryLogs,
        request_digest: Digest::of("request"),
        generation: 7,
        started_at_ms,
    }
}

fn ready(finished_at_ms: u64, json: &str) -> Outcome {
    let redactions = BTreeMap::from([("PASSWORD".to_owned(), 2)]);
    Outcome {
        finished_at_ms,
        payload: Some(PayloadFacts { payload_bytes: 4_096, payload_digest: Digest::of("payload") }),
        work: Some(Work {
            fuel_used: 1 << 40,
            peak_memory_bytes: 65_536,
            report: Report { redactions, dropped_items: 1, cut_texts: 2 },
        }),
        end: Ok(json.to_owned()),
    }
}

async fn a_key_is_claimed_once_and_told_about_afterwards(place: Place) {
    let (store, claim) = ((place.open)(), claim("r", &"é".repeat(2_048), 5));
    assert_eq!(store.get(&claim.key).await, Ok(None));
    assert_eq!(store.claim(Attempt::new(), &claim).await, Ok(Claimed::New));
    let Ok(Claimed::Before(record)) = store.claim(Attempt::new(), &claim).await else {
        panic!("claimed twice")
    };
    assert_eq!((&record.claim, record.status()), (&claim, InvocationStatus::Projecting));
    assert_eq!(store.get(&claim.key).await, Ok(Some(*record)));
}

async fn a_finished_record_is_read_back_byte_for_byte(place: Place) {
    let store = (place.open)();
    let ends = [
        ready(9, "{\"evidence_status\":\"NO_EVIDENCE\",\"query\":\"ü\\u0000 '\\\\\"}"),
        Outcome::failed(ErrorCode::ToolTimeout, 9),
        Outcome { end: Err(ErrorCode::PayloadMalformed), work: None, ..ready(9, "") },
    ];
    for (at, outcome) in ends.into_iter().enumerate() {
        let (attempt, claim) = (Attempt::new(), claim("r", &format!("c{at}"), 5));
        assert_eq!(store.claim(attempt, &claim).await, Ok(Claimed::New));
        assert_eq!(store.finish(attempt, &claim.key, &outcome).await, Ok(()));
        let record = (place.open)().get(&claim.key).await.expect("a store").expect("a record");
        assert_eq!((record.claim, record.outcome), (claim, Some(outcome)));
    }
}

async fn only_the_attempt_that_claimed_may_finish_and_may_do_so_again(place: Place) {
    let (store, attempt, claim) = ((place.open)(), Attempt::new(), claim("r", "c", 5));
    assert_eq!(store.finish(attempt, &claim.key, &ready(9, "{}")).await, Err(StoreError::NotOwned));
    assert_eq!(store.claim(attempt, &claim).await, Ok(Claimed::New));
    assert_eq!(store.finish(Attempt::new(), &claim.key, &ready(9, "{}")).await, Err(StoreError::NotOwned));
    for _ in 0..2 {
        assert_eq!(store.finish(attempt, &claim.key, &ready(9, "{}")).await, Ok(()));
    }
}

async fn records_are_listed_newest_first_in_pages(place: Place) {
    let store = (place.open)();
    for at in 0..5_u64 {
        let (attempt, claim) =
            (Attempt::new(), claim(if at == 4 { "s" } else { "r" }, &format!("c{at}"), 100 + at / 2));
        assert_eq!(store.claim(attempt, &claim).await, Ok(Claimed::New));
        if at == 0 {
            assert_eq!(store.finish(attempt, &claim.key, &ready(200, "{}")).await, Ok(()));
        }
    }
    let mut seen = Vec::new();
    let mut filter = Filter { run_id: Some("r".into()), count: 3, ..Filter::default() };
    loop {
        let page = store.list(&filter).await.expect("a page");
        let Some(last) = page.last() else { break };
        filter.before = Some((last.claim.started_at_ms, last.claim.key));
        seen.extend(page.iter().map(|record| (record.claim.started_at_ms, record.claim.key)));
    }
    assert_eq!(seen.len(), 4);
    assert!(seen.windows(2).all(|pair| pair[0] > pair[1]), "{seen:?}");
    let ready = Filter { status: Some(InvocationStatus::Ready), count: 9, ..Filter::default() };
    assert_eq!(store.list(&ready).await.expect("a page").len(), 1);
    assert_eq!(store.list(&Filter { count: 9, ..Filter::default() }).await.expect("a page").len(), 5);
}

async fn usage_adds_up_what_a_run_has_used(place: Place) {
    let store = (place.open)();
    assert_eq!(store.usage("r").await, Ok(gobo::store::Usage::default()));
    for (at, tool) in [Tool::QueryLogs, Tool::QueryLogs, Tool::LookupKnowledge].into_iter().enumerate() {
        let (attempt, claim) =
            (Attempt::new(), Claim { tool, ..claim("r", &format!("c{at}"), 9 - at as u64) });
        assert_eq!(store.claim(attempt, &claim).await, Ok(Claimed::New));
        let outcome =
            if at == 0 { Outcome::failed(ErrorCode::ToolFailed, 9) } else { ready(9, "{\"é\":1}") };
        assert_eq!(store.finish(attempt, &claim.key, &outcome).await, Ok(()));
    }
    assert_eq!(store.claim(Attempt::new(), &claim("other", "c", 1)).await, Ok(Claimed::New));
    let usage = store.usage("r").await.expect("sums");
    assert_eq!(usage.calls, BTreeMap::from([(Tool::QueryLogs, 2), (Tool::LookupKnowledge, 1)]));
    assert_eq!((usage.payload_bytes, usage.result_bytes), (8_192, 16));
    assert_eq!((usage.caller.as_deref(), usage.started_at_ms), (Some("caller"), Some(7)));
}

async fn recovery_ends_what_the_dead_left_and_nothing_of_the_living(place: Place) {
    if !place.is_shared {
        assert_eq!((place.open)().recover(9).await, Ok(0));
        return;
    }
    let (dying, living) = ((place.open)(), (place.open)());
    let (dead_attempt, live_attempt) = (Attempt::new(), Attempt::new());
    let (dead, live) = (claim("r", "dead", 5), claim("r", "live", 5));
    assert_eq!(dying.claim(dead_attempt, &dead).await, Ok(Claimed::New));
    assert_eq!(living.claim(live_attempt, &live).await, Ok(Claimed::New));
    let starting = (place.open)();
    assert_eq!(starting.recover(9).await, Ok(0), "both live");
    drop(dying);
    let start = std::time::Instant::now();
    while starting.recover(9).await == Ok(0) {
        assert!(start.elapsed().as_secs() < 10, "never recovered");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let record = starting.get(&dead.key).await.expect("a store").expect("a record");
    assert_eq!(record.outcome, Some(Outcome::failed(ErrorCode::Internal, 9)));
    assert_eq!(starting.finish(dead_attempt, &dead.key, &ready(9, "{}")).await, Err(StoreError::NotOwned));
    assert_eq!(living.finish(live_attempt, &live.key, &ready(9, "{}")).await, Ok(()));
}

async fn pruning_keeps_the_most_recent_and_whatever_is_projecting(place: Place) {
    let store = (place.open)();
    for at in 0..6_u64 {
        let (attempt, claim) = (Attempt::new(), claim("r", &format!("c{at}"), at));
        assert_eq!(store.claim(attempt, &claim).await, Ok(Claimed::New));
        if at > 0 {
            assert_eq!(store.finish(attempt, &claim.key, &ready(100 + at, "{}")).await, Ok(()));
        }
    }
    let ends = async || {
        let page = store.list(&Filter { count: 9, ..Filter::default() }).await.expect("a page");
        page.into_iter().map(|record| record.outcome.map(|o| o.finished_at_ms)).collect::<Vec<_>>()
    };
    assert_eq!(store.prune(Retention { finished_before_ms: 103, count: 100 }).await, Ok(2));
    assert_eq!(ends().await, [Some(105), Some(104), Some(103), None]);
    assert_eq!(store.prune(Retention { finished_before_ms: 0, count: 1 }).await, Ok(2));
    assert_eq!(ends().await, [Some(105), None]);
    assert_eq!(store.prune(Retention { finished_before_ms: 1_000, count: 0 }).await, Ok(1));
    assert_eq!(ends().await, [None]);
}

async fn sixty_four_claimants_race_one_key_200_rounds_and_one_gets_it(place: Place) {
    let stores = if place.is_shared { vec![(place.open)(), (place.open)()] } else { vec![(place.open)()] };
    // One after the other, so that the schema is there.
    assert_eq!(stores[0].get(&claim("r", "x", 1).key).await, Ok(None));
    for round in 0..200 {
        let claim = Arc::new(claim("r", &format!("c{round}"), 1));
        let won = Arc::new(AtomicU32::new(0));
        let racers: Vec<_> = (0..64)
            .map(|racer| {
                let (store, claim, won) =
                    (Arc::clone(&stores[racer % stores.len()]), Arc::clone(&claim), Arc::clone(&won));
                tokio::spawn(async move {
                    if store.claim(Attempt::new(), &claim).await.expect("a store") == Claimed::New {
                        won.fetch_add(1, Ordering::SeqCst);
                    }
                })
            })
            .collect();
        for racer in racers {
            racer.await.expect("no panic");
        }
        assert_eq!(won.load(Ordering::SeqCst), 1, "round {round}");
    }
}
