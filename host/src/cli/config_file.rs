//! The configuration that a command is given.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::WrongUsage;
use crate::config::Config;

#[derive(Args)]
pub(super) struct ConfigFile {
    /// The configuration
    #[arg(long, value_name = "FILE.toml", default_value = "gobo.toml", global = true)]
    config: PathBuf,
}

impl ConfigFile {
    pub(super) fn read(&self) -> Result<Config, WrongUsage> {
        let path = self.config.display();
        let wrong =
            |reason| WrongUsage(format!("invalid value '{path}' for '--config <FILE.toml>': {reason}"));
        read_config(&self.config).map_err(wrong)
    }
}

/// Reads a configuration, or tells all of its mistakes.
pub(super) fn read_config(path: &Path) -> Result<Config, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read the file: {error}"))?;
    Config::from_toml(&text).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(|mistake| format!("\n  {mistake}")).collect();
        format!("it has mistakes:{}", told.concat())
    })
}
