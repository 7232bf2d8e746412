//! What every command that runs a projector lets its user choose.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use gobo_contract::Bounds;

use super::value::{bounds, whole};
use crate::{Budget, Imports, Projector, Sandbox};

#[derive(Args)]
#[command(next_help_heading = "Sandbox")]
pub(super) struct Sandboxed {
    /// A projector component to use instead of the embedded one
    #[arg(long, value_name = "FILE")]
    projector: Option<PathBuf>,

    /// What the component may import
    #[arg(long, value_enum, default_value_t = ImportsArg::Refuse, requires = "projector")]
    imports: ImportsArg,

    /// Bounds to use instead of the defaults, as TOML: `result_bytes = 4096`, `[redaction]`, …
    #[arg(long, value_name = "FILE.toml", value_parser = bounds)]
    bounds: Option<Bounds>,

    /// Fuel of a call without its payload's share [default: 50000000]
    #[arg(long, value_name = "FUEL", allow_negative_numbers = true, value_parser = whole(Budget::FUEL_BASE))]
    budget_fuel_base: Option<u64>,

    /// Fuel for each byte of payload [default: 8000]
    #[arg(long, value_name = "FUEL", allow_negative_numbers = true, value_parser = whole(Budget::FUEL_PER_PAYLOAD_BYTE))]
    budget_fuel_per_payload_byte: Option<u64>,

    /// Bytes of memory of a call [default: 67108864]
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = whole(Budget::MEMORY_BYTES))]
    budget_memory_bytes: Option<usize>,

    /// Milliseconds of a call [default: 2000]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = whole(Budget::DEADLINE_MS))]
    budget_deadline_ms: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ImportsArg {
    /// Nothing at all
    Refuse,
    /// WASI without files, variables, sockets or a real clock
    DenyAllWasi,
}

impl From<ImportsArg> for Imports {
    fn from(imports: ImportsArg) -> Self {
        match imports {
            ImportsArg::Refuse => Self::Refuse,
            ImportsArg::DenyAllWasi => Self::DenyAllWasi,
        }
    }
}

impl Sandboxed {
    /// The sandbox and the projector to run in it.
    pub(super) fn load(&self) -> anyhow::Result<(Sandbox, Projector)> {
        let sandbox = Sandbox::new()?;
        let projector = match &self.projector {
            None => sandbox.load_embedded().context("loading the embedded projector")?,
            Some(path) => sandbox
                .load_file(path, self.imports.into())
                .with_context(|| format!("loading {}", path.display()))?,
        };
        Ok((sandbox, projector))
    }

    /// The bounds of the file, or the defaults.
    pub(super) fn bounds(&self) -> Bounds {
        self.bounds.clone().unwrap_or_default()
    }

    /// The budget.
    pub(super) fn budget(&self) -> Budget {
        let default = Budget::default();
        Budget {
            fuel_base: self.budget_fuel_base.unwrap_or(default.fuel_base),
            fuel_per_payload_byte: self.budget_fuel_per_payload_byte.unwrap_or(default.fuel_per_payload_byte),
            memory_bytes: self.budget_memory_bytes.unwrap_or(default.memory_bytes),
            deadline_ms: self.budget_deadline_ms.unwrap_or(default.deadline_ms),
        }
    }
}
