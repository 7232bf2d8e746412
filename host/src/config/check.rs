//! Reads a configuration and finds every mistake in it, not only the first.
//!
//! A reader that stops at a mistake is asked again without the entry that it stopped at, until it is content.

use std::ops::Range;

use gobo_contract::{Bounds, BoundsError, RedactionOptions, Tool, UserRule};
use gobo_projector::redact::{Redactor, Scope};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::mistake::line_at;
use super::{Config, Mistake, SourceName, StoreKind, ToolSection};

/// Mistakes that are told at once; a file with more is not a configuration.
const MISTAKES: usize = 100;

impl Config {
    /// Reads a configuration from the file's text. Does not look at the environment.
    ///
    /// # Errors
    /// Every mistake, in the order of the lines.
    pub fn from_toml(text: &str) -> Result<Self, Vec<Mistake>> {
        let (document, errors) = DeTable::parse_recoverable(text);
        let mut mistakes: Vec<Mistake> = errors.iter().map(|error| syntax(text, error)).collect();
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let config = read(text, &document, &mut mistakes);
        if let Some(config) = &config {
            Check { text, document: &document, mistakes: &mut mistakes }.whole(config);
        }
        mistakes.sort();
        match config {
            Some(config) if mistakes.is_empty() => Ok(config),
            _ => Err(mistakes),
        }
    }
}

fn syntax(text: &str, error: &toml::de::Error) -> Mistake {
    let fix = if error.message() == "duplicate key" {
        "keep one of the two"
    } else {
        "write the line as TOML: name = value, with text in double quotes"
    };
    Mistake {
        line: error.span().map_or(0, |span| line_at(text, span.start)),
        problem: error.message().to_owned(),
        fix: fix.into(),
    }
}

/// What is left of the configuration when every entry that cannot be read is left out.
fn read(text: &str, whole: &Spanned<DeTable<'_>>, mistakes: &mut Vec<Mistake>) -> Option<Config> {
    let mut document = whole.clone();
    while mistakes.len() < MISTAKES {
        let error = match Config::deserialize(Deserializer::from(document.clone())) {
            Ok(config) => return Some(config),
            Err(error) => error,
        };
        let span = error.span().unwrap_or_default();
        let message = error.message().to_owned();
        // What was left out for another mistake is not missing.
        let is_told = missing_field(&message).is_some_and(|name| holds_field(whole.get_ref(), &span, name));
        let fix = if message.starts_with("unknown field") || message.starts_with("unknown variant") {
            "use one of the names that are expected, or remove the line"
        } else if message.starts_with("missing field") {
            "add the field"
        } else {
            "give it a value of the kind that is expected"
        };
        if !is_told {
            mistakes.push(Mistake { line: line_at(text, span.start), problem: message, fix: fix.into() });
        }
        if !remove(document.get_mut(), &span) {
            return None;
        }
    }
    None
}

/// The name in `` missing field `name` ``.
fn missing_field(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.strip_suffix('`')
}

/// Whether the table at that span has an entry of that name.
fn holds_field(table: &DeTable<'_>, span: &Range<usize>, name: &str) -> bool {
    table.values().any(|value| {
        let DeValue::Table(inner) = value.get_ref() else { return false };
        (value.span() == *span && inner.contains_key(name)) || holds_field(inner, span, name)
    })
}

/// Takes the innermost entry out that holds the span.
fn remove(table: &mut DeTable<'_>, span: &Range<usize>) -> bool {
    let holds = |outer: Range<usize>| outer.start <= span.start && span.end <= outer.end;
    let names: Vec<String> = table.keys().map(|name| name.get_ref().to_string()).collect();
    for name in names {
        let Some((key, value)) = table.get_key_value(name.as_str()) else { continue };
        let is_here = holds(key.span()) || holds(value.span());
        // An unknown name is wrong with all that is below it. The span of a table with a header is its header, though: what
        // is in it must be looked at anyway.
        if key.span() != *span
            && let Some(value) = table.get_mut(name.as_str())
            && let DeValue::Table(inner) = value.get_mut()
            && remove(inner, span)
        {
            return true;
        }
        if is_here {
            table.remove(name.as_str());
            return true;
        }
    }
    false
}

/// The fields that belong to some sources and not to others.
const SOURCE_FIELDS: [&str; 8] = [
    "program",
    "arguments",
    "environment_from",
    "url",
    "headers_from",
    "format",
    "read_only",
    "data_sources_from",
];

/// Looks for what can be read and is wrong nonetheless.
struct Check<'t, 'm> {
    text: &'t str,
    document: &'t Spanned<DeTable<'t>>,
    mistakes: &'m mut Vec<Mistake>,
}

impl Check<'_, '_> {
    /// The line of the entry at that path, or of as much of the path as there is.
    fn line(&self, path: &[&str]) -> usize {
        let mut table = self.document.get_ref();
        let mut line = 0;
        for name in path {
            let Some((key, value)) = table.get_key_value(*name) else { break };
            line = line_at(self.text, key.span().start);
            let DeValue::Table(inner) = value.get_ref() else { break };
            table = inner;
        }
        line
    }

    /// Whether there is an entry at that path, be it a mistake or not. A mistake in it was told when it was read.
    fn is_written(&self, path: &[&str]) -> bool {
        let Some((last, path)) = path.split_last() else { return true };
        let mut table = self.document.get_ref();
        for name in path {
            let Some(DeValue::Table(inner)) = table.get(*name).map(Spanned::get_ref) else { return false };
            table = inner;
        }
        table.contains_key(*last)
    }

    fn add(&mut self, path: &[&str], problem: impl Into<String>, fix: impl Into<String>) {
        let line = self.line(path);
        self.mistakes.push(Mistake { line, problem: problem.into(), fix: fix.into() });
    }

    fn whole(&mut self, config: &Config) {
        self.bounds(&config.bounds);
        if let Err(error) = config.sandbox.check() {
            let name = error.to_string();
            let name = name.split(' ').next().unwrap_or_default();
            self.add(&["sandbox", name], error.to_string(), "choose a number between the two");
        }
        if config.store.kind == StoreKind::Postgres && !self.is_written(&["store", "url_from"]) {
            let fix = "add url_from = \"NAME\", the environment variable that holds the connection string";
            self.add(&["store", "kind"], "a postgres store needs url_from", fix);
        }
        if let Some(name) = &config.store.url_from {
            self.environment_name(&["store", "url_from"], name);
        }
        if config.boundary.calls == 0 {
            self.add(&["boundary", "calls"], "calls = 0 lets no call through", "give at least 1");
        }
        if config.boundary.tool_deadline_ms == 0 {
            self.add(
                &["boundary", "tool_deadline_ms"],
                "tool_deadline_ms = 0 leaves no time",
                "give at least 1",
            );
        }
        for (tool, section) in &config.tools {
            self.tool(*tool, section);
        }
        self.callers(config);
    }

    fn bounds(&mut self, bounds: &Bounds) {
        // One after the other is set right, so that each wrong one is told.
        let mut bounds = bounds.clone();
        while let Err(error) = bounds.check() {
            let (name, fix) = match &error {
                BoundsError::AboveCeiling { name, ceiling, .. } => (*name, format!("give at most {ceiling}")),
                BoundsError::Zero { name } => (*name, "give at least 1".to_owned()),
                BoundsError::Redaction(_) => ("redaction", "see what is allowed".to_owned()),
            };
            self.add(&["bounds", name], error.to_string(), fix);
            if !reset(&mut bounds, name) {
                return;
            }
        }
        if let Some(rule) = broken_rule(&bounds.redaction) {
            let problem = format!("the pattern of the rule {} is no regular expression", rule.name);
            self.add(
                &["bounds", "redaction", "rules"],
                problem,
                "correct the pattern; look-around and back-references are not supported",
            );
        }
    }

    fn tool(&mut self, tool: Tool, section: &ToolSection) {
        let (source, own, needed): (&str, &[&str], &[&str]) = match section.source {
            SourceName::Mock => ("mock", &[], &[]),
            SourceName::Command => (
                "command",
                &["program", "arguments", "environment_from", "format", "read_only"],
                &["program", "read_only"],
            ),
            SourceName::Http => {
                ("http", &["url", "headers_from", "format", "read_only"], &["url", "read_only"])
            }
            SourceName::Mysql => ("mysql", &["data_sources_from"], &["data_sources_from"]),
        };
        for field in SOURCE_FIELDS {
            let path = ["tools", tool.name(), field];
            let is_given = self.is_written(&path);
            if is_given && !own.contains(&field) {
                let fix = format!(
                    "remove it; {source} has: {}",
                    if own.is_empty() { "none".into() } else { own.join(", ") }
                );
                self.add(&path, format!("{field} is no field of a {source} source"), fix);
            }
            if !is_given && needed.contains(&field) {
                self.add(&path, format!("a {source} source needs {field}"), format!("add {field}"));
            }
        }
        if section.source == SourceName::Mysql && tool != Tool::QueryMysql {
            let fix = "use mock, command or http";
            self.add(&["tools", tool.name(), "source"], "a mysql source serves query_mysql only", fix);
        }
        if section.read_only == Some(false) {
            let fix = "set it to true if the tool only reads; otherwise an agent must not have it";
            self.add(&["tools", tool.name(), "read_only"], "every call of this tool would be refused", fix);
        }
        for field in ["environment_from", "headers_from", "data_sources_from"] {
            let names = match field {
                "environment_from" => &section.environment_from,
                "headers_from" => &section.headers_from,
                _ => &section.data_sources_from,
            };
            for (own, name) in names.iter().flatten() {
                self.environment_name(&["tools", tool.name(), field, own], name);
            }
        }
    }

    /// A secret belongs into the environment; here stands only its name.
    fn environment_name(&mut self, path: &[&str], name: &str) {
        let is_name = !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        if !is_name {
            let last = path.last().copied().unwrap_or_default();
            let fix =
                "write the variable's name in capitals, digits and _, and put the secret into the variable";
            self.add(path, format!("{last} is not the name of an environment variable"), fix);
        }
    }

    fn callers(&mut self, config: &Config) {
        let has_callers = match self.document.get_ref().get("callers").map(Spanned::get_ref) {
            None => false,
            Some(DeValue::Table(callers)) => !callers.is_empty(),
            Some(_) => true,
        };
        if !has_callers {
            let fix = "add [callers.NAME] with tools = [\"lookup_knowledge\"]";
            self.add(&["callers"], "there are no callers, so every call is refused", fix);
        }
        let sources = config.tools.get(&Tool::QueryMysql);
        let has_sources = sources.is_some_and(|section| section.data_sources_from.is_some());
        for (name, caller) in &config.callers {
            for tool in &caller.tools {
                if self.is_written(&["tools", tool.name()]) {
                    continue;
                }
                let fix = format!("add [tools.{}], or remove the tool here", tool.name());
                self.add(&["callers", name, "tools"], format!("{} has no source", tool.name()), fix);
            }
            for source in &caller.data_sources {
                if has_sources
                    && !self.is_written(&["tools", Tool::QueryMysql.name(), "data_sources_from", source])
                {
                    let fix = "add it to data_sources_from of [tools.query_mysql], or remove it here";
                    self.add(&["callers", name, "data_sources"], format!("{source} is no data source"), fix);
                }
            }
        }
    }
}

/// The first of the operator's own rules whose pattern does not compile.
pub(crate) fn broken_rule(options: &RedactionOptions) -> Option<&UserRule> {
    options.rules.iter().find(|rule| {
        let alone = RedactionOptions { rules: vec![(*rule).clone()], ..RedactionOptions::default() };
        Redactor::new(&alone, Scope::Logs).is_err()
    })
}

/// Sets one bound to its default.
fn reset(bounds: &mut Bounds, name: &str) -> bool {
    if name == "redaction" {
        bounds.redaction = RedactionOptions::default();
        return true;
    }
    let Ok(serde_json::Value::Object(mut table)) = serde_json::to_value(&*bounds) else { return false };
    if table.remove(name).is_none() {
        return false;
    }
    serde_json::from_value(table.into()).map(|right| *bounds = right).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
[store]
kind = "memory"
[callers.agent]
tools = ["lookup_knowledge", "query_logs", "query_mysql"]
topics = ["APPLICATION"]
data_sources = ["orders"]
[tools.lookup_knowledge]
source = "mock"
[tools.query_logs]
source = "command"
program = "/usr/bin/search-logs"
environment_from = { TOKEN = "LOGS_TOKEN" }
format = "ndjson"
read_only = true
[tools.query_mysql]
source = "mysql"
data_sources_from = { orders = "ORDERS_URL" }
[bounds]
rows = 10
[bounds.redaction]
kinds = ["secret", "ip"]
[run_budget]
calls = 20
calls_per_tool = { query_mysql = 5 }
"#;

    fn mistakes(text: &str) -> Vec<(usize, String)> {
        let mistakes = Config::from_toml(text).expect_err("mistakes");
        assert!(mistakes.iter().all(|mistake| !mistake.fix.is_empty()));
        mistakes.into_iter().map(|mistake| (mistake.line, mistake.problem)).collect()
    }

    #[test]
    fn a_good_file_is_read_and_the_rest_has_its_defaults() {
        let config = Config::from_toml(GOOD).expect("good");
        assert_eq!((config.bounds.rows, config.bounds.columns, config.run_budget.calls), (10, 40, 20));
        assert_eq!(config.run_budget.calls_per_tool, [(Tool::QueryMysql, 5)].into());
        assert_eq!(config.store.retention_days, 30);
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        let text = "[store]\nkind = \"sqlight\"\npaht = \"x\"\n\n[boundary]\ncalls = \"many\"\nreplay = true\n\n\
            [bounds]\nrows = 501\ncolumns = 201\nresult_byte = 1\n\n[callers.agent]\ntools = [\"query_log\"]\n\n\
            [tools.query_logs]\nsource = \"http\"\nprogram = \"x\"\n";
        let found = mistakes(text);
        let lines: Vec<_> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [2, 3, 6, 10, 11, 12, 15, 17, 17, 19], "{found:#?}");
        assert!(
            found
                .iter()
                .any(|(_, problem)| problem.contains("result_byte") && problem.contains("result_bytes"))
        );
    }

    #[test]
    fn a_file_that_is_no_toml_is_told_line_by_line() {
        let found = mistakes("[store\nkind = memory\n= 3\n");
        assert!(found.len() >= 2, "{found:#?}");
        assert_eq!(found[0].0, 1);
        let twice = Config::from_toml(&GOOD.replace("rows = 10", "rows = 10\nrows = 20")).expect_err("twice");
        assert!(
            matches!(twice.as_slice(), [Mistake { line: 21, fix, .. }] if fix == "keep one of the two"),
            "{twice:?}"
        );
    }

    #[test]
    fn a_secret_in_the_file_is_a_mistake_and_is_not_repeated() {
        let secret = concat!("mysql://app:", "hunter2", "@db/orders");
        let text = GOOD.replace("ORDERS_URL", secret);
        let found = Config::from_toml(&text).expect_err("a mistake");
        assert_eq!(found.len(), 1);
        assert!(!found[0].to_string().contains("hunter2"), "{}", found[0]);
        assert_eq!(found[0].line, 18);
    }

    #[test]
    fn what_contradicts_itself_is_a_mistake() {
        for (from, to, part) in [
            ("source = \"mock\"", "source = \"mysql\"", "serves query_mysql only"),
            ("read_only = true", "read_only = false", "would be refused"),
            ("data_sources = [\"orders\"]", "data_sources = [\"hr\"]", "hr is no data source"),
            ("[tools.lookup_knowledge]\nsource = \"mock\"\n", "", "lookup_knowledge has no source"),
            ("kind = \"memory\"", "kind = \"postgres\"", "needs url_from"),
            ("calls = 20", "calls = -1", "expected"),
            (
                "kinds = [\"secret\", \"ip\"]",
                "rules = [{ name = \"OPEN\", pattern = \"(\" }]",
                "OPEN is no regular expression",
            ),
        ] {
            let found = mistakes(&GOOD.replace(from, to));
            assert!(
                found.iter().any(|(line, problem)| *line > 0 && problem.contains(part)),
                "{part}: {found:#?}"
            );
        }
        assert!(mistakes("").iter().any(|(_, problem)| problem.contains("no callers")));
    }

    #[test]
    fn a_mistake_is_told_once_and_not_again_for_what_it_leaves_out() {
        for (from, to, part) in [
            ("source = \"mock\"", "source = \"mokc\"", "mokc"),
            ("source = \"mock\"", "source = 5", "wanted string"),
            ("[tools.query_mysql]\nsource = \"mysql\"", "[tools.query_mysql]\nsource = \"mysqll\"", "mysqll"),
            ("program = \"/usr/bin/search-logs\"", "program = 5", "invalid type"),
            ("read_only = true", "read_only = \"yes\"", "invalid type"),
            ("{ orders = \"ORDERS_URL\" }", "{ orders = 5 }", "invalid type"),
            ("data_sources_from = { orders", "data_sources_from = [] #", "invalid type"),
            ("kind = \"memory\"", "kind = \"postgres\"\nurl_from = 5", "invalid type"),
            ("[callers.agent]", "[callers]\nagent = 5\n[callers.agent2]", "invalid type"),
            ("topics = [\"APPLICATION\"]", "topics = [\"NOPE\"]", "NOPE"),
        ] {
            let found = mistakes(&GOOD.replace(from, to));
            assert!(matches!(found.as_slice(), [(_, told)] if told.contains(part)), "{to}: {found:#?}");
        }
        let unknown = format!("{GOOD}[color.red.light]\nblue = 1\n");
        let found = mistakes(&unknown);
        assert!(matches!(found.as_slice(), [(26, told)] if told.contains("`color`")), "{found:#?}");
        let found = mistakes("[callers]\nagent = 5\n");
        assert!(matches!(found.as_slice(), [(2, _)]), "{found:#?}");
        let found = mistakes("[callers.agent]\n[tools]\nquery_logs = { program = \"x\" }\n");
        assert!(matches!(found.as_slice(), [(3, told)] if told == "missing field `source`"), "{found:#?}");
    }
}
