//! What document retrieval delivers.

use std::borrow::Cow;

use gobo_contract::{ErrorCode, JsonObject, Payload, PayloadFormat};
use serde::Deserialize;

use super::Text;

/// One block of a document, as delivered. Scores, hit reasons, domains and metadata are not even read.
#[derive(Debug, Default, Deserialize)]
pub struct Block<'t> {
    /// The document.
    #[serde(borrow, default)]
    pub document_id: Option<Text<'t>>,
    /// Where it is from.
    #[serde(borrow, default)]
    pub source: Option<Text<'t>>,
    /// Its title.
    #[serde(borrow, default)]
    pub title: Option<Text<'t>>,
    /// The way to the block.
    #[serde(borrow, default)]
    pub breadcrumb: Option<Breadcrumb<'t>>,
    /// The text that matched.
    #[serde(borrow, default)]
    pub excerpt: Option<Text<'t>>,
    /// The text, where `excerpt` is absent or blank.
    #[serde(borrow, default)]
    pub content: Option<Text<'t>>,
}

impl Block<'_> {
    /// The text of the block: its excerpt, or its content where that is blank.
    #[must_use]
    pub fn text(&self) -> &str {
        let texts = [&self.excerpt, &self.content];
        texts
            .into_iter()
            .flatten()
            .map(|text| &**text)
            .find(|text| !text.trim().is_empty())
            .unwrap_or_default()
    }
}

/// The way to a block: one text, or its steps.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Breadcrumb<'t> {
    /// As one text.
    Text(#[serde(borrow)] Text<'t>),
    /// As its steps.
    Steps(#[serde(borrow)] Vec<Text<'t>>),
}

impl Breadcrumb<'_> {
    /// The steps joined with ` > `.
    #[must_use]
    pub fn joined(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Steps(steps) => {
                Cow::Owned(steps.iter().map(|step| &**step).collect::<Vec<_>>().join(" > "))
            }
        }
    }
}

#[derive(Deserialize)]
struct Answer<'t> {
    #[serde(default)]
    success: Option<bool>,
    #[serde(borrow, default)]
    context_pack: Option<JsonObject<ContextPack<'t>>>,
    #[serde(borrow, default)]
    evidence_blocks: Option<Vec<JsonObject<Block<'t>>>>,
}

#[derive(Deserialize)]
struct ContextPack<'t> {
    #[serde(borrow, default)]
    evidence_blocks: Option<Vec<JsonObject<Block<'t>>>>,
}

/// The evidence blocks of a retrieval payload, in its order.
///
/// # Errors
/// [`ErrorCode::PayloadMalformed`] or [`ErrorCode::LegacyFailure`].
pub fn blocks(payload: Payload<'_>) -> Result<Vec<Block<'_>>, ErrorCode> {
    if payload.format != PayloadFormat::Json {
        return Err(ErrorCode::PayloadMalformed);
    }
    let answer: Answer<'_> = super::parse(payload.text)?;
    super::succeeded(answer.success)?;
    let packed = answer.context_pack.and_then(|JsonObject(pack)| pack.evidence_blocks);
    let blocks = packed.or(answer.evidence_blocks).ok_or(ErrorCode::PayloadMalformed)?;
    Ok(blocks.into_iter().map(|JsonObject(block)| block).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Block<'_>>, ErrorCode> {
        blocks(Payload { format: PayloadFormat::Json, text })
    }

    #[test]
    fn both_places_of_evidence_blocks_are_accepted() {
        let packed = r#"{"success":true,"context_pack":{"evidence_blocks":[{"content":"a"}]}}"#;
        let bare = r#"{"success":true,"evidence_blocks":[{"excerpt":"a","score":0.9}],"message":"ok"}"#;
        for text in [packed, bare] {
            assert_eq!(read(text).expect("blocks").first().map(Block::text), Some("a"));
        }
    }

    #[test]
    fn a_breadcrumb_is_a_text_or_its_steps() {
        let text = r#"{"success":true,"evidence_blocks":[{"breadcrumb":["a","b\n"]},{"breadcrumb":"c"},{"breadcrumb":null}]}"#;
        let joined: Vec<_> = read(text)
            .expect("blocks")
            .iter()
            .map(|block| block.breadcrumb.as_ref().map(|way| way.joined().into_owned()))
            .collect();
        assert_eq!(joined, [Some("a > b\n".to_owned()), Some("c".to_owned()), None]);
    }

    #[test]
    fn a_blank_excerpt_gives_way_to_the_content() {
        let text = r#"{"success":true,"evidence_blocks":[{"excerpt":" ","content":"c"}]}"#;
        assert_eq!(read(text).expect("blocks").first().map(Block::text), Some("c"));
    }

    #[test]
    fn what_retrieval_never_delivers_is_malformed() {
        for text in [
            "",
            "null",
            "[]",
            r#"{"success":true}"#,
            r#"{"evidence_blocks":[]}"#,
            r#"{"success":"true","evidence_blocks":[]}"#,
            r#"{"success":true,"evidence_blocks":{}}"#,
            r#"{"success":true,"evidence_blocks":["x"]}"#,
            r#"{"success":true,"evidence_blocks":[["d","s"]]}"#,
            r#"{"success":true,"evidence_blocks":[{"content":5}]}"#,
            r#"{"success":true,"success":true,"evidence_blocks":[]}"#,
            r#"{"success":true,"evidence_blocks":[]} x"#,
        ] {
            assert_eq!(read(text).err(), Some(ErrorCode::PayloadMalformed), "{text}");
        }
        assert_eq!(read(r#"{"success":false,"evidence_blocks":[]}"#).err(), Some(ErrorCode::LegacyFailure));
    }
}
