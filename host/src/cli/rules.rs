//! `gobo rules`

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use gobo_contract::{Kind, Kinds};
use gobo_projector::redact::{Rule, rules};
use serde_json::json;

use super::output::{print, tell};
use super::value::one_of;

#[derive(Args)]
pub(super) struct Rules {
    /// Only rules of this kind
    #[arg(long, value_name = "KIND", value_parser = one_of(Kind::ALL, Kind::name))]
    kind: Option<Kind>,

    /// How the rules are printed
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// For reading: an example, and what becomes of it
    Text,
    /// One JSON object a line
    Ndjson,
}

impl Rules {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let mut chosen: Vec<_> =
            rules().filter(|rule| self.kind.is_none_or(|kind| rule.kind == kind)).collect();
        if let (true, Some(kind)) = (chosen.is_empty(), self.kind) {
            tell(&format!(
                "gobo: the kind {} has no rules: the engine itself finds what it means",
                kind.name()
            ));
        }
        chosen.sort_by_key(|rule| (rule.kind, rule.id));
        for rule in chosen {
            print(&match self.format {
                Form::Text => in_words(rule),
                Form::Ndjson => as_json(rule),
            })?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Whether the rules of a kind are on unless the bounds say otherwise.
fn is_on(kind: Kind) -> bool {
    Kinds::DEFAULT.contains(kind)
}

fn in_words(rule: &Rule) -> String {
    let Rule { id, kind, source, hits, misses, .. } = rule;
    let switch = if is_on(*kind) { "on" } else { "off" };
    let mut lines =
        vec![format!("{id} ({}, {switch} by default)", kind.name()), format!("  source  {source}")];
    if let Some((before, after)) = hits.first() {
        lines.push(format!("  hit     {}", shown(before)));
        lines.push(format!("  becomes {}", shown(after)));
    }
    if let Some((miss, reason)) = misses.first() {
        lines.push(format!("  stays   {} ({reason})", shown(miss)));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// One line, and nothing that a terminal would obey: examples hold control characters on purpose.
fn shown(example: &str) -> String {
    example.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'")
}

fn as_json(rule: &Rule) -> String {
    let Rule { id, kind, source, hits, misses, max_bytes, .. } = rule;
    json!({
        "id": id, "kind": kind.name(), "on_by_default": is_on(*kind), "source": source, "max_bytes": max_bytes,
        "hits": hits, "misses": misses,
    })
    .to_string()
}
