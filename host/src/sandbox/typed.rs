//! The contract's types to those generated from WIT, and back.

use gobo_contract as ours;

use super::Job;
use super::bindings::exports::gobo::evidence::{redactor, types};

/// Everything a typed call hands over, borrowed.
pub(super) struct Arguments<'a> {
    job: Job<'a>,
    now: String,
    allow: Vec<&'a str>,
    rules: Vec<types::UserRule<'a>>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(job: Job<'a>) -> Self {
        let Job { call, bounds, .. } = job;
        Self { job, now: call.now_text(), allow: allow(&bounds.redaction), rules: rules(&bounds.redaction) }
    }

    pub(super) fn call(&self) -> types::Call<'_> {
        types::Call { tool_call_id: self.job.call.tool_call_id.as_str(), now: &self.now }
    }

    pub(super) fn payload(&self) -> types::Payload<'_> {
        let format = match self.job.payload.format {
            ours::PayloadFormat::Json => types::PayloadFormat::Json,
            ours::PayloadFormat::Ndjson => types::PayloadFormat::Ndjson,
            ours::PayloadFormat::Lines => types::PayloadFormat::Lines,
        };
        types::Payload { format, text: self.job.payload.text }
    }

    pub(super) fn bounds(&self) -> types::Bounds<'_> {
        let bounds = self.job.bounds;
        types::Bounds {
            result_bytes: bounds.result_bytes,
            evidence_items: bounds.evidence_items,
            excerpt_bytes: bounds.excerpt_bytes,
            document_field_bytes: bounds.document_field_bytes,
            patterns: bounds.patterns,
            pattern_bytes: bounds.pattern_bytes,
            timeline_events: bounds.timeline_events,
            message_bytes: bounds.message_bytes,
            log_field_bytes: bounds.log_field_bytes,
            rows: bounds.rows,
            columns: bounds.columns,
            cell_bytes: bounds.cell_bytes,
            payload_bytes: bounds.payload_bytes,
            redaction: options(&bounds.redaction, &self.allow, &self.rules),
        }
    }
}

pub(super) fn allow(options: &ours::RedactionOptions) -> Vec<&str> {
    options.allow.iter().map(String::as_str).collect()
}

pub(super) fn rules(options: &ours::RedactionOptions) -> Vec<types::UserRule<'_>> {
    options.rules.iter().map(|rule| types::UserRule { name: &rule.name, pattern: &rule.pattern }).collect()
}

pub(super) fn options<'a>(
    options: &ours::RedactionOptions,
    allow: &'a [&'a str],
    rules: &'a [types::UserRule<'a>],
) -> types::RedactionOptions<'a> {
    let kinds = options.kinds.iter().fold(types::RedactionKinds::empty(), |kinds, kind| kinds | flag(kind));
    types::RedactionOptions { kinds, allow, rules }
}

fn flag(kind: ours::Kind) -> types::RedactionKinds {
    use types::RedactionKinds as Flags;
    match kind {
        ours::Kind::Secret => Flags::SECRET,
        ours::Kind::Ip => Flags::IP,
        ours::Kind::Host => Flags::HOST,
        ours::Kind::Pod => Flags::POD,
        ours::Kind::Pid => Flags::PID,
        ours::Kind::Sql => Flags::SQL,
        ours::Kind::Stack => Flags::STACK,
        ours::Kind::Invisible => Flags::INVISIBLE,
        ours::Kind::Email => Flags::EMAIL,
        ours::Kind::PaymentCard => Flags::PAYMENT_CARD,
        ours::Kind::Iban => Flags::IBAN,
        ours::Kind::Phone => Flags::PHONE,
        ours::Kind::NationalId => Flags::NATIONAL_ID,
    }
}

pub(super) fn topic(topic: ours::LogTopic) -> types::LogTopic {
    match topic {
        ours::LogTopic::Application => types::LogTopic::Application,
        ours::LogTopic::DatabaseSlowQuery => types::LogTopic::DatabaseSlowQuery,
        ours::LogTopic::SystemEvents => types::LogTopic::SystemEvents,
    }
}

pub(super) fn scalar(scalar: &ours::Scalar) -> types::Scalar<'_> {
    match scalar {
        ours::Scalar::Null => types::Scalar::Null,
        ours::Scalar::Bool(value) => types::Scalar::Boolean(*value),
        ours::Scalar::Number(digits) => types::Scalar::Number(digits),
        ours::Scalar::Text(text) => types::Scalar::Text(text),
    }
}

/// The codes that a projector may raise. It is handed only requests, ids and payloads that the host has checked, so that
/// any other code is a lie.
pub(super) fn error_code(code: types::ErrorCode) -> Option<ours::ErrorCode> {
    match code {
        types::ErrorCode::PayloadMalformed => Some(ours::ErrorCode::PayloadMalformed),
        types::ErrorCode::LegacyFailure => Some(ours::ErrorCode::LegacyFailure),
        types::ErrorCode::ProjectionFailed => Some(ours::ErrorCode::ProjectionFailed),
        types::ErrorCode::InvalidToolCallId
        | types::ErrorCode::InvalidRequest
        | types::ErrorCode::RequestTooLarge
        | types::ErrorCode::PayloadTooLarge => None,
    }
}

fn status(status: types::EvidenceStatus) -> ours::EvidenceStatus {
    match status {
        types::EvidenceStatus::EvidenceFound => ours::EvidenceStatus::EvidenceFound,
        types::EvidenceStatus::NoEvidence => ours::EvidenceStatus::NoEvidence,
    }
}

pub(super) fn report(report: types::Report) -> ours::Report {
    ours::Report {
        redactions: counts(report.redactions),
        dropped_items: report.dropped_items,
        cut_texts: report.cut_texts,
    }
}

/// Names that cannot be a marker's are left out: a report goes to logs and metrics, and a guest is believed nothing.
pub(super) fn counts(counts: Vec<types::RedactionCount>) -> std::collections::BTreeMap<String, u64> {
    const NAMES: usize = 256;
    const NAME_BYTES: usize = 40;
    let marker = |name: &str| {
        (1..=NAME_BYTES).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    };
    counts
        .into_iter()
        .filter(|count| marker(&count.name))
        .take(NAMES)
        .map(|count| (count.name, count.count))
        .collect()
}

pub(super) fn knowledge(result: types::KnowledgeResult) -> ours::KnowledgeResult {
    let document = |document: types::DocumentEvidence| ours::DocumentEvidence {
        document_id: document.document_id,
        source: document.source,
        title: document.title,
        breadcrumb: document.breadcrumb,
        excerpt: document.excerpt,
    };
    ours::KnowledgeResult {
        evidence_status: status(result.evidence_status),
        tool_call_id: result.tool_call_id,
        query: result.query,
        evidence: result.evidence.into_iter().map(document).collect(),
        returned_count: result.returned_count,
        truncated: result.truncated,
    }
}

pub(super) fn logs(result: types::LogsResult) -> ours::LogsResult {
    let pattern = |pattern: types::LogPattern| ours::LogPattern {
        pattern: pattern.pattern,
        level: pattern.level,
        service: pattern.service,
        count: pattern.count,
        first_seen: pattern.first_seen,
        last_seen: pattern.last_seen,
    };
    let event = |event: types::LogEvent| ours::LogEvent {
        timestamp: event.timestamp,
        level: event.level,
        service: event.service,
        message: event.message,
    };
    ours::LogsResult {
        evidence_status: status(result.evidence_status),
        tool_call_id: result.tool_call_id,
        source_kind: match result.source_kind {
            types::SourceKind::Mock => ours::SourceKind::Mock,
        },
        scope: ours::LogScope {
            topic: match result.scope.topic {
                types::LogTopic::Application => ours::LogTopic::Application,
                types::LogTopic::DatabaseSlowQuery => ours::LogTopic::DatabaseSlowQuery,
                types::LogTopic::SystemEvents => ours::LogTopic::SystemEvents,
            },
            query: result.scope.query,
            lookback_minutes: result.scope.lookback_minutes,
            window_start: result.scope.window_start,
            window_end: result.scope.window_end,
        },
        match_count: result.match_count,
        returned_count: result.returned_count,
        patterns: result.patterns.into_iter().map(pattern).collect(),
        timeline: result.timeline.into_iter().map(event).collect(),
        truncated: result.truncated,
    }
}

pub(super) fn mysql(result: types::MysqlResult) -> ours::MysqlResult {
    let cell = |cell| match cell {
        types::Cell::Null => ours::Cell::Null,
        types::Cell::Boolean(value) => ours::Cell::Bool(value),
        types::Cell::Number(digits) => ours::Cell::Number(digits),
        types::Cell::Text(text) => ours::Cell::Text(text),
        types::Cell::Json(json) => ours::Cell::Json(json),
    };
    ours::MysqlResult {
        evidence_status: status(result.evidence_status),
        tool_call_id: result.tool_call_id,
        columns: result.columns,
        rows: result.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect(),
        returned_count: result.returned_count,
        truncated: result.truncated,
    }
}

/// A value that a stream of redactions has numbered.
#[derive(Clone, Copy, Debug)]
pub struct SeenValue(pub(super) redactor::SeenValue);
