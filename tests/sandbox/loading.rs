//! What is loaded, and what is refused in which words.

use gobo::registry::{AotCache, EMBEDDED_COMPONENT, EMBEDDED_CORE_MODULE};
use gobo::{Imports, LoadError};

use crate::SANDBOX;
use crate::hostile::Hostile;

fn refused(bytes: &[u8]) -> String {
    match SANDBOX.load(bytes, Imports::Refuse, None) {
        Ok(_) => panic!("it was loaded"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_embedded_component_imports_nothing() {
    assert_eq!(imports(EMBEDDED_COMPONENT), Vec::<String>::new());
    assert_eq!(imports(EMBEDDED_CORE_MODULE), Vec::<String>::new());
}

fn imports(wasm: &[u8]) -> Vec<String> {
    use wit_component::{DecodedWasm, decode};
    if let Ok(DecodedWasm::Component(resolve, world)) = decode(wasm) {
        return resolve.worlds[world].imports.keys().map(|key| format!("{key:?}")).collect();
    }
    let text = wasmprinter::print_bytes(wasm).expect("a module");
    text.lines().filter(|line| line.trim_start().starts_with("(import")).map(str::to_owned).collect()
}

#[test]
fn a_core_module_and_garbage_are_told_apart() {
    assert!(refused(EMBEDDED_CORE_MODULE).contains("this is a core module, not a component"));
    assert!(refused(b"PK\x03\x04 something").contains("this is a file of another sort"));
    assert!(refused(b"").contains("this is a file of another sort"));
}

#[test]
fn a_damaged_component_is_not_loaded() {
    let half = EMBEDDED_COMPONENT.get(..EMBEDDED_COMPONENT.len() / 2).expect("half of it");
    assert!(refused(half).contains("not valid here"));
}

#[test]
fn another_contract_version_is_named_with_the_expected_one() {
    let component = Hostile { contract: "2.0.0", ..Hostile::default() }.component();
    assert_eq!(refused(&component), "the component speaks contract 2.0.0; this host speaks 1.0.0");
}

#[test]
fn a_component_of_another_world_is_refused_with_what_it_exports() {
    let other = wat::parse_str("(component)").expect("the text format");
    let words = refused(&other);
    assert!(words.contains("expected exports of gobo:evidence@1.0.0, found none"), "{words}");
}

#[test]
fn an_import_is_refused_by_name() {
    let other =
        wat::parse_str(r#"(component (import "acme:net/socket" (instance)))"#).expect("the text format");
    let words = refused(&other);
    assert_eq!(words, "the component imports acme:net/socket; a projector imports nothing");
}

#[test]
fn a_component_that_fails_when_asked_who_it_is_is_refused() {
    let component = Hostile { about: "unreachable", ..Hostile::default() }.component();
    assert!(matches!(SANDBOX.load(&component, Imports::Refuse, None), Err(LoadError::Identity(_))));
}

#[test]
fn a_cached_component_is_the_same_and_a_doubtful_cache_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("cache");
    let cache = AotCache::in_folder(&place).expect("a private folder");
    let load =
        |cache| SANDBOX.load(EMBEDDED_COMPONENT, Imports::Refuse, Some(cache)).expect("the embedded one");
    let compiled = load(&cache).digest().to_owned();
    let files: Vec<_> =
        std::fs::read_dir(&place).expect("readable").map(|file| file.expect("a file").path()).collect();
    assert_eq!(files.len(), 1);
    assert_eq!(load(&cache).digest(), compiled);

    let [file] = files.as_slice() else { unreachable!("one file") };
    std::fs::write(file, b"damaged").expect("writable");
    assert_eq!(load(&cache).digest(), compiled, "a damaged file is compiled anew");
    assert!(std::fs::metadata(file).expect("there").len() > 100_000, "and replaced");

    std::fs::set_permissions(&place, PermissionsExt::from_mode(0o777)).expect("our folder");
    assert!(AotCache::in_folder(&place).is_err(), "others could have put native code there");
}
