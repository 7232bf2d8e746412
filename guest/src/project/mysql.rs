//! `query_mysql`: rows aligned with their columns, every value as it was delivered.

use std::borrow::Cow;

use gobo_contract::{Bounds, Call, Cell, ErrorCode, EvidenceStatus, MysqlRequest, MysqlResult, Payload};

use super::Projection;
use crate::bound::{Bounding, json_bytes};
use crate::payload::Text;
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
    let pair = named_values(&columns);
    let mut names: Vec<String> = columns
        .iter()
        .map(|name| bounding.cut(&redactor.redact(name), bounds.cell_bytes).to_owned())
        .collect();
    bounding.take(&mut names, bounds.columns);
    let room = bounding.fit(&mut names, room);

    let mut kept = Vec::new();
    let mut left = room;
    for row in rows.iter().take(bounds.rows as usize) {
        let beside = pair.and_then(|(name, value)| named_secret(row, name, value, &redactor));
        let cells = row.iter().zip(&secret).enumerate().take(names.len());
        let cells = cells.map(|(column, (json, marker))| {
            let beside = beside.as_ref().filter(|_| pair.is_some_and(|(_, value)| value == column));
            read_cell(json, marker.as_ref().or(beside), &mut redactor)
        });
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

/// The columns of which one names what the other holds: `Variable_name` and `Value`, `option_name` and `option_value`.
fn named_values(columns: &[Text<'_>]) -> Option<(usize, usize)> {
    let ends_in = |words: &[&str]| {
        columns.iter().position(|column| {
            let column = column.to_ascii_lowercase();
            let last = column.rsplit([' ', '_', '.']).next().unwrap_or_default();
            words.contains(&last)
        })
    };
    let name = ends_in(&[
        "name",
        "key",
        "k",
        "setting",
        "option",
        "property",
        "variable",
        "parameter",
        "param",
        "attribute",
    ])?;
    let value = ends_in(&["value", "val", "v", "content"])?;
    (name != value).then_some((name, value))
}

/// The marker of a cell whose name stands in another cell of its row.
fn named_secret(row: &[&str], name: usize, value: usize, redactor: &Redactor) -> Option<Cow<'static, str>> {
    let text = |column: usize| match serde_json::from_str(row.get(column)?).ok()? {
        Cell::Text(text) | Cell::Number(text) | Cell::Json(text) => Some(text),
        _ => None,
    };
    redactor.secret_cell(&text(name)?, &text(value)?)
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

#[cfg(test)]
mod tests {
    use gobo_contract::{PayloadFormat, Request, Tool, ToolCallId};

    use super::*;

    fn rows(text: &str) -> Vec<Vec<Cell>> {
        let call =
            Call::new(ToolCallId::new("call_1").expect("valid"), "2026-02-03T11:00:00Z").expect("a time");
        let request =
            Request::from_json(Tool::QueryMysql, r#"{"data_source":"shop","sql":"SELECT 1","params":[]}"#)
                .expect("valid");
        let Request::Mysql(request) = request else { unreachable!() };
        let payload = Payload { format: PayloadFormat::Json, text };
        query_mysql(&call, &request, payload, &Bounds::default()).expect("a result").result.rows
    }

    #[test]
    fn a_cell_tells_what_the_one_beside_it_holds() {
        for names in [r#""Variable_name","Value""#, r#""name","value""#, r#""option_name","option_value""#] {
            let text = format!(
                r#"{{"success":true,"columns":[{names}],"rows":[["db_password","otter"],["old_passwords","0"],["timeout","30"]]}}"#
            );
            let shown: Vec<_> = rows(&text).into_iter().map(|row| row.into_iter().nth(1)).collect();
            let cell = |text: &str| Some(Cell::Text(text.to_owned()));
            assert_eq!(shown, [cell("<REDACTED:PASSWORD>"), cell("0"), cell("30")], "{names}");
        }
    }

    #[test]
    fn columns_that_are_no_pair_keep_their_cells() {
        let text = r#"{"success":true,"columns":["name","size"],"rows":[["db_password","otter"]]}"#;
        assert_eq!(rows(text).concat().last(), Some(&Cell::Text("otter".to_owned())));
    }
}
