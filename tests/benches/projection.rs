//! What the sandbox costs: the same projection natively and in a fresh instance, side by side in one run.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::cast_precision_loss,
    reason = "a benchmark"
)]

mod lines;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gobo::registry::{AotCache, EMBEDDED_COMPONENT};
use gobo::{Budget, Imports, Job, Sandbox};
use gobo_contract::{Bounds, Tool};
use gobo_tests::{call, json, request};

fn projection(criterion: &mut Criterion) {
    let sandbox = Sandbox::new().expect("a sandbox");
    let projector = sandbox.load_embedded().expect("the embedded projector");
    let (call, bounds, budget) = (call("call_bench"), Bounds::default(), Budget::default());
    let logs = request(Tool::QueryLogs);

    let mut group = criterion.benchmark_group("query_logs");
    for kib in [4, 64, 1_024] {
        let text = lines::payload(kib * 1_024);
        let job = Job { call: &call, request: &logs, payload: json(&text), bounds: &bounds };
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("native", kib), &text, |bencher, text| {
            bencher.iter(|| {
                let projection =
                    gobo_projector::project(&call, &logs, json(text), &bounds).expect("a result");
                projection.result.to_json()
            });
        });
        group.bench_function(BenchmarkId::new("sandbox", kib), |bencher| {
            bencher.iter(|| sandbox.project(&projector, job, &budget).expect("a result").json);
        });
        let usage = sandbox.project(&projector, job, &budget).expect("a result").usage;
        let per_byte = usage.fuel as f64 / text.len() as f64;
        println!("{kib} KiB: {per_byte:.1} fuel a byte, {} KiB of memory", usage.peak_memory_bytes / 1_024);
    }
    group.finish();

    let nothing = r#"{"success":true,"evidence_blocks":[]}"#;
    let knowledge = request(Tool::LookupKnowledge);
    let job = Job { call: &call, request: &knowledge, payload: json(nothing), bounds: &bounds };
    criterion.bench_function("empty call", |bencher| {
        bencher.iter(|| sandbox.project(&projector, job, &budget).expect("none"));
    });

    let folder = tempfile::tempdir().expect("a folder");
    let cache = AotCache::in_folder(&folder.path().join("cache")).expect("private");
    sandbox.load(EMBEDDED_COMPONENT, Imports::Refuse, Some(&cache)).expect("compiled once");
    criterion.bench_function("swap in from the cache", |bencher| {
        bencher.iter(|| sandbox.load(EMBEDDED_COMPONENT, Imports::Refuse, Some(&cache)).expect("cached"));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).without_plots();
    targets = projection
}
criterion_main!(benches);
