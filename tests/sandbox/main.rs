//! Proves that a projector can do nothing but answer, and that whatever it answers is checked.
//!
//! To add a case: write a [`hostile::Hostile`] with the one thing that it does wrong, and expect its code and cause.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test ends by panicking")]

mod core_module;
mod hostile;
mod loading;
mod misbehaviour;
mod untruth;
mod wasi;

use std::sync::LazyLock;

use gobo::{Budget, Failure, Imports, Job, Projected, Projector, Sandbox};
use gobo_contract::{Bounds, Tool};
use gobo_tests::{call, json, request};

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().expect("a sandbox"));

static EMBEDDED: LazyLock<Projector> =
    LazyLock::new(|| SANDBOX.load_embedded().expect("the embedded projector"));

const PAYLOAD: &str = r#"{"success":true,"evidence_blocks":[{"title":"t","content":"text"}]}"#;

fn load(hostile: &hostile::Hostile<'_>) -> Projector {
    SANDBOX.load(&hostile.component(), Imports::Refuse, None).expect("it fits the contract")
}

/// Calls the typed `lookup_knowledge`.
fn typed(projector: &Projector, budget: &Budget) -> Result<Projected, Failure> {
    let request = request(Tool::LookupKnowledge);
    let job =
        Job { call: &call("call_1"), request: &request, payload: json(PAYLOAD), bounds: &Bounds::default() };
    SANDBOX.project(projector, job, budget)
}

/// Calls `wire.project`.
fn wire(projector: &Projector, budget: &Budget) -> Result<Projected, Failure> {
    let request = request(Tool::LookupKnowledge);
    let job =
        Job { call: &call("call_1"), request: &request, payload: json(PAYLOAD), bounds: &Bounds::default() };
    SANDBOX.project_wire(projector, job, budget)
}

/// The embedded projector still answers: what a hostile one did has harmed nothing.
fn embedded_still_answers() {
    let projected = typed(&EMBEDDED, &Budget::default()).expect("the embedded projector");
    assert!(projected.json.contains("\"excerpt\":\"text\""));
}
