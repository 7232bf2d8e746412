//! Outputs that cannot be written: readers that have gone away, and a full disk.

use std::io::pipe;
use std::process::Stdio;

use crate::command::{file, finish, gobo, run, shown};

const CONFIG: &str = "[store]\nkind = \"memory\"\n[callers.agent]\ntools = [\"lookup_knowledge\"]\n\
    [tools.lookup_knowledge]\nsource = \"mock\"\n";
const NDJSON: &str = "{\"message\":\"from 10.20.0.40\"}\n{\"other\":1}\nplain\n";
const ROWS: &str = r#"{"success":true,"columns":["c"],"rows":[[1]]}"#;

/// An end of a pipe whose reader has gone.
fn closed() -> Stdio {
    let (_, writer) = pipe().expect("a pipe");
    writer.into()
}

/// Every command with everything that it can write, and what is on its stdin.
fn commands<'a>(module: &'a str, config: &'a str) -> Vec<(Vec<&'a str>, &'a str)> {
    let project = ["project", "mysql", "--call-id", "c", "--payload", "-", "--data-source", "orders"];
    let project = [&project[..], &["--sql", "SELECT 1", "--explain"]].concat();
    let invoke = ["invoke", "lookup_knowledge", "--run", "r", "--call-id", "c", "--config", config];
    vec![
        (vec!["demo"], ""),
        (vec!["tools"], ""),
        (vec!["rules"], ""),
        (vec!["rules", "--format", "ndjson"], ""),
        (vec!["completions", "bash"], ""),
        (vec!["--help"], ""),
        (vec!["help", "project", "logs"], ""),
        (vec!["--version"], ""),
        (vec![], ""),
        (vec!["--unknown"], ""),
        (vec!["inspect", module], ""),
        (vec!["inspect", "--json", module], ""),
        (vec!["redact", "--explain"], NDJSON),
        (vec!["redact", "--explain", "--ndjson", "--field", "message"], NDJSON),
        (vec!["redact", "--ndjson", "--field", "none"], NDJSON),
        (vec!["redact", "/nowhere/app.log"], ""),
        (vec!["redact", "-", "-"], ""),
        (vec!["patterns", "--field", "none"], NDJSON),
        (vec!["patterns", "--assign"], NDJSON),
        (project.clone(), ROWS),
        ([&project[..], &["--wire", "--pretty"]].concat(), ROWS),
        (project, "no JSON"),
        ([&invoke[..], &["--request", r#"{"query":"pool exhausted"}"#]].concat(), ""),
        ([&invoke[..], &["--request", "{}"]].concat(), ""),
        (vec!["records", "list", "--config", config], ""),
        (vec!["records", "export", "--config", config], ""),
        (vec!["records", "prune", "--config", config], ""),
        (vec!["records", "show", "--run", "r", "--call-id", "c", "--config", config], ""),
        (vec!["check-config", config], ""),
        (vec!["check-config", module], ""),
    ]
}

#[test]
fn no_closed_pipe_makes_a_command_panic() {
    let (_folder, module) = file("module.wasm", gobo::registry::EMBEDDED_CORE_MODULE);
    let (_folder, config) = file("gobo.toml", CONFIG);
    for (arguments, stdin) in commands(shown(&module), shown(&config)) {
        let open = run(&arguments, stdin);
        let without = |stdout: bool, stderr: bool| {
            let mut command = gobo();
            command.args(&arguments);
            if stdout {
                command.stdout(closed());
            }
            if stderr {
                command.stderr(closed());
            }
            finish(command.spawn().expect("the built binary"), stdin.into())
        };
        let ran = without(false, true);
        assert_eq!((ran.status, &ran.stdout), (open.status, &open.stdout), "{arguments:?} without stderr");
        // Whoever reads stdout has seen enough. That is no failure, and nothing is said of it.
        let status = if open.stdout.is_empty() { open.status } else { Some(0) };
        assert_eq!(without(true, true).status, status, "{arguments:?} without both");
        let ran = without(true, false);
        assert_eq!(ran.status, status, "{arguments:?} without stdout: {}", ran.stderr);
        for noise in ["panicked", "Broken pipe"] {
            assert!(!ran.stderr.contains(noise), "{arguments:?}: {}", ran.stderr);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_a_failure() {
    for arguments in [&["--help"][..], &["--version"], &["tools"], &["completions", "bash"], &["redact"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let child = gobo().args(arguments).stdout(full).spawn().expect("the built binary");
        let ran = finish(child, b"text".to_vec());
        assert_eq!(ran.status, Some(1), "{arguments:?}");
        assert!(ran.stderr.contains("No space left"), "{arguments:?}: {}", ran.stderr);
    }
}
