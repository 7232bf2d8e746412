//! The `gobo` command: one file for each subcommand, none with a policy of its own.

mod check_config;
mod completions;
mod config_file;
mod demo;
mod explain;
mod input;
mod inspect;
mod invoke;
mod ndjson;
mod output;
mod patterns;
mod project;
mod records;
mod redact;
mod rules;
mod sandboxed;
mod tools;
mod value;
mod warnings;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use thiserror::Error;

/// Exit status when the command itself could not do its work; see the table of exit statuses in the README.
const FAILED: u8 = 1;

/// Exit status of wrong usage, the same as for what the command line's parser finds.
const WRONG_USAGE: u8 = 2;

const AFTER_HELP: &str = "\
Exit status:
  0         evidence or no evidence
  1         the command could not do its work
  2         wrong usage, also in the file of --bounds or --config
  10 to 18  refused before the tool ran
  20 to 22  the legacy tool
  30 to 35  the projection
  40 to 42  the host
From 10 on, stdout holds the frozen ERROR result.

Try it:
  gobo demo
  gobo project logs --call-id call_1 --topic APPLICATION --query timeout --format lines --payload app.log --explain
  journalctl -n 1000 | gobo redact";

/// What a language-model agent is allowed to see of the tools behind it.
///
/// Gobo takes the big, sensitive payload of a legacy tool and lets through a small, redacted, typed piece of evidence,
/// computed inside a WebAssembly sandbox that can do nothing else.
#[derive(Parser)]
#[command(name = "gobo", version, after_help = AFTER_HELP, max_term_width = 110)]
struct Gobo {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Projects a payload: its evidence as frozen JSON on stdout
    Project(project::Project),
    /// Projects built-in sample payloads of all three tools
    Demo(demo::Demo),
    /// Prints the definitions of the three tools for an agent framework
    Tools(tools::Tools),
    /// Tells what a projector component is, and what of it does not fit
    Inspect(inspect::Inspect),
    /// Redacts text: a filter that keeps the lines
    Redact(redact::Redact),
    /// Finds what the lines of a log have in common, in a file of any size
    Patterns(patterns::Patterns),
    /// Lists every redaction rule with its kind, source and examples
    Rules(rules::Rules),
    /// Makes one tool call through the boundary: preflight, record, legacy tool, projection
    Invoke(invoke::Invoke),
    /// Lists, shows, prunes and exports the records of invocations
    Records(records::Records),
    /// Explains every mistake in a configuration file
    CheckConfig(check_config::CheckConfig),
    /// Prints a completion script for a shell
    Completions(completions::Completions),
}

impl Command {
    fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Project(command) => command.run(),
            Self::Demo(command) => command.run(),
            Self::Tools(command) => command.run(),
            Self::Inspect(command) => command.run(),
            Self::Redact(command) => command.run(),
            Self::Patterns(command) => command.run(),
            Self::Rules(command) => command.run(),
            Self::Invoke(command) => command.run(),
            Self::Records(command) => command.run(),
            Self::CheckConfig(command) => command.run(),
            Self::Completions(command) => command.run(),
        }
    }
}

/// Runs the command that the process was called with.
#[must_use]
pub fn run() -> ExitCode {
    let outcome = match Gobo::try_parse() {
        Ok(gobo) => gobo.command.run(),
        Err(usage) if usage.use_stderr() => usage.exit(),
        // Help and version are results like any other.
        Err(help) => help.print().map(|()| ExitCode::SUCCESS).map_err(anyhow::Error::from),
    };
    match outcome {
        Ok(code) => code,
        // Whoever reads has seen enough.
        Err(error) if output::is_closed(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<WrongUsage>() => {
            output::tell(&format!("error: {error}\n\nFor more information, try '--help'."));
            ExitCode::from(WRONG_USAGE)
        }
        Err(error) => {
            output::tell(&format!("gobo: {error:#}"));
            ExitCode::from(FAILED)
        }
    }
}

/// A command line that can be parsed and is wrong nonetheless.
#[derive(Debug, Error)]
#[error("{0}")]
struct WrongUsage(String);

/// Runs what waits for legacy tools and record stores.
fn block_on<T>(action: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    warnings::listen();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(action)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Gobo::command().debug_assert();
    }
}
