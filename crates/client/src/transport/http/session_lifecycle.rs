//! Sessions with legacy servers: how they are opened, listened to, and renewed when they are lost.
//!
//! Source: [2025-11-25, "Transports", Streamable HTTP, "Session Management"](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management) and "Listening for
//! Messages from the Server".

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::body::{self, ContentKind, success};
use super::link::{HttpLink, SEND_TIMEOUT};
use super::post::{Post, bare};
use super::refused_request::RefusedRequest;
use super::session::{ClientSession, SESSION_ID};
use crate::connection::Connection;
use crate::error::{Error, Result};
use crate::incoming;
use crate::jsonrpc::one_line;
use crate::startup::restore;

/// How long to wait before opening another session if the server never knew the last one.
const SESSION_RETRY_DELAY: Duration = Duration::from_secs(1);

/// How long the request may take that ends a session.
const DELETE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long the first request waits for the stream of unrelated messages to open.
const STREAM_HEAD_START: Duration = Duration::from_secs(1);

impl HttpLink {
    /// Sends `initialized`, which opens the session, and starts listening to the server.
    pub(super) async fn begin(self: &Arc<Self>, connection: &Arc<Connection>, initialized: &Post) {
        self.send_initialized(initialized).await;
        let is_listening = self.listen(connection);
        // The notifications of the first request must not be missed.
        let _ = timeout(STREAM_HEAD_START, is_listening).await;
        self.sessions.opened();
    }

    async fn send_initialized(&self, initialized: &Post) {
        let headers = initialized.headers(&self.sessions.now());
        let endpoint = self.message_endpoint.get().unwrap_or(&self.endpoint);
        let sent = async {
            success(endpoint.post(initialized.body.clone(), headers, &|_| ()).await?).await
        };
        match timeout(SEND_TIMEOUT, sent).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => {
                tracing::warn!(error = %one_line(&error), "the server did not accept the `initialized` notification");
            }
            Err(_) => tracing::warn!("timed out sending the `initialized` notification"),
        }
    }

    /// Listens to messages that do not belong to a request, as long as the server offers such a
    /// stream. The receiver resolves once the server has responded.
    fn listen(self: &Arc<Self>, connection: &Arc<Connection>) -> oneshot::Receiver<()> {
        let (answered, is_listening) = oneshot::channel();
        if self.message_endpoint.get().is_some() {
            return is_listening;
        }
        let link = Arc::clone(self);
        let connection = Arc::clone(connection);
        self.tasks.listen(async move {
            let session = link.sessions.now();
            let response = link.stream(None).await;
            let _ = answered.send(());
            let response = match response {
                Ok(response) => response,
                // 405, or the response of a server that does not support GET.
                Err(error) => {
                    let error = one_line(&error);
                    return tracing::debug!(%error, "the server offers no event stream");
                }
            };
            let take = |text: &str| {
                incoming::receive(&connection, text, None, None);
                false
            };
            let Err(error) =
                link.follow(response, connection.max_message_size(), |_| true, take).await
            else {
                return;
            };
            let refused =
                RefusedRequest { session: &session, error: &error, id: None, check: None };
            if !matches!(link.recover(&connection, &refused).await, Ok(false)) {
                return;
            }
            tracing::warn!(error = %one_line(&error), "stopped listening to the server");
        });
        is_listening
    }

    /// Opens another session after the one with this number, unless this has already happened;
    /// returns whether it has not.
    ///
    /// # Errors
    ///
    /// When there is none for the moment; the error is that of a connection that has ended if there
    /// will be none, so that the client has to connect again.
    pub(super) async fn renew(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        number: usize,
    ) -> Result<bool> {
        let _renewing = self.sessions.renewing.lock().await;
        if self.sessions.now().number != number {
            return Ok(false);
        }
        let lost = |why: &str| {
            format!("the server has lost the session, and a new one could not be opened: {why}")
        };
        if self.sessions.was_never_known(number) {
            // Otherwise, messages that are repeated in each session would open new sessions
            // endlessly.
            sleep(SESSION_RETRY_DELAY).await;
        }
        match timeout(SEND_TIMEOUT, self.initialize(connection.max_message_size())).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) if matches!(error.http_status(), Some(401 | 403)) => return Err(error),
            Ok(Err(error)) if is_passing(&error) => {
                return Err(Error::other(lost(&error.to_string())));
            }
            Ok(Err(error)) => return Err(Error::ended(lost(&error.to_string()))),
            Err(_) => return Err(Error::other(lost("timed out"))),
        }
        restore(connection);
        incoming::lists_may_have_changed(connection);
        drop(self.listen(connection));
        Ok(true)
    }

    /// Ends a session that will not be used, if the server knows it.
    pub(super) async fn end_session(&self, session: &ClientSession) {
        let delete = self.endpoint.ask(reqwest::Method::DELETE, bare(session, None));
        if session.id.is_some() {
            // 2025-11-25: a server may answer 405, and not let clients end sessions.
            let _ = timeout(DELETE_TIMEOUT, delete).await;
        }
    }

    async fn initialize(&self, limit: usize) -> Result<()> {
        let (Some(initialize), Some(initialized)) =
            (self.sessions.initialize.get(), self.sessions.initialized.get())
        else {
            return Err(Error::closed());
        };
        let headers = initialize.headers(&ClientSession::default());
        let received = self.endpoint.post(initialize.body.clone(), headers, &|_| ()).await?;
        let response = success(received).await?;
        let id = response.headers().get(SESSION_ID).cloned();
        let mut checked = None;
        let mut take = |text: &str| {
            checked = self.sessions.check(text);
            checked.is_some()
        };
        match ContentKind::of(&response) {
            ContentKind::Events => self.follow(response, limit, |_| false, take).await?,
            _ => drop(take(&body::text(response, limit).await?)),
        }
        let checked =
            checked.unwrap_or_else(|| Err(Error::other("it does not respond to `initialize`")));
        if checked.is_err() {
            self.end_session(&ClientSession { id, ..self.sessions.now() }).await;
            return checked;
        }
        self.sessions.renewed(id);
        self.send_initialized(initialized).await;
        Ok(())
    }
}

/// Whether another session may be opened later: the server is away.
fn is_passing(error: &Error) -> bool {
    let is_of_proxy = error.http_status() == Some(404) && error.rpc().is_none();
    is_of_proxy || error.may_pass()
}
