//! Ten incidents, each with the facts that an engineer on call needs: a default result must hold all of them, out of
//! thousands of lines. The incidents are in `tests/casebook`, one file each, as streams of lines with their times.
// Clippy knows `#[test]` functions as tests, but not the functions that they share.
#![allow(clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::path::Path;

use gobo_contract::{
    Bounds, Call, LogTopic, LogsRequest, LogsResult, Payload, PayloadFormat, Request, ToolCallId, ToolResult,
    verify,
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Case {
    title: String,
    topic: LogTopic,
    format: Format,
    stream: Vec<Stream>,
    fact: Vec<Fact>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Json,
    Lines,
}

/// Lines of one kind, one after the other. In their text `{…}` is replaced by values of that kind.
#[derive(Deserialize)]
struct Stream {
    from_s: u64,
    every_ms: u64,
    count: u64,
    #[serde(default)]
    level: String,
    #[serde(default)]
    service: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    line: String,
}

/// What must stand in one pattern or one event of the result.
#[derive(Deserialize)]
struct Fact {
    need: String,
    holds: Vec<String>,
}

struct Line<'c> {
    at_ms: u64,
    seed: u64,
    stream: &'c Stream,
}

impl Case {
    fn lines<'c>(&'c self, background: &'c [Stream]) -> Vec<Line<'c>> {
        let mut lines = Vec::new();
        for (number, stream) in (0..).zip(self.stream.iter().chain(background)) {
            for index in 0..stream.count {
                let at_ms = stream.from_s * 1_000 + index * stream.every_ms;
                lines.push(Line { at_ms, seed: number * 100_003 + index, stream });
            }
        }
        lines.sort_by_key(|line| line.at_ms);
        lines
    }

    fn payload(&self, background: &[Stream]) -> String {
        let lines = self.lines(background);
        if self.format == Format::Lines {
            return lines.iter().map(|line| line.filled(&line.stream.line) + "\n").collect();
        }
        let logs: Vec<Value> = lines
            .iter()
            .map(|line| {
                json!({"timestamp": line.filled("{iso}").replace(' ', "T"), "level": line.stream.level,
                    "service": line.stream.service, "instance": "10.0.0.7", "metrics": {"cpu": 0.5},
                    "message": line.filled(&line.stream.message)})
            })
            .collect();
        json!({"success": true, "total": logs.len(), "logs": logs}).to_string()
    }
}

impl Line<'_> {
    /// The text with values of its kinds: `{n}` to 9,999, `{d}` to 9, `{p}` percent, `{id}` hexadecimal, and the line's
    /// time in the forms of several loggers. All lines are of 2026-02-03 from 10:00 on.
    fn filled(&self, text: &str) -> String {
        let (hour, minute, second) =
            (10 + self.at_ms / 3_600_000, self.at_ms / 60_000 % 60, self.at_ms / 1_000 % 60);
        let millis = self.at_ms % 1_000;
        let mut filled = String::new();
        let mut seed = self.seed;
        for piece in text.split('{') {
            let Some((kind, rest)) = piece.split_once('}') else {
                filled.push_str(piece);
                continue;
            };
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let random = seed >> 33;
            let _ = match kind {
                "n" => write!(filled, "{}", random % 10_000),
                "d" => write!(filled, "{}", random % 10),
                "p" => write!(filled, "{}", 50 + random % 50),
                "id" => write!(filled, "{random:08x}"),
                "iso" if self.stream.line.is_empty() => {
                    write!(filled, "2026-02-03 {hour}:{minute:02}:{second:02}")
                }
                "iso" => write!(filled, "2026-02-03 {hour}:{minute:02}:{second:02},{millis:03}"),
                "syslog" => write!(filled, "Feb  3 {hour}:{minute:02}:{second:02}"),
                "klog" => write!(filled, "0203 {hour}:{minute:02}:{second:02}.{millis:03}000"),
                other => panic!("no kind {other}"),
            };
            filled.push_str(rest);
        }
        filled
    }
}

/// What a system says all the time, in every case.
fn background(format: Format) -> Vec<Stream> {
    let messages = include_str!("../../tests/casebook/background.txt");
    (0..)
        .zip(messages.lines())
        .map(|(number, message)| Stream {
            from_s: number,
            every_ms: 40_000 + number * 1_700,
            count: 30,
            level: "INFO".to_owned(),
            service: "backoffice".to_owned(),
            message: message.to_owned(),
            line: if format == Format::Lines { format!("{{iso}} INFO {message}") } else { String::new() },
        })
        .collect()
}

fn project(case: &Case, payload: &str) -> LogsResult {
    let id = ToolCallId::new("call_1").expect("valid");
    let call = Call::new(id, "2026-02-03T11:00:00Z").expect("a time");
    let request =
        Request::Logs(LogsRequest { topic: case.topic, query: "errors".into(), lookback_minutes: None });
    let format = if case.format == Format::Json { PayloadFormat::Json } else { PayloadFormat::Lines };
    let bounds = Bounds::default();
    let projection = gobo_projector::project(&call, &request, Payload { format, text: payload }, &bounds)
        .expect("a result");
    assert_eq!(verify(&projection.result, &call, &request, &bounds), Ok(()));
    let ToolResult::Logs(result) = projection.result else { panic!("another tool's result") };
    result
}

/// The facts that no single pattern or event of the result holds.
fn missing<'c>(case: &'c Case, result: &LogsResult) -> Vec<&'c str> {
    let patterns = result.patterns.iter().map(serde_json::to_string);
    let events = result.timeline.iter().map(serde_json::to_string);
    let items: Vec<String> = patterns.chain(events).collect::<Result<_, _>>().expect("plain");
    let holds = |item: &String, part: &String| {
        item.contains(part.as_str()) || item.replace("\\\"", "\"").contains(part.as_str())
    };
    let held = |fact: &&Fact| items.iter().any(|item| fact.holds.iter().all(|part| holds(item, part)));
    case.fact.iter().filter(|fact| !held(fact)).map(|fact| fact.need.as_str()).collect()
}

fn check(file: &str) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/casebook").join(file).with_extension("toml");
    let text = std::fs::read_to_string(path).expect("a case");
    let case: Case = toml::from_str(&text).expect("a case");
    let payload = case.payload(&background(case.format));
    assert!(payload.lines().count() > 1_000 || payload.len() > 100_000, "an incident hides among many lines");
    let result = project(&case, &payload);
    let missing = missing(&case, &result);
    let shown = serde_json::to_string_pretty(&result).expect("plain");
    assert!(missing.is_empty(), "{}: {missing:#?} not in {} bytes of\n{shown}", case.title, shown.len());
}

macro_rules! cases {
    ($($name:ident = $file:literal;)+) => { $(#[test] fn $name() { check($file); })+ };
}

cases! {
    a_pool_runs_dry = "pool-exhausted";
    a_service_is_killed_for_its_memory = "oom-kill";
    a_volume_fills_up = "disk-full";
    a_slow_query_floods_the_database = "slow-query-storm";
    a_certificate_expires = "certificate-expiry";
    a_container_crashes_at_start = "crash-loop";
    names_are_not_resolved = "dns-failure";
    a_transaction_blocks_all_others = "lock-wait";
    a_message_stops_a_consumer = "queue-backlog";
    a_new_version_fails = "bad-deploy";
}
