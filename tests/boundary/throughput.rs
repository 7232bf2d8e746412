//! Calls per second through the boundary with each store, beside the bare projection. A measurement, not a test:
//! `cargo test --release -p gobo-tests --test boundary throughput -- --ignored --nocapture`

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gobo::boundary::{
    Boundary, FixedProjector, LegacyTool, Options, Parts, PublishedProjector, SandboxedProjector,
};
use gobo::store::RecordStore;
use gobo::{Budget, Job, Sandbox};
use gobo_contract::{Bounds, Request, Tool};

use crate::stores::{memory, postgres, sqlite};
use crate::support::counting::{CountingTool, LOGS, grants, run};

const PAYLOAD_BYTES: usize = 4_096;
const TIME: Duration = Duration::from_secs(2);

fn payload() -> String {
    let entry = |at: usize| {
        format!(
            r#"{{"timestamp":"2026-02-03T10:00:{:02}Z","level":"WARN","service":"checkout","message":"order {at} from 10.0.3.{at} timed out after {at}00 ms"}}"#,
            at % 60
        )
    };
    let mut entries = vec![entry(0)];
    while entries.iter().map(|entry| entry.len() + 1).sum::<usize>() < PAYLOAD_BYTES - 200 {
        entries.push(entry(entries.len()));
    }
    format!(r#"{{"success":true,"logs":[{}],"total":{}}}"#, entries.join(","), entries.len())
}

fn tell(name: &str, callers: usize, mut latencies: Vec<Duration>) {
    latencies.sort_unstable();
    let at =
        |percent: usize| latencies[(latencies.len() * percent / 100).min(latencies.len() - 1)].as_micros();
    let per_second = latencies.len() as f64 / TIME.as_secs_f64();
    println!(
        "{name:<16} {callers:>3} callers {per_second:>8.0} calls/s  p50 {:>6} us  p99 {:>6} us",
        at(50),
        at(99)
    );
}

async fn through_boundary(
    name: &str,
    store: Arc<dyn RecordStore>,
    projector: &Arc<SandboxedProjector>,
    callers: usize,
) {
    let tool: Arc<dyn LegacyTool> = Arc::new(CountingTool::new(&payload()));
    let mut options = Options::default();
    options.run_budget.calls = u64::MAX;
    options.run_budget.payload_bytes = u64::MAX;
    options.run_budget.result_bytes = u64::MAX;
    let parts = Parts {
        store,
        projectors: Arc::new(FixedProjector(Arc::clone(projector))),
        tools: BTreeMap::from([(Tool::QueryLogs, tool)]),
        access: Arc::new(grants()),
        options,
    };
    let boundary = Boundary::start(parts).await.expect("a store");
    let mut lanes = tokio::task::JoinSet::new();
    for lane in 0..callers {
        let boundary = Arc::clone(&boundary);
        lanes.spawn(async move {
            let (started, mut latencies) = (Instant::now(), vec![]);
            while started.elapsed() < TIME {
                let (id, at) = (format!("call_{callers}_{lane}_{}", latencies.len()), Instant::now());
                let answer = boundary.invoke(run("run-1"), Some(&id), Tool::QueryLogs, LOGS).await;
                assert_eq!(answer.error, None);
                latencies.push(at.elapsed());
            }
            latencies
        });
    }
    tell(name, callers, lanes.join_all().await.concat());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn throughput_and_latency_of_each_store_beside_the_bare_projection() {
    let sandbox = Arc::new(Sandbox::new().expect("a sandbox"));
    let projector = sandbox.load_embedded().expect("the embedded projector");
    let projector =
        Arc::new(SandboxedProjector { sandbox, projector, budget: Budget::default(), generation: 1 });
    let (call, text) = (gobo_tests::call("call_1"), payload());
    let request = Request::from_json(Tool::QueryLogs, LOGS).expect("valid");
    let bounds = Bounds::default();
    let job = Job { call: &call, request: &request, payload: gobo_tests::json(&text), bounds: &bounds };
    let (started, mut latencies) = (Instant::now(), vec![]);
    while started.elapsed() < TIME {
        let at = Instant::now();
        projector.project(job).expect("evidence");
        latencies.push(at.elapsed());
    }
    tell("bare projection", 1, latencies);
    for callers in [1, 16] {
        for (name, place) in [("memory", memory()), ("sqlite", sqlite()), ("postgres", postgres())] {
            if let Some(place) = place {
                through_boundary(name, (place.open)(), &projector, callers).await;
            }
        }
    }
}
