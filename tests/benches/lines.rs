//! Log payloads of made-up lines that look like real ones: a few dozen shapes, varying words, one finding in about three lines.

use std::fmt::Write;

/// A JSON log payload of about that size, the same on every run.
pub(crate) fn payload(bytes: usize) -> String {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut text = String::from(r#"{"success":true,"region":"r1","log_topic":"t","query":"q","logs":["#);
    let mut at_ms = 0_u64;
    while text.len() < bytes {
        if !text.ends_with('[') {
            text.push(',');
        }
        at_ms += numbers.below(900);
        let (seconds, ms) = (at_ms / 1_000, at_ms % 1_000);
        let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
        let service = ["checkout", "gateway", "inventory", "billing", "search"][numbers.index(5)];
        let (level, message) = message(&mut numbers);
        write!(
            text,
            r#"{{"timestamp":"2026-02-03T{hour:02}:{minute:02}:{second:02}.{ms:03}Z","level":"{level}","service":"{service}","instance":"i-{}","message":{},"metrics":{{"cpu":0.{},"heap_mb":{}}}}}"#,
            numbers.below(9_000),
            serde_json::Value::from(message),
            numbers.below(99),
            numbers.below(4_000),
        )
        .expect("a string takes all");
    }
    text.push_str("]}");
    text
}

#[allow(clippy::too_many_lines, reason = "a table: one shape a row")]
fn message(n: &mut Numbers) -> (&'static str, String) {
    match n.index(14) {
        0 => ("INFO", format!("GET /api/v2/orders/{}/items 200 {} ms", n.below(99_999), n.below(800))),
        1 => (
            "INFO",
            format!(
                "Completed checkout for order {} in {} ms, total {}.{:02} EUR",
                n.below(99_999),
                n.below(900),
                n.below(500),
                n.below(100)
            ),
        ),
        2 => (
            "INFO",
            format!(
                "Accepted connection from 10.{}.{}.{}:{}",
                n.below(255),
                n.below(255),
                n.below(255),
                1_024 + n.below(60_000)
            ),
        ),
        3 => ("DEBUG", format!("cache miss key=product:{}:v3 ttl=300 shard={}", n.below(9_999), n.below(16))),
        4 => (
            "INFO",
            format!(
                "Scheduled task reindex-{} finished, processed {} documents, {} skipped",
                n.below(40),
                n.below(90_000),
                n.below(30)
            ),
        ),
        5 => (
            "WARN",
            format!(
                "slow query took {} ms: SELECT id, state FROM orders WHERE customer_id = {} AND state = 'open' LIMIT 50",
                900 + n.below(9_000),
                n.below(99_999)
            ),
        ),
        6 => (
            "WARN",
            format!(
                "Retrying upstream call to inventory, attempt {} of 5, last status {}",
                1 + n.below(5),
                500 + n.below(4)
            ),
        ),
        7 => (
            "INFO",
            format!(
                "consumer group billing-events partition {} lag {} committed offset {}",
                n.below(24),
                n.below(5_000),
                n.below(9_999_999)
            ),
        ),
        8 => (
            "ERROR",
            format!(
                "Connection is not available, request timed out after {} ms (active=20, idle=0, waiting={})",
                30_000 + n.below(90),
                n.below(99)
            ),
        ),
        9 => (
            "INFO",
            format!("Feature flag rollout-{} evaluated to {} for segment beta", n.below(30), n.below(2) == 0),
        ),
        10 => (
            "INFO",
            format!(
                "trace {:08x}-{:04x}-4{:03x}-9{:03x}-{:012x} handled by worker-{}",
                n.below(u64::from(u32::MAX)),
                n.below(65_535),
                n.below(4_095),
                n.below(4_095),
                n.below(1 << 47),
                n.below(16)
            ),
        ),
        11 => (
            "DEBUG",
            format!(
                "heap usage {} MB of 2048 MB, gc pause {} ms, {} live threads",
                n.below(2_048),
                n.below(120),
                20 + n.below(200)
            ),
        ),
        12 => (
            "WARN",
            format!("disk /var/lib/data at {} percent, {} inodes free", 60 + n.below(39), n.below(999_999)),
        ),
        _ => ("INFO", "Configuration reloaded without changes, next check in five minutes".to_owned()),
    }
}

/// A small generator, so that every run and every machine has the same lines.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn index(&mut self, most: usize) -> usize {
        usize::try_from(self.below(most as u64)).expect("small")
    }
}
