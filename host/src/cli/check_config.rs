//! `gobo check-config`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Error;
use clap::Args;

use super::config_file::read_config;
use super::output::print;

#[derive(Args)]
pub(super) struct CheckConfig {
    /// The configuration
    #[arg(value_name = "FILE.toml", default_value = "gobo.toml")]
    file: PathBuf,
}

impl CheckConfig {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let config = read_config(&self.file)
            .map_err(|mistakes| Error::msg(format!("{}: {mistakes}", self.file.display())))?;
        let missing: Vec<&str> =
            config.environment_names().filter(|name| std::env::var_os(name).is_none()).collect();
        print(&format!("{}: no mistakes", self.file.display()))?;
        if !missing.is_empty() {
            print(&format!("not set in this environment: {}", missing.join(", ")))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
