//! An HTTP service: the question is posted, the body of the answer is the payload.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use gobo_contract::{ErrorCode, PayloadFormat};
use ureq::Agent;

use super::question_json;
use crate::boundary::{LegacyCall, LegacyPayload, LegacyTool};

/// Posts to one address. Follows no redirect (it could lead the question, or its headers, somewhere else), asks no proxy,
/// and takes nothing but a 2xx answer for a payload.
#[derive(Clone)]
pub struct HttpTool {
    agent: Agent,
    url: String,
    headers: Vec<(String, String)>,
    format: PayloadFormat,
    is_read_only: bool,
}

impl HttpTool {
    /// A tool at that address. `headers` may hold credentials; `deadline` bounds a call as a whole.
    #[must_use]
    pub fn new(
        url: String,
        headers: Vec<(String, String)>,
        format: PayloadFormat,
        is_read_only: bool,
        deadline: Duration,
    ) -> Self {
        let config = Agent::config_builder()
            .max_redirects(0)
            .proxy(None)
            .timeout_global(Some(deadline))
            .user_agent(concat!("gobo/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.new_agent(), url, headers, format, is_read_only }
    }

    fn post(&self, call: &LegacyCall) -> Result<LegacyPayload, ErrorCode> {
        let mut request = self.agent.post(&self.url).content_type("application/json");
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let mut response = request.send(question_json(call)).map_err(|error| code(&error))?;
        if !response.status().is_success() {
            tracing::warn!(status = response.status().as_u16(), "the service refused the request");
            return Err(ErrorCode::ToolFailed);
        }
        // The limit is what may be read; one byte more shows that there is more.
        let body =
            response.body_mut().with_config().limit(call.payload_bytes.saturating_add(1)).read_to_vec();
        let bytes = body.map_err(|error| code(&error))?;
        if bytes.len() as u64 > call.payload_bytes {
            return Err(ErrorCode::PayloadTooLarge);
        }
        LegacyPayload::from_bytes(self.format, bytes)
    }
}

impl fmt::Debug for HttpTool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Neither the address nor the headers: both may hold credentials.
        formatter.debug_struct("HttpTool").field("format", &self.format).finish_non_exhaustive()
    }
}

#[async_trait]
impl LegacyTool for HttpTool {
    fn is_read_only(&self) -> bool {
        self.is_read_only
    }

    async fn fetch(&self, call: LegacyCall) -> Result<LegacyPayload, ErrorCode> {
        let tool = self.clone();
        let posting = tokio::task::spawn_blocking(move || tool.post(&call));
        posting.await.map_err(|_| ErrorCode::ToolFailed)?
    }
}

fn code(error: &ureq::Error) -> ErrorCode {
    match error {
        ureq::Error::Timeout(_) => ErrorCode::ToolTimeout,
        ureq::Error::BodyExceedsLimit(_) => ErrorCode::PayloadTooLarge,
        // Its words may quote the address.
        _ => {
            tracing::warn!("the service could not be reached, or broke off");
            ErrorCode::ToolFailed
        }
    }
}
