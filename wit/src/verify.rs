//! What a host checks on whatever a projector returns. A projector is believed nothing.

use serde_json::value::RawValue;
use thiserror::Error;

use crate::json_cell::{is_compact, is_readable};
use crate::{
    Bounds, Call, Cell, EvidenceStatus, KnowledgeResult, LogsResult, MysqlResult, Request, ToolResult, limit,
};

/// What a result breaks. Names of fields and rules only, never their content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Violation {
    /// The result is another tool's.
    #[error("the result belongs to another tool")]
    OtherTool,
    /// The id is not the framework's.
    #[error("tool_call_id is not the one handed over")]
    ToolCallId,
    /// An echo differs from what was asked.
    #[error("{0} is not what was asked")]
    Echo(&'static str),
    /// A count does not match what is there.
    #[error("{0} does not match what the result carries")]
    Count(&'static str),
    /// The status does not match the evidence.
    #[error("evidence_status does not match the evidence")]
    Status,
    /// Something is missing and `truncated` does not say so.
    #[error("truncated is false although something is missing")]
    Truncated,
    /// More items or bytes than the bounds allow.
    #[error("{0} is above its bound")]
    AboveBound(&'static str),
    /// A number or JSON cell is not valid JSON, or a row is not aligned with the columns.
    #[error("{0} is malformed")]
    Malformed(&'static str),
}

/// Checks that `result` is an answer to this call and keeps the contract and the bounds.
///
/// # Errors
/// The first thing that does not hold.
///
/// # Example
/// ```
/// use gobo_contract::{Bounds, Call, Request, Tool, ToolCallId, ToolResult, Violation, verify};
/// let call = Call::new(ToolCallId::new("call_1")?, "2026-02-03T10:11:12Z")?;
/// let other = Call::new(ToolCallId::new("call_2")?, "2026-02-03T10:11:12Z")?;
/// let request = Request::from_json(Tool::LookupKnowledge, r#"{"query":"x"}"#)?;
/// let result = ToolResult::empty(&call, &request);
/// assert_eq!(verify(&result, &call, &request, &Bounds::default()), Ok(()));
/// assert_eq!(verify(&result, &other, &request, &Bounds::default()), Err(Violation::ToolCallId));
/// # Ok::<(), gobo_contract::ErrorCode>(())
/// ```
pub fn verify(result: &ToolResult, call: &Call, request: &Request, bounds: &Bounds) -> Result<(), Violation> {
    match (result, request) {
        (ToolResult::Knowledge(result), Request::Knowledge(_)) => verify_knowledge(result, bounds),
        (ToolResult::Logs(result), Request::Logs(_)) => verify_logs(result, bounds),
        (ToolResult::Mysql(result), Request::Mysql(_)) => verify_mysql(result, bounds),
        _ => Err(Violation::OtherTool),
    }?;
    verify_echoes(result, call, request)?;
    at_most("result", result.to_json().len(), bounds.result_bytes)
}

/// The id, the query and the scope must be those of the empty result, which the host makes by itself.
fn verify_echoes(result: &ToolResult, call: &Call, request: &Request) -> Result<(), Violation> {
    let id = match result {
        ToolResult::Knowledge(result) => &result.tool_call_id,
        ToolResult::Logs(result) => &result.tool_call_id,
        ToolResult::Mysql(result) => &result.tool_call_id,
    };
    if id != call.tool_call_id.as_str() {
        return Err(Violation::ToolCallId);
    }
    match (result, &ToolResult::empty(call, request)) {
        (ToolResult::Knowledge(result), ToolResult::Knowledge(asked)) if result.query != asked.query => {
            Err(Violation::Echo("query"))
        }
        (ToolResult::Logs(result), ToolResult::Logs(asked)) if result.scope != asked.scope => {
            Err(Violation::Echo("scope"))
        }
        _ => Ok(()),
    }
}

fn verify_knowledge(result: &KnowledgeResult, bounds: &Bounds) -> Result<(), Violation> {
    let KnowledgeResult { evidence_status, evidence, returned_count, truncated, .. } = result;
    at_most("evidence", evidence.len(), bounds.evidence_items)?;
    counted("returned_count", u64::from(*returned_count), evidence.len())?;
    for document in evidence {
        at_most("excerpt", document.excerpt.len(), bounds.excerpt_bytes)?;
        if document.excerpt.trim().is_empty() {
            return Err(Violation::Malformed("excerpt"));
        }
        at_most("document_id", document.document_id.len(), bounds.document_field_bytes)?;
        at_most("source", document.source.len(), bounds.document_field_bytes)?;
        at_most("title", document.title.len(), bounds.document_field_bytes)?;
        at_most("breadcrumb", document.breadcrumb.len(), bounds.document_field_bytes)?;
    }
    verify_status(*evidence_status, evidence.is_empty(), *truncated)
}

fn verify_logs(result: &LogsResult, bounds: &Bounds) -> Result<(), Violation> {
    let LogsResult { evidence_status, match_count, returned_count, patterns, timeline, truncated, .. } =
        result;
    at_most("patterns", patterns.len(), bounds.patterns)?;
    at_most("timeline", timeline.len(), bounds.timeline_events)?;
    counted("returned_count", u64::from(*returned_count), timeline.len())?;
    let mut lines: u64 = 0;
    for pattern in patterns {
        at_most("pattern", pattern.pattern.len(), bounds.pattern_bytes)?;
        at_most("level", pattern.level.len(), bounds.log_field_bytes)?;
        at_most("service", pattern.service.len(), bounds.log_field_bytes)?;
        at_most("first_seen", pattern.first_seen.len(), fixed(limit::TIMESTAMP_BYTES))?;
        at_most("last_seen", pattern.last_seen.len(), fixed(limit::TIMESTAMP_BYTES))?;
        if pattern.count == 0 {
            return Err(Violation::Count("count"));
        }
        lines = lines.saturating_add(pattern.count);
    }
    for event in timeline {
        at_most("message", event.message.len(), bounds.message_bytes)?;
        at_most("level", event.level.len(), bounds.log_field_bytes)?;
        at_most("service", event.service.len(), bounds.log_field_bytes)?;
        at_most("timestamp", event.timestamp.len(), fixed(limit::TIMESTAMP_BYTES))?;
    }
    let returned = u64::from(*returned_count);
    if returned > *match_count || lines > *match_count {
        return Err(Violation::Count("match_count"));
    }
    if returned < *match_count && !truncated {
        return Err(Violation::Truncated);
    }
    match evidence_status {
        EvidenceStatus::EvidenceFound if *match_count > 0 => Ok(()),
        EvidenceStatus::NoEvidence if *match_count == 0 => Ok(()),
        _ => Err(Violation::Status),
    }
}

fn verify_mysql(result: &MysqlResult, bounds: &Bounds) -> Result<(), Violation> {
    let MysqlResult { evidence_status, columns, rows, returned_count, truncated, .. } = result;
    at_most("columns", columns.len(), bounds.columns)?;
    at_most("rows", rows.len(), bounds.rows)?;
    counted("returned_count", u64::from(*returned_count), rows.len())?;
    for column in columns {
        at_most("column", column.len(), bounds.cell_bytes)?;
    }
    for row in rows {
        if row.len() != columns.len() {
            return Err(Violation::Malformed("row"));
        }
        for cell in row {
            verify_cell(cell, bounds)?;
        }
    }
    verify_status(*evidence_status, rows.is_empty(), *truncated)
}

fn verify_cell(cell: &Cell, bounds: &Bounds) -> Result<(), Violation> {
    let (text, first_bytes): (&str, &[u8]) = match cell {
        Cell::Null | Cell::Bool(_) => return Ok(()),
        Cell::Text(text) => return at_most("cell", text.len(), bounds.cell_bytes),
        Cell::Number(digits) => (digits, b"-0123456789"),
        Cell::Json(json) => (json, b"[{"),
    };
    at_most("cell", text.len(), bounds.cell_bytes)?;
    let starts = text.bytes().next().is_some_and(|first| first_bytes.contains(&first));
    let is_json = starts && serde_json::from_str::<&RawValue>(text).is_ok();
    if is_json && is_compact(text) && is_readable(text) { Ok(()) } else { Err(Violation::Malformed("cell")) }
}

/// Evidence was found, or nothing at all is carried. A found status without items must own up to what is missing.
fn verify_status(status: EvidenceStatus, empty: bool, truncated: bool) -> Result<(), Violation> {
    match status {
        EvidenceStatus::EvidenceFound if !empty || truncated => Ok(()),
        EvidenceStatus::NoEvidence if empty => Ok(()),
        _ => Err(Violation::Status),
    }
}

fn counted(name: &'static str, count: u64, items: usize) -> Result<(), Violation> {
    if u64::try_from(items) == Ok(count) { Ok(()) } else { Err(Violation::Count(name)) }
}

fn at_most(name: &'static str, size: usize, bound: u32) -> Result<(), Violation> {
    if u32::try_from(size).is_ok_and(|size| size <= bound) {
        Ok(())
    } else {
        Err(Violation::AboveBound(name))
    }
}

fn fixed(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DocumentEvidence, LogEvent, LogPattern, Tool, ToolCallId};

    fn call() -> Call {
        Call::new(ToolCallId::new("call_1").expect("valid"), "2026-02-03T10:11:12Z").expect("a time")
    }

    fn request(tool: Tool) -> Request {
        let json = match tool {
            Tool::LookupKnowledge => r#"{"query":"q"}"#,
            Tool::QueryLogs => r#"{"topic":"APPLICATION","query":"q"}"#,
            Tool::QueryMysql => r#"{"data_source":"d","sql":"SELECT 1","params":[]}"#,
        };
        Request::from_json(tool, json).expect("valid")
    }

    fn check(result: &ToolResult, tool: Tool) -> Result<(), Violation> {
        verify(result, &call(), &request(tool), &Bounds::default())
    }

    fn knowledge(change: impl FnOnce(&mut KnowledgeResult)) -> Result<(), Violation> {
        let ToolResult::Knowledge(mut result) = ToolResult::empty(&call(), &request(Tool::LookupKnowledge))
        else {
            unreachable!("the request's own tool")
        };
        result.evidence = vec![DocumentEvidence { excerpt: "text".into(), ..DocumentEvidence::default() }];
        result.evidence_status = EvidenceStatus::EvidenceFound;
        result.returned_count = 1;
        change(&mut result);
        check(&ToolResult::Knowledge(result), Tool::LookupKnowledge)
    }

    fn logs(change: impl FnOnce(&mut LogsResult)) -> Result<(), Violation> {
        let ToolResult::Logs(mut result) = ToolResult::empty(&call(), &request(Tool::QueryLogs)) else {
            unreachable!("the request's own tool")
        };
        result.patterns = vec![LogPattern { count: 1, ..LogPattern::default() }];
        result.timeline = vec![LogEvent::default()];
        result.evidence_status = EvidenceStatus::EvidenceFound;
        (result.match_count, result.returned_count) = (1, 1);
        change(&mut result);
        check(&ToolResult::Logs(result), Tool::QueryLogs)
    }

    fn mysql(change: impl FnOnce(&mut MysqlResult)) -> Result<(), Violation> {
        let ToolResult::Mysql(mut result) = ToolResult::empty(&call(), &request(Tool::QueryMysql)) else {
            unreachable!("the request's own tool")
        };
        result.columns = vec!["a".into()];
        result.rows = vec![vec![Cell::Number("1.50".into())]];
        result.evidence_status = EvidenceStatus::EvidenceFound;
        result.returned_count = 1;
        change(&mut result);
        check(&ToolResult::Mysql(result), Tool::QueryMysql)
    }

    #[test]
    fn an_honest_result_passes() {
        assert_eq!(knowledge(|_| ()), Ok(()));
        assert_eq!(logs(|_| ()), Ok(()));
        assert_eq!(mysql(|_| ()), Ok(()));
    }

    #[test]
    fn another_id_or_echo_is_refused() {
        assert_eq!(knowledge(|r| r.tool_call_id = "call_2".into()), Err(Violation::ToolCallId));
        assert_eq!(knowledge(|r| r.query.push(' ')), Err(Violation::Echo("query")));
        assert_eq!(logs(|r| r.scope.window_end = String::new()), Err(Violation::Echo("scope")));
        assert_eq!(logs(|r| r.scope.lookback_minutes = 5), Err(Violation::Echo("scope")));
    }

    #[test]
    fn lying_counts_and_statuses_are_refused() {
        assert_eq!(knowledge(|r| r.returned_count = 2), Err(Violation::Count("returned_count")));
        assert_eq!(logs(|r| r.returned_count = 0), Err(Violation::Count("returned_count")));
        assert_eq!(logs(|r| r.match_count = 0), Err(Violation::Count("match_count")));
        assert_eq!(logs(|r| r.match_count = 9), Err(Violation::Truncated));
        assert_eq!(logs(|r| r.patterns.iter_mut().for_each(|p| p.count = 0)), Err(Violation::Count("count")));
        assert_eq!(
            logs(|r| r.patterns.iter_mut().for_each(|p| p.count = 2)),
            Err(Violation::Count("match_count"))
        );
        assert_eq!(mysql(|r| r.returned_count = 0), Err(Violation::Count("returned_count")));
        assert_eq!(mysql(|r| r.evidence_status = EvidenceStatus::NoEvidence), Err(Violation::Status));
        assert_eq!(mysql(|r| r.evidence_status = EvidenceStatus::Error), Err(Violation::Status));
        assert_eq!(
            knowledge(|r| {
                r.evidence.clear();
                r.returned_count = 0;
            }),
            Err(Violation::Status)
        );
    }

    #[test]
    fn each_bound_is_kept_at_n_and_refused_at_n_plus_1() {
        assert_eq!(knowledge(|r| r.evidence.iter_mut().for_each(|d| d.excerpt = "x".repeat(1_200))), Ok(()));
        assert_eq!(
            knowledge(|r| r.evidence.iter_mut().for_each(|d| d.excerpt = "x".repeat(1_201))),
            Err(Violation::AboveBound("excerpt"))
        );
        assert_eq!(logs(|r| r.timeline.iter_mut().for_each(|e| e.level = "x".repeat(64))), Ok(()));
        assert_eq!(
            logs(|r| r.timeline.iter_mut().for_each(|e| e.timestamp = "x".repeat(65))),
            Err(Violation::AboveBound("timestamp"))
        );
        assert_eq!(
            mysql(|r| r.rows = vec![vec![Cell::Text("x".repeat(401))]]),
            Err(Violation::AboveBound("cell"))
        );
        let many = |items: u32| {
            mysql(|r| {
                r.rows = vec![vec![Cell::Null]; items as usize];
                r.returned_count = items;
            })
        };
        assert_eq!((many(50), many(51)), (Ok(()), Err(Violation::AboveBound("rows"))));
    }

    #[test]
    fn the_whole_result_is_bounded() {
        let wide = |bytes: usize| {
            mysql(|r| {
                r.columns = vec!["x".repeat(400); 40];
                r.rows = vec![vec![Cell::Text("y".repeat(bytes)); 40]];
            })
        };
        assert_eq!(wide(400), Err(Violation::AboveBound("result")));
    }

    #[test]
    fn cells_that_are_not_json_are_refused() {
        for cell in ["", "x", "1 2", " 1", "1 ", "\"text\"", "[1]", "NaN", "01", "1,2"] {
            let refused = mysql(|r| r.rows = vec![vec![Cell::Number(cell.into())]]);
            assert_eq!(refused, Err(Violation::Malformed("cell")), "{cell:?}");
        }
        let deep = format!("{}{}", "[".repeat(128), "]".repeat(128));
        for cell in [
            deep.as_str(),
            r#"["\ud800"]"#,
            "",
            "1",
            "{]",
            "[1]]",
            "[1],[2]",
            "[1] ",
            "[1, 2]",
            "{\"a\":\n1}",
        ] {
            let refused = mysql(|r| r.rows = vec![vec![Cell::Json(cell.into())]]);
            assert_eq!(refused, Err(Violation::Malformed("cell")), "{cell:?}");
        }
        assert_eq!(mysql(|r| r.rows = vec![vec![Cell::Json(r#"{"a b":["c \"d"]}"#.into())]]), Ok(()));
        assert_eq!(mysql(|r| r.rows = vec![vec![]]), Err(Violation::Malformed("row")));
    }
}
