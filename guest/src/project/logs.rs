//! `query_logs`.

use gobo_contract::{Bounds, Call, ErrorCode, LogsRequest, LogsResult, Payload};

use super::Projection;

/// Projects a log payload.
///
/// # Errors
/// As [`super::project`].
pub fn query_logs(
    _call: &Call,
    _request: &LogsRequest,
    _payload: Payload<'_>,
    _bounds: &Bounds,
) -> Result<Projection<LogsResult>, ErrorCode> {
    Err(ErrorCode::ProjectionFailed)
}
