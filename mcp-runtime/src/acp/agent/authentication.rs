//! Authentication: who uses an agent has to log in first, where the agent says so.
//!
//! Source: [ACP, "Authentication"](https://agentclientprotocol.com/protocol/authentication).

use std::sync::Arc;

use crate::error::Result;
use crate::server::response::BoxFuture;

/// A way to log in.
///
/// ```
/// use mcp_runtime::acp::{AgentSettings, AuthMethod, agent};
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
    /// The arguments with which a terminal starts the agent, where that is how to log in.
    pub(super) terminal: Option<Vec<String>>,
    pub(super) log_in: Arc<dyn Fn() -> BoxFuture<Result<()>> + Send + Sync>,
}

impl std::fmt::Debug for AuthMethod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AuthMethod").field("id", &self.id).finish_non_exhaustive()
    }
}

impl AuthMethod {
    /// A function that logs the person in when the client asks for it; it fails where that fails.
    pub fn new<F: Future<Output = Result<()>> + Send + 'static>(
        id: impl Into<String>,
        name: impl Into<String>,
        log_in: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        let log_in = Arc::new(move || Box::pin(log_in()) as BoxFuture<_>);
        Self { id: id.into(), name: name.into(), description: None, terminal: None, log_in }
    }

    /// The client starts this program in a terminal, with other arguments, and the person logs in there.
    /// Clients that have no terminal for that do not see it.
    ///
    /// The function says, once that is done, whether the person has logged in.
    #[must_use]
    pub fn in_terminal(self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { terminal: Some(arguments.into_iter().map(Into::into).collect()), ..self }
    }

    /// Says more of it.
    #[must_use]
    pub fn description(self, text: impl Into<String>) -> Self {
        Self { description: Some(text.into()), ..self }
    }
}

/// How people log in and out, as settings of an agent.
#[derive(Default)]
pub(super) struct Authentication {
    pub(super) methods: Vec<AuthMethod>,
    pub(super) log_out: Option<Arc<dyn Fn() -> BoxFuture<Result<()>> + Send + Sync>>,
    pub(super) is_logged_in: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}
