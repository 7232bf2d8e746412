//! `query_logs`: what the lines have in common, and a timeline of single ones.

mod event;
mod share;

use std::collections::BTreeSet;

use gobo_contract::{
    Bounds, Call, ErrorCode, EvidenceStatus, LogEvent, LogPattern, LogScope, LogsRequest, LogsResult,
    Payload, SourceKind,
};

use self::event::{Event, Intake, Place, Recent, Sightings, timestamp_bounded};
use self::share::share;
use super::Projection;
use crate::bound::{Bounding, json_bytes};
use crate::order::sorted;
use crate::pattern::{Miner, Pattern};
use crate::payload::logs::{Clock, each_entry};
use crate::redact::{Redactor, Scope};

/// Projects a log payload.
///
/// # Errors
/// As [`super::project`].
pub fn query_logs(
    call: &Call,
    request: &LogsRequest,
    payload: Payload<'_>,
    bounds: &Bounds,
) -> Result<Projection<LogsResult>, ErrorCode> {
    let mut redactor = Redactor::new(&bounds.redaction, Scope::Logs)?;
    let mut intake = Intake::new(&mut redactor, Clock::new(call.now.unix_timestamp(), call.now.year()));
    let mut miner = Miner::<Sightings<'_>>::default();
    let mut recent = Recent::new(bounds.timeline_events);
    let match_count = each_entry(payload, |entry| {
        let event = intake.event(entry);
        miner.add(&event.entry.message, |sightings| sightings.see(&event));
        recent.offer(event);
    })?;
    let patterns = most_telling_first(miner.patterns());
    let events = timeline(&patterns, recent, bounds.timeline_events);

    let mut result = envelope(call, request, match_count, bounds);
    let room = (bounds.result_bytes as usize).saturating_sub(json_bytes(&result));
    let mut bounding = Bounding::default();
    let mut rows: Vec<LogPattern> = patterns
        .iter()
        .take(bounds.patterns as usize)
        .map(|pattern| row(pattern, bounds, &mut bounding))
        .collect();
    let mut events: Vec<(Place, LogEvent)> =
        events.iter().map(|event| (event.place, event.bounded(bounds, &mut bounding))).collect();
    share(&mut rows, &mut events, room, &mut bounding);
    let events = sorted(events, |(place, _)| place.key());

    let lines_not_shown = match_count.saturating_sub(events.len() as u64);
    bounding.dropped_items = lines_not_shown.saturating_add((patterns.len() - rows.len()) as u64);
    result.returned_count = u32::try_from(events.len()).unwrap_or(u32::MAX);
    result.patterns = rows;
    result.timeline = events.into_iter().map(|(_, event)| event).collect();
    result.truncated = bounding.truncated();
    Ok(Projection::new(result, redactor.counts(), bounding))
}

/// The result without its items, as wide as it may get, so that the room is never overestimated.
fn envelope(call: &Call, request: &LogsRequest, match_count: u64, bounds: &Bounds) -> LogsResult {
    let window = call.window(request.lookback_minutes());
    LogsResult {
        evidence_status: if match_count == 0 {
            EvidenceStatus::NoEvidence
        } else {
            EvidenceStatus::EvidenceFound
        },
        tool_call_id: call.tool_call_id.as_str().to_owned(),
        source_kind: SourceKind::Mock,
        scope: LogScope {
            topic: request.topic,
            query: request.query.clone(),
            lookback_minutes: request.lookback_minutes(),
            window_start: window.start,
            window_end: window.end,
        },
        match_count,
        returned_count: bounds.timeline_events,
        patterns: Vec::new(),
        timeline: Vec::new(),
        truncated: false,
    }
}

/// The most severe first, then the most frequent, then the first seen.
fn most_telling_first(patterns: Vec<Pattern<Sightings<'_>>>) -> Vec<Pattern<Sightings<'_>>> {
    let first_seen_first = sorted(patterns, |Pattern { tally, .. }| tally.first.place.key());
    sorted(first_seen_first, |Pattern { tally, .. }| most_severe_first(tally, !tally.count))
}

/// A number to sort by: of one severity, those with the smaller number first.
fn most_severe_first(seen: &Sightings<'_>, number: u64) -> u128 {
    u128::from(u8::MAX - seen.severity() as u8) << u64::BITS | u128::from(number)
}

/// The events worth showing, the most telling first: the first event of each pattern, the most severe before others,
/// then the most recent events. Of one severity the rarest come first and the newest before older ones: what is
/// frequent stands in the table of patterns anyway, and a change is often told once, in a line of no severity.
fn timeline<'t>(patterns: &[Pattern<Sightings<'t>>], recent: Recent<'t>, most: u32) -> Vec<Event<'t>> {
    let sightings: Vec<_> = patterns.iter().map(|pattern| &pattern.tally).collect();
    let newest_first = sorted(sightings, |seen| seen.first.place.latest_first());
    let sightings = sorted(newest_first, |seen| most_severe_first(seen, seen.count));
    let mut events: Vec<_> = sightings.iter().map(|seen| seen.first.clone()).take(most as usize).collect();
    let mut places = BTreeSet::new();
    places.extend(events.iter().map(|event| event.place));
    events.extend(recent.latest_first().into_iter().filter(|event| !places.contains(&event.place)));
    events.truncate(most as usize);
    events
}

/// A pattern as the result shows it.
fn row(pattern: &Pattern<Sightings<'_>>, bounds: &Bounds, bounding: &mut Bounding) -> LogPattern {
    let Pattern { text, tally } = pattern;
    LogPattern {
        pattern: bounding.cut(text, bounds.pattern_bytes).to_owned(),
        level: bounding.cut(tally.level(), bounds.log_field_bytes).to_owned(),
        service: bounding.cut(tally.service(), bounds.log_field_bytes).to_owned(),
        count: tally.count,
        first_seen: timestamp_bounded(&tally.first.entry.timestamp, bounding),
        last_seen: timestamp_bounded(tally.last_seen(), bounding),
    }
}
