//! Authentication: who uses an agent has to log in first, where the agent says so.
//!
//! Source: [ACP, "Authentication"](https://agentclientprotocol.com/protocol/authentication).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::settings::AgentSettings;
use crate::acp::protocol::{AuthMethod as Listed, Authenticate, ClientSide, no_authentication};
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::server::step::BoxFuture;

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
    id: String,
    name: String,
    description: Option<String>,
    /// The arguments with which a terminal starts the agent, where that is how to log in.
    terminal: Option<Vec<String>>,
    log_in: Arc<dyn Fn() -> BoxFuture<Result<()>> + Send + Sync>,
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
    /// Clients that have no terminal for that are not told of it.
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
    methods: Vec<AuthMethod>,
    log_out: Option<Arc<dyn Fn() -> BoxFuture<Result<()>> + Send + Sync>>,
    is_logged_in: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl AgentSettings {
    /// Lets people log in, which they have to before they use the agent: until then, requests are
    /// answered by `-32000`.
    #[must_use]
    pub fn auth_method(mut self, method: AuthMethod) -> Self {
        self.authentication.methods.push(method);
        self
    }

    /// Says what is to be done when people log out, beside that they have to log in again.
    #[must_use]
    pub fn on_logout<F: Future<Output = Result<()>> + Send + 'static>(
        mut self,
        log_out: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        self.authentication.log_out = Some(Arc::new(move || Box::pin(log_out())));
        self
    }

    /// Says whether the person is logged in already when a connection begins: a token was kept, say. It
    /// must not block.
    #[must_use]
    pub fn logged_in_if(mut self, is: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.authentication.is_logged_in = Some(Arc::new(is));
        self
    }
}

/// Whether the person on the other side of a connection has logged in.
pub(super) struct LoggedIn {
    settings: Arc<AgentSettings>,
    is: Arc<AtomicBool>,
}

impl LoggedIn {
    pub(super) fn new(settings: &Arc<AgentSettings>) -> Self {
        let Authentication { methods, is_logged_in, .. } = &settings.authentication;
        let is = methods.is_empty() || is_logged_in.as_ref().is_some_and(|is| is());
        Self { settings: Arc::clone(settings), is: Arc::new(is.into()) }
    }

    fn authentication(&self) -> &Authentication {
        &self.settings.authentication
    }

    /// # Errors
    ///
    /// `-32000` before the person has logged in.
    pub(super) fn check(&self) -> Result<(), ErrorObject> {
        match self.is.load(Ordering::Acquire) {
            true => Ok(()),
            false => Err(no_authentication()),
        }
    }

    /// The ways to log in that a client can go.
    pub(super) fn methods(&self, client: &ClientSide) -> Vec<Listed> {
        let methods = self.authentication().methods.iter();
        let methods =
            methods.filter(|of| of.terminal.is_none() || client.capabilities.terminal_auth);
        let listed = methods.cloned().map(|of| Listed {
            kind: of.terminal.is_some().then_some("terminal"),
            id: of.id,
            name: of.name,
            description: of.description,
            args: of.terminal.unwrap_or_default(),
        });
        listed.collect()
    }

    /// Whether there is a way to log in.
    pub(super) fn is_needed(&self) -> bool {
        !self.authentication().methods.is_empty()
    }

    /// Whether the person can log out; who has logged in can.
    pub(super) fn can_log_out(&self) -> bool {
        self.is_needed() || self.authentication().log_out.is_some()
    }

    /// Logs in.
    ///
    /// # Errors
    ///
    /// When there is no such way.
    pub(super) fn log_in(
        &self,
        Authenticate { method_id }: &Authenticate,
    ) -> Result<BoxFuture<Result<Value, ErrorObject>>, ErrorObject> {
        let method = self.authentication().methods.iter().find(|method| method.id == *method_id);
        let method = method.ok_or_else(|| {
            let id = truncate_for_display(method_id);
            ErrorObject::invalid_params(format!("there is no authentication method {id:?}"))
        })?;
        Ok(self.change((method.log_in)(), true))
    }

    /// Logs out.
    pub(super) fn log_out(&self) -> BoxFuture<Result<Value, ErrorObject>> {
        let log_out = self.authentication().log_out.as_ref();
        let done = log_out.map_or_else(|| Box::pin(async { Ok(()) }) as BoxFuture<_>, |of| of());
        self.change(done, !self.is_needed())
    }

    fn change(
        &self,
        change: BoxFuture<Result<()>>,
        to: bool,
    ) -> BoxFuture<Result<Value, ErrorObject>> {
        let is = Arc::clone(&self.is);
        Box::pin(async move {
            let done: Result<(), Error> = change.await;
            done.map_err(|error| error.passed_on())?;
            is.store(to, Ordering::Release);
            Ok(json!({}))
        })
    }
}
