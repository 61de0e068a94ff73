//! The login state of a connection to an agent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use super::BoxFuture;
use super::authentication::Authentication;
use super::settings::AgentSettings;
use crate::protocol::{AuthMethod, Authenticate, ClientSide, no_authentication};
use mcp_runtime_protocol::jsonrpc::{ErrorObject, truncate_for_display};
use mcp_runtime_protocol::{Error, Result};

/// Whether the user of a connection has logged in.
pub(super) struct LoggedIn {
    settings: Arc<AgentSettings>,
    is: Arc<AtomicBool>,
    /// Whether they have logged out, and have not been seen as logged out since.
    has_logged_out: Arc<AtomicBool>,
}

impl LoggedIn {
    pub(super) fn new(settings: &Arc<AgentSettings>) -> Self {
        let Authentication { methods, is_logged_in, .. } = &settings.authentication;
        let is = methods.is_empty() || is_logged_in.as_ref().is_some_and(|is| is());
        let has_logged_out = Arc::default();
        Self { settings: Arc::clone(settings), is: Arc::new(is.into()), has_logged_out }
    }

    fn authentication(&self) -> &Authentication {
        &self.settings.authentication
    }

    /// # Errors
    ///
    /// `-32000` until the user has logged in, which may happen in a terminal without a request.
    pub(super) fn check(&self) -> Result<(), ErrorObject> {
        if !self.is.load(Ordering::Acquire) {
            let is = self.authentication().is_logged_in.as_ref().is_some_and(|is| is());
            // What has let them in before they have logged out does not let them in again.
            if !is || self.has_logged_out.load(Ordering::Acquire) {
                self.has_logged_out.fetch_and(is, Ordering::AcqRel);
                return Err(no_authentication());
            }
            self.is.store(true, Ordering::Release);
        }
        Ok(())
    }

    /// The methods to log in that a client supports.
    pub(super) fn methods(&self, client: &ClientSide) -> Vec<AuthMethod> {
        let methods = self
            .authentication()
            .methods
            .iter()
            .filter(|of| of.terminal.is_none() || client.capabilities.terminal_auth);
        let listed = methods.cloned().map(|of| AuthMethod {
            kind: of.terminal.is_some().then_some("terminal"),
            id: of.id,
            name: of.name,
            description: of.description,
            args: of.terminal.unwrap_or_default(),
            env: of.env,
        });
        listed.collect()
    }

    /// Whether users have to log in.
    pub(super) fn is_needed(&self) -> bool {
        !self.authentication().methods.is_empty()
    }

    /// Whether the user can log out; a user who has logged in always can.
    pub(super) fn can_log_out(&self) -> bool {
        self.is_needed() || self.authentication().log_out.is_some()
    }

    /// Logs in.
    ///
    /// # Errors
    ///
    /// When there is no such method.
    pub(super) fn log_in(
        &self,
        Authenticate { method_id }: &Authenticate,
    ) -> Result<BoxFuture<Result<Value, ErrorObject>>, ErrorObject> {
        let found = self.authentication().methods.iter().find(|method| method.id == *method_id);
        let method = found.ok_or_else(|| {
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
        let has_logged_out = Arc::clone(&self.has_logged_out);
        Box::pin(async move {
            let done: Result<(), Error> = change.await;
            done.map_err(|error| error.passed_on())?;
            has_logged_out.store(!to, Ordering::Release);
            is.store(to, Ordering::Release);
            Ok(json!({}))
        })
    }
}
