//! `gobo patterns`

use std::cmp::Reverse;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Args;
use gobo_projector::pattern::{LineGroup, Miner, Pattern, Tally};

use super::input::{Inputs, Lines};
use super::ndjson::{BYTE_ORDER_MARK, FieldCount, LineForm};
use super::output::tell;
use super::sandboxed::Sandboxed;
use crate::sandbox::Chunk;

/// Lines after which the progress is told.
const PROGRESS_LINES: u64 = 1_000_000;

#[derive(Args)]
pub(super) struct Patterns {
    #[command(flatten)]
    inputs: Inputs,

    /// Prints, instead of the table, the number of its pattern for each line: 1 is the table's first row
    #[arg(long)]
    assign: bool,

    /// Every line is a JSON object, of which this field at its top is read
    #[arg(long, value_name = "NAME")]
    field: Option<String>,

    #[command(flatten)]
    sandboxed: Sandboxed,
}

impl Patterns {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let (bounds, budget) = (self.sandboxed.bounds(), self.sandboxed.budget());
        let (sandbox, projector) = self.sandboxed.load()?;
        let mut mining = Mining::new(self.assign);
        let mut field_count = FieldCount::default();
        self.inputs.each(|input| {
            let mut chunks = Lines::new(input);
            let mut continues = false;
            while let Some(text) = chunks.next()? {
                // The rest of a line longer than a chunk says nothing more about its pattern.
                let lines = text.lines().skip(usize::from(continues));
                continues = !text.ends_with('\n');
                let messages: Vec<String> = match &self.field {
                    None => lines.map(str::to_owned).collect(),
                    Some(field) => lines.map(|line| message(line, field, &mut field_count)).collect(),
                };
                if messages.is_empty() {
                    continue;
                }
                let texts: Vec<&str> = messages.iter().map(String::as_str).collect();
                let chunk = Chunk { texts: &texts, more_follows: false, seen: &[] };
                for line in sandbox.redact(&projector, chunk, &bounds.redaction, &budget)?.texts {
                    mining.add(&line);
                }
            }
            Ok(())
        })?;
        mining.write(BufWriter::new(io::stdout().lock()))?;
        if let Some(field) = &self.field {
            field_count.tell(field, "they were read whole", "they were read as text");
        }
        Ok(if field_count.is_in_none() { ExitCode::from(super::FAILED) } else { ExitCode::SUCCESS })
    }
}

/// The text of one of the line's fields, or the line if it has none of that name.
fn message(line: &str, field: &str, count: &mut FieldCount) -> String {
    let json = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let object: Option<serde_json::Map<String, serde_json::Value>> = serde_json::from_str(json).ok();
    let form = if object.is_some() { LineForm::WithoutField } else { LineForm::NoObject };
    let Some(value) = object.and_then(|mut object| object.remove(field)) else {
        if !line.trim().is_empty() {
            count.add(form);
        }
        return line.to_owned();
    };
    count.add(LineForm::WithField);
    match value {
        serde_json::Value::String(text) => text,
        value => value.to_string(),
    }
}

/// The lines of one pattern.
#[derive(Default)]
struct Count {
    lines: u64,
    /// The number of the first one, from 1.
    first: u64,
}

impl Tally for Count {
    fn absorb(&mut self, other: Self) {
        self.lines += other.lines;
        self.first = self.first.min(other.first);
    }
}

struct Mining {
    miner: Miner<Count>,
    lines: u64,
    /// The group of each line, 4 bytes for each, when they are asked for.
    groups: Option<Vec<LineGroup>>,
}

impl Mining {
    fn new(assign: bool) -> Self {
        Self { miner: Miner::across_calls(), lines: 0, groups: assign.then(Vec::new) }
    }

    fn add(&mut self, line: &str) {
        self.lines += 1;
        let group = self.miner.add(line, |count| {
            count.lines += 1;
            if count.first == 0 {
                count.first = self.lines;
            }
        });
        if let Some(groups) = &mut self.groups {
            groups.push(group);
        }
        if self.lines.is_multiple_of(PROGRESS_LINES) {
            tell(&format!("gobo: {} lines", self.lines));
        }
    }

    fn write(self, mut out: impl Write) -> io::Result<()> {
        let (patterns, numbers) = self.miner.numbered();
        let mut order: Vec<usize> = (0..patterns.len()).collect();
        let key = |Pattern { tally, .. }: &Pattern<Count>| (Reverse(tally.lines), tally.first);
        order.sort_by_key(|at| patterns.get(*at).map(key));
        if let Some(groups) = self.groups {
            let mut rows = vec![0; order.len()];
            for (row, at) in (1_usize..).zip(order) {
                if let Some(place) = rows.get_mut(at) {
                    *place = row;
                }
            }
            for group in groups {
                let row = rows.get(numbers.pattern(group)).copied().unwrap_or_default();
                writeln!(out, "{row}")?;
            }
        } else {
            writeln!(out, "{:>10}  {:>10}  PATTERN", "LINES", "FIRST LINE")?;
            for Pattern { text, tally } in order.iter().filter_map(|at| patterns.get(*at)) {
                let text: String = text.chars().filter(|character| !character.is_control()).collect();
                writeln!(out, "{:>10}  {:>10}  {text}", tally.lines, tally.first)?;
            }
        }
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mined(lines: &[&str], assign: bool) -> String {
        let mut mining = Mining::new(assign);
        for line in lines {
            mining.add(line);
        }
        let mut out = Vec::new();
        mining.write(&mut out).expect("memory");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_table_has_the_most_frequent_pattern_first() {
        let table = mined(&["up", "refused by <IP:1>", "refused by <IP:1>"], false);
        let rows: Vec<_> =
            table.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(rows, ["LINES FIRST LINE PATTERN", "2 2 refused by <IP>", "1 1 up"]);
    }

    #[test]
    fn every_line_gets_the_row_of_its_pattern() {
        assert_eq!(mined(&["up", "took 1 ms", "", "took 2 ms"], true), "2\n1\n3\n1\n");
    }

    #[test]
    fn a_field_of_a_json_line_is_read_and_other_lines_as_they_are() {
        let message = |line, field| message(line, field, &mut FieldCount::default());
        assert_eq!(message(r#"{"msg":"a\tb","n":1}"#, "msg"), "a\tb");
        assert_eq!(message("\u{feff}{\"n\":1}", "n"), "1");
        assert_eq!(message("plain", "msg"), "plain");
    }
}
