//! From a configuration to a boundary's parts. Here, and only here, secrets are taken from the environment.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use gobo_contract::Tool;
use thiserror::Error;

use super::{Config, DAY_MS, SourceName, StoreKind, ToolSection};
use crate::boundary::{Grant, Grants, LegacyTool, Options, Parts, ProjectorSource, RunBudget};
use crate::source::{CommandTool, DataSource, HttpTool, MockTool, MysqlTool};
use crate::store::{MemoryStore, PostgresStore, RecordStore, SqliteStore, StoreError};

/// Why a configuration without mistakes cannot be used here and now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// The variable is not in the environment, or not text.
    #[error("the environment variable {0} is not set")]
    NotSet(String),
    /// The variable holds no address.
    #[error("the environment variable {0} does not hold {1}")]
    NoAddress(String, &'static str),
    /// The record store's file cannot be opened.
    #[error("the record store {0} cannot be opened: {1}")]
    Store(String, StoreError),
}

/// Looks an environment variable up.
type Environment<'e> = &'e dyn Fn(&str) -> Option<String>;

impl Config {
    /// Everything that a boundary stands on, with secrets from this process's environment.
    ///
    /// # Errors
    /// [`ConfigError`].
    pub fn parts(&self, projectors: Arc<dyn ProjectorSource>) -> Result<Parts, ConfigError> {
        let environment: Environment<'_> = &|name| std::env::var(name).ok();
        Ok(Parts {
            store: self.open_store()?,
            projectors,
            tools: self.legacy_tools(environment)?,
            access: Arc::new(self.grants()),
            options: self.options(),
        })
    }

    /// The environment variables that the configuration names.
    pub fn environment_names(&self) -> impl Iterator<Item = &str> {
        let of_tools = self.tools.values().flat_map(|section| {
            let maps = [&section.environment_from, &section.headers_from, &section.data_sources_from];
            maps.into_iter().flatten().flat_map(BTreeMap::values)
        });
        self.store.url_from.iter().chain(of_tools).map(String::as_str)
    }

    /// The record store.
    ///
    /// # Errors
    /// [`ConfigError`].
    pub fn open_store(&self) -> Result<Arc<dyn RecordStore>, ConfigError> {
        Ok(match self.store.kind {
            StoreKind::Memory => Arc::new(MemoryStore::new()),
            StoreKind::Sqlite => {
                let path = &self.store.path;
                let store = SqliteStore::open(path);
                Arc::new(store.map_err(|error| ConfigError::Store(path.display().to_string(), error))?)
            }
            StoreKind::Postgres => {
                let name = self.store.url_from.clone().unwrap_or_default();
                let url = std::env::var(&name).map_err(|_| ConfigError::NotSet(name.clone()))?;
                let store = PostgresStore::new(&url);
                Arc::new(store.map_err(|_| ConfigError::NoAddress(name, "a connection string"))?)
            }
        })
    }

    /// How the boundary behaves.
    #[must_use]
    pub fn options(&self) -> Options {
        let budget = self.run_budget.clone();
        Options {
            bounds: self.bounds.clone(),
            run_budget: RunBudget {
                calls: budget.calls,
                calls_per_tool: budget.calls_per_tool,
                payload_bytes: budget.payload_bytes,
                result_bytes: budget.result_bytes,
                wall_ms: budget.wall_ms,
            },
            replay: self.boundary.replay,
            strict_ids: self.boundary.strict_ids,
            calls: self.boundary.calls,
            tool_deadline_ms: self.boundary.tool_deadline_ms,
            retention_ms: u64::from(self.store.retention_days) * DAY_MS,
            retention_records: self.store.retention_records,
            ..Options::default()
        }
    }

    fn grants(&self) -> Grants {
        let grant = |caller: &super::CallerSection| Grant {
            run_prefix: caller.run_prefix.clone(),
            tools: caller.tools.clone(),
            topics: caller.topics.clone(),
            data_sources: caller.data_sources.clone(),
        };
        Grants(self.callers.iter().map(|(name, caller)| (name.clone(), grant(caller))).collect())
    }

    fn legacy_tools(
        &self,
        environment: Environment<'_>,
    ) -> Result<BTreeMap<Tool, Arc<dyn LegacyTool>>, ConfigError> {
        let deadline = Duration::from_millis(self.boundary.tool_deadline_ms);
        let tools = self.tools.iter();
        tools.map(|(tool, section)| Ok((*tool, section.legacy_tool(deadline, environment)?))).collect()
    }
}

impl ToolSection {
    fn legacy_tool(
        &self,
        deadline: Duration,
        environment: Environment<'_>,
    ) -> Result<Arc<dyn LegacyTool>, ConfigError> {
        let format = self.format.unwrap_or_default();
        let is_read_only = self.read_only.unwrap_or(false);
        Ok(match self.source {
            SourceName::Mock => Arc::new(MockTool),
            SourceName::Command => Arc::new(CommandTool {
                program: self.program.clone().unwrap_or_default(),
                arguments: self.arguments.clone().unwrap_or_default(),
                environment: from_environment(self.environment_from.as_ref(), environment)?,
                format,
                is_read_only,
            }),
            SourceName::Http => {
                let url = self.url.clone().unwrap_or_default();
                let headers = from_environment(self.headers_from.as_ref(), environment)?;
                Arc::new(HttpTool::new(url, headers.into_iter().collect(), format, is_read_only, deadline))
            }
            SourceName::Mysql => {
                let mut data_sources = BTreeMap::new();
                for (logical, name) in self.data_sources_from.iter().flatten() {
                    let url = environment(name).ok_or_else(|| ConfigError::NotSet(name.clone()))?;
                    let source = DataSource::new(&url)
                        .map_err(|_| ConfigError::NoAddress(name.clone(), "a mysql:// address"))?;
                    data_sources.insert(logical.clone(), source);
                }
                Arc::new(MysqlTool { data_sources, deadline })
            }
        })
    }
}

/// The values of variables that are named by others.
fn from_environment(
    names: Option<&BTreeMap<String, String>>,
    environment: Environment<'_>,
) -> Result<BTreeMap<String, String>, ConfigError> {
    let value = |name: &String| environment(name).ok_or_else(|| ConfigError::NotSet(name.clone()));
    names.into_iter().flatten().map(|(own, name)| Ok((own.clone(), value(name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_come_from_the_environment_and_a_missing_one_is_named() {
        let text = "[callers.agent]\ntools = [\"query_mysql\"]\n[tools.query_mysql]\nsource = \"mysql\"\n\
            data_sources_from = { orders = \"ORDERS_URL\" }";
        let config = Config::from_toml(text).expect("good");
        let tools =
            |value: Option<&str>| config.legacy_tools(&|_| value.map(str::to_owned)).map(|tools| tools.len());
        assert_eq!(tools(Some("mysql://app@db/orders")), Ok(1));
        assert_eq!(tools(None), Err(ConfigError::NotSet("ORDERS_URL".into())));
        assert_eq!(tools(Some("x")), Err(ConfigError::NoAddress("ORDERS_URL".into(), "a mysql:// address")));
    }
}
