//! The settings of an agent.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::authentication::{AuthMethod, Authentication};
use super::config_option::ConfigOption;
use super::session_store::{SESSION_TTL, SessionStore};
use crate::protocol::SystemPromptSupport;
use mcp_runtime::store::Store;
use mcp_runtime_protocol::Result;
use mcp_runtime_protocol::debug::short_debug;

/// The settings of an agent, for [`agent_settings`](crate::AgentServer::agent_settings).
///
/// ```
/// use mcp_runtime_acp::{AgentServer, AgentSettings, Choice, ConfigOption, agent};
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
    pub(super) versions: Vec<u16>,
    pub(super) options: Vec<ConfigOption>,
    pub(super) authentication: Authentication,
    pub(super) store: Option<SessionStore>,
    pub(super) system_prompt: Option<SystemPromptSupport>,
    /// `_meta` of the capabilities.
    pub(super) meta: Map<String, Value>,
    pub(super) wrong: Vec<String>,
}

short_debug!(AgentSettings { options, meta });

impl AgentSettings {
    /// Empty settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the agent to these versions of its protocol, such as `[1]`; the default is all
    /// versions that the features of this crate enable.
    #[must_use]
    pub fn versions(mut self, versions: impl IntoIterator<Item = u16>) -> Self {
        self.versions = versions.into_iter().collect();
        self
    }

    /// Adds an option that users choose for each session.
    #[must_use]
    pub fn option(mut self, option: ConfigOption) -> Self {
        self.options.push(option);
        self
    }

    /// Declares a capability that the protocol does not define, in `_meta` of the capabilities.
    ///
    /// Those of the client are in
    /// [`ClientCapabilities::meta`](crate::ClientCapabilities::meta).
    #[must_use]
    pub fn capability(mut self, key: impl Into<String>, value: impl Serialize) -> Self {
        let key = key.into();
        match serde_json::to_value(value) {
            Ok(value) => drop(self.meta.insert(key, value)),
            Err(error) => {
                self.wrong.push(format!("cannot serialize the capability {key:?}: {error}"))
            }
        }
        self
    }

    /// Adds a method to log in, which users must do before they use the agent: until then, requests
    /// are answered with `-32000`.
    #[must_use]
    pub fn auth_method(mut self, method: AuthMethod) -> Self {
        self.authentication.methods.push(method);
        self
    }

    /// Sets what else happens when users log out, besides that they have to log in again.
    #[must_use]
    pub fn on_logout<F: Future<Output = Result<()>> + Send + 'static>(
        mut self,
        log_out: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        self.authentication.log_out = Some(Arc::new(move || Box::pin(log_out())));
        self
    }

    /// Sets how to check whether the user is already logged in, for example with a saved token: when a
    /// connection begins, and before each request until the user is. The function must not block.
    #[must_use]
    pub fn logged_in_if(mut self, is: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.authentication.is_logged_in = Some(Arc::new(is));
        self
    }

    /// Accepts system prompts: instructions of the client for the model, which a handler adds to its
    /// own by [`Session::instructions`](crate::Session::instructions). Without this, a session with
    /// one is refused.
    ///
    /// Source: [ACP, "Schema", SystemPrompt](https://agentclientprotocol.com/protocol/schema#systemprompt).
    #[must_use]
    pub fn system_prompt(self, support: SystemPromptSupport) -> Self {
        Self { system_prompt: Some(support), ..self }
    }

    /// Keeps sessions in a store, for 30 days after their last change: they can be loaded after the
    /// process has ended. A [`Directory`](mcp_runtime::store::Directory) is sufficient for a
    /// single process.
    ///
    /// Only deleting a session removes it.
    ///
    /// ```
    /// use mcp_runtime_acp::AgentSettings;
    /// use mcp_runtime::store::Directory;
    ///
    /// # fn main() -> mcp_runtime::Result<()> {
    /// # let home = std::env::temp_dir().join(format!("sessions-{}", std::process::id()));
    /// let settings = AgentSettings::new().store(Directory::open(home.join("sessions"))?);
    /// # std::fs::remove_dir_all(home)?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn store(self, store: impl Store) -> Self {
        self.store_for(store, SESSION_TTL)
    }

    /// Keeps sessions in a store, for this long after their last change.
    #[must_use]
    pub fn store_for(mut self, store: impl Store, keep: Duration) -> Self {
        self.store = Some(SessionStore::new(store, keep));
        self
    }

    /// Adds what no client could use to the mistakes.
    pub(super) fn check(&self, mistakes: &mut Vec<String>) {
        mistakes.extend(self.wrong.iter().cloned());
        let mut ids: Vec<&str> = self.options.iter().map(|option| option.id.as_str()).collect();
        ids.sort_unstable();
        if let Some(twice) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            mistakes.push(format!("the agent has the option {:?} twice", twice[0]));
        }
        self.options.iter().for_each(|option| option.check(mistakes));
        self.authentication.check(mistakes);
    }
}
