//! Sends messages to a server over HTTP: every message is a separate POST request.

use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use reqwest::Response;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::timeout;

use super::body::{self, ContentKind, success};
use super::current_session::ClientSessions;
use super::endpoint::Endpoint;
use super::events::Position;
use super::post::Post;
use super::refused_request::{RefusedRequest, refusal_in};
use super::session::ClientSession;
use super::spawned::Tasks;
use crate::connection::Connection;
use crate::error::{Error, Result};
use crate::incoming;
use crate::jsonrpc::{RequestId, one_line};
use crate::link::{Link, Message, MessageKind, Transport};
use crate::protocol::transport::Closing;
use crate::protocol::{Method, ProtocolVersion};

/// How long a server may take to accept a message without a response.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the remaining messages may take to be delivered at the end.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// The state that the tasks of a connection share.
pub(super) struct HttpLink {
    pub(super) endpoint: Endpoint,
    /// The endpoint for messages to an HTTP+SSE server, whose responses arrive over another stream.
    pub(super) message_endpoint: OnceLock<Endpoint>,
    pub(super) sessions: ClientSessions,
    pub(super) tasks: Tasks,
    closing: Closing,
}

/// The sending side.
struct Sender {
    link: Arc<HttpLink>,
    connection: Weak<Connection>,
    has_ended: watch::Receiver<()>,
}

/// Opens the link; nothing is sent yet.
pub(super) fn open(connection: Arc<Connection>, endpoint: Endpoint) -> Result<Link> {
    let runtime = Handle::try_current().map_err(Error::other)?;
    let link = Arc::new(HttpLink {
        endpoint,
        message_endpoint: OnceLock::new(),
        sessions: ClientSessions::default(),
        tasks: Tasks::new(runtime.clone()),
        closing: Closing::default(),
    });
    let (ended, has_ended) = watch::channel(());
    let ending = Arc::clone(&link);
    let sender = Sender { link, connection: Arc::downgrade(&connection), has_ended };
    runtime.spawn(async move {
        ending.closing.wait().await;
        ending.end(&connection).await;
        // Dropping the sender notifies the tasks that wait for the end.
        drop(ended);
    });
    Ok(Link::new(sender))
}

impl Transport for Sender {
    fn has_headers(&self) -> bool {
        true
    }

    fn network(&self) -> Option<&'static str> {
        Some("tcp")
    }

    fn send(&self, message: &Message<'_>) {
        // A message can only be sent while the connection exists.
        let Some(connection) = self.connection.upgrade() else { return };
        let link = Arc::clone(&self.link);
        let post = Post::new(message);
        match message.kind {
            MessageKind::Request { id, .. } => {
                if post.is_initialize {
                    let _ = link.sessions.initialize.set(post.clone());
                }
                let task = async move { link.request(&connection, id, &post).await };
                self.link.tasks.request(id, task);
            }
            MessageKind::Notification { method } if method == Method::Initialized.name() => {
                let _ = link.sessions.initialized.set(post.clone());
                let begin = async move { link.begin(&connection, &post).await };
                self.link.tasks.one_way(0, begin);
            }
            // 2026-07-28: "The client MUST NOT send JSON-RPC responses."
            MessageKind::Response if link.sessions.is_modern() => {}
            MessageKind::Notification { .. } | MessageKind::Response => {
                let bytes = post.body.len();
                let notify = async move { link.notify(&connection, &post).await };
                self.link.tasks.one_way(bytes, notify);
            }
        }
    }

    fn cancel(&self, id: u64) -> bool {
        self.link.tasks.abort(id);
        !self.link.sessions.is_legacy()
    }

    fn opened(&self, version: ProtocolVersion) {
        self.link.tasks.abort_all();
        self.link.sessions.agree(version);
    }

    fn close(&self) {
        self.link.closing.close();
    }

    fn ended(&self) -> watch::Receiver<()> {
        self.has_ended.clone()
    }
}

impl HttpLink {
    /// Sends a request, and completes it with its response, or with the reason why it failed.
    async fn request(self: &Arc<Self>, connection: &Arc<Connection>, id: u64, post: &Post) {
        let key = RequestId::Integer(id.into());
        let why = match self.ask(connection, &key, post).await {
            Ok(()) if self.message_endpoint.get().is_some() => None,
            Ok(()) => Some(Error::other(
                "the server ended its HTTP response without the JSON-RPC response",
            )),
            Err(error) => Some(error),
        };
        if let Some(why) = why {
            // This has no effect if the response has arrived.
            connection.answer(&key, Err(why));
        }
        self.tasks.done(id);
    }

    async fn ask(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        id: &RequestId,
        post: &Post,
    ) -> Result<()> {
        let (response, session) = match self.post(connection, post).await {
            Err(error) if post.is_initialize => {
                return self.fall_back(connection, post, error).await;
            }
            posted => posted?,
        };
        if self.message_endpoint.get().is_some() {
            return Ok(());
        }
        if post.is_initialize {
            self.sessions.named(&response);
        }
        let holds_errors = session.version.is_some();
        let Some((text, error)) = self.read(connection, id, response, holds_errors).await? else {
            self.sessions.is_known(&session);
            return Ok(());
        };
        let refused = RefusedRequest::new(post, &session, &error);
        if self.recover(connection, &refused).await? {
            let session = self.sessions.now();
            let response = self.send_in(connection, post, &session).await?;
            self.read(connection, id, response, false).await?;
        } else {
            incoming::receive(connection, &text, Some(id), None);
        }
        Ok(())
    }

    /// Reads the response to a request. An error that may say that the server was replaced is
    /// returned, and not taken, if `holds_errors`.
    async fn read(
        &self,
        connection: &Arc<Connection>,
        id: &RequestId,
        response: Response,
        holds_errors: bool,
    ) -> Result<Option<(String, Error)>> {
        let limit = connection.max_message_size();
        let is_legacy = self.sessions.is_legacy();
        let mut held = None;
        let mut take = |text: &str| {
            let error = if holds_errors { refusal_in(text, id) } else { None };
            held = error.map(|error| (text.to_owned(), error));
            held.is_some() || incoming::receive(connection, text, Some(id), None)
        };
        match ContentKind::of(&response) {
            ContentKind::Json => {
                take(&body::text(response, limit).await?);
            }
            ContentKind::Events => {
                let may_reconnect = |at: &Position| is_legacy && at.last_id.is_some();
                self.follow(response, limit, may_reconnect, &mut take).await?;
            }
            ContentKind::Other(kind) => {
                return Err(Error::other(format!(
                    "the server answered with {} and the content type {kind:?} instead of JSON or an event stream",
                    response.status().as_u16()
                )));
            }
        }
        Ok(held)
    }

    /// Sends a message that has no response.
    async fn notify(self: &Arc<Self>, connection: &Arc<Connection>, post: &Post) {
        match timeout(SEND_TIMEOUT, self.post(connection, post)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => {
                tracing::warn!(error = %one_line(&error), "the server did not accept a message");
            }
            Err(_) => tracing::warn!("timed out sending a message to the server"),
        }
    }

    /// Posts a message; when the server no longer knows the session, opens a new one and posts it
    /// again there, if it may be. Returns the response with its session.
    pub(super) async fn post(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        post: &Post,
    ) -> Result<(Response, ClientSession)> {
        let session = self.sessions.open().await;
        let refused = match self.send_in(connection, post, &session).await {
            Ok(response) => return Ok((response, session)),
            Err(refused) => refused,
        };
        let request = RefusedRequest::new(post, &session, &refused);
        if !self.recover(connection, &request).await? {
            return Err(refused);
        }
        // A server says it by an error of JSON-RPC; anything in between may have passed it on, and
        // answer 404 after that.
        let may_be_taken = refused.rpc().is_none() && refused.http_status() == Some(404);
        if post.is_sent_once && may_be_taken {
            return Err(refused);
        }
        let session = self.sessions.now();
        Ok((self.send_in(connection, post, &session).await?, session))
    }

    /// Posts a message in a session.
    async fn send_in(
        &self,
        connection: &Connection,
        post: &Post,
        session: &ClientSession,
    ) -> Result<Response> {
        let endpoint = self.message_endpoint.get().unwrap_or(&self.endpoint);
        // The time that users take to log in does not count towards the timeout.
        let waits = |waits| post.id.into_iter().for_each(|id| connection.pause(id, waits));
        let received = endpoint.post(post.body.clone(), post.headers(session), &waits).await?;
        let response = success(received).await?;
        connection.hear();
        Ok(response)
    }

    /// Ends the connection, once the remaining messages are delivered.
    async fn end(&self, connection: &Connection) {
        let mut one_way = self.tasks.end();
        let _ =
            timeout(FLUSH_TIMEOUT, async { while one_way.join_next().await.is_some() {} }).await;
        self.end_session(&self.sessions.now()).await;
        connection.end(&Error::closed());
    }
}
