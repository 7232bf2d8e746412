//! `gobo demo`

use std::process::ExitCode;

use clap::Args;
use gobo_contract::{Bounds, Call, Payload, PayloadFormat, Request, Tool, ToolCallId};

use super::explain::{Given, explain};
use crate::source::mock;
use crate::{Budget, Sandbox};

/// The time of the samples, so that the demo prints the same on every day.
const NOW: &str = "2026-02-03T10:15:00Z";

#[derive(Args)]
pub(super) struct Demo {
    /// Prints the results only, without the explanations on stderr
    #[arg(long)]
    quiet: bool,
}

impl Demo {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let sandbox = Sandbox::new()?;
        let projector = sandbox.load_embedded()?;
        let (bounds, budget) = (Bounds::default(), Budget::default());
        for tool in Tool::ALL {
            let (request, text) = mock::sample(tool);
            let call = Call::new(ToolCallId::new(format!("call_demo_{}", tool.name()))?, NOW)?;
            let request = Request::from_json(tool, request)?;
            let payload = Payload { format: PayloadFormat::Json, text };
            let outcome = sandbox.project(&projector, &call, &request, payload, &bounds, &budget);
            if !self.quiet {
                eprintln!("\n{} {}", tool.name(), request.json());
                let given = Given {
                    projector: &projector,
                    payload_bytes: text.len(),
                    bounds: &bounds,
                    budget: &budget,
                };
                explain(&given, &outcome)?;
            }
            super::print(&outcome?.json)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
