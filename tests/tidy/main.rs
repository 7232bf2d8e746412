//! Proves that the tree is what the README says it is: no strays, no dead fixtures, no tables that have gone stale.
//!
//! To add a check: one test, whose message says what to do.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test ends by panicking")]

mod readme;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// Every file below `folder`; what is built, and the repository's own folder, left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if name != "target" && name != ".git" {
                found.extend(files(&path));
            }
        } else if !path.ends_with("guest/src/bindings.rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<(PathBuf, String)> {
    let rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let read = |path: PathBuf| fs::read_to_string(&path).map(|text| (path, text)).expect("UTF-8");
    files(&root()).into_iter().filter(rust).map(read).collect()
}

#[test]
fn the_top_level_is_the_fixed_one() {
    const ALLOWED: [&str; 10] = [
        "Cargo.toml",
        "wit",
        "guest",
        "host",
        "tests",
        "justfile",
        "README.md",
        "rust-toolchain.toml",
        "Cargo.lock",
        "LICENSE",
    ];
    for entry in fs::read_dir(root()).expect("readable") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        assert!(
            ALLOWED.contains(&name.as_str()) || name.starts_with('.') || name == "target",
            "{name} does not belong at the top level"
        );
    }
}

#[test]
fn no_module_is_named_for_what_did_not_fit_elsewhere() {
    const BANNED: [&str; 8] = ["utils", "util", "helpers", "helper", "common", "manager", "misc", "data"];
    for (path, _) in sources() {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        assert!(!BANNED.contains(&stem), "{} needs the name of what it does", path.display());
    }
}

#[test]
fn no_file_is_longer_than_600_lines() {
    for (path, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= 600, "{} has {lines} lines; split it", path.display());
    }
}

/// A source file is reached if a module of its name is declared beside or above it, or if it is a crate's root.
#[test]
fn every_source_file_is_part_of_a_crate() {
    let sources = sources();
    let declared: BTreeSet<String> = sources
        .iter()
        .flat_map(|(path, text)| {
            let folder = path.parent().expect("in a folder").to_owned();
            let below = match path.file_stem().and_then(|stem| stem.to_str()) {
                Some(stem) if !["mod", "lib", "main"].contains(&stem) => folder.join(stem),
                _ => folder,
            };
            let declaration = |line: &str| {
                let line = line.trim_start();
                let name = ["pub mod ", "pub(crate) mod ", "pub(super) mod ", "mod "]
                    .iter()
                    .find_map(|start| line.strip_prefix(start))?;
                name.strip_suffix(';').map(str::to_owned)
            };
            let names: Vec<_> = text.lines().filter_map(declaration).collect();
            names.into_iter().flat_map(move |name| {
                [below.join(format!("{name}.rs")), below.join(&name).join("mod.rs")]
                    .map(|p| p.display().to_string())
            })
        })
        .collect();
    for (path, _) in &sources {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let folder = path.parent().expect("in a folder");
        let of_cargo = ["tests", "benches", "examples"].iter().any(|kind| folder.ends_with(kind));
        let root = ["lib.rs", "main.rs", "build.rs"].contains(&name) || of_cargo;
        assert!(
            root || declared.contains(&path.display().to_string()),
            "{} is part of no crate",
            path.display()
        );
    }
}

/// A fixture is named by a source file, or lies in a folder that one walks.
#[test]
fn every_fixture_is_used() {
    let sources = sources();
    let kinds = ["json", "jsonl", "ndjson", "toml", "log", "txt", "sql", "wat", "tsv", "csv"];
    for path in files(&root()) {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let below_root = path.strip_prefix(root()).expect("below the workspace");
        let in_a_crate = below_root.components().count() > 1 && !below_root.starts_with(".ci");
        if !in_a_crate || !kinds.contains(&extension) || name == "Cargo.toml" {
            continue;
        }
        let folders: Vec<_> =
            below_root.ancestors().skip(1).filter_map(|folder| folder.file_name()?.to_str()).collect();
        let used = sources.iter().any(|(_, text)| {
            text.contains(name)
                || folders.iter().any(|folder| {
                    text.contains(&format!("{folder}/\""))
                        || text.contains(&format!("/{folder}\""))
                        || text.contains(&format!("(\"{folder}\")"))
                })
        });
        assert!(used, "{} is used by no test", below_root.display());
    }
}

#[test]
fn every_redaction_rule_has_a_source_and_examples_of_both_sorts() {
    let mut ids = BTreeSet::new();
    for rule in gobo_projector::redact::rules() {
        assert!(ids.insert(rule.id), "two rules are called {}", rule.id);
        assert!(rule.source.len() >= 8, "{} does not say where its format comes from", rule.id);
        assert!(rule.hits.len() >= 2, "{} needs two texts that it hits", rule.id);
        assert!(rule.misses.len() >= 2, "{} needs two texts that it leaves alone", rule.id);
        assert!(rule.misses.iter().all(|(_, reason)| !reason.is_empty()), "{}: why does it stay?", rule.id);
        assert!(rule.max_bytes > 0, "{} has no bound", rule.id);
    }
}

/// Released WIT folders never change; a new version is a new folder. Until 1.0.0 is released, a change here is a
/// change of the contract, to be made on purpose.
#[test]
fn the_wit_of_version_1_is_frozen() {
    let folder = root().join("wit/evidence-v1");
    let frozen = [
        ("projector.wit", "a03127f243eb9669f2c6b4eea38a6b3591e4194828e5f9082e81cb84f05dc750"),
        ("types.wit", "7e3be41b6bad070eda99c332f9a9f653d7b18c36bb546cfdbdbd3ae016adbbb1"),
    ];
    let names: Vec<_> = files(&folder).iter().map(|path| path.file_name().map(ToOwned::to_owned)).collect();
    assert_eq!(names.len(), frozen.len(), "{names:?}");
    for (name, digest) in frozen {
        let bytes = fs::read(folder.join(name)).expect("readable");
        let found =
            Sha256::digest(&bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        assert_eq!(found, digest, "{name}");
    }
}

#[test]
fn the_project_speaks_of_itself_only() {
    // Joined, so that this file does not name them.
    let hosts = [
        ["crates", ".io"].concat(),
        ["static.rust", "-lang"].concat(),
        ["pypi", ".org"].concat(),
        ["deb.debian", ".org"].concat(),
    ];
    for path in files(&root()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if name == "Cargo.lock" {
            continue;
        }
        for host in &hosts {
            assert!(!text.contains(host.as_str()), "{} names {host}", path.display());
        }
    }
}
