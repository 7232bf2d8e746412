//! `gobo tools`

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use gobo_contract::{ToolForm, tool_definitions};

use super::output::print;

#[derive(Args)]
pub(super) struct Tools {
    /// Whose shape the definitions are written in
    #[arg(long, value_enum, default_value_t = Form::Mcp)]
    format: Form,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// Model Context Protocol, with the results' schemas
    Mcp,
    /// OpenAI function calling
    Openai,
    /// Anthropic tool use
    Anthropic,
}

impl Tools {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let form = match self.format {
            Form::Mcp => ToolForm::Mcp,
            Form::Openai => ToolForm::OpenAi,
            Form::Anthropic => ToolForm::Anthropic,
        };
        print(&serde_json::to_string_pretty(&tool_definitions(form))?)?;
        Ok(ExitCode::SUCCESS)
    }
}
