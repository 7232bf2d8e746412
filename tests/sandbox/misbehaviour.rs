//! Every way in which a guest can use more than it was given, or end without an answer.

use std::time::{Duration, Instant};

use gobo::{Budget, Cause, Failure, Job};
use gobo_contract::ErrorCode;

use crate::hostile::{Hostile, answers_with};
use crate::{EMBEDDED, embedded_still_answers, load, typed, wire};

fn both_ways(body: &str, extra: &str, budget: &Budget) -> [Failure; 2] {
    let projector = load(&Hostile { extra, lookup_knowledge: body, project: body, ..Hostile::default() });
    let failures =
        [typed(&projector, budget), wire(&projector, budget)].map(|outcome| outcome.expect_err("hostile"));
    embedded_still_answers();
    failures
}

#[test]
fn an_endless_loop_ends_with_its_fuel() {
    for failure in both_ways("(loop $on (br $on)) unreachable", "", &Budget::default()) {
        assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionFuelExceeded, Cause::Fuel));
        assert!(failure.usage.fuel >= Budget::default().fuel_base, "all of it was used: {failure:?}");
    }
}

#[test]
fn an_endless_loop_with_all_the_fuel_ends_at_its_deadline() {
    let budget = Budget { fuel_base: 100_000_000_000, deadline_ms: 50, ..Budget::default() };
    let started = Instant::now();
    for failure in both_ways("(loop $on (br $on)) unreachable", "", &budget) {
        assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionDeadlineExceeded, Cause::Deadline));
        assert!(failure.usage.elapsed_us >= 50_000, "{failure:?}");
    }
    assert!(started.elapsed() < Duration::from_secs(10), "a deadline of 50 ms, twice");
}

/// What takes the most time for its fuel: only between two slices of it does the host look at the clock.
#[test]
fn the_most_expensive_work_ends_near_its_deadline_too() {
    let room = "(drop (memory.grow (i32.const 900)))";
    let far = "(i32.and (i32.mul (local.tee $at (i32.add (i32.mul (local.get $at) (i32.const 1664525))
               (i32.const 1013904223))) (i32.const 64)) (i32.const 0x37fffff))";
    let budget = Budget { fuel_base: 100_000_000_000, deadline_ms: 50, ..Budget::default() };
    for work in [
        "(drop (memory.grow (i32.const 1)))".to_owned(),
        "(memory.fill (i32.const 0) (i32.const 7) (i32.const 0x3000000))".to_owned(),
        "(memory.copy (i32.const 0) (i32.const 1) (i32.const 0x3000000))".to_owned(),
        "(memory.copy (i32.const 0) (i32.const 1) (i32.const 0))".to_owned(),
        "(i32.store (i32.const 0) (i32.div_s (i32.const 7) (i32.load (i32.const 64))))".to_owned(),
        format!("(i32.store {far} (i32.const 1))"),
    ] {
        let extra = format!(
            "(func $work (local $at i32) {room} (i32.store (i32.const 64) (i32.const 3)) (loop $on {work} (br $on)))"
        );
        for failure in both_ways("(call $work) unreachable", &extra, &budget) {
            assert_eq!(failure.cause, Cause::Deadline, "{work}");
            assert!((50_000..1_000_000).contains(&failure.usage.elapsed_us), "{work}: {failure:?}");
        }
    }
}

#[test]
fn memory_beyond_the_budget_in_one_memory() {
    let body = "(if (i32.eq (memory.grow (i32.const 2000)) (i32.const -1)) (then unreachable)) unreachable";
    for failure in both_ways(body, "", &Budget::default()) {
        assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionMemoryExceeded, Cause::Memory));
        assert!(failure.usage.peak_memory_bytes <= Budget::default().memory_bytes);
    }
}

#[test]
fn memory_beyond_the_budget_in_many_memories() {
    let extra = "(memory $a 1) (memory $b 1)";
    let grow = |memory: &str| {
        format!("(if (i32.eq (memory.grow {memory} (i32.const 500)) (i32.const -1)) (then unreachable))")
    };
    // 501 pages each: one or two are within 64 MiB, three are not.
    let body = format!("{}{}{} unreachable", grow("$a"), grow("$b"), grow("0"));
    for failure in both_ways(&body, extra, &Budget::default()) {
        assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionMemoryExceeded, Cause::Memory));
    }
}

#[test]
fn a_refused_memory_that_the_guest_survives_is_no_failure() {
    let probing = Budget { memory_bytes: 2 * 1024 * 1024, ..Budget::default() };
    let projected = typed(&EMBEDDED, &probing).expect("the projector needs about 1.2 MiB");
    assert!(projected.usage.peak_memory_bytes <= probing.memory_bytes);
}

#[test]
fn memory_that_even_an_instance_does_not_have() {
    let budget = Budget { memory_bytes: 65_536, ..Budget::default() };
    let failure = typed(&EMBEDDED, &budget).expect_err("one page is not enough");
    assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionMemoryExceeded, Cause::Memory));
}

#[test]
fn an_argument_larger_than_the_guests_memory() {
    let text = format!(r#"{{"success":true,"evidence_blocks":[],"message":"{}"}}"#, "x".repeat(3_000_000));
    let budget = Budget { memory_bytes: 2 * 1024 * 1024, ..Budget::default() };
    let request = gobo_tests::request(gobo_contract::Tool::LookupKnowledge);
    let (call, bounds) = (gobo_tests::call("call_1"), gobo_contract::Bounds::default());
    let job = Job { call: &call, request: &request, payload: gobo_tests::json(&text), bounds: &bounds };
    let failure = crate::SANDBOX.project(&EMBEDDED, job, &budget).expect_err("it does not fit");
    assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionMemoryExceeded, Cause::Memory));
}

#[test]
fn recursion_without_end() {
    let extra = "(func $deep (param i32) (result i32) (i32.add (i32.const 1) (call $deep (local.get 0))))";
    for failure in both_ways("(call $deep (i32.const 0))", extra, &Budget::default()) {
        assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionFailed, Cause::Stack));
    }
}

#[test]
fn a_panic() {
    for failure in both_ways("unreachable", "", &Budget::default()) {
        assert_eq!(failure.code, ErrorCode::ProjectionFailed);
        assert!(matches!(failure.cause, Cause::Trap(Some(_))), "{failure:?}");
    }
}

#[test]
fn another_trap() {
    let out_of_bounds = "(i32.load (i32.const -4))";
    let division = "(i32.div_u (i32.const 1) (i32.const 0))";
    for failure in [out_of_bounds, division].iter().flat_map(|body| both_ways(body, "", &Budget::default())) {
        assert_eq!(failure.code, ErrorCode::ProjectionFailed);
        assert!(matches!(failure.cause, Cause::Trap(Some(_))), "{failure:?}");
    }
}

#[test]
fn sixty_four_mebibytes_returned() {
    let grow = "(drop (memory.grow (i32.const 1023)))";
    let project = format!("{grow} {}", answers_with(0, 0x0400_0000 - 65_536));
    let projector = load(&Hostile { project: &project, ..Hostile::default() });
    let failure = wire(&projector, &Budget::default()).expect_err("too much");
    assert_eq!((failure.code, failure.cause), (ErrorCode::ProjectionFailed, Cause::Returned));
    embedded_still_answers();
}

#[test]
fn text_that_is_not_utf_8_or_not_there() {
    let bad = "(data (i32.const 2048) \"\\ff\\fe\\80\")";
    for (extra, project) in [(bad, answers_with(2_048, 3)), ("", answers_with(0x7fff_0000, 8))] {
        let projector = load(&Hostile { extra, project: &project, ..Hostile::default() });
        let failure = wire(&projector, &Budget::default()).expect_err("no text");
        assert_eq!(failure.code, ErrorCode::ProjectionFailed, "{failure:?}");
    }
}

#[test]
fn nothing_survives_a_call() {
    let extra = "(global $calls (mut i32) (i32.const 0))";
    let body = "(global.set $calls (i32.add (global.get $calls) (i32.const 1)))
                (if (i32.ne (global.get $calls) (i32.const 1)) (then (loop $on (br $on)))) unreachable";
    let projector = load(&Hostile { extra, project: body, ..Hostile::default() });
    for _ in 0..3 {
        let failure = wire(&projector, &Budget::default()).expect_err("it traps");
        assert!(matches!(failure.cause, Cause::Trap(_)), "a second call in one instance would loop");
    }
}

#[test]
fn more_calls_than_instances_wait_and_then_are_told_busy() {
    let sandbox = gobo::Sandbox::with_instances(1).expect("a sandbox");
    let component = Hostile { project: "(loop $on (br $on)) unreachable", ..Hostile::default() }.component();
    let projector = sandbox.load(&component, gobo::Imports::Refuse, None).expect("it fits");
    let request = gobo_tests::request(gobo_contract::Tool::LookupKnowledge);
    let bounds = gobo_contract::Bounds::default();
    let run = |deadline_ms| {
        let budget = Budget { fuel_base: 100_000_000_000, deadline_ms, ..Budget::default() };
        let call = gobo_tests::call("call_1");
        let job = Job { call: &call, request: &request, payload: gobo_tests::json("{}"), bounds: &bounds };
        sandbox.project_wire(&projector, job, &budget)
    };
    let waits = std::thread::scope(|scope| {
        let long = scope.spawn(|| run(1_000).expect_err("it loops"));
        std::thread::sleep(Duration::from_millis(200));
        let waits = run(100).expect_err("no instance");
        assert_eq!(long.join().expect("no panic").code, ErrorCode::ProjectionDeadlineExceeded);
        waits
    });
    assert_eq!((waits.code, waits.cause), (ErrorCode::Busy, Cause::NoInstance));
    assert!(waits.usage.elapsed_us >= 100_000);
}

#[test]
fn fuel_is_the_same_for_the_same_call() {
    let fuel: Vec<_> =
        (0..20).map(|_| typed(&EMBEDDED, &Budget::default()).expect("evidence").usage.fuel).collect();
    assert!(fuel.windows(2).all(|pair| pair[0] == pair[1]), "{fuel:?}");
}
