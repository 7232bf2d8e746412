//! All engines over the same lines, taking turns, so that a slow moment of the machine meets each of them.

use std::hint::black_box;
use std::time::Instant;
use std::{env, fs};

use anyhow::{Result, bail};

use crate::engines::{DataScanner, Engine, Native, Sandboxed, Vrl};
use crate::input::{self, File};

const RUNS: usize = 9;
const SET_UPS: usize = 2_000;
const NAMED_FILES: usize = 12;

/// What is handed over in one call.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Buffer,
    Line,
    /// Each line a text of its own, 1 MiB of them at once.
    Lines,
}

impl Shape {
    fn name(self) -> &'static str {
        match self {
            Self::Buffer => "1 MiB buffers",
            Self::Line => "line by line, a call each",
            Self::Lines => "line by line, 1 MiB of lines a call",
        }
    }
}

/// One engine on one shape.
struct Entry<'a> {
    shape: Shape,
    name: &'static str,
    findings: u64,
    pass: Box<dyn FnMut() -> Result<()> + 'a>,
    wall_seconds: Vec<f64>,
    cpu_seconds: Vec<f64>,
}

impl Entry<'_> {
    fn run(&mut self) -> Result<()> {
        let (started, cpu_before) = (Instant::now(), cpu_seconds());
        (self.pass)()?;
        self.wall_seconds.push(started.elapsed().as_secs_f64());
        self.cpu_seconds.push(cpu_seconds() - cpu_before);
        Ok(())
    }

    /// MB/s in half of the runs at least.
    fn speed(&self, megabytes: f64) -> f64 {
        megabytes / quantile(&self.wall_seconds, 0.5)
    }
}

pub(crate) fn run(files: &[File]) -> Result<()> {
    let buffers = input::buffers(files);
    describe(files, &buffers);
    let (native, sandboxed) = (Native::default(), Sandboxed::new()?);
    compare(&native, &sandboxed, &buffers)?;

    let mut entries = Vec::new();
    for shape in [Shape::Buffer, Shape::Line] {
        entries.push(entry(shape, DataScanner::new()?, &buffers)?);
        entries.push(entry(shape, Vrl::new()?, &buffers)?);
        entries.push(entry(shape, Native::default(), &buffers)?);
        entries.push(entry(shape, Sandboxed::new()?, &buffers)?);
    }
    entries.push(lines_at_once(Native::NAME, &buffers, |buffer| native.redact_lines(buffer))?);
    entries.push(lines_at_once(Sandboxed::NAME, &buffers, |buffer| sandboxed.redact_lines(buffer))?);

    let runs = env::var("GOBO_BENCH_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(RUNS).max(1);
    let warm_up = |entry: &mut Entry| (entry.pass)();
    entries.iter_mut().try_for_each(warm_up)?;
    for _ in 0..runs {
        entries.iter_mut().try_for_each(Entry::run)?;
    }
    print_table(&entries, megabytes(&buffers), runs);
    print_set_up(&native, &sandboxed)?;
    print_fuel(&sandboxed, &buffers)
}

fn describe(files: &[File], buffers: &[String]) {
    let lines: usize = files.iter().map(|file| file.lines.len()).sum();
    let mut names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
    names.truncate(NAMED_FILES);
    let more = files.len() - names.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    println!("{lines} lines, in order and then again, of: {}{more}.", names.join(", "));
    println!(
        "{} buffers of whole lines, none over 1 MiB: {:.2} MB, {} lines.\n",
        buffers.len(),
        megabytes(buffers),
        buffers.iter().map(|buffer| buffer.lines().count()).sum::<usize>(),
    );
}

/// Nobody is quick by doing something else: the sandbox gives what the native engine gives.
fn compare(native: &Native, sandboxed: &Sandboxed, buffers: &[String]) -> Result<()> {
    for buffer in buffers {
        let redacted = native.redactor()?.redact(buffer).into_owned();
        let same = sandboxed.call(&[buffer])?.texts == [redacted];
        if !same || sandboxed.redact_lines(buffer)? != native.redact_lines(buffer)? {
            bail!("the sandbox and the native engine differ");
        }
    }
    Ok(())
}

fn entry<'a, E: Engine + 'a>(shape: Shape, mut engine: E, buffers: &'a [String]) -> Result<Entry<'a>> {
    let texts: Vec<&str> = match shape {
        Shape::Buffer => buffers.iter().map(String::as_str).collect(),
        Shape::Line | Shape::Lines => buffers.iter().flat_map(|buffer| buffer.lines()).collect(),
    };
    let mut findings = 0;
    for text in &texts {
        findings += engine.findings(text)?;
    }
    let pass = Box::new(move || {
        for text in &texts {
            black_box(engine.redact(black_box(text))?);
        }
        Ok(())
    });
    Ok(Entry { shape, name: E::NAME, findings, pass, wall_seconds: Vec::new(), cpu_seconds: Vec::new() })
}

fn lines_at_once<'a>(
    name: &'static str,
    buffers: &'a [String],
    redact: impl Fn(&str) -> Result<(Vec<String>, u64)> + 'a,
) -> Result<Entry<'a>> {
    let mut findings = 0;
    for buffer in buffers {
        findings += redact(buffer)?.1;
    }
    let pass = Box::new(move || {
        for buffer in buffers {
            black_box(redact(black_box(buffer))?);
        }
        Ok(())
    });
    Ok(Entry { shape: Shape::Lines, name, findings, pass, wall_seconds: Vec::new(), cpu_seconds: Vec::new() })
}

fn print_table(entries: &[Entry<'_>], megabytes: f64, runs: usize) {
    // Both peers take a text in a call of its own; they have no other way.
    let peers_of = |entry: &Entry| {
        let shape = if entry.shape == Shape::Lines { Shape::Line } else { entry.shape };
        entries.iter().filter(move |peer| peer.shape == shape).take(2)
    };
    println!("Median of {runs} runs (slowest to fastest), wall time, one thread, all in one run.\n");
    println!("| in a call | engine | MB/s | | MB/s of CPU time | to the scanner | to VRL | findings |");
    println!("|---|---|---|---|---|---|---|---|");
    for entry in entries {
        let speed = entry.speed(megabytes);
        let ratios: Vec<_> =
            peers_of(entry).map(|peer| format!("{:.2}x", speed / peer.speed(megabytes))).collect();
        println!(
            "| {} | {} | {speed:.1} | {:.1} to {:.1} | {:.1} | {} | {} |",
            entry.shape.name(),
            entry.name,
            megabytes / quantile(&entry.wall_seconds, 1.0),
            megabytes / quantile(&entry.wall_seconds, 0.0),
            megabytes / quantile(&entry.cpu_seconds, 0.5),
            ratios.join(" | "),
            entry.findings,
        );
    }
    let fastest = |name| {
        let speeds = entries.iter().filter(|entry| entry.name == name).map(|entry| entry.speed(megabytes));
        speeds.fold(0.0, f64::max)
    };
    let in_sandbox = entries.iter().find(|entry| entry.name == Sandboxed::NAME).map(|e| e.speed(megabytes));
    let ratio = |name| in_sandbox.unwrap_or_default() / fastest(name);
    println!(
        "\nThe fresh sandbox on buffers, to the better of each peer's two ways: {:.2}x and {:.2}x.",
        ratio(DataScanner::NAME),
        ratio(Vrl::NAME),
    );
}

fn print_set_up(native: &Native, sandboxed: &Sandboxed) -> Result<()> {
    let redactor = microseconds(|| native.redactor().map(drop))?;
    let call = microseconds(|| sandboxed.call(&[""]).map(drop))?;
    println!("\n| set-up, {SET_UPS} times | median | least | 99 of 100 |");
    println!("|---|---|---|---|");
    for (what, times) in
        [("`Redactor::new`, native", redactor), ("a call with an empty text, fresh sandbox", call)]
    {
        let [median, least, most] = [0.5, 0.0, 0.99].map(|part| quantile(&times, part));
        println!("| {what} | {median:.2} us | {least:.2} us | {most:.2} us |");
    }
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "for people")]
fn print_fuel(sandboxed: &Sandboxed, buffers: &[String]) -> Result<()> {
    let (mut fuel, mut memory) = (0, 0);
    for buffer in buffers {
        let usage = sandboxed.call(&[buffer])?.usage;
        fuel += usage.fuel;
        memory = memory.max(usage.peak_memory_bytes);
    }
    let empty = sandboxed.call(&[""])?.usage.fuel;
    println!(
        "\nFuel of the buffers: {:.1} a byte; of an empty text: {empty}. Memory of an instance: {:.1} MiB at most.",
        fuel as f64 / (megabytes(buffers) * 1e6),
        memory as f64 / f64::from(1 << 20),
    );
    Ok(())
}

#[allow(clippy::cast_precision_loss, reason = "for people")]
fn megabytes(buffers: &[String]) -> f64 {
    buffers.iter().map(String::len).sum::<usize>() as f64 / 1e6
}

fn microseconds(mut work: impl FnMut() -> Result<()>) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for _ in 0..SET_UPS {
        let started = Instant::now();
        work()?;
        times.push(started.elapsed().as_secs_f64() * 1e6);
    }
    Ok(times)
}

/// How long this thread has been running, which on a busy machine says more than the clock. Linux tells; elsewhere it
/// is not a number.
fn cpu_seconds() -> f64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.map_or(f64::NAN, |nanoseconds| nanoseconds / 1e9)
}

/// The value below which so much of all values lie.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "few values"
)]
fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let index = (part * (sorted.len().max(1) - 1) as f64).round() as usize;
    sorted.get(index).copied().unwrap_or(f64::NAN)
}
