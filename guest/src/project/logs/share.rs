//! How patterns and events share the room of a result.

use gobo_contract::{LogEvent, LogPattern};
use serde::Serialize;

use super::event::Place;
use crate::bound::{Bounding, json_bytes};

/// The least of a text that still tells something, in bytes. An item of which less would fit is left out.
const TELLING_BYTES: usize = 24;

/// Keeps the most telling patterns and events that fit: half of the room is for each, and what one leaves is the
/// other's.
pub(super) fn share(
    rows: &mut Vec<LogPattern>,
    events: &mut Vec<(Place, LogEvent)>,
    room: usize,
    bounding: &mut Bounding,
) {
    let rows_bytes: Vec<_> = rows.iter().map(json_bytes).collect();
    let events_bytes: Vec<_> = events.iter().map(|(_, event)| json_bytes(event)).collect();
    let events_room: usize = events_bytes.iter().map(|bytes| bytes + ",".len()).sum();
    let rows_room = (room / 2).max(room.saturating_sub(events_room));
    let rows_left = fit(rows, &rows_bytes, |row| row, |row| &mut row.pattern, rows_room, bounding);
    let room = room - rows_room + rows_left;
    fit(events, &events_bytes, |(_, event)| event, |(_, event)| &mut event.message, room, bounding);
}

/// Keeps the longest beginning of `items`, each of so many bytes, that fits. The first item that does not fit is cut
/// further, when enough of its text is left. Answers what is left of the room.
fn fit<T, J: Serialize>(
    items: &mut Vec<T>,
    bytes: &[usize],
    json: fn(&T) -> &J,
    text: fn(&mut T) -> &mut String,
    room: usize,
    bounding: &mut Bounding,
) -> usize {
    let mut left = room;
    let mut kept = 0;
    for (item, bytes) in items.iter_mut().zip(bytes) {
        let comma = usize::from(kept > 0);
        let bytes = bytes + comma;
        if let Some(rest) = left.checked_sub(bytes) {
            left = rest;
            kept += 1;
            continue;
        }
        let text = text(item);
        let overhead = bytes - json_bytes(text.as_str()) + r#""""#.len();
        let most = left.saturating_sub(overhead);
        if most >= TELLING_BYTES {
            let beginning = bounding.cut_to_json(text, most).to_owned();
            *text = beginning;
            left -= json_bytes(json(item)) + comma;
            kept += 1;
        }
        break;
    }
    items.truncate(kept);
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[usize]) -> Vec<LogPattern> {
        texts
            .iter()
            .map(|bytes| LogPattern { pattern: "p".repeat(*bytes), ..LogPattern::default() })
            .collect()
    }

    fn events(texts: &[usize]) -> Vec<(Place, LogEvent)> {
        let event = |bytes: &usize| LogEvent { message: "m".repeat(*bytes), ..LogEvent::default() };
        texts.iter().map(|bytes| (Place::default(), event(bytes))).collect()
    }

    fn shared(patterns: &[usize], messages: &[usize], room: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut rows, mut events) = (rows(patterns), events(messages));
        share(&mut rows, &mut events, room, &mut Bounding::default());
        let used: usize = rows.iter().map(json_bytes).sum::<usize>()
            + events.iter().map(|(_, e)| json_bytes(e)).sum::<usize>();
        assert!(used + rows.len().saturating_sub(1) + events.len().saturating_sub(1) <= room);
        (
            rows.iter().map(|row| row.pattern.len()).collect(),
            events.iter().map(|(_, event)| event.message.len()).collect(),
        )
    }

    #[test]
    fn what_fits_is_kept_whole() {
        assert_eq!(shared(&[100, 100], &[100, 100], 1_000), (vec![100, 100], vec![100, 100]));
    }

    #[test]
    fn neither_takes_more_than_half_when_both_have_enough() {
        let (rows, events) = shared(&[100; 50], &[100; 50], 4_000);
        assert!(rows.len() >= 8 && events.len() >= 10, "{rows:?} {events:?}");
    }

    #[test]
    fn one_takes_what_the_other_leaves() {
        assert!(shared(&[100], &[100; 50], 4_000).1.len() >= 24);
        assert!(shared(&[100; 50], &[10], 4_000).0.len() > 15);
    }

    #[test]
    fn the_last_item_is_cut_while_it_still_tells_something() {
        let (rows, _) = shared(&[500], &[], 200);
        assert!((TELLING_BYTES..200).contains(&rows[0]), "{rows:?}");
        assert_eq!(shared(&[500], &[500], 60), (vec![], vec![]));
    }
}
