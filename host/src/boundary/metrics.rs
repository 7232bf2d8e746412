//! Counts and latencies, in the text format of Prometheus. Labels are names of tools, codes and numbers of generations:
//! never an id.
//!
//! # Source
//! Prometheus, "Exposition formats", text format 0.0.4.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gobo_contract::{ErrorCode, Tool};

/// Upper ends of the latency buckets, in microseconds: from a projection in memory to a slow legacy tool.
const BUCKETS_US: [u64; 12] =
    [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 500_000, 2_500_000, 10_000_000, 60_000_000];

/// Calls with the same labels.
#[derive(Clone, Copy, Debug, Default)]
struct Series {
    in_bucket: [u64; BUCKETS_US.len()],
    calls: u64,
    elapsed_us: u64,
}

/// What the boundary has seen since it started.
#[derive(Debug, Default)]
pub struct Metrics {
    series: Mutex<BTreeMap<(Tool, &'static str, u64), Series>>,
    store_failures: AtomicU64,
}

impl Metrics {
    /// Counts one answer. `generation` is 0 for a call that got none.
    pub(super) fn count(&self, tool: Tool, error: Option<ErrorCode>, generation: u64, elapsed: Duration) {
        let code = error.map_or("OK", |code| code.form().code);
        let elapsed_us = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        let mut all = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        let series = all.entry((tool, code, generation)).or_default();
        series.calls += 1;
        series.elapsed_us = series.elapsed_us.saturating_add(elapsed_us);
        if let Some(at) = BUCKETS_US.iter().position(|end| elapsed_us <= *end)
            && let Some(bucket) = series.in_bucket.get_mut(at)
        {
            *bucket += 1;
        }
    }

    pub(super) fn count_store_failure(&self) {
        self.store_failures.fetch_add(1, Ordering::Relaxed);
    }

    /// Everything, as Prometheus reads it.
    #[must_use]
    pub fn prometheus(&self) -> String {
        let mut text = String::from(
            "# HELP gobo_invocation_seconds Time from a call to its answer.\n\
             # TYPE gobo_invocation_seconds histogram\n",
        );
        let all = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        for ((tool, code, generation), series) in all.iter() {
            let labels = format!("tool=\"{}\",code=\"{code}\",generation=\"{generation}\"", tool.name());
            let mut calls = 0;
            for (end_us, in_bucket) in BUCKETS_US.iter().zip(series.in_bucket) {
                calls += in_bucket;
                let end = seconds(*end_us);
                let _ = writeln!(text, "gobo_invocation_seconds_bucket{{{labels},le=\"{end}\"}} {calls}");
            }
            let _ = writeln!(text, "gobo_invocation_seconds_bucket{{{labels},le=\"+Inf\"}} {}", series.calls);
            let _ = writeln!(text, "gobo_invocation_seconds_sum{{{labels}}} {}", seconds(series.elapsed_us));
            let _ = writeln!(text, "gobo_invocation_seconds_count{{{labels}}} {}", series.calls);
        }
        let failures = self.store_failures.load(Ordering::Relaxed);
        text.push_str("# HELP gobo_store_failures_total Failures of the record store.\n");
        text.push_str("# TYPE gobo_store_failures_total counter\n");
        let _ = writeln!(text, "gobo_store_failures_total {failures}");
        text
    }
}

/// Microseconds as decimal seconds.
fn seconds(us: u64) -> String {
    let text = format!("{}.{:06}", us / 1_000_000, us % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_in_every_bucket_from_its_latency_on() {
        let metrics = Metrics::default();
        metrics.count(Tool::QueryLogs, None, 3, Duration::from_micros(500));
        metrics.count(Tool::QueryLogs, None, 3, Duration::from_micros(501));
        metrics.count(Tool::QueryLogs, Some(ErrorCode::Busy), 0, Duration::from_secs(100));
        let text = metrics.prometheus();
        let labels = "tool=\"query_logs\",code=\"OK\",generation=\"3\"";
        for (end, calls) in [("0.00025", 0), ("0.0005", 1), ("0.001", 2), ("60", 2), ("+Inf", 2)] {
            assert!(text.contains(&format!("_bucket{{{labels},le=\"{end}\"}} {calls}\n")), "{text}");
        }
        assert!(text.contains(&format!("_sum{{{labels}}} 0.001001\n")), "{text}");
        assert!(text.contains("code=\"BUSY\",generation=\"0\",le=\"60\"} 0\n"), "{text}");
        assert!(text.contains("code=\"BUSY\",generation=\"0\",le=\"+Inf\"} 1\n"), "{text}");
    }
}
