//! The projection as one JSON string in: what hosts without typed calls send.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Bounds, Call, ErrorCode, JsonObject, Request, Tool, ToolCallId};

/// How a payload's text is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PayloadFormat {
    /// One JSON document.
    #[default]
    Json,
    /// One JSON document a line (logs only).
    Ndjson,
    /// One message a line (logs only).
    Lines,
}

/// What a legacy tool returned: big, sensitive, untrusted. Its `Debug` form hides the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Payload<'a> {
    /// How to read it.
    pub format: PayloadFormat,
    /// The text itself.
    pub text: &'a str,
}

impl std::fmt::Debug for Payload<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Payload({:?}, {} bytes)", self.format, self.text.len())
    }
}

/// A call as one JSON object:
/// `{"tool":…,"call":{"tool_call_id":…,"now":…},"request":{…},"payload":{"format":…,"text":…},"bounds":{…}}`.
///
/// `format` is `json` and `bounds` the defaults when absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireCall {
    /// Id and clock.
    pub call: Call,
    /// What the agent asked.
    pub request: Request,
    /// How to read `payload_text`.
    pub payload_format: PayloadFormat,
    /// What the legacy tool returned.
    pub payload_text: String,
    /// The most that the result may carry.
    pub bounds: Bounds,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope<'a> {
    tool: Tool,
    call: JsonObject<EnvelopeCall>,
    #[serde(borrow)]
    request: &'a RawValue,
    payload: JsonObject<EnvelopePayload>,
    #[serde(default)]
    bounds: JsonObject<Bounds>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvelopeCall {
    #[serde(default)]
    tool_call_id: String,
    now: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvelopePayload {
    #[serde(default)]
    format: PayloadFormat,
    text: String,
}

impl WireCall {
    /// Reads a call from its JSON form.
    ///
    /// # Errors
    /// The code, and the id if that much could be read: [`ErrorCode::InvalidToolCallId`] for the id,
    /// [`ErrorCode::InvalidRequest`] or [`ErrorCode::RequestTooLarge`] for the request, [`ErrorCode::Internal`] for
    /// everything that the host writes itself.
    pub fn from_json(json: &str) -> Result<Self, (Option<ToolCallId>, ErrorCode)> {
        let JsonObject(envelope) = serde_json::from_str::<JsonObject<Envelope<'_>>>(json)
            .map_err(|_| (None, ErrorCode::Internal))?;
        let JsonObject(EnvelopeCall { tool_call_id, now }) = envelope.call;
        let id = ToolCallId::new(tool_call_id).map_err(|code| (None, code))?;
        let failed = |code| (Some(id.clone()), code);
        let JsonObject(bounds) = envelope.bounds;
        bounds.check().map_err(|_| failed(ErrorCode::Internal))?;
        let call = Call::new(id.clone(), &now).map_err(failed)?;
        let request = Request::from_json(envelope.tool, envelope.request.get()).map_err(failed)?;
        let JsonObject(EnvelopePayload { format, text }) = envelope.payload;
        Ok(Self { call, request, payload_format: format, payload_text: text, bounds })
    }

    /// The call's JSON form, as a host writes it.
    #[must_use]
    pub fn json(call: &Call, request: &Request, payload: Payload<'_>, bounds: &Bounds) -> String {
        #[derive(Serialize)]
        struct Written<'a> {
            tool: Tool,
            call: WrittenCall<'a>,
            request: &'a RawValue,
            payload: WrittenPayload<'a>,
            bounds: &'a Bounds,
        }
        #[derive(Serialize)]
        struct WrittenCall<'a> {
            tool_call_id: &'a ToolCallId,
            now: String,
        }
        #[derive(Serialize)]
        struct WrittenPayload<'a> {
            format: PayloadFormat,
            text: &'a str,
        }
        let request_json = request.json();
        let Ok(request_raw) = serde_json::from_str::<&RawValue>(&request_json) else { return String::new() };
        let written = Written {
            tool: request.tool(),
            call: WrittenCall { tool_call_id: &call.tool_call_id, now: call.now_text() },
            request: request_raw,
            payload: WrittenPayload { format: payload.format, text: payload.text },
            bounds,
        };
        // Strings, numbers and checked JSON: nothing that cannot be written.
        serde_json::to_string(&written).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_survives_its_json_form() {
        let call =
            Call::new(ToolCallId::new("c\"1").expect("valid"), "2026-01-01T00:00:00Z").expect("a time");
        let request = Request::from_json(Tool::LookupKnowledge, r#"{"query":"x"}"#).expect("valid");
        let payload = Payload { format: PayloadFormat::Json, text: "{\"success\":true}" };
        let json = WireCall::json(&call, &request, payload, &Bounds::default());
        let read = WireCall::from_json(&json).expect("its own form");
        assert_eq!((read.call, read.request, read.payload_text.as_str()), (call, request, payload.text));
        assert_eq!(read.bounds, Bounds::default());
    }

    #[test]
    fn each_part_fails_with_its_own_code() {
        let failed = |json: &str| WireCall::from_json(json).expect_err("bad").1;
        let call = r#""call":{"tool_call_id":"c","now":"2026-01-01T00:00:00Z"}"#;
        let payload = r#""payload":{"text":""}"#;
        assert_eq!(failed("not JSON"), ErrorCode::Internal);
        assert_eq!(
            failed(&format!(r#"{{"tool":"lookup_knowledge",{call},"request":{{}},{payload}}}"#)),
            ErrorCode::InvalidRequest
        );
        assert_eq!(
            failed(&format!(
                r#"{{"tool":"lookup_knowledge","call":{{"now":"2026-01-01T00:00:00Z"}},"request":{{}},{payload}}}"#
            )),
            ErrorCode::InvalidToolCallId
        );
        assert_eq!(
            failed(&format!(
                r#"{{"tool":"lookup_knowledge",{call},"request":{{"query":"x"}},{payload},"bounds":{{"rows":501}}}}"#
            )),
            ErrorCode::Internal
        );
    }
}
