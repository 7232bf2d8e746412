//! `gobo redact`

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;

use clap::Args;
use gobo_contract::RedactionOptions;

use super::explain::counted;
use super::input::{Inputs, Lines};
use super::ndjson::{FieldCount, Piece, member_value, split_line};
use super::output::tell;
use super::sandboxed::Sandboxed;
use crate::sandbox::{Chunk, SeenValue, limit};
use crate::{Budget, Projector, Sandbox};

#[derive(Args)]
pub(super) struct Redact {
    #[command(flatten)]
    inputs: Inputs,

    /// Every line is a JSON object, of which one field is redacted
    #[arg(long, requires = "field")]
    ndjson: bool,

    /// The field at the top of each line's object that is redacted; the rest of the line stays byte for byte
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
        let (bounds, budget) = (self.sandboxed.bounds(), self.sandboxed.budget());
        let (sandbox, projector) = self.sandboxed.load()?;
        let mut stream = Stream {
            sandbox: &sandbox,
            projector: &projector,
            options: &bounds.redaction,
            budget: &budget,
            out: BufWriter::new(io::stdout().lock()),
            seen: Vec::new(),
            redactions: BTreeMap::new(),
            field_count: FieldCount::default(),
        };
        self.inputs.each(|input| match &self.field {
            None => stream.text(input),
            Some(field) => stream.ndjson(input, field),
        })?;
        stream.out.flush()?;
        if self.explain {
            tell(&format!("redacted   {}", counted(&stream.redactions)));
        }
        let count = &stream.field_count;
        if let Some(field) = &self.field {
            count.tell(field, "they were not redacted", "they were redacted as text");
        }
        let is_as_asked = !count.is_in_none() && !count.has_other_lines();
        Ok(if is_as_asked { ExitCode::SUCCESS } else { ExitCode::from(super::FAILED) })
    }
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
    field_count: FieldCount,
}

impl<W: Write> Stream<'_, W> {
    /// Text in, text out. What is there is redacted as soon as its line is whole, so that it also follows a live log.
    fn text(&mut self, input: &mut dyn Read) -> anyhow::Result<()> {
        let mut chunks = Lines::new(input);
        let mut text = String::new();
        while let Some(lines) = chunks.next()? {
            text.push_str(&lines);
            // A block that fills a whole chunk is not waited for any longer.
            let more_follows = text.len() < limit::REDACT_CHUNK_BYTES;
            let (redacted, held_bytes) = self.redact(&[&text], more_follows)?;
            self.write_all(&redacted)?;
            text.drain(..text.floor_char_boundary(text.len() - held_bytes));
        }
        if !text.is_empty() {
            let (redacted, _) = self.redact(&[&text], false)?;
            self.write_all(&redacted)?;
        }
        Ok(())
    }

    /// One JSON object a line; the values of `field` are redacted, decoded, and written back as JSON.
    fn ndjson(&mut self, input: &mut dyn Read, field: &str) -> anyhow::Result<()> {
        let mut chunks = Lines::new(input);
        let mut continues = false;
        while let Some(text) = chunks.next()? {
            let mut pieces = Vec::new();
            for line in text.split_inclusive('\n') {
                let form = split_line(line, field, &mut pieces);
                // A line longer than a chunk is counted once.
                if !continues && !line.trim().is_empty() {
                    self.field_count.add(form);
                }
                continues = !line.ends_with('\n');
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
            tell(&format!("gobo: {} distinct values seen; numbering starts anew", self.seen.len()));
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
