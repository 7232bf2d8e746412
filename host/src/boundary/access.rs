//! Who may do what: run ownership and authorization.

use std::collections::BTreeMap;

use gobo_contract::{LogTopic, Request, Tool};

/// Decides on callers that the host has authenticated.
pub trait Access: Send + Sync {
    /// Whether the run may be this caller's. (That nobody else has begun it, the boundary checks by its records.)
    fn owns_run(&self, caller: &str, run_id: &str) -> bool;

    /// Whether the caller may use the tool, and the topic or data source that the request names.
    fn allows(&self, caller: &str, request: &Request) -> bool;
}

/// What one caller may do. Nothing is allowed that is not named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grant {
    /// The caller's runs start with this; empty for any run.
    pub run_prefix: String,
    /// The tools.
    pub tools: Vec<Tool>,
    /// The log topics.
    pub topics: Vec<LogTopic>,
    /// The databases, by their logical names.
    pub data_sources: Vec<String>,
}

/// The grants of all callers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants(pub BTreeMap<String, Grant>);

impl Access for Grants {
    fn owns_run(&self, caller: &str, run_id: &str) -> bool {
        self.0.get(caller).is_some_and(|grant| run_id.starts_with(&grant.run_prefix))
    }

    fn allows(&self, caller: &str, request: &Request) -> bool {
        let Some(grant) = self.0.get(caller) else { return false };
        grant.tools.contains(&request.tool())
            && match request {
                Request::Knowledge(_) => true,
                Request::Logs(request) => grant.topics.contains(&request.topic),
                Request::Mysql(request) => grant.data_sources.contains(&request.data_source),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_is_not_allowed() {
        let grant = Grant {
            run_prefix: "a-".into(),
            tools: vec![Tool::QueryLogs, Tool::QueryMysql],
            topics: vec![LogTopic::Application],
            data_sources: vec!["orders".into()],
        };
        let grants = Grants(BTreeMap::from([("agent".to_owned(), grant)]));
        let allows = |tool, json| grants.allows("agent", &Request::from_json(tool, json).expect("valid"));
        assert!(allows(Tool::QueryLogs, r#"{"topic":"APPLICATION","query":""}"#));
        assert!(!allows(Tool::QueryLogs, r#"{"topic":"SYSTEM_EVENTS","query":""}"#));
        assert!(allows(Tool::QueryMysql, r#"{"data_source":"orders","sql":"SELECT 1","params":[]}"#));
        assert!(!allows(Tool::QueryMysql, r#"{"data_source":"Orders","sql":"SELECT 1","params":[]}"#));
        assert!(!allows(Tool::LookupKnowledge, r#"{"query":"x"}"#));
        assert!(
            grants.owns_run("agent", "a-1")
                && !grants.owns_run("agent", "b-1")
                && !grants.owns_run("x", "a-1")
        );
    }
}
