//! `lookup_knowledge`: documents that speak to the query, each with one exact excerpt.

use std::collections::BTreeSet;

use gobo_contract::{
    Bounds, Call, DocumentEvidence, ErrorCode, EvidenceStatus, KnowledgeRequest, KnowledgeResult, Payload,
};

use super::Projection;
use crate::bound::{Bounding, json_bytes};
use crate::payload::Text;
use crate::payload::knowledge::{Block, blocks};
use crate::redact::{Redactor, Scope};

/// Projects a retrieval payload.
///
/// # Errors
/// As [`super::project`].
pub fn lookup_knowledge(
    call: &Call,
    request: &KnowledgeRequest,
    payload: Payload<'_>,
    bounds: &Bounds,
) -> Result<Projection<KnowledgeResult>, ErrorCode> {
    let blocks = blocks(payload)?;
    let mut redactor = Redactor::new(&bounds.redaction, Scope::Documents)?;
    let mut bounding = Bounding::default();
    let mut documents = BTreeSet::new();
    let mut evidence = Vec::new();
    let mut secret_left_out = false;
    for block in &blocks {
        let identity = (text(block.source.as_ref()), text(block.document_id.as_ref()));
        // Blocks that name neither source nor id are documents of their own.
        if identity != ("", "") && documents.contains(&identity) {
            continue;
        }
        let (excerpt, whole) = exact_excerpt(block.text(), &mut redactor);
        secret_left_out |= !whole;
        if excerpt.is_empty() {
            continue;
        }
        documents.insert(identity);
        if evidence.len() < bounds.evidence_items as usize {
            evidence.push(document(block, excerpt, bounds, &mut redactor, &mut bounding));
        } else {
            bounding.dropped_items += 1;
        }
    }
    // A beginning that is blank is of no use, and only a bound can have made it so.
    bounding.keep(&mut evidence, |document| !document.excerpt.trim().is_empty());
    let found = !evidence.is_empty() || bounding.dropped_items > 0;
    let mut result = KnowledgeResult {
        evidence_status: if found { EvidenceStatus::EvidenceFound } else { EvidenceStatus::NoEvidence },
        tool_call_id: call.tool_call_id.as_str().to_owned(),
        query: request.query.clone(),
        evidence: Vec::new(),
        // The widest count and flag there can be, so that the room is never overestimated.
        returned_count: bounds.evidence_items,
        truncated: false,
    };
    let room = (bounds.result_bytes as usize).saturating_sub(json_bytes(&result));
    shorten_first(&mut evidence, room, &mut bounding);
    bounding.fit(&mut evidence, room);
    result.returned_count = u32::try_from(evidence.len()).unwrap_or(u32::MAX);
    result.evidence = evidence;
    result.truncated = secret_left_out || bounding.truncated();
    Ok(Projection::new(result, redactor.counts(), bounding))
}

/// The longest run of `text` that holds no secret, the first on ties, and whether that is all of it. Blank runs are of
/// no use.
fn exact_excerpt<'t>(text: &'t str, redactor: &mut Redactor) -> (&'t str, bool) {
    let secrets = redactor.secrets(text);
    let starts = std::iter::once(0).chain(secrets.iter().map(|secret| secret.end));
    let ends = secrets.iter().map(|secret| secret.start).chain(std::iter::once(text.len()));
    let runs = starts.zip(ends).filter_map(|(start, end)| text.get(start..end));
    let longest = runs
        .filter(|run| !run.trim().is_empty())
        .reduce(|longest, run| if run.len() > longest.len() { run } else { longest });
    (longest.unwrap_or_default(), secrets.is_empty())
}

/// Cuts the first excerpt further when not even one document would fit.
fn shorten_first(evidence: &mut [DocumentEvidence], room: usize, bounding: &mut Bounding) {
    let Some(first) = evidence.first_mut() else { return };
    let overhead = json_bytes(first) - json_bytes(&first.excerpt) + r#""""#.len();
    let Some(room) = room.checked_sub(overhead) else { return };
    let excerpt = bounding.cut_to_json(&first.excerpt, room);
    if !excerpt.trim().is_empty() {
        first.excerpt = excerpt.to_owned();
    }
}

fn document(
    block: &Block<'_>,
    excerpt: &str,
    bounds: &Bounds,
    redactor: &mut Redactor,
    bounding: &mut Bounding,
) -> DocumentEvidence {
    let mut field = |text: &str| bounding.cut(&redactor.redact(text), bounds.document_field_bytes).to_owned();
    DocumentEvidence {
        document_id: field(text(block.document_id.as_ref())),
        source: field(text(block.source.as_ref())),
        title: field(text(block.title.as_ref())),
        breadcrumb: field(&block.breadcrumb.as_ref().map(|way| way.joined()).unwrap_or_default()),
        excerpt: bounding.cut_exact(excerpt, bounds.excerpt_bytes).to_owned(),
    }
}

fn text<'b>(field: Option<&'b Text<'_>>) -> &'b str {
    field.map(|text| &**text).unwrap_or_default()
}
