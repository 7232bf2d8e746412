//! The component's exports: WIT types to ours and back, no logic.

#[allow(
    unsafe_code,
    missing_docs,
    clippy::all,
    clippy::pedantic,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "generated: the raw canonical ABI"
)]
mod bindings {
    wit_bindgen::generate!({
        path: "../wit/evidence-v1",
        world: "projector",
        generate_all,
    });
}

use bindings::exports::gobo::evidence::{redactor, tools, types, wire};
use gobo_contract as ours;

use crate::redact::stream;

struct Projector;

#[allow(unsafe_code, reason = "the export macro writes the raw canonical ABI functions")]
mod export {
    use super::{Projector, bindings};
    bindings::export!(Projector with_types_in bindings);
}

impl tools::Guest for Projector {
    fn about() -> types::ProjectorIdentity {
        types::ProjectorIdentity {
            name: crate::NAME.to_owned(),
            version: crate::VERSION.to_owned(),
            contract: ours::CONTRACT_VERSION.to_owned(),
        }
    }

    fn lookup_knowledge(
        call: types::Call,
        request: types::KnowledgeRequest,
        payload: types::Payload,
        bounds: types::Bounds,
    ) -> Result<types::KnowledgeProjection, types::ProjectionError> {
        let request = ours::KnowledgeRequest { query: request.query };
        let projection = project(call, ours::Request::Knowledge(request), &payload, bounds)?;
        let ours::ToolResult::Knowledge(result) = projection.result else { return Err(failed()) };
        Ok(types::KnowledgeProjection { result: result.into(), report: projection.report.into() })
    }

    fn query_logs(
        call: types::Call,
        request: types::LogsRequest,
        payload: types::Payload,
        bounds: types::Bounds,
    ) -> Result<types::LogsProjection, types::ProjectionError> {
        let request = ours::LogsRequest {
            topic: request.topic.into(),
            query: request.query,
            lookback_minutes: request.lookback_minutes,
        };
        let projection = project(call, ours::Request::Logs(request), &payload, bounds)?;
        let ours::ToolResult::Logs(result) = projection.result else { return Err(failed()) };
        Ok(types::LogsProjection { result: result.into(), report: projection.report.into() })
    }

    fn query_mysql(
        call: types::Call,
        request: types::MysqlRequest,
        payload: types::Payload,
        bounds: types::Bounds,
    ) -> Result<types::MysqlProjection, types::ProjectionError> {
        let request = ours::MysqlRequest {
            data_source: request.data_source,
            sql: request.sql,
            params: request.params.into_iter().map(Into::into).collect(),
        };
        let projection = project(call, ours::Request::Mysql(request), &payload, bounds)?;
        let ours::ToolResult::Mysql(result) = projection.result else { return Err(failed()) };
        Ok(types::MysqlProjection { result: result.into(), report: projection.report.into() })
    }
}

impl wire::Guest for Projector {
    fn project(request: String) -> String {
        crate::project_wire(&request)
    }
}

impl redactor::Guest for Projector {
    fn redact(request: redactor::RedactionRequest) -> Result<redactor::Redaction, types::ProjectionError> {
        let request = stream::RedactionRequest {
            texts: request.texts,
            more_follows: request.more_follows,
            options: request.options.into(),
            seen: request.seen.into_iter().map(Into::into).collect(),
        };
        let redaction = stream::redact(&request).map_err(types::ProjectionError::from)?;
        Ok(redactor::Redaction {
            texts: redaction.texts,
            held_bytes: redaction.held_bytes,
            redactions: counts(redaction.redactions),
            newly_seen: redaction.newly_seen.into_iter().map(Into::into).collect(),
        })
    }
}

fn project(
    call: types::Call,
    request: ours::Request,
    payload: &types::Payload,
    bounds: types::Bounds,
) -> Result<crate::Projection<ours::ToolResult>, types::ProjectionError> {
    let id = ours::ToolCallId::new(call.tool_call_id).map_err(types::ProjectionError::from)?;
    let call = ours::Call::new(id, &call.now).map_err(types::ProjectionError::from)?;
    let payload = ours::Payload { format: payload.format.into(), text: &payload.text };
    crate::project(&call, &request, payload, &bounds.into()).map_err(types::ProjectionError::from)
}

fn failed() -> types::ProjectionError {
    types::ProjectionError { code: types::ErrorCode::ProjectionFailed }
}

impl From<ours::ErrorCode> for types::ProjectionError {
    fn from(code: ours::ErrorCode) -> Self {
        let code = match code {
            ours::ErrorCode::InvalidToolCallId => types::ErrorCode::InvalidToolCallId,
            ours::ErrorCode::InvalidRequest => types::ErrorCode::InvalidRequest,
            ours::ErrorCode::RequestTooLarge => types::ErrorCode::RequestTooLarge,
            ours::ErrorCode::PayloadTooLarge => types::ErrorCode::PayloadTooLarge,
            ours::ErrorCode::PayloadMalformed => types::ErrorCode::PayloadMalformed,
            ours::ErrorCode::LegacyFailure => types::ErrorCode::LegacyFailure,
            // Everything else is raised by hosts only.
            _ => types::ErrorCode::ProjectionFailed,
        };
        Self { code }
    }
}

impl From<types::PayloadFormat> for ours::PayloadFormat {
    fn from(format: types::PayloadFormat) -> Self {
        match format {
            types::PayloadFormat::Json => Self::Json,
            types::PayloadFormat::Ndjson => Self::Ndjson,
            types::PayloadFormat::Lines => Self::Lines,
        }
    }
}

impl From<types::LogTopic> for ours::LogTopic {
    fn from(topic: types::LogTopic) -> Self {
        match topic {
            types::LogTopic::Application => Self::Application,
            types::LogTopic::DatabaseSlowQuery => Self::DatabaseSlowQuery,
            types::LogTopic::SystemEvents => Self::SystemEvents,
        }
    }
}

impl From<ours::LogTopic> for types::LogTopic {
    fn from(topic: ours::LogTopic) -> Self {
        match topic {
            ours::LogTopic::Application => Self::Application,
            ours::LogTopic::DatabaseSlowQuery => Self::DatabaseSlowQuery,
            ours::LogTopic::SystemEvents => Self::SystemEvents,
        }
    }
}

impl From<types::Scalar> for ours::Scalar {
    fn from(scalar: types::Scalar) -> Self {
        match scalar {
            types::Scalar::Null => Self::Null,
            types::Scalar::Boolean(value) => Self::Bool(value),
            types::Scalar::Number(digits) => Self::Number(digits),
            types::Scalar::Text(text) => Self::Text(text),
        }
    }
}

impl From<types::RedactionOptions> for ours::RedactionOptions {
    fn from(options: types::RedactionOptions) -> Self {
        use types::RedactionKinds as Flags;
        const KINDS: [(Flags, ours::Kind); 13] = [
            (Flags::SECRET, ours::Kind::Secret),
            (Flags::IP, ours::Kind::Ip),
            (Flags::HOST, ours::Kind::Host),
            (Flags::POD, ours::Kind::Pod),
            (Flags::PID, ours::Kind::Pid),
            (Flags::SQL, ours::Kind::Sql),
            (Flags::STACK, ours::Kind::Stack),
            (Flags::INVISIBLE, ours::Kind::Invisible),
            (Flags::EMAIL, ours::Kind::Email),
            (Flags::PAYMENT_CARD, ours::Kind::PaymentCard),
            (Flags::IBAN, ours::Kind::Iban),
            (Flags::PHONE, ours::Kind::Phone),
            (Flags::NATIONAL_ID, ours::Kind::NationalId),
        ];
        let on = KINDS.iter().filter(|(flag, _)| options.kinds.contains(*flag));
        Self {
            kinds: on.fold(ours::Kinds::NONE, |kinds, (_, kind)| kinds.or(ours::Kinds::of(&[*kind]))),
            allow: options.allow,
            rules: options
                .rules
                .into_iter()
                .map(|rule| ours::UserRule { name: rule.name, pattern: rule.pattern })
                .collect(),
        }
    }
}

impl From<types::Bounds> for ours::Bounds {
    fn from(bounds: types::Bounds) -> Self {
        Self {
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
            redaction: bounds.redaction.into(),
        }
    }
}

fn counts(redactions: std::collections::BTreeMap<String, u64>) -> Vec<types::RedactionCount> {
    redactions.into_iter().map(|(name, count)| types::RedactionCount { name, count }).collect()
}

impl From<ours::Report> for types::Report {
    fn from(report: ours::Report) -> Self {
        Self {
            redactions: counts(report.redactions),
            dropped_items: report.dropped_items,
            cut_texts: report.cut_texts,
        }
    }
}

fn status(status: ours::EvidenceStatus) -> types::EvidenceStatus {
    match status {
        ours::EvidenceStatus::EvidenceFound => types::EvidenceStatus::EvidenceFound,
        // A projection that ends in ERROR has no result at all.
        ours::EvidenceStatus::NoEvidence | ours::EvidenceStatus::Error => types::EvidenceStatus::NoEvidence,
    }
}

impl From<ours::KnowledgeResult> for types::KnowledgeResult {
    fn from(result: ours::KnowledgeResult) -> Self {
        let document = |document: ours::DocumentEvidence| types::DocumentEvidence {
            document_id: document.document_id,
            source: document.source,
            title: document.title,
            breadcrumb: document.breadcrumb,
            excerpt: document.excerpt,
        };
        Self {
            evidence_status: status(result.evidence_status),
            tool_call_id: result.tool_call_id,
            query: result.query,
            evidence: result.evidence.into_iter().map(document).collect(),
            returned_count: result.returned_count,
            truncated: result.truncated,
        }
    }
}

impl From<ours::LogsResult> for types::LogsResult {
    fn from(result: ours::LogsResult) -> Self {
        let pattern = |pattern: ours::LogPattern| types::LogPattern {
            pattern: pattern.pattern,
            level: pattern.level,
            service: pattern.service,
            count: pattern.count,
            first_seen: pattern.first_seen,
            last_seen: pattern.last_seen,
        };
        let event = |event: ours::LogEvent| types::LogEvent {
            timestamp: event.timestamp,
            level: event.level,
            service: event.service,
            message: event.message,
        };
        Self {
            evidence_status: status(result.evidence_status),
            tool_call_id: result.tool_call_id,
            source_kind: match result.source_kind {
                ours::SourceKind::Mock => types::SourceKind::Mock,
            },
            scope: types::LogScope {
                topic: result.scope.topic.into(),
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
}

impl From<ours::MysqlResult> for types::MysqlResult {
    fn from(result: ours::MysqlResult) -> Self {
        let cell = |cell| match cell {
            ours::Cell::Null => types::Cell::Null,
            ours::Cell::Bool(value) => types::Cell::Boolean(value),
            ours::Cell::Number(digits) => types::Cell::Number(digits),
            ours::Cell::Text(text) => types::Cell::Text(text),
            ours::Cell::Json(json) => types::Cell::Json(json),
        };
        Self {
            evidence_status: status(result.evidence_status),
            tool_call_id: result.tool_call_id,
            columns: result.columns,
            rows: result.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect(),
            returned_count: result.returned_count,
            truncated: result.truncated,
        }
    }
}

impl From<redactor::SeenValue> for stream::SeenValue {
    fn from(seen: redactor::SeenValue) -> Self {
        let kind = match seen.kind {
            redactor::NumberedKind::Ip => ours::Kind::Ip,
            redactor::NumberedKind::Host => ours::Kind::Host,
            redactor::NumberedKind::Pod => ours::Kind::Pod,
            redactor::NumberedKind::Email => ours::Kind::Email,
            redactor::NumberedKind::PaymentCard => ours::Kind::PaymentCard,
            redactor::NumberedKind::Iban => ours::Kind::Iban,
            redactor::NumberedKind::Phone => ours::Kind::Phone,
            redactor::NumberedKind::NationalId => ours::Kind::NationalId,
        };
        Self { kind, digest: seen.digest }
    }
}

impl From<stream::SeenValue> for redactor::SeenValue {
    fn from(seen: stream::SeenValue) -> Self {
        let kind = match seen.kind {
            ours::Kind::Host => redactor::NumberedKind::Host,
            ours::Kind::Pod => redactor::NumberedKind::Pod,
            ours::Kind::Email => redactor::NumberedKind::Email,
            ours::Kind::PaymentCard => redactor::NumberedKind::PaymentCard,
            ours::Kind::Iban => redactor::NumberedKind::Iban,
            ours::Kind::Phone => redactor::NumberedKind::Phone,
            ours::Kind::NationalId => redactor::NumberedKind::NationalId,
            // No other kind is numbered.
            _ => redactor::NumberedKind::Ip,
        };
        Self { kind, digest: seen.digest }
    }
}
