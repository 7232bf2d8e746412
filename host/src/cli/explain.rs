//! What was done to a payload, in words, on stderr. Counts, sizes and codes; never values.

use std::collections::BTreeMap;

use gobo_contract::{PayloadFormat, Report};

use super::output::tell;
use crate::{Budget, Failure, Job, Projected, Projector};

/// Explains a projection to its user.
pub(super) fn explain(
    projector: &Projector,
    job: Job<'_>,
    budget: &Budget,
    outcome: &Result<Projected, Failure>,
) {
    let identity = projector.identity();
    let digest = projector.digest().get(..12).unwrap_or_default();
    let payload_bytes = job.payload.text.len();
    tell(&format!("projector  {} {} (sha256 {digest}…)", identity.name, identity.version));
    let format = match job.payload.format {
        PayloadFormat::Json => "json",
        PayloadFormat::Ndjson => "ndjson",
        PayloadFormat::Lines => "lines",
    };
    tell(&format!("payload    {payload_bytes} bytes, read as {format}"));
    let usage = match outcome {
        Ok(Projected { json, report, usage, .. }) => {
            let Report { redactions, dropped_items, cut_texts } = report;
            tell(&format!("result     {} bytes of {}", json.len(), job.bounds.result_bytes));
            tell(&format!("redacted   {}", counted(redactions)));
            tell(&format!("dropped    {dropped_items} items"));
            tell(&format!("cut        {cut_texts} texts"));
            usage
        }
        Err(failure) => {
            tell(&format!("failed     {failure}"));
            &failure.usage
        }
    };
    let (ms, us) = (usage.elapsed_us / 1_000, usage.elapsed_us % 1_000);
    tell(&format!("fuel       {} of {}", usage.fuel, budget.fuel(payload_bytes)));
    tell(&format!("memory     {} bytes of {}", usage.peak_memory_bytes, budget.memory_bytes));
    tell(&format!("time       {ms}.{us:03} ms of {}", budget.deadline_ms));
}

/// `12 IP, 3 PASSWORD`, or `nothing`.
pub(super) fn counted(redactions: &BTreeMap<String, u64>) -> String {
    if redactions.is_empty() {
        return "nothing".to_owned();
    }
    redactions.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}
