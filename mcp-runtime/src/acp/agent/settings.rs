//! What an agent has beside its functions.

use serde::Serialize;
use serde_json::{Map, Value};

use super::authentication::Authentication;
use super::config_option::ConfigOption;
use super::store::SessionStore;
use crate::debug::short_debug;
use crate::server::agent::DescribesAgent;

/// What an agent has beside its functions, for
/// [`agent_settings`](crate::server::ServerBuilder::agent_settings).
///
/// ```
/// use mcp_runtime::acp::{AgentSettings, Choice, ConfigOption, agent};
/// use mcp_runtime::{json, server};
///
/// #[agent]
/// async fn idle() {}
///
/// let models = [Choice::new("small", "Small"), Choice::new("large", "Large")];
/// let settings = AgentSettings::new()
///     .option(ConfigOption::select("model", "Model", models).category("model"))
///     .capability("example.com/notebooks", json!({ "version": 1 }));
/// let server = server!().agent::<idle>().agent_settings(settings);
/// ```
#[derive(Default)]
pub struct AgentSettings {
    pub(super) options: Vec<ConfigOption>,
    pub(super) authentication: Authentication,
    pub(super) store: Option<SessionStore>,
    /// `_meta` of the capabilities.
    pub(super) meta: Map<String, Value>,
    pub(super) wrong: Vec<String>,
}

short_debug!(AgentSettings { options, meta });

impl DescribesAgent for AgentSettings {}

impl AgentSettings {
    /// Settings that say nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets the person choose something for each session.
    #[must_use]
    pub fn option(mut self, option: ConfigOption) -> Self {
        self.options.push(option);
        self
    }

    /// Tells clients of a capability that the protocol does not know, in `_meta` of the capabilities.
    ///
    /// Those of the client are in [`ClientCapabilities::meta`](crate::acp::ClientCapabilities::meta).
    #[must_use]
    pub fn capability(mut self, key: impl Into<String>, value: impl Serialize) -> Self {
        let key = key.into();
        match serde_json::to_value(value) {
            Ok(value) => drop(self.meta.insert(key, value)),
            Err(error) => self.wrong.push(format!("the capability {key:?}: {error}")),
        }
        self
    }

    /// Tells what no client could use.
    pub(super) fn check(&self, mistakes: &mut Vec<String>) {
        mistakes.extend(self.wrong.iter().cloned());
        let mut ids: Vec<&str> = self.options.iter().map(|option| option.id.as_str()).collect();
        ids.sort_unstable();
        if let Some(twice) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            mistakes.push(format!("the agent has the option {:?} twice", twice[0]));
        }
        self.options.iter().for_each(|option| option.check(mistakes));
    }
}
