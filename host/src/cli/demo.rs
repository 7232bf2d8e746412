//! `gobo demo`

use std::process::ExitCode;

use clap::Args;
use gobo_contract::{Bounds, Call, Payload, PayloadFormat, Request, Tool, ToolCallId};

use super::explain::explain;
use super::output::{print, tell};
use crate::source::mock;
use crate::{Budget, Job, Sandbox};

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
            let job = Job { call: &call, request: &request, payload, bounds: &bounds };
            let outcome = sandbox.project(&projector, job, &budget);
            if !self.quiet {
                tell(&format!("\n{} {}", tool.name(), request.json()));
                explain(&projector, job, &budget, &outcome);
            }
            print(&outcome?.json)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
