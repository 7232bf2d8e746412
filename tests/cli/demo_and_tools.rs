//! `gobo demo`, `gobo tools`, `gobo completions` and the help.

use gobo_contract::{Tool, ToolForm, tool_definitions};
use serde_json::Value;

use crate::command::run;

#[test]
fn demo_prints_the_three_results_and_explains_them() {
    let demo = run(&["demo"], "");
    assert_eq!(demo.status, Some(0), "{}", demo.stderr);
    let results: Vec<Value> =
        demo.stdout.lines().map(|line| serde_json::from_str(line).expect("one JSON a line")).collect();
    assert_eq!(results.len(), 3);
    for (tool, result) in Tool::ALL.into_iter().zip(&results) {
        assert_eq!(result["evidence_status"], "EVIDENCE_FOUND", "{tool:?}");
        assert!(demo.stderr.contains(tool.name()), "{}", demo.stderr);
    }
    let quiet = run(&["demo", "--quiet"], "");
    assert_eq!((quiet.stdout, quiet.stderr.as_str()), (demo.stdout.clone(), ""), "the same on every run");
    for secret in
        ["Tr0ut-harbor-71", "vK7-quartz-lane", "qz81Lm0PfxTeR5vbYc2GdWn7", "n1ght-ferry-88", "203.0.113.78"]
    {
        assert!(!demo.stdout.contains(secret) && !demo.stderr.contains(secret), "{secret}");
    }
}

#[test]
fn tools_come_in_three_forms() {
    for (format, form) in
        [("mcp", ToolForm::Mcp), ("openai", ToolForm::OpenAi), ("anthropic", ToolForm::Anthropic)]
    {
        let ran = run(&["tools", "--format", format], "");
        let printed: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        assert_eq!((ran.status, printed), (Some(0), tool_definitions(form)));
    }
    assert_eq!(run(&["tools"], "").stdout, run(&["tools", "--format", "mcp"], "").stdout);
    assert_eq!(run(&["tools", "--format", "other"], "").status, Some(2));
}

#[test]
fn help_teaches_and_completions_complete() {
    let help = run(&["--help"], "");
    assert_eq!(help.status, Some(0));
    for taught in ["Exit status", "gobo demo", "gobo project logs", "gobo redact"] {
        assert!(help.stdout.contains(taught), "{taught}");
    }
    for subcommand in ["project", "demo", "tools", "inspect", "redact", "completions"] {
        assert!(help.stdout.contains(subcommand), "{subcommand}");
        assert_eq!(run(&[subcommand, "--help"], "").status, Some(0), "{subcommand}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell], "");
        assert_eq!(script.status, Some(0));
        assert!(script.stdout.contains("gobo"), "{shell}");
    }
    let version = run(&["--version"], "");
    assert_eq!(version.stdout, format!("gobo {}\n", env!("CARGO_PKG_VERSION")));
    let nothing = run(&[], "");
    assert_eq!((nothing.status, nothing.stdout.as_str()), (Some(2), ""));
}
