//! What a projection keeps of its log entries: each pattern's first event and the most recent events.

use std::borrow::Cow;

use gobo_contract::{Bounds, LogEvent, limit};

use crate::bound::Bounding;
use crate::order::{KEY_BITS, sorted};
use crate::pattern::Tally;
use crate::payload::logs::{Clock, Entry, Severity};
use crate::redact::Redactor;

/// Where an event stands in time. Without a readable timestamp it stands where the payload has it: right after the
/// entry before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    instant: Option<i64>,
    index: u64,
}

impl Place {
    /// A number to sort by: places without a time are before all others.
    pub(super) fn key(self) -> u128 {
        let instant = self.instant.map_or(0, |instant| instant.cast_unsigned() ^ 1 << 63);
        u128::from(instant) << 32 | u128::from(u32::try_from(self.index).unwrap_or(u32::MAX))
    }

    /// The same, the latest first.
    pub(super) fn latest_first(self) -> u128 {
        (1 << KEY_BITS) - 1 - self.key()
    }
}

/// A redacted log entry with what it is ordered by.
#[derive(Clone, Debug, Default)]
pub(super) struct Event<'t> {
    pub(super) place: Place,
    pub(super) severity: Severity,
    pub(super) entry: Entry<'t>,
}

impl Event<'_> {
    /// The event as a result shows it.
    pub(super) fn bounded(&self, bounds: &Bounds, bounding: &mut Bounding) -> LogEvent {
        let Entry { timestamp, level, service, message } = &self.entry;
        LogEvent {
            timestamp: timestamp_bounded(timestamp, bounding),
            level: bounding.cut(level, bounds.log_field_bytes).to_owned(),
            service: bounding.cut(service, bounds.log_field_bytes).to_owned(),
            message: bounding.cut(message, bounds.message_bytes).to_owned(),
        }
    }
}

/// A timestamp as a result shows it.
pub(super) fn timestamp_bounded(timestamp: &str, bounding: &mut Bounding) -> String {
    bounding.cut(timestamp, u32::try_from(limit::TIMESTAMP_BYTES).unwrap_or(u32::MAX)).to_owned()
}

/// Redacts entries and gives each its place.
pub(super) struct Intake<'r, 't> {
    redactor: &'r mut Redactor,
    clock: Clock,
    last: Place,
    /// A service in which there is nothing to redact: entry after entry has the same.
    plain_service: &'t str,
}

impl<'r, 't> Intake<'r, 't> {
    pub(super) fn new(redactor: &'r mut Redactor, clock: Clock) -> Self {
        Self { redactor, clock, last: Place::default(), plain_service: "" }
    }

    /// The event of the next entry.
    pub(super) fn event(&mut self, entry: Entry<'t>) -> Event<'t> {
        let instant = self.clock.instant(&entry.timestamp);
        let severity = Severity::of(&entry.level);
        self.last = Place { instant: instant.or(self.last.instant), index: self.last.index + 1 };
        let entry = Entry {
            // A timestamp or a level that is one holds nothing else; any other text there may hold anything.
            timestamp: if instant.is_some() { entry.timestamp } else { self.redacted(entry.timestamp) },
            level: if severity.is_some() { entry.level } else { self.redacted(entry.level) },
            service: self.service(entry.service),
            message: redacted_by(Redactor::redact_entry, self.redactor, entry.message),
        };
        Event { place: self.last, severity: severity.unwrap_or_default(), entry }
    }

    fn service(&mut self, service: Cow<'t, str>) -> Cow<'t, str> {
        if service == self.plain_service {
            return service;
        }
        let Cow::Borrowed(delivered) = service else { return self.redacted(service) };
        let redacted = self.redacted(service);
        if redacted == delivered {
            self.plain_service = delivered;
        }
        redacted
    }

    fn redacted(&mut self, text: Cow<'t, str>) -> Cow<'t, str> {
        redacted_by(Redactor::redact, self.redactor, text)
    }
}

/// A way to redact a text.
type Redact = for<'t> fn(&mut Redactor, &'t str) -> Cow<'t, str>;

fn redacted_by<'t>(redact: Redact, redactor: &mut Redactor, text: Cow<'t, str>) -> Cow<'t, str> {
    match text {
        Cow::Borrowed("") => text,
        Cow::Borrowed(text) => redact(redactor, text),
        Cow::Owned(text) => match redact(redactor, &text) {
            Cow::Borrowed(same) if same.len() == text.len() => Cow::Owned(text),
            redacted => Cow::Owned(redacted.into_owned()),
        },
    }
}

/// What is known of the lines of one pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct Sightings<'t> {
    pub(super) count: u64,
    pub(super) first: Event<'t>,
    last: Place,
    last_seen: Cow<'t, str>,
    severity: Severity,
    level: Cow<'t, str>,
    /// `None` when there are several.
    service: Option<Cow<'t, str>>,
}

impl<'t> Sightings<'t> {
    /// How severe the most severe line is, by its level, or by its words when there is no level.
    pub(super) fn severity(&self) -> Severity {
        if self.level.is_empty() { Severity::told_by(&self.first.entry.message) } else { self.severity }
    }

    /// That one's level, as delivered.
    pub(super) fn level(&self) -> &str {
        &self.level
    }

    /// The service of all of them, `""` when they differ.
    pub(super) fn service(&self) -> &str {
        self.service.as_deref().unwrap_or_default()
    }

    /// The timestamp of the last one.
    pub(super) fn last_seen(&self) -> &str {
        &self.last_seen
    }

    pub(super) fn see(&mut self, event: &Event<'t>) {
        let Event { place, severity, entry } = event;
        if self.count == 0 {
            self.service = Some(entry.service.clone());
        } else if self.service.as_deref().is_some_and(|service| service != entry.service) {
            self.service = None;
        }
        if self.count == 0 || *place < self.first.place {
            self.first = event.clone();
        }
        if self.count == 0 || *place > self.last {
            self.last = *place;
            self.last_seen.clone_from(&entry.timestamp);
        }
        if self.count == 0 || *severity > self.severity {
            self.severity = *severity;
            self.level.clone_from(&entry.level);
        }
        self.count += 1;
    }
}

impl Tally for Sightings<'_> {
    fn absorb(&mut self, other: Self) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            *self = other;
            return;
        }
        self.count += other.count;
        if self.service != other.service {
            self.service = None;
        }
        if other.first.place < self.first.place {
            self.first = other.first;
        }
        if other.last > self.last {
            (self.last, self.last_seen) = (other.last, other.last_seen);
        }
        if other.severity > self.severity {
            (self.severity, self.level) = (other.severity, other.level);
        }
    }
}

/// The most recent events of all that were offered.
pub(super) struct Recent<'t> {
    events: Vec<Event<'t>>,
    most: usize,
    /// Nothing before this place is among the most recent ones.
    since: Place,
}

impl<'t> Recent<'t> {
    pub(super) fn new(most: u32) -> Self {
        Self { events: Vec::new(), most: most as usize, since: Place::default() }
    }

    pub(super) fn offer(&mut self, event: Event<'t>) {
        if self.most == 0 || event.place < self.since {
            return;
        }
        self.events.push(event);
        // Twice as many are let in before the older half goes, so that each event costs a constant time.
        if self.events.len() >= 2 * self.most {
            self.forget_oldest();
            self.since = self.events.last().map(|oldest| oldest.place).unwrap_or_default();
        }
    }

    fn forget_oldest(&mut self) {
        self.events = sorted(std::mem::take(&mut self.events), |event| event.place.latest_first());
        self.events.truncate(self.most);
    }

    /// Those events, the most recent first.
    pub(super) fn latest_first(mut self) -> Vec<Event<'t>> {
        self.forget_oldest();
        self.events
    }
}
