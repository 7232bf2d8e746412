//! The `gobo` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    gobo::cli::run()
}
