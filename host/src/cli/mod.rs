//! The `gobo` command: one file for each subcommand, none with a policy of its own.

mod check_config;
mod completions;
mod demo;
mod explain;
mod inspect;
mod invoke;
mod patterns;
mod project;
mod records;
mod redact;
mod rules;
mod sandboxed;
mod tools;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Error};
use clap::{Parser, Subcommand};

use crate::config::Config;

/// Exit status when the command itself could not do its work; see the table of exit statuses in the README.
const FAILED: u8 = 1;

const AFTER_HELP: &str = "\
Exit status: 0 evidence or no evidence; 1 the command could not do its work; 2 wrong usage; 10 to 18 refused before the
tool ran; 20 to 22 the legacy tool; 30 to 35 the projection; 40 to 42 the host. On 10 and above, stdout holds the frozen
ERROR result.

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

/// Runs the command that the process was called with.
#[must_use]
pub fn run() -> ExitCode {
    let outcome = match Gobo::parse().command {
        Command::Project(command) => command.run(),
        Command::Demo(command) => command.run(),
        Command::Tools(command) => command.run(),
        Command::Inspect(command) => command.run(),
        Command::Redact(command) => command.run(),
        Command::Patterns(command) => command.run(),
        Command::Rules(command) => command.run(),
        Command::Invoke(command) => command.run(),
        Command::Records(command) => command.run(),
        Command::CheckConfig(command) => command.run(),
        Command::Completions(command) => command.run(),
    };
    match outcome {
        Ok(code) => code,
        // Whoever reads has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "gobo: {error:#}");
            ExitCode::from(FAILED)
        }
    }
}

fn is_broken_pipe(error: &Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Reads a configuration file.
fn read_config(path: &Path) -> anyhow::Result<Config> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    Config::from_toml(&text).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(|mistake| format!("\n  {mistake}")).collect();
        Error::msg(format!("{} has mistakes:{}", path.display(), told.concat()))
    })
}

/// Runs what waits for legacy tools and record stores.
fn block_on<T>(action: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(action)
}

/// Writes one line to stdout.
fn print(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(line.as_bytes())?;
    stdout.write_all(b"\n")?;
    stdout.flush()
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
