//! What was done to a payload, in words, on stderr. Counts, sizes and codes; never values.

use std::collections::BTreeMap;
use std::io::{self, Write};

use gobo_contract::{Bounds, Report};

use crate::{Budget, Failure, Projected, Projector, Usage};

/// What a call was given.
pub(super) struct Given<'a> {
    pub(super) projector: &'a Projector,
    pub(super) payload_bytes: usize,
    pub(super) bounds: &'a Bounds,
    pub(super) budget: &'a Budget,
}

/// Explains a call to its user.
pub(super) fn explain(given: &Given<'_>, outcome: &Result<Projected, Failure>) -> io::Result<()> {
    let mut out = io::stderr().lock();
    let identity = given.projector.identity();
    let digest = given.projector.digest().get(..12).unwrap_or_default();
    writeln!(out, "projector  {} {} (sha256 {digest}…)", identity.name, identity.version)?;
    writeln!(out, "payload    {} bytes", given.payload_bytes)?;
    match outcome {
        Ok(Projected { json, report, usage, .. }) => {
            writeln!(out, "result     {} bytes of {}", json.len(), given.bounds.result_bytes)?;
            let Report { redactions, dropped_items, cut_texts } = report;
            writeln!(out, "redacted   {}", counted(redactions))?;
            writeln!(out, "dropped    {dropped_items} items")?;
            writeln!(out, "cut        {cut_texts} texts")?;
            used(&mut out, usage, given)
        }
        Err(failure) => {
            writeln!(out, "failed     {failure}")?;
            used(&mut out, &failure.usage, given)
        }
    }
}

/// `12 IP, 3 PASSWORD`, or `nothing`.
pub(super) fn counted(redactions: &BTreeMap<String, u64>) -> String {
    if redactions.is_empty() {
        return "nothing".to_owned();
    }
    redactions.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

fn used(out: &mut impl Write, usage: &Usage, given: &Given<'_>) -> io::Result<()> {
    let Usage { fuel, peak_memory_bytes, elapsed_us } = usage;
    let budget = given.budget;
    writeln!(out, "fuel       {fuel} of {}", budget.fuel(given.payload_bytes))?;
    writeln!(out, "memory     {peak_memory_bytes} bytes of {}", budget.memory_bytes)?;
    writeln!(out, "time       {}.{:03} ms of {}", elapsed_us / 1_000, elapsed_us % 1_000, budget.deadline_ms)
}
