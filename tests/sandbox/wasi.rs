//! Components that were built for WASI: refused by default, and under `deny-all-wasi` given an empty one.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use gobo::{Budget, Imports, Job, LoadError};
use gobo_contract::{Bounds, ErrorCode, Request, Tool, ToolResult};
use gobo_tests::{call, json, request};

use crate::{EMBEDDED, PAYLOAD, SANDBOX};

/// Builds a package for `wasm32-wasip2`, whose linker makes a component of it.
fn component(package: &str) -> Vec<u8> {
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = workspace.join("target/wasi");
    let status = Command::new(env!("CARGO"))
        .current_dir(&workspace)
        .args([
            "build",
            "--quiet",
            "--release",
            "--target",
            "wasm32-wasip2",
            "--package",
            package,
            "--target-dir",
        ])
        .arg(&target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .expect("cargo runs");
    assert!(
        status.success(),
        "{package} does not build; is the target there? rustup target add wasm32-wasip2"
    );
    let file = target.join("wasm32-wasip2/release").join(format!("{}.wasm", package.replace('-', "_")));
    std::fs::read(file).expect("the component")
}

static PROBE: LazyLock<Vec<u8>> = LazyLock::new(|| component("gobo-wasi-probe"));
static PROJECTOR: LazyLock<Vec<u8>> = LazyLock::new(|| component("gobo-projector"));

#[test]
fn a_wasi_component_is_refused_unless_the_host_says_otherwise() {
    let Err(error) = SANDBOX.load(&PROJECTOR, Imports::Refuse, None) else { panic!("it was loaded") };
    let LoadError::Import { name, advice } = &error else { panic!("{error}") };
    assert!(name.starts_with("wasi:") && advice.contains("deny-all-wasi"), "{error}");
}

#[test]
fn the_projector_built_for_wasi_answers_byte_for_byte_the_same() {
    let projector = SANDBOX.load(&PROJECTOR, Imports::DenyAllWasi, None).expect("it loads");
    for tool in Tool::ALL {
        let (_, text) = gobo::source::mock::sample(tool);
        let answer = |projector| {
            let (call, request, bounds) = (call("call_1"), request(tool), Bounds::default());
            let job = Job { call: &call, request: &request, payload: json(text), bounds: &bounds };
            SANDBOX.project(projector, job, &Budget::default())
        };
        assert_eq!(answer(&projector).expect("a result").json, answer(&EMBEDDED).expect("a result").json);
    }
}

#[test]
fn such_a_component_gets_no_file_variable_socket_or_real_clock() {
    let probe = SANDBOX.load(&PROBE, Imports::DenyAllWasi, None).expect("it loads");
    let (call, request, bounds) = (call("call_1"), request(Tool::LookupKnowledge), Bounds::default());
    let job = Job { call: &call, request: &request, payload: json(PAYLOAD), bounds: &bounds };
    let projected = SANDBOX.project(&probe, job, &Budget::default()).expect("a result");
    let ToolResult::Knowledge(result) = projected.result else { panic!("another tool's result") };
    let found: Vec<_> = result.evidence[0].excerpt.lines().collect();
    for (line, got) in found.iter().zip([
        "file=Err(",
        "folder=Err(",
        "write=Err(",
        "variables=0",
        "arguments=0",
        "tcp=",
        "bind=false",
        "udp=false",
        "clock=0",
        "elapsed=0",
    ]) {
        assert!(line.starts_with(got), "{line}: expected {got}");
    }
    assert_eq!(found.len(), 10);
    assert!(!found.contains(&"tcp=connected"));
}

#[test]
fn such_a_component_cannot_wait_past_its_deadline() {
    let probe = SANDBOX.load(&PROBE, Imports::DenyAllWasi, None).expect("it loads");
    let sleep = Request::from_json(Tool::LookupKnowledge, r#"{"query":"sleep"}"#).expect("valid");
    let (call, bounds) = (call("call_1"), Bounds::default());
    let job = Job { call: &call, request: &sleep, payload: json(PAYLOAD), bounds: &bounds };
    let failure = SANDBOX.project(&probe, job, &Budget::default()).expect_err("a projector does not wait");
    assert_eq!(failure.code, ErrorCode::ProjectionFailed);
    assert!(failure.usage.elapsed_us < 2_000_000);
}
