//! Wrong usage: status 2, nothing on stdout, and a message that names the flag and what it expects.

use gobo_contract::{Kind, LogTopic, Tool};

use crate::command::{Ran, file, run, shown};

/// A command line that lacks nothing, to which a wrong flag is added.
fn complete(command: &str) -> Vec<&str> {
    match command {
        "logs" => {
            vec!["project", "logs", "--call-id", "c", "--payload", "-", "--query", "q"]
        }
        "rag" => vec!["project", "rag", "--call-id", "c", "--payload", "-"],
        "mysql" => vec!["project", "mysql", "--call-id", "c", "--payload", "-"],
        "invoke" => vec!["invoke", "query_logs", "--run", "r", "--call-id", "c", "--request", "{}"],
        "show" => vec!["records", "show", "--run", "r"],
        "list" => vec!["records", "list"],
        "prune" => vec!["records", "prune"],
        command => vec![command],
    }
}

fn refused(arguments: &[&str], said: &[&str]) {
    let Ran { status, stdout, stderr } = run(arguments, "");
    assert_eq!((status, stdout.as_str()), (Some(2), ""), "{arguments:?}: {stderr}");
    for part in said {
        assert!(stderr.contains(part), "{arguments:?} does not say {part}: {stderr}");
    }
}

#[test]
fn every_flag_with_a_bad_value_is_named_with_what_it_expects() {
    const NUMBER: &str = "expected a whole number from ";
    for (command, flag, values, said) in [
        ("logs", "--now", &["yesterday", "2026-02-03", "1770113700", ""][..], "2026-02-03T10:15:00Z"),
        ("logs", "--lookback-minutes", &["0", "10081", "-5", "soon", "1.5", ""], "from 1 to 10080"),
        ("logs", "--budget-deadline-ms", &["0", "60001", "-1", "2s"], "from 1 to 60000"),
        ("redact", "--budget-memory-bytes", &["65535", "268435457", "64M"], "from 65536 to 268435456"),
        ("redact", "--budget-fuel-base", &["0", "-1", "many"], "from 1 to 600000000000"),
        ("patterns", "--budget-fuel-per-payload-byte", &["1000001", "-1", "0x10"], "from 0 to 1000000"),
        ("list", "--count", &["-1", "all", "4294967296"], NUMBER),
        ("prune", "--count", &["-1", "1k"], NUMBER),
        ("prune", "--days", &["-1", "1d", "4294967296"], NUMBER),
        ("show", "--call-id", &["", " ", "a\nb"], "expected an id"),
        ("rag", "--query", &["", " "], "not blank"),
        ("mysql", "--data-source", &["", "\t"], "not blank"),
        ("mysql", "--sql", &["", "\n"], "not blank"),
        ("show", "--turn", &["-1", "last"], NUMBER),
        ("invoke", "--turn", &["-1", "last"], NUMBER),
    ] {
        for value in values {
            let more = if command == "logs" { &["--topic", "APPLICATION"][..] } else { &[] };
            refused(&[&complete(command), more, &[flag, value]].concat(), &[flag, said]);
        }
    }
}

#[test]
fn a_closed_set_is_listed_when_it_is_missed() {
    let topics = LogTopic::ALL.map(LogTopic::name);
    for topic in ["NOPE", "application", ""] {
        refused(
            &[&complete("logs")[..], &["--topic", topic]].concat(),
            &[&["--topic"], &topics[..]].concat(),
        );
    }
    refused(&["rules", "--kind", "ips"], &[&["--kind"], &Kind::ALL.map(Kind::name)[..]].concat());
    let invoke = ["invoke", "query_log", "--run", "r", "--call-id", "c", "--request", "{}"];
    refused(&invoke, &Tool::ALL.map(Tool::name));
    let logs = [&complete("logs")[..], &["--topic", "APPLICATION"]].concat();
    refused(&[&logs[..], &["--format", "xml"]].concat(), &["--format", "json", "ndjson", "lines"]);
    refused(&[&logs[..], &["--imports", "all"]].concat(), &["--imports", "refuse", "deny-all-wasi"]);
    refused(&["tools", "--format", "xml"], &["--format", "mcp", "openai", "anthropic"]);
    refused(&["rules", "--format", "xml"], &["--format", "text", "ndjson"]);
    refused(&["records", "list", "--status", "done"], &["--status", "projecting", "ready", "error"]);
    refused(&["completions", "cmd"], &["bash", "zsh", "fish"]);
    refused(&["projects"], &["project"]);
}

#[test]
fn what_stands_in_a_file_of_settings_is_usage() {
    for (toml, said) in [
        ("result_byte = 100\n", "result_byte"),
        ("result_bytes = 40000\n", "32768"),
        ("result_bytes = -1\n", "u32"),
        ("result_bytes = \n", "line 1"),
        ("[redaction]\nkinds = [\"ips\"]\n", "payment_card"),
        ("[redaction]\nrules = [{ name = \"open\", pattern = \"x\" }]\n", "upper-case letters"),
        ("[redaction]\nrules = [{ name = \"OPEN\", pattern = \"(\" }]\n", "OPEN is no regular expression"),
    ] {
        let (_folder, bounds) = file("bounds.toml", toml);
        for command in ["redact", "patterns"] {
            refused(&[command, "--bounds", shown(&bounds)], &["--bounds", "bounds.toml", said]);
        }
    }
    refused(&["redact", "--bounds", "/nowhere/bounds.toml"], &["--bounds", "/nowhere/bounds.toml"]);
    let (_folder, config) = file("gobo.toml", "[store]\nkind = \"sqlight\"\n");
    for command in ["invoke", "list", "prune"] {
        let config = [&complete(command)[..], &["--config", shown(&config)]].concat();
        refused(&config, &["--config", "line 2", "sqlight", "there are no callers"]);
        let nowhere = [&complete(command)[..], &["--config", "/nowhere/gobo.toml"]].concat();
        refused(&nowhere, &["--config", "/nowhere/gobo.toml"]);
    }
}

#[test]
fn flags_that_contradict_each_other_are_refused() {
    refused(&["redact", "-", "-"], &["stdin", "only once"]);
    refused(&["patterns", "-", "-"], &["stdin", "only once"]);
    refused(&["redact", "--imports", "deny-all-wasi"], &["--projector"]);
    refused(&["redact", "--ndjson"], &["--field"]);
    refused(&["redact", "--field", "message"], &["--ndjson"]);
}

#[test]
fn a_file_that_cannot_be_read_is_named_once_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = shown(folder.path());
    let project = ["project", "rag", "--call-id", "c", "--query", "q", "--payload", folder];
    for arguments in [
        &["redact", folder][..],
        &["patterns", folder],
        &["inspect", folder],
        &["check-config", folder],
        &["redact", "--projector", folder],
        &project,
    ] {
        let ran = run(arguments, "");
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""), "{arguments:?}");
        for part in [folder, "Is a directory"] {
            assert_eq!(ran.stderr.matches(part).count(), 1, "{arguments:?}: {}", ran.stderr);
        }
    }
}
