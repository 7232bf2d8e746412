//! The one canonical record of an invocation. It never holds a payload or a request, only their digests and sizes.

use std::fmt;

use gobo_contract::{ErrorCode, InvocationStatus, Report, Tool, ToolCallId};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, in hexadecimal digits outside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self::of_parts(&[bytes.as_ref()])
    }

    /// The digest of several texts. Each one's length counts, so that no two lists of texts are alike.
    fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            if parts.len() > 1 {
                hasher.update((part.len() as u64).to_le_bytes());
            }
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }

    /// The first eight digits, to tell calls apart in a log line without naming them.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string().chars().take(8).collect()
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The digest that a store has kept.
    ///
    /// # Errors
    /// The digest is not 32 bytes long.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, &'static str> {
        bytes.try_into().map(Self).map_err(|_| "a digest has 32 bytes")
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Digest({self})")
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digit = |at: usize| text.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(digit).collect();
        Self::from_bytes(&bytes.ok_or("a digest is written in hexadecimal digits")?)
    }
}

/// On whose behalf, and in which run of an agent, a call is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunContext {
    /// Who calls, by a name that the host has authenticated.
    pub caller: String,
    /// The agent framework's id of the run.
    pub run_id: String,
    /// The turn within the run, for frameworks that start their tool call ids anew with each turn.
    pub turn: Option<u32>,
}

/// What makes a call the same call: the run, the turn and the framework's id. A digest, because ids of 4,096 bytes are
/// longer than what a database takes as a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Key(pub Digest);

impl Key {
    /// The key of a call.
    #[must_use]
    pub fn new(run: &RunContext, tool_call_id: &ToolCallId) -> Self {
        let turn = run.turn.map(u32::to_le_bytes);
        let turn = turn.as_ref().map_or(&[][..], |turn| &turn[..]);
        Self(Digest::of_parts(&[run.run_id.as_bytes(), turn, tool_call_id.as_str().as_bytes()]))
    }
}

/// What is known of a call before its legacy tool runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// What makes it the same call.
    pub key: Key,
    /// Who calls.
    pub caller: String,
    /// The framework's id of the run.
    pub run_id: String,
    /// The turn within the run.
    pub turn: Option<u32>,
    /// The framework's id of the call, byte for byte.
    pub tool_call_id: String,
    /// The tool.
    pub tool: Tool,
    /// Of the request's frozen JSON.
    pub request_digest: Digest,
    /// Number of the projector's generation.
    pub generation: u64,
    /// When preflight was passed, in milliseconds since 1970.
    pub started_at_ms: u64,
}

/// Size and digest of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayloadFacts {
    /// Its length.
    pub payload_bytes: u64,
    /// Of its bytes.
    pub payload_digest: Digest,
}

/// What a projection cost and took out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// The fuel that was used.
    pub fuel_used: u64,
    /// The most memory that the instance had.
    pub peak_memory_bytes: u64,
    /// Counts of redactions and cuts.
    pub report: Report,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// When, in milliseconds since 1970.
    pub finished_at_ms: u64,
    /// Of the payload, if the legacy tool delivered one.
    pub payload: Option<PayloadFacts>,
    /// Of the projection, if it came to an end.
    pub work: Option<Work>,
    /// The frozen JSON that the caller gets, or the code.
    pub end: Result<String, ErrorCode>,
}

impl Outcome {
    /// A failure before there was a payload.
    #[must_use]
    pub fn failed(code: ErrorCode, finished_at_ms: u64) -> Self {
        Self { finished_at_ms, payload: None, work: None, end: Err(code) }
    }
}

/// The record of one invocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What was known when it started.
    pub claim: Claim,
    /// How it ended; nothing while it is `PROJECTING`.
    pub outcome: Option<Outcome>,
}

impl Record {
    /// Where the call stands in its life.
    #[must_use]
    pub fn status(&self) -> InvocationStatus {
        match self.outcome.as_ref().map(|outcome| &outcome.end) {
            None => InvocationStatus::Projecting,
            Some(Ok(_)) => InvocationStatus::Ready,
            Some(Err(_)) => InvocationStatus::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(run_id: &str, turn: Option<u32>, id: &str) -> Key {
        let run = RunContext { caller: "c".into(), run_id: run_id.into(), turn };
        Key::new(&run, &ToolCallId::new(id).expect("valid"))
    }

    #[test]
    fn a_key_is_one_for_each_run_turn_and_id_and_no_other_split_of_their_bytes() {
        let keys =
            [key("ab", None, "c"), key("a", None, "bc"), key("ab", Some(0), "c"), key("ab", Some(1), "c")];
        for (at, one) in keys.iter().enumerate() {
            assert!(keys.iter().skip(at + 1).all(|other| other != one));
        }
        assert_eq!(key("ab", Some(1), "c"), key("ab", Some(1), "c"));
    }

    #[test]
    fn a_digest_is_read_back_from_its_digits() {
        let digest = Digest::of("x");
        assert_eq!(Digest::try_from(digest.to_string()), Ok(digest));
        for text in ["", "00", "zz", "0", &"0".repeat(63), &"é".repeat(32)] {
            assert!(Digest::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
