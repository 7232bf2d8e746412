//! `gobo completions`

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::output::print;

#[derive(Args)]
pub(super) struct Completions {
    /// The shell to complete for
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        // It panics when it cannot write.
        let mut script = Vec::new();
        generate(self.shell, &mut super::Gobo::command(), "gobo", &mut script);
        print(String::from_utf8_lossy(&script).trim_end())?;
        Ok(ExitCode::SUCCESS)
    }
}
