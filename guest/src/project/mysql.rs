//! `query_mysql`: rows aligned with their columns, every value as it was delivered.

use std::borrow::Cow;

use gobo_contract::{Bounds, Call, Cell, ErrorCode, EvidenceStatus, MysqlRequest, MysqlResult, Payload};

use super::Projection;
use crate::bound::{Bounding, json_bytes};
use crate::payload::mysql::{Table, table};
use crate::redact::{Redactor, Scope};

/// Projects a payload of rows.
///
/// # Errors
/// As [`super::project`].
pub fn query_mysql(
    call: &Call,
    _request: &MysqlRequest,
    payload: Payload<'_>,
    bounds: &Bounds,
) -> Result<Projection<MysqlResult>, ErrorCode> {
    let Table { columns, rows, matched } = table(payload)?;
    let mut redactor = Redactor::new(&bounds.redaction, Scope::Rows)?;
    let mut bounding = Bounding::default();
    let mut result = MysqlResult {
        evidence_status: if matched == 0 {
            EvidenceStatus::NoEvidence
        } else {
            EvidenceStatus::EvidenceFound
        },
        tool_call_id: call.tool_call_id.as_str().to_owned(),
        columns: Vec::new(),
        rows: Vec::new(),
        // The widest count and flag there can be, so that the room is never overestimated.
        returned_count: bounds.rows,
        truncated: false,
    };
    let room = (bounds.result_bytes as usize).saturating_sub(json_bytes(&result));

    // A column whose name says secret has its cells replaced, whatever they hold.
    let secret: Vec<_> = columns.iter().map(|name| redactor.secret_column(name)).collect();
    let mut names: Vec<String> = columns
        .iter()
        .map(|name| bounding.cut(&redactor.redact(name), bounds.cell_bytes).to_owned())
        .collect();
    bounding.take(&mut names, bounds.columns);
    let room = bounding.fit(&mut names, room);

    let mut kept = Vec::new();
    let mut left = room;
    for row in rows.iter().take(bounds.rows as usize) {
        let cells = row.iter().zip(&secret).take(names.len());
        let cells = cells.map(|(json, marker)| read_cell(json, marker.as_ref(), &mut redactor));
        let mut cells = cells.collect::<Result<Vec<_>, _>>()?;
        bound_cells(&mut cells, bounds.cell_bytes, &mut bounding);
        let comma = usize::from(!kept.is_empty());
        if kept.is_empty() {
            narrow(&mut cells, bounds.cell_bytes, left, &mut bounding);
        }
        let Some(rest) = left.checked_sub(json_bytes(&cells) + comma) else { break };
        left = rest;
        kept.push(cells);
    }
    bounding.dropped_items += matched.saturating_sub(kept.len() as u64);
    result.columns = names;
    result.returned_count = u32::try_from(kept.len()).unwrap_or(u32::MAX);
    result.rows = kept;
    result.truncated = bounding.truncated();
    Ok(Projection::new(result, redactor.counts(), bounding))
}

/// Reads a cell and redacts its text.
fn read_cell(
    json: &str,
    marker: Option<&Cow<'static, str>>,
    redactor: &mut Redactor,
) -> Result<Cell, ErrorCode> {
    let cell: Cell = serde_json::from_str(json).map_err(|_| ErrorCode::PayloadMalformed)?;
    Ok(match (cell, marker) {
        (Cell::Null, _) => Cell::Null,
        (_, Some(marker)) => {
            redactor.count_marker(marker);
            Cell::Text(marker.clone().into_owned())
        }
        (Cell::Text(text), None) => Cell::Text(redactor.redact(&text).into_owned()),
        (Cell::Json(json), None) => Cell::Json(redactor.redact_json(&json)),
        (cell, None) => cell,
    })
}

/// Cuts what is longer than its bound. A number or JSON value that is cut is no longer one, so it becomes text.
fn bound_cells(cells: &mut [Cell], most: u32, bounding: &mut Bounding) {
    for cell in cells {
        let (Cell::Text(text) | Cell::Number(text) | Cell::Json(text)) = &*cell else { continue };
        if text.len() > most as usize {
            *cell = Cell::Text(bounding.cut(text, most).to_owned());
        }
    }
}

/// Halves the cells of a row that is too wide until it fits: some of each column tells more than no row at all.
fn narrow(cells: &mut [Cell], most: u32, room: usize, bounding: &mut Bounding) {
    let mut most = most;
    while most > 8 && json_bytes(cells) > room {
        most /= 2;
        bound_cells(cells, most, bounding);
    }
}
