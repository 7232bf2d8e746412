//! The README's tables are the code's.

use std::fs;

use gobo_contract::{Bounds, ErrorCode, Stage};

fn readme() -> String {
    fs::read_to_string(super::root().join("README.md")).expect("readable")
}

fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let parts: Vec<_> =
        digits.as_bytes().rchunks(3).rev().map(|part| String::from_utf8_lossy(part)).collect();
    parts.join(",")
}

fn require(rows: impl Iterator<Item = String>) {
    let readme = readme();
    let missing: Vec<_> = rows.filter(|row| !readme.contains(row.as_str())).collect();
    assert!(missing.is_empty(), "the README lacks:\n{}", missing.join("\n"));
}

#[test]
fn every_bound_is_in_the_readme() {
    require(Bounds::TABLE.iter().map(|bound| {
        let (default, ceiling) = (thousands(bound.default), thousands(bound.ceiling));
        format!("| `{}` | {default} | {ceiling} | {} |", bound.name, bound.unit)
    }));
}

#[test]
fn every_error_code_is_in_the_readme() {
    require(ErrorCode::ALL.iter().map(|code| {
        let form = code.form();
        let stage = match form.stage {
            Stage::Preflight => "preflight",
            Stage::LegacyTool => "legacy tool",
            Stage::Projection => "projection",
            Stage::Host => "host",
        };
        let retry = if form.retryable { "yes" } else { "no" };
        format!("| `{}` | {} | {} | {retry} | {stage} |", form.code, form.exit_status, form.http_status)
    }));
}

#[test]
fn both_commands_stand_at_the_top_of_the_readme() {
    let readme = readme();
    let top: Vec<_> = readme.lines().take(20).collect();
    for command in ["cargo run -- demo", "cargo test --workspace"] {
        assert!(top.iter().any(|line| line.starts_with(command)), "{command} is not in the first 20 lines");
    }
}
