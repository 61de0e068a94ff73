//! Authentication: users have to log in before they use an agent that requires it.
//!
//! Source: [ACP, "Authentication"](https://agentclientprotocol.com/protocol/authentication).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::BoxFuture;
use mcp_runtime_protocol::Result;

/// A method to log in.
///
/// ```
/// use mcp_runtime_acp::{AgentServer, AgentSettings, AuthMethod, agent};
/// use mcp_runtime::server;
///
/// # async fn open_browser() -> mcp_runtime::Result<()> { Ok(()) }
/// #[agent]
/// async fn idle() {}
///
/// let settings = AgentSettings::new()
///     .auth_method(AuthMethod::new("browser", "Log in with the browser", open_browser));
/// let server = server!().agent::<idle>().agent_settings(settings);
/// ```
#[derive(Clone)]
pub struct AuthMethod {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) description: Option<String>,
    /// The arguments to start the agent with in a terminal, if that is how to log in.
    pub(super) terminal: Option<Vec<String>>,
    /// The variables to start it with there.
    pub(super) env: BTreeMap<String, String>,
    pub(super) log_in: Arc<dyn Fn() -> BoxFuture<Result<()>> + Send + Sync>,
}

impl std::fmt::Debug for AuthMethod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AuthMethod").field("id", &self.id).finish_non_exhaustive()
    }
}

impl AuthMethod {
    /// A function that logs the user in when the client requests it; if it fails, so does the
    /// request.
    pub fn new<F: Future<Output = Result<()>> + Send + 'static>(
        id: impl Into<String>,
        name: impl Into<String>,
        log_in: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        let log_in = Arc::new(move || Box::pin(log_in()) as BoxFuture<_>);
        let id = id.into();
        let name = name.into();
        let env = BTreeMap::new();
        Self { id, name, description: None, terminal: None, env, log_in }
    }

    /// Makes the client start this program in a terminal, with other arguments, for the user to log
    /// in there. Clients without a terminal do not see the method.
    ///
    /// Clients do not report that this is done, they use the agent: whether the user has logged in
    /// is what [`logged_in_if`](crate::AgentSettings::logged_in_if) says then. The function is called
    /// only for a client that requests the method all the same.
    #[must_use]
    pub fn in_terminal(self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { terminal: Some(arguments.into_iter().map(Into::into).collect()), ..self }
    }

    /// Sets a variable of the environment in which the client starts the program
    /// [in a terminal](Self::in_terminal).
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.insert(name.into(), value.into());
        self
    }

    /// Adds a description.
    #[must_use]
    pub fn description(self, text: impl Into<String>) -> Self {
        Self { description: Some(text.into()), ..self }
    }
}

/// How users log in and out, as settings of an agent.
#[derive(Default)]
pub(super) struct Authentication {
    pub(super) methods: Vec<AuthMethod>,
    pub(super) log_out: Option<Arc<dyn Fn() -> BoxFuture<Result<()>> + Send + Sync>>,
    pub(super) is_logged_in: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Authentication {
    /// Adds what no client could use to the mistakes.
    pub(super) fn check(&self, mistakes: &mut Vec<String>) {
        for AuthMethod { id, terminal, env, .. } in &self.methods {
            if terminal.is_some() && self.is_logged_in.is_none() {
                mistakes.push(format!(
                    "the authentication method {id:?} runs in a terminal, and clients do not \
                     report its outcome: check it with `logged_in_if`"
                ));
            }
            if terminal.is_none() && !env.is_empty() {
                mistakes.push(format!(
                    "the authentication method {id:?} has an `env` but no `in_terminal`"
                ));
            }
        }
    }
}
