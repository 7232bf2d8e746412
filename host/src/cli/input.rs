//! What a command reads: files and stdin, in chunks of whole lines.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::WrongUsage;
use super::output::tell;
use crate::sandbox::limit;

/// The inputs of a filter.
#[derive(Args)]
pub(super) struct Inputs {
    /// Files to read, one after the other; stdin when there is none, or for `-`
    files: Vec<PathBuf>,
}

impl Inputs {
    /// Reads one after the other.
    pub(super) fn each(
        &self,
        mut read: impl FnMut(&mut dyn Read) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if self.files.iter().filter(|file| is_stdin(file)).count() > 1 {
            return Err(WrongUsage("stdin (`-`) can be read only once".to_owned()).into());
        }
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files };
        for file in files {
            read(&mut *open(file)?).with_context(|| shown(file))?;
        }
        Ok(())
    }
}

/// Opens a file, or stdin for `-`.
pub(super) fn open(file: &Path) -> anyhow::Result<Box<dyn Read>> {
    if is_stdin(file) {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(file).with_context(|| shown(file))?))
}

pub(super) fn shown(file: &Path) -> String {
    if is_stdin(file) { "stdin".to_owned() } else { file.display().to_string() }
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// How many bytes at the end of `text` are the beginning of a character.
fn open_character(text: &[u8]) -> usize {
    let opens = |bytes: &[u8]| {
        str::from_utf8(bytes).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..4)
        .find(|bytes| text.len().checked_sub(*bytes).and_then(|at| text.get(at..)).is_some_and(opens))
        .unwrap_or(0)
}

/// Chunks of whole lines: everything up to the last line break that has arrived. A line longer than a chunk is cut at its
/// last blank, or where it is full.
pub(super) struct Lines<'a> {
    input: &'a mut dyn Read,
    pending: Vec<u8>,
    ended: bool,
    is_told: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(input: &'a mut dyn Read) -> Self {
        Self { input, pending: Vec::new(), ended: false, is_told: false }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<String>> {
        const READ_BYTES: usize = 256 * 1024;
        let mut buffer = vec![0; READ_BYTES];
        while !self.ended {
            let read = match self.input.read(&mut buffer) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.ended = read == 0;
            self.pending.extend_from_slice(buffer.get(..read).unwrap_or_default());
            if let Some(end) = self.end_of_lines() {
                let rest = self.pending.split_off(end);
                let lines = std::mem::replace(&mut self.pending, rest);
                return Ok(Some(self.text(lines)));
            }
        }
        let rest = std::mem::take(&mut self.pending);
        Ok(if rest.is_empty() { None } else { Some(self.text(rest)) })
    }

    /// The bytes as text. What is no UTF-8 is replaced, and its user told so.
    fn text(&mut self, bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap_or_else(|error| {
            if !self.is_told {
                self.is_told = true;
                tell("gobo: the input holds bytes that are no UTF-8; U+FFFD stands in their place");
            }
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        })
    }

    fn end_of_lines(&self) -> Option<usize> {
        let after_last = |byte: u8| self.pending.iter().rposition(|found| *found == byte).map(|at| at + 1);
        let line = after_last(b'\n');
        if line.is_some() || self.pending.len() < limit::REDACT_CHUNK_BYTES / 2 {
            return line;
        }
        // A character that has not arrived whole is left for the next chunk.
        after_last(b' ').or_else(|| Some(self.pending.len() - open_character(&self.pending)))
    }
}
