//! Text in, text out, over as many calls as the text needs: what the WIT interface `redactor` exports.
//!
//! Nothing is kept between the calls. What a call has numbered is handed to the next one, and a block that may still be
//! open at the end of a text is held back, so that it is given again together with what follows.

use std::collections::BTreeMap;

use gobo_contract::{ErrorCode, RedactionOptions};

use super::number::Numbers;
pub use super::number::SeenValue;
use super::rules::may_go_on;
use super::{Redactor, Scope};

/// The most bytes that are held back. A block that is longer is redacted as far as it goes: every rule hides a block
/// that was cut short. 16 KiB holds the longest private key and some 200 stack frames.
pub const HELD_BYTES: usize = 16_384;

/// Some texts of a stream.
#[derive(Clone, Debug, Default)]
pub struct RedactionRequest {
    /// The texts, each on its own.
    pub texts: Vec<String>,
    /// More text follows the last one: a block that may still be open at its end is held back.
    pub more_follows: bool,
    /// What is redacted.
    pub options: RedactionOptions,
    /// What earlier calls numbered, in that order.
    pub seen: Vec<SeenValue>,
}

/// The same texts with markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Redaction {
    /// As many as were given, in their order.
    pub texts: Vec<String>,
    /// How many bytes at the end of the last text were held back, to be given again with what follows.
    pub held_bytes: u32,
    /// How often each marker was set.
    pub redactions: BTreeMap<String, u64>,
    /// What this call numbered anew.
    pub newly_seen: Vec<SeenValue>,
}

/// Redacts the texts of one call.
///
/// # Errors
/// [`ErrorCode::ProjectionFailed`] if a user rule does not compile.
pub fn redact(request: &RedactionRequest) -> Result<Redaction, ErrorCode> {
    let mut redactor = Redactor::new(&request.options, Scope::Logs)?;
    redactor.markers.numbers = Numbers::after(&request.seen);
    let mut texts = Vec::with_capacity(request.texts.len());
    let mut held = 0;
    for (index, text) in request.texts.iter().enumerate() {
        let is_last = index + 1 == request.texts.len();
        held = if is_last && request.more_follows { held_bytes(&redactor, text) } else { 0 };
        let complete = text.get(..text.len() - held).unwrap_or(text);
        texts.push(redactor.redact(complete).into_owned());
    }
    let newly_seen = std::mem::take(&mut redactor.markers.numbers.new);
    Ok(Redaction {
        texts,
        held_bytes: u32::try_from(held).unwrap_or_default(),
        redactions: redactor.counts(),
        newly_seen,
    })
}

/// How many bytes at the end of a text may belong to a block that goes on: an unfinished line, indented lines and the
/// one above them, and whatever the engine reads up to the end of the text: a key without its end, a statement, a trace.
/// If that is more than [`HELD_BYTES`], the unfinished line alone: each full line of a key is known by itself.
fn held_bytes(redactor: &Redactor, text: &str) -> usize {
    let window =
        text.get(text.ceil_char_boundary(text.len().saturating_sub(HELD_BYTES))..).unwrap_or_default();
    let read_to_end = redactor.search().open_block(window).unwrap_or(window.len());
    let open =
        read_to_end.min(indented_block(window)).min(open_key(redactor, window).unwrap_or(window.len()));
    let line_of = |at: usize| window.get(..at).and_then(|before| before.rfind('\n')).map(|end| end + 1);
    match line_of(open) {
        Some(line) => window.len() - line,
        None if window.len() == text.len() => window.len(),
        None => line_of(window.len()).map_or(0, |line| window.len() - line),
    }
}

/// Where the private key begins of which the text may hold some lines only, each perhaps in a document of its own.
fn open_key(redactor: &Redactor, text: &str) -> Option<usize> {
    // Its last line may be whole before its line end has come.
    let text = text.get(..=text.rfind('\n')?)?;
    let begin = text.rfind(KEY_BEGIN)?;
    let line = text.get(..begin)?.rfind('\n').map_or(0, |end| end + 1);
    let is_open = may_go_on(text.as_bytes(), begin + KEY_BEGIN.len()) || {
        let mut open = None;
        redactor.search().find(text.get(line..)?, &mut open, &mut Vec::new());
        open.is_some()
    };
    is_open.then_some(begin)
}

const KEY_BEGIN: &str = "-----BEGIN";

/// Where the indented lines at the end of a text begin, with the line above them and an unfinished one below.
fn indented_block(text: &str) -> usize {
    let mut start = text.len();
    for line in text.split_inclusive('\n').rev() {
        let goes_on = line.starts_with([' ', '\t']) || line.trim_end().ends_with([':', '|', '>', '\\']);
        let is_unfinished = start == text.len() && !line.ends_with('\n');
        let is_above =
            start < text.len() && text.get(start..).is_some_and(|block| block.starts_with([' ', '\t']));
        if !goes_on && !is_unfinished && !is_above {
            break;
        }
        start -= line.len();
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Redacts a text in chunks of so many bytes, as a caller would.
    fn chunked(text: &str, bytes: usize) -> String {
        let mut redacted = String::new();
        let mut seen = Vec::new();
        let mut pending = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (chunk, tail) = rest.split_at(rest.ceil_char_boundary(bytes.min(rest.len())));
            pending.push_str(chunk);
            rest = tail;
            let request = RedactionRequest {
                texts: vec![pending.clone()],
                more_follows: !rest.is_empty(),
                options: RedactionOptions::default(),
                seen: seen.clone(),
            };
            let redaction = redact(&request).expect("no user rules");
            redacted.extend(redaction.texts);
            seen.extend(redaction.newly_seen);
            pending = pending.split_off(pending.len() - redaction.held_bytes as usize);
        }
        redacted
    }

    fn whole(text: &str) -> String {
        let mut redactor = Redactor::new(&RedactionOptions::default(), Scope::Logs).expect("no user rules");
        redactor.redact(text).into_owned()
    }

    const TEXT: &str = concat!(
        "10.0.0.1 started\n",
        "loading\n-----BEGIN RSA PRIV",
        "ATE KEY-----\n4wzVa+9sYsNRNEbbIFO70Mp\nufeFZqOzqd88ENcs8H7f\n-----END RSA PRIVATE KEY-----\ndone\n",
        "auth:\n  password: |\n    rose9garden\n    Lk3-tail\n  timeout: 30s\n",
        "java.lang.X: m\n\tat com.acme.A.b(A.java:8)\n\tat org.eclipse.jetty.S.h(S.java:5)\n\tat sun.nio.N.p(N.java:1)\n",
        "web | -----BEGIN PRIV",
        "ATE KEY-----\nweb | 4wzVa9sYsNRNEbbIFO70Mp\nweb | k9=\nweb | -----END PRIVATE KEY-----\n",
        "{\"n\":1,\"msg\":\"-----BEGIN PRIV",
        "ATE KEY-----\"}\n{\"n\":2,\"msg\":\"4wzVa9sYsNRNEbbIFO70Mp\"}\n{\"n\":3,\"msg\":\"k9=\"}\n",
        "{\"n\":4,\"msg\":\"-----END PRIVATE KEY-----\"}\n{\"n\":5,\"msg\":\"ready\"}\n",
        "10.0.0.2 and 10.0.0.1 token=Kq83nfaPz1Lx\n",
        "last line\n",
    );

    #[test]
    fn a_text_in_chunks_of_any_size_is_redacted_like_the_whole() {
        for bytes in 1..TEXT.len() {
            assert_eq!(chunked(TEXT, bytes), whole(TEXT), "chunks of {bytes} bytes");
        }
    }

    #[test]
    fn of_a_key_that_is_longer_than_what_is_held_nothing_is_left() {
        let line = "zq4wVa9sYsNRNEbbIFO70MpufeFZqOzqd88ENcs8H7fzq+wVa9sYsNRNEbbIFO7a";
        for prefix in ["", "api | ", "2026-11-30T10:15:00.123Z "] {
            let body = format!("{prefix}{line}\n").repeat(600);
            let text = format!(
                "{prefix}-----BEGIN {0}-----\n{body}{prefix}-----END {0}-----\ndone\n",
                "PRIVATE KEY"
            );
            for bytes in [999, 4_096, 20_000] {
                let redacted = chunked(&text, bytes);
                assert!(!redacted.contains("sYsNR"), "{bytes}: {redacted}");
                assert!(redacted.ends_with("done\n"), "{redacted}");
            }
        }
    }

    #[test]
    fn what_is_held_is_bounded() {
        let endless = format!("-----BEGIN PRIVATE KEY-----\n{}", "MIIEvQIBADANBgkqhkiG9w0\n".repeat(2_000));
        let request =
            RedactionRequest { texts: vec![endless], more_follows: true, ..RedactionRequest::default() };
        let redaction = redact(&request).expect("no user rules");
        assert_eq!(redaction.held_bytes, 0);
        assert!(!redaction.texts.concat().contains("MIIEvQ"));
    }
}
