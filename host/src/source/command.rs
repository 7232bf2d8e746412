//! A program: the question on its standard input, the payload on its standard output.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Stdio;

use async_trait::async_trait;
use gobo_contract::{ErrorCode, PayloadFormat};
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::question_json;
use crate::boundary::{LegacyCall, LegacyPayload, LegacyTool};

/// Runs a program for each call, in a process group of its own. When the program ends, when it says too much, and when
/// the boundary's deadline comes, the whole group is killed: nothing that it forked stays behind.
///
/// The program gets no shell, no standard error, and of the environment only `PATH` and what is named.
#[derive(Clone, Debug)]
pub struct CommandTool {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its environment beside `PATH`.
    pub environment: BTreeMap<String, String>,
    /// How its payload is to be read.
    pub format: PayloadFormat,
    /// Whether the operator says that it only reads.
    pub is_read_only: bool,
}

#[async_trait]
impl LegacyTool for CommandTool {
    fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    async fn fetch(&self, call: LegacyCall) -> Result<LegacyPayload, ErrorCode> {
        let (mut child, group) = self.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ErrorCode::ToolFailed);
        };
        let question = question_json(&call);
        let (bytes, (), ()) = tokio::try_join!(
            read(stdout, call.payload_bytes),
            ask(stdin, &question),
            end(&mut child, &group)
        )?;
        LegacyPayload::from_bytes(self.format, bytes)
    }
}

impl CommandTool {
    fn spawn(&self) -> Result<(Child, Group), ErrorCode> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .envs(&self.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true);
        let child = command.spawn().map_err(|error| {
            tracing::warn!(kind = ?error.kind(), "the program could not be started");
            ErrorCode::ToolFailed
        })?;
        let group = Group(child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw));
        Ok((child, group))
    }
}

/// Writes the question. A program that does not read it may still answer.
async fn ask(mut stdin: ChildStdin, question: &str) -> Result<(), ErrorCode> {
    let _ = stdin.write_all(question.as_bytes()).await;
    Ok(())
}

async fn read(stdout: ChildStdout, payload_bytes: u64) -> Result<Vec<u8>, ErrorCode> {
    let mut bytes = Vec::new();
    let read = stdout.take(payload_bytes.saturating_add(1)).read_to_end(&mut bytes).await;
    match read {
        Ok(_) if bytes.len() as u64 > payload_bytes => Err(ErrorCode::PayloadTooLarge),
        Ok(_) => Ok(bytes),
        Err(_) => Err(ErrorCode::ToolFailed),
    }
}

/// Waits for the program, and ends what it left running: that could hold its output open for ever.
async fn end(child: &mut Child, group: &Group) -> Result<(), ErrorCode> {
    let status = child.wait().await;
    group.kill();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => {
            tracing::warn!(code = status.code(), "the program failed");
            Err(ErrorCode::ToolFailed)
        }
        Err(_) => Err(ErrorCode::ToolFailed),
    }
}

/// The program's process group.
struct Group(Option<Pid>);

impl Group {
    fn kill(&self) {
        if let Some(group) = self.0 {
            // No such group: all of it has ended by itself.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
