//! A legacy tool as the boundary sees it.

use std::fmt;

use async_trait::async_trait;
use gobo_contract::{ErrorCode, Payload, PayloadFormat, Request, Window};

/// What a legacy tool is asked. It gets neither the framework's id nor who calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegacyCall {
    /// What the agent asked, checked.
    pub request: Request,
    /// The time window, for logs.
    pub window: Option<Window>,
    /// The longest payload that is accepted. A tool should stop there, with [`ErrorCode::PayloadTooLarge`].
    pub payload_bytes: u64,
}

/// What a legacy tool returned: big, sensitive, untrusted. Its `Debug` form hides the text.
#[derive(Clone, PartialEq, Eq)]
pub struct LegacyPayload {
    /// How to read it.
    pub format: PayloadFormat,
    /// The text itself.
    pub text: String,
}

impl LegacyPayload {
    /// A payload of one JSON document.
    #[must_use]
    pub fn json(text: impl Into<String>) -> Self {
        Self { format: PayloadFormat::Json, text: text.into() }
    }

    /// The payload of these bytes.
    ///
    /// # Errors
    /// [`ErrorCode::PayloadMalformed`] if they are not UTF-8.
    pub fn from_bytes(format: PayloadFormat, bytes: Vec<u8>) -> Result<Self, ErrorCode> {
        let text = String::from_utf8(bytes).map_err(|_| ErrorCode::PayloadMalformed)?;
        Ok(Self { format, text })
    }

    /// The payload as a projector takes it.
    #[must_use]
    pub fn borrowed(&self) -> Payload<'_> {
        Payload { format: self.format, text: &self.text }
    }
}

impl fmt::Debug for LegacyPayload {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.borrowed().fmt(formatter)
    }
}

/// Fetches payloads. Every call has passed preflight; the boundary ends it at its deadline by dropping the future.
#[async_trait]
pub trait LegacyTool: Send + Sync {
    /// Whether the tool only reads. The boundary refuses to call one that does not say so.
    fn is_read_only(&self) -> bool;

    /// Asks the tool.
    ///
    /// # Errors
    /// [`ErrorCode::ToolFailed`], [`ErrorCode::ToolTimeout`], [`ErrorCode::PayloadTooLarge`] or
    /// [`ErrorCode::PayloadMalformed`].
    async fn fetch(&self, call: LegacyCall) -> Result<LegacyPayload, ErrorCode>;
}
