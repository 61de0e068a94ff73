//! A session and the calls that are running for it. Over HTTP, `http::sessions` has them, and
//! `http::legacy` starts them.
//!
//! The [`Session`] makes the decisions and the [`Server`] runs the handlers; the futures are owned
//! here, so that what the session cancels is aborted here. A call that completes on its first poll never becomes a task.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::task::{Context, Waker};

use tokio::task::{AbortHandle, JoinError, JoinSet};

use super::batch::Batch;
use super::lines::Line;
use super::outbox::Outbox;
use super::reply_to::{ReplyTo, refuse};
use crate::caller::Caller;
use crate::jsonrpc::{
    ErrorCode, ErrorObject, Frame, Incoming, IncomingResponse, Malformed, RequestId, SharedPeer,
};
use crate::negotiation::{ClientMessage, Source, TransportRequest};
use crate::protocol::ProtocolVersion;
use crate::quota::{Account, Share};
use crate::server::other_protocol::{OtherClient, RequestAction};
use crate::server::response::{BoxFuture, Step};
use crate::server::{NotificationStream, Observation, Observed, Reply, Server, ServerNotification};
use crate::session::{Action, CallId, Purpose, Session, SessionConfig, too_many};

/// One connection to a server.
pub(crate) struct ServerConnection {
    server: Server,
    session: Session,
    outbox: Arc<Outbox>,
    source: Source,
    tasks: JoinSet<CallId>,
    running: HashMap<CallId, RunningCall>,
    /// The account in which the running calls of several connections are counted together.
    count: Option<Account>,
    /// The client, if it speaks another protocol than MCP.
    other: Option<OtherClient>,
}

/// Who has opened a connection, the sender of everything that arrives on it, and for which protocol.
#[derive(Default)]
pub(crate) struct Opener {
    pub(crate) caller: Caller,
    /// The request that opened the connection, if there was one.
    pub(crate) request: Option<Arc<dyn TransportRequest>>,
    pub(crate) protocol: ServedProtocol,
}

/// The protocol of a connection.
#[derive(Clone, Copy, Debug, Default)]
#[expect(unnameable_types, reason = "only implementations of `Transport` receive it")]
pub enum ServedProtocol {
    #[default]
    Mcp,
    /// The one that the server speaks besides MCP.
    Other,
}

/// A call that did not complete at once.
struct RunningCall {
    task: AbortHandle,
    /// Where its response goes, unless the call sends it itself.
    reply_to: Option<ReplyTo>,
    _counted: Option<Share>,
}

impl ServerConnection {
    /// Creates a connection and subscribes it to the changes that it announces.
    pub(crate) fn new(
        server: Server,
        session_config: Arc<SessionConfig>,
        outbox: Arc<Outbox>,
        opener: Opener,
        count: Option<Account>,
    ) -> (Self, NotificationStream) {
        let source = Source { peer: Arc::clone(&outbox) as SharedPeer, transport: opener.request };
        let mut session = Session::new(session_config, opener.caller);
        let notifications = server.notifications(&mut session);
        let other = match opener.protocol {
            ServedProtocol::Mcp => None,
            ServedProtocol::Other => OtherClient::of(&server, &source.peer),
        };
        let connection = Self {
            server,
            session,
            outbox,
            source,
            tasks: JoinSet::new(),
            running: HashMap::new(),
            count,
            other,
        };
        (connection, notifications)
    }

    /// Handles one line of input.
    pub(crate) fn line(&mut self, line: &Line<'_>) {
        match line {
            Line::Text(text) => match Frame::split(text) {
                Ok(Frame::Single(text)) => self.single(text),
                Ok(Frame::Batch(texts)) => self.batch(&texts),
                Err(error) => self.refuse(&Malformed::request(None, error), None),
            },
            Line::NotUtf8(bytes) => {
                let error = ErrorObject::new(ErrorCode::PARSE_ERROR, "the message is not UTF-8");
                self.malformed(&Malformed::of(bytes, error), None);
            }
            Line::TooLong(beginning) => {
                let limit = self.server.max_message_size();
                let message = format!("the message is longer than {limit} bytes");
                let error = ErrorObject::invalid_request(message);
                self.malformed(&Malformed::of(beginning, error), None);
            }
        }
    }

    /// Waits until a call completes; `None` if none is running.
    pub(crate) async fn next_done(&mut self) -> Option<()> {
        let done = self.tasks.join_next().await?;
        self.finish(&done);
        Some(())
    }

    /// Notifies the client of a legacy session of changes.
    pub(crate) fn notify(&self, notifications: Vec<ServerNotification>) {
        if !self.session.is_initialized() {
            return;
        }
        for notification in notifications {
            self.outbox.push(|out| notification.write(out, self.session.version(), None));
        }
    }

    /// Signals the end of the input: pending requests to the client get no response.
    pub(crate) fn no_more_input(&self) {
        self.session.end();
        if let Some(client) = &self.other {
            client.end();
        }
    }

    /// Aborts all calls that are still running; each is answered once its task has ended.
    pub(crate) fn abort(&mut self) {
        self.tasks.abort_all();
    }

    fn single(&mut self, text: &str) {
        let mut params = self.session.params();
        let mut result = None;
        match &Incoming::read(text, &mut params, &mut result) {
            Ok(message) => self.message(message, &self.session.purpose(message), None),
            Err(malformed) => self.malformed(malformed, None),
        }
    }

    fn batch(&mut self, texts: &[&str]) {
        let refusal = match &self.other {
            Some(client) => Some(client.batch_refusal().into()),
            None => Batch::problem(self.session.version(), texts.len()).map(Cow::Borrowed),
        };
        if let Some(message) = refusal {
            let error = ErrorObject::invalid_request(message);
            return self.refuse(&Malformed::request(None, error), None);
        }
        let batch = Arc::new(Batch::new(Arc::clone(&self.outbox)));
        let mut parts: Vec<_> = texts.iter().map(|_| (self.session.params(), None)).collect();
        for message in &Incoming::read_all(texts, &mut parts) {
            match message {
                Ok(message) => {
                    let purpose = &self.session.purpose(message);
                    match batch.refuses(message, purpose) {
                        None => self.message(message, purpose, Some(&batch)),
                        Some(refused) => self.refuse(&refused, Some(&batch)),
                    }
                }
                Err(malformed) => self.malformed(malformed, Some(&batch)),
            }
        }
    }

    fn message(
        &mut self,
        message: &ClientMessage<'_, '_>,
        purpose: &Purpose<'_>,
        batch: Option<&Arc<Batch>>,
    ) {
        if let Some(client) = &mut self.other {
            if let Some((id, action)) = client.receive(message) {
                self.act(id, action);
            }
            return;
        }
        match self.session.receive(message, purpose, &self.source) {
            Action::Nothing => {}
            Action::Answer { id, version, error } => {
                let reply_to = ReplyTo { id: id.clone(), version, batch: batch.cloned() };
                self.send(&reply_to, (&mut Reply::settled(error)).into());
            }
            Action::Call(call) => {
                let id = call.context.id.clone();
                let version = call.context.version;
                let reply_to = ReplyTo { id, version, batch: batch.cloned() };
                let mut observation = None;
                let step = self.server.start(call, None, &mut observation);
                self.run(step, &mut observation, reply_to);
            }
            Action::Notified(call) => self.server.notified(call),
            Action::RootsChanged(context, asked) => self.server.roots_changed(*context, asked),
            Action::Cancel(calls) => {
                for running in calls.iter().filter_map(|call| self.running.remove(call)) {
                    running.task.abort();
                }
            }
        }
    }

    /// Answers a request of another protocol.
    fn act(&mut self, id: &RequestId, action: RequestAction) {
        // Errors of other protocols keep their codes, as in the legacy era.
        let version = ProtocolVersion::LATEST_LEGACY;
        let reply_to = ReplyTo { id: id.clone(), version, batch: None };
        match action {
            RequestAction::Ready(mut response) => {
                self.send(&reply_to, (&mut response).into());
                self.responded(id);
            }
            RequestAction::Pending(response) => {
                let running = self.running.len();
                self.run(Step::Pending(response), &mut None, reply_to);
                if self.running.len() == running {
                    self.responded(id);
                }
            }
            RequestAction::Run(work) => {
                if let Err(busy) = self.work(id, work) {
                    self.send(&reply_to, (&mut Err(busy)).into());
                }
            }
        }
    }

    /// Lets another protocol send what follows a response.
    fn responded(&mut self, id: &RequestId) {
        if let Some(client) = &mut self.other {
            client.responded(id);
        }
    }

    /// Answers at once if the step is ready; otherwise spawns a task, if the limits allow it.
    fn run(&mut self, mut step: Step, observation: &mut Option<Observation>, reply_to: ReplyTo) {
        let counted = step.poll_if_admitted(|| self.admit());
        let future = match step {
            Step::Ready(mut response) => {
                return self.send(&reply_to, Observed::new(&mut response, observation));
            }
            Step::Pending(future) => future,
        };
        let call = self.session.in_flight().start(&reply_to.id);
        let outbox = Arc::clone(&self.outbox);
        let server = self.server.clone();
        let to = reply_to.clone();
        let mut observation = observation.take();
        let task = self.tasks.spawn(async move {
            let mut response = future.await;
            to.send(&outbox, &server, Observed::new(&mut response, &mut observation));
            call
        });
        let reply_to = Some(reply_to);
        self.running.insert(call, RunningCall { task, reply_to, _counted: counted.flatten() });
    }

    /// Runs work that sends its own response.
    ///
    /// # Errors
    ///
    /// When a limit on running calls is reached.
    fn work(&mut self, id: &RequestId, mut work: BoxFuture<()>) -> Result<(), ErrorObject> {
        let counted = self.admit()?;
        // Polled here to keep the order of the requests; work that waits for an earlier one is
        // still pending.
        if work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
            return Ok(());
        }
        let call = self.session.in_flight().start(id);
        let task = self.tasks.spawn(async move {
            work.await;
            call
        });
        self.running.insert(call, RunningCall { task, reply_to: None, _counted: counted });
        Ok(())
    }

    /// Counts one more call: no part of a handler runs beyond the limits.
    fn admit(&mut self) -> Result<Option<Share>, ErrorObject> {
        self.session.in_flight().check_room()?;
        self.count.as_ref().map(Account::count_one).transpose().map_err(too_many)
    }

    /// Removes a call whose task has ended; one that was aborted or that panicked is still
    /// answered.
    fn finish(&mut self, done: &Result<CallId, JoinError>) {
        let call = match done {
            Ok(call) => Some(*call),
            // A cancelled call has been removed already.
            Err(error) => {
                let running = self.running.iter();
                let mut ours = running.filter(|(_, running)| running.task.id() == error.id());
                ours.next().map(|(call, _)| *call)
            }
        };
        let Some(call) = call else { return };
        self.session.in_flight().finish(call);
        let reply_to = self.running.remove(&call).and_then(|running| running.reply_to);
        let Some(reply_to) = reply_to else { return };
        if let Err(error) = done {
            let why =
                if error.is_cancelled() { "the server is shutting down" } else { "internal error" };
            let error = ErrorObject::internal(format!("the request failed: {why}"));
            self.send(&reply_to, (&mut Err(error)).into());
        }
        self.responded(&reply_to.id);
    }

    /// Handles a message that could not be read: an answer ends its question all the same, and
    /// anything else is refused.
    fn malformed(&mut self, malformed: &Malformed, batch: Option<&Arc<Batch>>) {
        let Some((id, error)) = malformed.as_answer() else {
            return self.refuse(malformed, batch);
        };
        malformed.error.log_refusal(None);
        let id = Some(id.clone());
        let result = &mut None;
        let error = Some(&*error);
        let response = Incoming::Response(IncomingResponse { id, result, error });
        self.message(&response, &Purpose::default(), batch);
    }

    /// Answers a message that could not be read.
    fn refuse(&self, malformed: &Malformed, batch: Option<&Arc<Batch>>) {
        // To other protocols, plain JSON-RPC applies.
        let null_id = self.other.is_some() || self.session.version().has_null_ids();
        refuse(malformed, null_id, batch, &self.outbox);
    }

    fn send(&self, reply_to: &ReplyTo, answer: Observed<'_>) {
        reply_to.send(&self.outbox, &self.server, answer);
    }
}
