//! The lines of a run: always the same ones in the same order, of the same files.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, bail};

#[allow(
    dead_code,
    clippy::pedantic,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "the other benchmark's"
)]
#[path = "../benches/lines.rs"]
mod generated;

const VARIABLE: &str = "GOBO_BENCH_LINES";
const GENERATED_BYTES: usize = 2 << 20;
pub(crate) const BUFFER_BYTES: usize = 1 << 20;
pub(crate) const BUFFERS: usize = 10;

/// A file, and what it holds.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) lines: Vec<String>,
}

/// The files that the environment names, or one of made-up lines.
pub(crate) fn lines() -> Result<Vec<File>> {
    let Some(paths) = env::var_os(VARIABLE) else {
        return Ok(vec![File { name: format!("MADE-UP LINES, {VARIABLE} IS NOT SET"), lines: made_up()? }]);
    };
    let mut files = Vec::new();
    for path in env::split_paths(&paths) {
        let found = if path.is_dir() { in_folder(&path)? } else { vec![path] };
        for path in found {
            files.push(read(&path)?);
        }
    }
    if files.iter().all(|file| file.lines.is_empty()) {
        bail!(
            "{VARIABLE} names no line: it wants absolute paths of folders with .log and .txt files, or of files"
        );
    }
    Ok(files)
}

/// Ten buffers of whole lines, each as near to 1 MiB as lines go. The files follow one another by name, and once all are
/// read it goes on with the first.
pub(crate) fn buffers(files: &[File]) -> Vec<String> {
    let fits = |line: &&String| line.len() < BUFFER_BYTES;
    let mut lines = files.iter().flat_map(|file| &file.lines).filter(fits).cycle().peekable();
    let mut buffers = Vec::new();
    while buffers.len() < BUFFERS {
        let mut buffer = String::with_capacity(BUFFER_BYTES);
        while let Some(line) = lines.next_if(|line| buffer.len() + line.len() < BUFFER_BYTES) {
            buffer.push_str(line);
            buffer.push('\n');
        }
        buffers.push(buffer);
    }
    buffers
}

/// Log files in a folder and below it, by name. Whatever else lies there is not lines of a log.
fn in_folder(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(in_folder(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "log" || extension == "txt") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<File> {
    let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(File { name, lines })
}

fn made_up() -> Result<Vec<String>> {
    let payload: serde_json::Value = serde_json::from_str(&generated::payload(GENERATED_BYTES))?;
    let logs = payload.get("logs").and_then(serde_json::Value::as_array).context("a payload of logs")?;
    let fields = ["timestamp", "level", "service", "message"];
    let line = |log: &serde_json::Value| {
        let field = |name| log.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
        fields.map(field).join(" ")
    };
    Ok(logs.iter().map(line).collect())
}
