//! One key, many callers: the legacy tool runs once.

use std::sync::{Arc, Barrier};

use gobo::boundary::Options;
use gobo_contract::{ErrorCode, Tool};

use crate::stores::{Place, memory, postgres, sqlite};
use crate::support::counting::{Bench, CountingTool, LOGS, run};

const THREADS: usize = 64;
const ROUNDS: usize = 200;

/// Each thread calls in each round; where the store is shared, half of them at another boundary, as on a second host.
async fn race(place: Place) {
    let tool = CountingTool::new(r#"{"success":true,"logs":[],"total":0}"#);
    let first = Bench::new((place.open)(), tool, options()).await;
    let second = if place.is_shared {
        first.second((place.open)(), options()).await
    } else {
        Arc::clone(&first.boundary)
    };
    let (runtime, barrier) = (tokio::runtime::Handle::current(), Arc::new(Barrier::new(THREADS)));
    let threads: Vec<_> = (0..THREADS)
        .map(|thread| {
            let boundary = if thread % 2 == 0 { Arc::clone(&first.boundary) } else { Arc::clone(&second) };
            let (runtime, barrier) = (runtime.clone(), Arc::clone(&barrier));
            std::thread::spawn(move || {
                let mut ready = vec![];
                for round in 0..ROUNDS {
                    barrier.wait();
                    let id = format!("call_{round}");
                    let call = boundary.invoke(run("run-1"), Some(&id), Tool::QueryLogs, LOGS);
                    let answer = runtime.block_on(call);
                    match answer.error {
                        None => ready.push(round),
                        Some(ErrorCode::DuplicateCall | ErrorCode::CallInProgress) => {}
                        Some(code) => panic!("{code}"),
                    }
                }
                ready
            })
        })
        .collect();
    let mut ready: Vec<usize> = tokio::task::spawn_blocking(|| {
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    })
    .await
    .expect("no panic");
    ready.sort_unstable();
    assert_eq!(ready, (0..ROUNDS).collect::<Vec<_>>(), "one caller of each round has the result");
    assert_eq!(first.counts(), (ROUNDS as u64, ROUNDS as u64));
}

fn options() -> Options {
    let mut options = Options::default();
    options.run_budget.calls = 1_000_000;
    options
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_threads_race_one_key_200_rounds_in_memory() {
    race(memory().expect("always")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_threads_race_one_key_200_rounds_in_sqlite() {
    race(sqlite().expect("always")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_threads_race_one_key_200_rounds_in_postgres() {
    if let Some(place) = postgres() {
        race(place).await;
    }
}
