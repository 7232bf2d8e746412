//! The contenders, each behind the same call: a text in, the redacted text out. All of them are ready to run: what a
//! program does once at its start is done, what it does for each text is not.

use anyhow::{Context as _, Result, anyhow};
use dd_sds::{MatchAction, RegexRuleConfig, RootRuleConfig, Scanner};
use gobo::contract::RedactionOptions;
use gobo::sandbox::{Chunk, Redacted};
use gobo::{Budget, Projector, Sandbox};
use gobo_projector::redact::{Redactor, Scope};
use vrl::compiler::state::RuntimeState;
use vrl::compiler::{Context, Program, TargetValue, TimeZone};
use vrl::value::{ObjectMap, Secrets, Value};

use crate::patterns::PATTERNS;

const MARKER: &str = "<REDACTED>";

pub(crate) trait Engine {
    const NAME: &'static str;

    fn redact(&mut self, text: &str) -> Result<String>;

    /// How often something was found in the text.
    fn findings(&mut self, text: &str) -> Result<u64>;
}

/// `dd-sensitive-data-scanner`.
pub(crate) struct DataScanner(Scanner);

impl DataScanner {
    pub(crate) fn new() -> Result<Self> {
        let rule = |pattern: &&str| {
            let redact = MatchAction::Redact { replacement: MARKER.to_owned() };
            RootRuleConfig::new(RegexRuleConfig::new(pattern).build()).match_action(redact)
        };
        let rules: Vec<_> = PATTERNS.iter().map(rule).collect();
        Scanner::builder(&rules).build().map(Self).map_err(|error| anyhow!("{error}"))
    }
}

impl Engine for DataScanner {
    const NAME: &'static str = "dd-sensitive-data-scanner, 10 regexes";

    fn redact(&mut self, text: &str) -> Result<String> {
        let mut event = text.to_owned();
        self.0.scan(&mut event)?;
        Ok(event)
    }

    fn findings(&mut self, text: &str) -> Result<u64> {
        Ok(self.0.scan(&mut text.to_owned())?.len() as u64)
    }
}

/// The `redact` function of VRL.
pub(crate) struct Vrl {
    program: Program,
    target: TargetValue,
    state: RuntimeState,
    time_zone: TimeZone,
}

impl Vrl {
    pub(crate) fn new() -> Result<Self> {
        // The scanner above takes the boundary of a word as ASCII by itself. Here it must be said; where it is not, a
        // single other character takes the fast automaton away.
        let ascii = |pattern: &str| format!("r'{}'", pattern.replace(r"\b", r"(?-u:\b)"));
        let filters = PATTERNS.map(ascii).join(", ");
        let source = format!(
            r#"redact(string!(.message), filters: [{filters}], redactor: {{"type": "text", "replacement": "{MARKER}"}})"#
        );
        let compiled = vrl::compiler::compile(&source, &vrl::stdlib::all())
            .map_err(|diagnostics| anyhow!("{diagnostics:?}"))?;
        let target = TargetValue {
            value: Value::Null,
            metadata: Value::Object(ObjectMap::new()),
            secrets: Secrets::default(),
        };
        Ok(Self {
            program: compiled.program,
            target,
            state: RuntimeState::default(),
            time_zone: TimeZone::default(),
        })
    }
}

impl Engine for Vrl {
    const NAME: &'static str = "VRL `redact`, the same 10";

    fn redact(&mut self, text: &str) -> Result<String> {
        self.target.value = Value::Object(ObjectMap::from([("message".into(), text.into())]));
        let mut context = Context::new(&mut self.target, &mut self.state, &self.time_zone);
        let redacted = self.program.resolve(&mut context).map_err(|error| anyhow!("{error}"))?;
        let text = redacted.to_str_lossy().context("a text")?;
        Ok(text.into_owned())
    }

    fn findings(&mut self, text: &str) -> Result<u64> {
        let redacted = self.redact(text)?;
        let set = redacted.matches(MARKER).count() - text.matches(MARKER).count();
        Ok(set as u64)
    }
}

/// Gobo's engine as it is, one redactor for each text.
#[derive(Default)]
pub(crate) struct Native {
    options: RedactionOptions,
}

impl Native {
    pub(crate) fn redactor(&self) -> Result<Redactor> {
        Redactor::new(&self.options, Scope::Logs).map_err(|code| anyhow!("{code:?}"))
    }

    /// The lines of a text by one redactor, and how often something was found in them.
    pub(crate) fn redact_lines(&self, text: &str) -> Result<(Vec<String>, u64)> {
        let mut redactor = self.redactor()?;
        let lines = text.lines().map(|line| redactor.redact(line).into_owned()).collect();
        Ok((lines, redactor.counts().values().sum()))
    }
}

impl Engine for Native {
    const NAME: &'static str = "Gobo native, all rules";

    fn redact(&mut self, text: &str) -> Result<String> {
        Ok(self.redactor()?.redact(text).into_owned())
    }

    fn findings(&mut self, text: &str) -> Result<u64> {
        let mut redactor = self.redactor()?;
        redactor.redact(text);
        Ok(redactor.counts().values().sum())
    }
}

/// Gobo's engine in a fresh instance for each text, under the default budget: fuel, memory, deadline and bytes returned.
pub(crate) struct Sandboxed {
    sandbox: Sandbox,
    projector: Projector,
    options: RedactionOptions,
    budget: Budget,
}

impl Sandboxed {
    pub(crate) fn new() -> Result<Self> {
        let sandbox = Sandbox::new()?;
        let projector = sandbox.load_embedded()?;
        Ok(Self { sandbox, projector, options: RedactionOptions::default(), budget: Budget::default() })
    }

    pub(crate) fn call(&self, texts: &[&str]) -> Result<Redacted> {
        let chunk = Chunk { texts, more_follows: false, seen: &[] };
        self.sandbox
            .redact(&self.projector, chunk, &self.options, &self.budget)
            .map_err(|failure| anyhow!("{failure:?}"))
    }

    /// The lines of a text in one call, and how often something was found in them.
    pub(crate) fn redact_lines(&self, text: &str) -> Result<(Vec<String>, u64)> {
        let lines: Vec<_> = text.lines().collect();
        let redacted = self.call(&lines)?;
        Ok((redacted.texts, redacted.redactions.values().sum()))
    }
}

impl Engine for Sandboxed {
    const NAME: &'static str = "Gobo in a fresh sandbox, all rules, all limits";

    fn redact(&mut self, text: &str) -> Result<String> {
        self.call(&[text])?.texts.pop().context("a text")
    }

    fn findings(&mut self, text: &str) -> Result<u64> {
        Ok(self.call(&[text])?.redactions.values().sum())
    }
}
