//! `gobo redact`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use gobo_contract::RedactionOptions;

use super::explain::counted;
use super::sandboxed::Sandboxed;
use crate::sandbox::{Chunk, SeenValue, limit};
use crate::{Budget, Projector, Sandbox};

#[derive(Args)]
pub(super) struct Redact {
    /// Files to read, one after the other; stdin when there is none, or for `-`
    files: Vec<PathBuf>,

    /// Every line is a JSON object, of which one field is redacted
    #[arg(long, requires = "field")]
    ndjson: bool,

    /// The field of each line that is redacted; the rest of the line stays byte for byte
    #[arg(long, value_name = "NAME", requires = "ndjson")]
    field: Option<String>,

    /// Says on stderr how much was redacted, by kind
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    sandboxed: Sandboxed,
}

impl Redact {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let bounds = self.sandboxed.bounds()?;
        let budget = self.sandboxed.budget()?;
        let (sandbox, projector) = self.sandboxed.load()?;
        let mut stream = Stream {
            sandbox: &sandbox,
            projector: &projector,
            options: &bounds.redaction,
            budget: &budget,
            out: BufWriter::new(io::stdout().lock()),
            seen: Vec::new(),
            redactions: BTreeMap::new(),
            unread_lines: 0,
        };
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files };
        for file in files {
            let mut input = open(file)?;
            match &self.field {
                None => stream.text(&mut input),
                Some(field) => stream.ndjson(&mut input, field),
            }
            .with_context(|| format!("redacting {}", shown(file)))?;
        }
        stream.out.flush()?;
        if self.explain {
            eprintln!("redacted   {}", counted(&stream.redactions));
        }
        if stream.unread_lines > 0 {
            eprintln!("gobo: {} lines were no JSON objects; they were redacted as text", stream.unread_lines);
            return Ok(ExitCode::from(super::FAILED));
        }
        Ok(ExitCode::SUCCESS)
    }
}

pub(super) fn shown(file: &Path) -> String {
    if file.as_os_str() == "-" { "stdin".to_owned() } else { file.display().to_string() }
}

pub(super) fn open(file: &Path) -> anyhow::Result<Box<dyn Read>> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    Ok(Box::new(File::open(file).with_context(|| format!("opening {}", file.display()))?))
}

/// A stream of any length in constant memory: a chunk of whole lines at a time, numbered on from the last one.
struct Stream<'a, W: Write> {
    sandbox: &'a Sandbox,
    projector: &'a Projector,
    options: &'a RedactionOptions,
    budget: &'a Budget,
    out: W,
    seen: Vec<SeenValue>,
    redactions: BTreeMap<String, u64>,
    unread_lines: u64,
}

impl<W: Write> Stream<'_, W> {
    /// Text in, text out. What is there is redacted as soon as its line is whole, so that it also follows a live log.
    fn text(&mut self, input: &mut dyn Read) -> anyhow::Result<()> {
        let mut chunks = Lines::new(input);
        let mut held = Vec::new();
        while let Some(lines) = chunks.next()? {
            held.extend_from_slice(&lines);
            let text = String::from_utf8_lossy(&held);
            // A block that fills a whole chunk is not waited for any longer.
            let more_follows = text.len() < limit::REDACT_CHUNK_BYTES;
            let (redacted, held_bytes) = self.redact(&[&text], more_follows)?;
            self.write_all(&redacted)?;
            let rest = text.as_bytes().get(text.len() - held_bytes..).unwrap_or_default().to_vec();
            held = rest;
        }
        if !held.is_empty() {
            let text = String::from_utf8_lossy(&held).into_owned();
            let (redacted, _) = self.redact(&[&text], false)?;
            self.write_all(&redacted)?;
        }
        Ok(())
    }

    /// One JSON object a line; the values of `field` are redacted, decoded, and written back as JSON.
    fn ndjson(&mut self, input: &mut dyn Read, field: &str) -> anyhow::Result<()> {
        let mut chunks = Lines::new(input);
        while let Some(lines) = chunks.next()? {
            let text = String::from_utf8_lossy(&lines);
            let mut pieces = Vec::new();
            for line in text.split_inclusive('\n') {
                if !split_line(line, field, &mut pieces) && !line.trim().is_empty() {
                    self.unread_lines += 1;
                }
            }
            let values: Vec<&str> = pieces.iter().filter_map(Piece::value).collect();
            let (redacted, _) = self.redact(&values, false)?;
            let mut redacted = redacted.into_iter();
            for piece in &pieces {
                match piece {
                    Piece::Kept(text) => self.out.write_all(text.as_bytes())?,
                    Piece::Line(_) => {
                        self.out.write_all(redacted.next().unwrap_or_default().as_bytes())?;
                    }
                    Piece::Member(_) => {
                        let value = member_value(&redacted.next().unwrap_or_default());
                        self.out.write_all(value.as_bytes())?;
                    }
                }
            }
            self.out.flush()?;
        }
        Ok(())
    }

    fn write_all(&mut self, texts: &[String]) -> io::Result<()> {
        for text in texts {
            self.out.write_all(text.as_bytes())?;
        }
        self.out.flush()
    }

    fn redact(&mut self, texts: &[&str], more_follows: bool) -> anyhow::Result<(Vec<String>, usize)> {
        if texts.is_empty() {
            return Ok((Vec::new(), 0));
        }
        if self.seen.len() > limit::SEEN_VALUES {
            eprintln!("gobo: {} distinct values seen; numbering starts anew", self.seen.len());
            self.seen.clear();
        }
        let chunk = Chunk { texts, more_follows, seen: &self.seen };
        let redacted = self.sandbox.redact(self.projector, chunk, self.options, self.budget)?;
        for (name, count) in redacted.redactions {
            *self.redactions.entry(name).or_default() += count;
        }
        self.seen.extend(redacted.newly_seen);
        Ok((redacted.texts, redacted.held_bytes))
    }
}

/// A part of an NDJSON line.
enum Piece<'t> {
    /// Stays as it is.
    Kept(&'t str),
    /// A value with its field, as a JSON object of its own: the field's name tells what the value is.
    Member(String),
    /// A line that is no JSON object.
    Line(&'t str),
}

impl Piece<'_> {
    fn value(&self) -> Option<&str> {
        match self {
            Self::Kept(_) => None,
            Self::Member(text) => Some(text),
            Self::Line(text) => Some(text),
        }
    }
}

/// Splits a line around the values of `field`. False if the line is no JSON object.
fn split_line<'t>(line: &'t str, field: &str, pieces: &mut Vec<Piece<'t>>) -> bool {
    let Ok(Fields(fields)) = serde_json::from_str::<Fields<'t>>(line) else {
        pieces.push(Piece::Line(line));
        return false;
    };
    let mut from = 0;
    for (_, raw) in fields.iter().filter(|(name, _)| name == field) {
        let json = raw.get();
        // The value is borrowed from the line, so that its place is known.
        let start = json.as_ptr() as usize - line.as_ptr() as usize;
        pieces.push(Piece::Kept(line.get(from..start).unwrap_or_default()));
        pieces.push(Piece::Member(member(field, json)));
        from = start + json.len();
    }
    pieces.push(Piece::Kept(line.get(from..).unwrap_or_default()));
    true
}

/// An object of one field. A string in it is decoded and escaped anew, as far as it must be.
fn member(field: &str, json: &str) -> String {
    let field = serde_json::Value::from(field);
    match serde_json::from_str::<String>(json) {
        Ok(text) => format!("{{{field}:{}}}", serde_json::Value::from(text)),
        Err(_) => format!("{{{field}:{json}}}"),
    }
}

/// The value in an object of one field. What is no such object any more is written as text.
fn member_value(object: &str) -> String {
    let fields = serde_json::from_str::<Fields<'_>>(object).ok();
    let value = fields.and_then(|Fields(fields)| fields.first().map(|(_, value)| value.get().to_owned()));
    value.unwrap_or_else(|| serde_json::Value::from(object).to_string())
}

/// The fields of an object in their order, duplicates included.
struct Fields<'t>(Vec<(String, &'t serde_json::value::RawValue)>);

impl<'de: 't, 't> serde::Deserialize<'de> for Fields<'t> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> serde::de::Visitor<'de> for Object {
            type Value = Fields<'de>;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Object)
    }
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
}

impl<'a> Lines<'a> {
    pub(super) fn new(input: &'a mut dyn Read) -> Self {
        Self { input, pending: Vec::new(), ended: false }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
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
                return Ok(Some(std::mem::replace(&mut self.pending, rest)));
            }
        }
        let rest = std::mem::take(&mut self.pending);
        Ok(if rest.is_empty() { None } else { Some(rest) })
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
