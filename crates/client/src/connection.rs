//! A connection to a server: the state that its tasks share, and how it sends.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::task::{Context, Poll, ready};

use serde::Serialize;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::approval::ApprovedTools;
use super::cache::ResultCache;
use super::deadline::after;
use super::encoded_request::EncodedRequest;
use super::handlers::ClientHandlers;
use super::known_tools::KnownTools;
use super::link::{Link, Message, MessageKind, Transport, dropped};
use super::listeners::Listeners;
use super::open_questions::OpenQuestions;
use super::pending_requests::PendingRequests;
use super::progress::Watchers;
use super::protocol_adapter::ProtocolAdapter;
use super::question_tasks::QuestionTasks;
use super::rare_warning::RareWarning;
use super::result::Outcome;
use super::server_facts::ServerFacts;
use super::settings::Settings;
use crate::error::Error;
use crate::jsonrpc::{
    ErrorObject, RequestId, one_line, write_error, write_notification, write_result,
};
use crate::protocol::{CancelledParams, Method, ProtocolVersion};

/// The state that the tasks of a connection share.
pub(super) struct Connection {
    pub(super) handlers: ClientHandlers,
    pub(super) settings: Settings,
    pub(super) watchers: Watchers,
    pub(super) listeners: Listeners,
    pub(super) cache: ResultCache,
    pub(super) questions: OpenQuestions,
    pub(super) question_tasks: QuestionTasks,
    pub(super) known_tools: KnownTools,
    pub(super) approved_tools: ApprovedTools,
    pub(super) warnings: RareWarning,
    adapter: Option<Box<dyn ProtocolAdapter>>,
    pending: Arc<PendingRequests>,
    transport: OnceLock<Arc<dyn Transport>>,
    server: OnceLock<ServerFacts>,
    why_ended: OnceLock<String>,
    /// How many times something has arrived.
    heard: AtomicU64,
    /// Tells when requests begin to fail.
    ends: Notify,
}

impl Connection {
    /// A connection that speaks MCP.
    pub(super) fn new(handlers: ClientHandlers, settings: Settings) -> Arc<Self> {
        Self::with(None, handlers, settings)
    }

    /// A connection that speaks another protocol.
    pub(super) fn speaking(adapter: Box<dyn ProtocolAdapter>, settings: Settings) -> Arc<Self> {
        Self::with(Some(adapter), ClientHandlers::default(), settings)
    }

    fn with(
        adapter: Option<Box<dyn ProtocolAdapter>>,
        handlers: ClientHandlers,
        settings: Settings,
    ) -> Arc<Self> {
        Arc::new(Self {
            adapter,
            handlers,
            settings,
            watchers: Watchers::default(),
            listeners: Listeners::default(),
            cache: ResultCache::default(),
            questions: OpenQuestions::default(),
            question_tasks: QuestionTasks::default(),
            known_tools: KnownTools::default(),
            approved_tools: ApprovedTools::default(),
            warnings: RareWarning::default(),
            pending: Arc::default(),
            transport: OnceLock::new(),
            server: OnceLock::new(),
            why_ended: OnceLock::new(),
            heard: AtomicU64::new(0),
            ends: Notify::new(),
        })
    }

    /// The protocol that is spoken, if it is not MCP.
    pub(super) fn adapter(&self) -> Option<&dyn ProtocolAdapter> {
        self.adapter.as_deref()
    }

    /// What the other side is called in error messages.
    pub(super) fn other_side(&self) -> &'static str {
        self.adapter().map_or("server", ProtocolAdapter::other_side)
    }

    /// Whether updates are queued for a reader; in MCP, handlers are called immediately.
    pub(super) fn has_readers(&self) -> bool {
        self.adapter.is_some()
    }

    /// The maximum size of a message of the server, in bytes.
    pub(super) fn max_message_size(&self) -> usize {
        self.settings.max_message_size
    }

    /// Starts using a transport.
    pub(super) fn attach(self: &Arc<Self>, link: Link) {
        let _ = self.transport.set(link.into_transport());
        let pending = Arc::clone(&self.pending);
        let end = EndWithRuntime(Arc::downgrade(self));
        tokio::spawn(async move {
            pending.watch_limits().await;
            drop(end);
        });
    }

    pub(super) fn transport(&self) -> Option<&Arc<dyn Transport>> {
        self.transport.get()
    }

    /// Sets the outcome of the negotiation, which is final.
    pub(super) fn agree(&self, version: ProtocolVersion, server: ServerFacts) {
        let _ = self.server.set(server);
        if let Some(transport) = self.transport() {
            transport.opened(version);
        }
    }

    /// What the server has declared.
    pub(super) fn server(&self) -> &ServerFacts {
        self.server.get().unwrap_or_else(|| ServerFacts::unknown())
    }

    pub(super) fn version(&self) -> Option<ProtocolVersion> {
        self.server().version()
    }

    pub(super) fn is_modern(&self) -> bool {
        self.version().is_some_and(ProtocolVersion::is_modern)
    }

    /// Whether the client uses core tasks, and the server supports them.
    pub(super) fn has_core_tasks(&self) -> bool {
        self.settings.follows_tasks && self.server().makes_core_tasks()
    }

    /// Whether questions of a kind, such as `elicitation`, and a name, such as `create`, may become
    /// tasks of this client.
    pub(super) fn receives_tasks(&self, kind: &str, name: &str) -> bool {
        let has_tasks = |version| Method::GetTaskPayload.from_server(version);
        let tasks = self.settings.received_tasks.as_ref();
        self.version().is_some_and(has_tasks) && tasks.is_some_and(|tasks| tasks.runs(kind, name))
    }

    /// When the server last waited for an answer.
    pub(super) fn last_asked(&self) -> Option<Instant> {
        self.questions.last_asked().max(self.question_tasks.last_asked())
    }

    /// Whether members of a message are repeated in headers.
    pub(super) fn has_headers(&self) -> bool {
        self.transport().is_some_and(|transport| transport.has_headers()) && self.is_modern()
    }

    /// Assigns an id to a request, whose response is awaited until the limit.
    ///
    /// # Errors
    ///
    /// When the connection has ended.
    pub(super) fn expect(self: &Arc<Self>, limit: Instant) -> Result<PendingRequest, Error> {
        let id = self.pending.expect(limit).ok_or_else(|| self.why_ended())?;
        Ok(PendingRequest { connection: Arc::clone(self), id, is_sent: false, is_over: false })
    }

    /// Suspends the timeout of a request, or restarts it in full.
    pub(super) fn pause(&self, id: u64, stops: bool) {
        self.pending.limit(id, (!stops).then(|| after(self.settings.timeout)));
    }

    /// Takes a response; if it is not awaited, it is dropped.
    pub(super) fn answer(&self, id: &RequestId, answer: Outcome) {
        if let RequestId::Integer(id) = id
            && let Ok(id) = u64::try_from(*id)
        {
            self.pending.answer(id, answer);
        }
    }

    /// Takes a response without an id: that of a server that could not read a message.
    pub(super) fn answer_to_unread(&self, error: Error) {
        if let Err(error) = self.pending.answer_only(error)
            && self.warnings.is_due()
        {
            tracing::warn!(error = %one_line(&error), "the server could not read a message");
        }
    }

    /// Sends a notification.
    pub(super) fn notify(&self, method: &str, params: &impl Serialize) {
        self.send(MessageKind::Notification { method }, &|out| {
            write_notification(out, method, params)
        });
    }

    /// Responds to a request of the server.
    pub(super) fn respond<R: Serialize>(&self, id: &RequestId, response: &Result<R, ErrorObject>) {
        self.send(MessageKind::Response, &|out| match response {
            Err(error) => write_error(out, Some(id), false, error),
            Ok(result) => {
                if let Err(error) = write_result(out, id, |out| serde_json::to_writer(out, result))
                {
                    let error = ErrorObject::internal(error.to_string());
                    write_error(out, Some(id), false, &error);
                }
            }
        });
    }

    fn send(&self, kind: MessageKind<'_>, write: &dyn Fn(&mut Vec<u8>)) {
        if let Some(transport) = self.transport() {
            transport.send(&Message { kind, version: self.version(), write });
        }
    }

    /// Begins to end the connection; earlier messages are still sent.
    pub(super) fn close(&self) {
        if let Some(transport) = self.transport() {
            transport.close();
        }
    }

    /// Waits until the connection has ended, and returns why.
    pub(super) async fn closed(&self) -> Error {
        if let Some(transport) = self.transport() {
            dropped(transport.ended()).await;
        }
        self.why_ended()
    }

    /// Waits until requests fail, and returns why.
    pub(super) async fn ended(&self) -> Error {
        let mut ends = pin!(self.ends.notified());
        ends.as_mut().enable();
        if !self.has_ended() {
            ends.await;
        }
        self.why_ended()
    }

    /// Notes that something has arrived.
    pub(super) fn hear(&self) {
        self.heard.fetch_add(1, Ordering::Relaxed);
    }

    /// How many times something has arrived.
    pub(super) fn heard(&self) -> u64 {
        self.heard.load(Ordering::Relaxed)
    }

    /// The id of the last request.
    pub(super) fn last_request(&self) -> u64 {
        self.pending.last()
    }

    /// Whether a request up to this one waits for its response, and is within its time.
    pub(super) fn waits_since(&self, last: u64) -> bool {
        self.pending.waits_since(last)
    }

    /// Whether a request waits for its response.
    pub(super) fn is_waiting(&self) -> bool {
        self.pending.is_waiting()
    }

    /// Fails the requests that wait for the responses of a server that is started again.
    pub(super) fn fail_pending(&self) {
        self.pending.fail_all();
    }

    /// Ends the connection, for this reason: no more responses can arrive.
    pub(super) fn end(&self, why: &Error) {
        let _ = self.why_ended.set(why.to_string());
        self.questions.end();
        self.question_tasks.end_all();
        self.listeners.end();
        self.pending.end();
        self.ends.notify_waiters();
        if let Some(adapter) = self.adapter() {
            adapter.end(why);
        }
    }

    /// Ends the connection because of how one request, if it is one, was refused. That fails as it
    /// was refused; whatever else waits fails with the connection.
    pub(super) fn end_by(&self, request: Option<u64>, refused: Error, why: &Error) {
        self.pending.refuse_new();
        if let Some(id) = request {
            self.pending.answer(id, Err(refused));
        }
        self.end(why);
        self.close();
    }

    /// Whether the connection has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.pending.has_ended()
    }

    /// Why the connection has ended.
    pub(super) fn why_ended(&self) -> Error {
        self.why_ended.get().map_or_else(Error::closed, Error::ended)
    }
}

/// Ends a connection when its runtime is dropped, for callers that wait in another one.
struct EndWithRuntime(Weak<Connection>);

impl Drop for EndWithRuntime {
    fn drop(&mut self) {
        if let Some(connection) = self.0.upgrade().filter(|connection| !connection.has_ended()) {
            connection.end(&Error::other(
                "the Tokio runtime in which the client was connected has shut down",
            ));
        }
    }
}

/// A request without a response yet; it is cancelled when it is dropped.
pub(super) struct PendingRequest {
    connection: Arc<Connection>,
    id: u64,
    is_sent: bool,
    is_over: bool,
}

impl PendingRequest {
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Sets the time limit for the response.
    pub(super) fn limit(&self, limit: Option<Instant>) {
        self.connection.pending.limit(self.id, limit);
    }

    /// Sends the request once there is capacity, unless it was sent before, and waits for its
    /// response.
    pub(super) async fn exchange(&mut self, request: &EncodedRequest<'_>) -> Option<Outcome> {
        poll_fn(|cx| self.poll_exchange(cx, request)).await
    }

    /// Polls the exchange, for callers that also wait for something else.
    pub(super) fn poll_exchange(
        &mut self,
        cx: &mut Context<'_>,
        request: &EncodedRequest<'_>,
    ) -> Poll<Option<Outcome>> {
        if !self.is_sent {
            self.is_sent = self.poll_send(cx, request).is_ready();
        }
        self.poll_answer(cx)
    }

    /// Whether the request was sent.
    pub(super) fn is_sent(&self) -> bool {
        self.is_sent
    }

    /// Waits for the response: a result or an error; `None` if there is none by the limit.
    pub(super) async fn answer(&mut self) -> Option<Outcome> {
        poll_fn(|cx| self.poll_answer(cx)).await
    }

    fn poll_send(&self, cx: &mut Context<'_>, request: &EncodedRequest<'_>) -> Poll<()> {
        let Some(transport) = self.connection.transport() else {
            return Poll::Pending;
        };
        let EncodedRequest { method, version, headers, is_sent_once, .. } = *request;
        let kind = MessageKind::Request { id: self.id, method, headers, is_sent_once };
        let write = |out: &mut Vec<u8>| request.write(self.id, out);
        transport.poll_send(cx, &Message { kind, version, write: &write })
    }

    fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<Option<Outcome>> {
        let answer = ready!(self.connection.pending.poll(self.id, cx));
        self.is_over = answer.is_some();
        Poll::Ready(match answer {
            Some(Err(error)) if error.is_closed() => Some(Err(self.connection.why_ended())),
            answer => answer,
        })
    }

    /// Forgets the request without cancelling it, as is required for `initialize` and a probe.
    pub(super) fn forget(mut self) {
        self.is_over = true;
        self.connection.pending.forget(self.id);
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        let is_abandoned = !self.is_over && self.connection.pending.forget(self.id) && self.is_sent;
        let Some(transport) = self.connection.transport().filter(|_| is_abandoned) else {
            return;
        };
        if transport.cancel(self.id) {
            return;
        }
        if let Some(adapter) = self.connection.adapter() {
            let (method, params) = adapter.cancellation(self.id);
            self.connection.notify(method, &params);
        } else {
            let params = CancelledParams::new(RequestId::Integer(self.id.into()));
            self.connection.notify(Method::Cancelled.name(), &params);
        }
    }
}
