//! Proves that the same payload, request, bounds and component give the same bytes and the same fuel, every time and on
//! every path.

use std::collections::BTreeSet;

use gobo::Job;
use gobo::source::mock;
use gobo_contract::{Bounds, Payload, PayloadFormat, Request, Tool, WireCall};
use sha2::{Digest, Sha256};

use crate::sandboxed::{Path, project};

fn sha256(json: &str) -> Vec<u8> {
    Sha256::digest(json.as_bytes()).to_vec()
}

/// The built-in samples, and lines that are all new: patterns, numbers and order are most at risk there.
fn payloads() -> Vec<(Tool, String, PayloadFormat)> {
    let mut payloads: Vec<_> =
        Tool::ALL.map(|tool| (tool, mock::sample(tool).1.to_owned(), PayloadFormat::Json)).into();
    let line = |n: u32| {
        let (a, b) = (n.wrapping_mul(2_654_435_761) % 251, n * 7 % 13);
        let second = n % 60;
        format!(
            "2026-02-03T10:{second:02}:00Z WARN worker-{b} lost 10.0.{b}.{a} after {n} ms, password=Kq{a}x{b}\n"
        )
    };
    let lines = (0..200).map(line).collect::<Vec<_>>().concat();
    payloads.push((Tool::QueryLogs, lines, PayloadFormat::Lines));
    payloads
}

#[test]
fn one_sha256_and_one_fuel_over_1000_runs_typed_wire_and_native() {
    for (tool, text, format) in payloads() {
        let (call, bounds) = (gobo_tests::call("call_1"), Bounds::default());
        let request = Request::from_json(tool, mock::sample(tool).0).expect("valid");
        let payload = Payload { format, text: &text };
        let (mut digests, mut fuel) = (BTreeSet::new(), [BTreeSet::new(), BTreeSet::new()]);
        for _ in 0..500 {
            for (path, fuel) in [Path::Typed, Path::Wire].into_iter().zip(&mut fuel) {
                let projected =
                    project(path, Job { call: &call, request: &request, payload, bounds: &bounds })
                        .expect("a result");
                digests.insert(sha256(&projected.json));
                fuel.insert(projected.usage.fuel);
            }
        }
        for _ in 0..10 {
            let native = gobo_projector::project(&call, &request, payload, &bounds).expect("a result");
            digests.insert(sha256(&native.result.to_json()));
            let wire = WireCall::json(&call, &request, payload, &bounds);
            digests.insert(sha256(&gobo_projector::project_wire(&wire)));
        }
        assert_eq!(digests.len(), 1, "{tool:?} {format:?}");
        assert_eq!(fuel.map(|fuel| fuel.len()), [1, 1], "{tool:?} {format:?}");
    }
}

/// What one call numbers, counts or holds is unknown to the next.
#[test]
fn nothing_of_a_call_survives_into_the_next() {
    let (call, bounds) = (gobo_tests::call("call_1"), Bounds::default());
    let request = gobo_tests::request(Tool::QueryLogs);
    let lines = |text| Payload { format: PayloadFormat::Lines, text };
    let run = |text| {
        project(Path::Typed, Job { call: &call, request: &request, payload: lines(text), bounds: &bounds })
            .expect("a result")
    };
    let alone = run("refused 10.0.0.2");
    run("refused 10.0.0.1 and 10.0.0.3");
    assert_eq!(run("refused 10.0.0.2").json, alone.json);
    assert!(alone.json.contains("<IP:1>"), "{}", alone.json);
}

#[test]
fn calls_at_the_same_time_do_not_meet() {
    let sample = mock::sample(Tool::QueryLogs);
    let request = Request::from_json(Tool::QueryLogs, sample.0).expect("valid");
    let json_of = |id: &str| {
        let payload = gobo_tests::json(sample.1);
        project(
            Path::Typed,
            Job { call: &gobo_tests::call(id), request: &request, payload, bounds: &Bounds::default() },
        )
        .expect("a result")
        .json
    };
    let alone = json_of("call_0");
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (json_of, alone) = (&json_of, &alone);
            scope.spawn(move || {
                for run in 0..25 {
                    let id = format!("call_{thread}_{run}");
                    assert_eq!(json_of(&id), alone.replacen("call_0", &id, 1));
                }
            });
        }
    });
}
