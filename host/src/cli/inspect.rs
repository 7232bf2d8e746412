//! `gobo inspect`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::output::print;
use super::sandboxed::ImportsArg;
use crate::Sandbox;
use crate::registry::{Inspection, inspect};

#[derive(Args)]
pub(super) struct Inspect {
    /// The component's file
    component: PathBuf,

    /// What the component may import
    #[arg(long, value_enum, default_value_t = ImportsArg::Refuse)]
    imports: ImportsArg,

    /// Prints JSON instead of text
    #[arg(long)]
    json: bool,
}

impl Inspect {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let sandbox = Sandbox::with_instances(1)?;
        let inspection = inspect(&sandbox, &self.component, self.imports.into())
            .with_context(|| format!("inspecting {}", self.component.display()))?;
        let text = if self.json { serde_json::to_string_pretty(&inspection)? } else { in_words(&inspection) };
        print(&text)?;
        let fits = inspection.misfits.is_empty();
        Ok(if fits { ExitCode::SUCCESS } else { ExitCode::from(super::FAILED) })
    }
}

fn in_words(inspection: &Inspection) -> String {
    let Inspection { identity, digest, component_bytes, memory_cap_bytes, imports, exports, misfits } =
        inspection;
    let mut lines = Vec::new();
    let mut line = |name: &str, value: &str| lines.push(format!("{name:<11}{value}"));
    match identity {
        Some(identity) => {
            line("name", &identity.name);
            line("version", &identity.version);
            line("contract", &identity.contract);
        }
        None => line("name", "unknown (could not be asked)"),
    }
    line("sha256", digest);
    line("size", &format!("{component_bytes} bytes"));
    let cap = memory_cap_bytes.map(|bytes| format!("{bytes} bytes"));
    line("memory cap", cap.as_deref().unwrap_or("none: only a host with a memory budget bounds it"));
    line("imports", &listed(imports));
    line("exports", &listed(exports));
    match misfits.as_slice() {
        [] => line("fits", "yes"),
        _ => misfits.iter().for_each(|misfit| line("misfit", misfit)),
    }
    lines.join("\n")
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
