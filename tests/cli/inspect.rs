//! `gobo inspect`: what a component is, and in words what of it does not fit.

use gobo::registry::{EMBEDDED_COMPONENT, EMBEDDED_CORE_MODULE};
use serde_json::Value;

use crate::command::{file, run, shown};

#[test]
fn the_embedded_component_fits() {
    let (_folder, path) = file("projector.wasm", EMBEDDED_COMPONENT);
    let ran = run(&["inspect", shown(&path)], "");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    for said in [
        "gobo-projector",
        "contract   1.0.0",
        "imports    none",
        "gobo:evidence/tools@1.0.0",
        "fits       yes",
    ] {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }
    let ran = run(&["inspect", "--json", shown(&path)], "");
    let inspection: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(inspection["component_bytes"], EMBEDDED_COMPONENT.len());
    assert_eq!(inspection["digest"].as_str().map(str::len), Some(64));
    assert_eq!(inspection["memory_cap_bytes"], 268_435_456);
    assert_eq!(inspection["imports"], Value::Array(Vec::new()));
    assert_eq!(inspection["misfits"], Value::Array(Vec::new()));
}

#[test]
fn a_core_module_and_garbage_are_told_in_words() {
    for (content, said) in [
        (EMBEDDED_CORE_MODULE, "a core module"),
        (b"garbage", "not a component"),
        (b"", "not a component"),
        (&EMBEDDED_COMPONENT[..1_000], "misfit"),
    ] {
        let (_folder, path) = file("other.wasm", content);
        let ran = run(&["inspect", shown(&path)], "");
        assert_eq!(ran.status, Some(1), "{}", ran.stdout);
        assert!(ran.stdout.contains("misfit") && ran.stdout.contains(said), "{said}: {}", ran.stdout);
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let ran = run(&["inspect", "/nowhere/projector.wasm"], "");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.contains("/nowhere/projector.wasm"), "{}", ran.stderr);
}
