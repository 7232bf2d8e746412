//! `gobo completions`

use std::io;
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

#[derive(Args)]
pub(super) struct Completions {
    /// The shell to complete for
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        generate(self.shell, &mut super::Gobo::command(), "gobo", &mut script);
        io::Write::write_all(&mut io::stdout(), &script)?;
        Ok(ExitCode::SUCCESS)
    }
}
