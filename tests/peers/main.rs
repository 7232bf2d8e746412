//! The redactor beside two others on the same lines, in one run: `cargo bench --manifest-path tests/peers/Cargo.toml`.
//!
//! `GOBO_BENCH_LINES` names the folders and files with the lines, as `PATH` does; without it they are made up, which is not
//! what the figures are about. `-- clean` counts instead the lines that should stay as they are and do not.

mod clean;
mod engines;
mod input;
mod patterns;
mod race;

use std::env;

use anyhow::Result;

fn main() -> Result<()> {
    let lines = input::lines()?;
    // Cargo passes `--bench` too.
    if env::args().any(|argument| argument == "clean") { clean::run(&lines) } else { race::run(&lines) }
}
