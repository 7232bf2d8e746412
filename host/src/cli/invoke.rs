//! `gobo invoke`

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use gobo_contract::Tool;

use super::block_on;
use super::config_file::ConfigFile;
use super::output::print;
use super::value::{one_of, whole};
use crate::Sandbox;
use crate::boundary::{Boundary, FixedProjector, RunContext, SandboxedProjector};

#[derive(Args)]
pub(super) struct Invoke {
    /// The tool
    #[arg(value_parser = one_of(Tool::ALL, Tool::name))]
    tool: Tool,

    /// The request, as the agent sends it
    #[arg(long, value_name = "JSON")]
    request: String,

    /// The agent framework's id of the run
    #[arg(long = "run", value_name = "RUN")]
    run_id: String,

    /// The turn within the run, for frameworks that start their ids anew with each turn
    #[arg(long, allow_negative_numbers = true, value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,

    /// The agent framework's id of the tool call
    #[arg(long, value_name = "ID")]
    call_id: String,

    /// Who calls: a name under [callers] in the configuration
    #[arg(long, default_value = "agent")]
    caller: String,

    #[command(flatten)]
    config: ConfigFile,
}

impl Invoke {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let config = self.config.read()?;
        let sandbox = Sandbox::new()?;
        let projector = sandbox.load_embedded().context("loading the embedded projector")?;
        let budget = config.sandbox;
        let published = SandboxedProjector { sandbox: Arc::new(sandbox), projector, budget, generation: 1 };
        let parts = config.parts(Arc::new(FixedProjector(Arc::new(published))))?;
        let Self { tool, request, run_id, turn, call_id, caller, .. } = self;
        let answer = block_on(async move {
            let boundary = Boundary::start(parts).await?;
            let run = RunContext { caller, run_id, turn };
            let answer = boundary.invoke(run, Some(&call_id), tool, &request).await;
            boundary.shut_down(Duration::ZERO).await;
            Ok(answer)
        })?;
        print(&answer.json)?;
        Ok(answer.error.map_or(ExitCode::SUCCESS, |code| ExitCode::from(code.form().exit_status)))
    }
}
