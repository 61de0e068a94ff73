//! The client's end of a connection in memory: requests find their answers here.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::rounds::SharedUser;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::protocol::{CancelledParams, Method};
use crate::server::Server;

/// A notification that arrived.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Notification {
    /// The name of the method.
    pub method: String,
    /// The parameters; null where there are none.
    pub params: Value,
}

/// Connections to servers that run in tasks of their own, of which requests take turns.
pub(super) struct Wire {
    inbox: Arc<Inbox>,
    lines: Vec<Line>,
    next_id: AtomicUsize,
}

/// A connection to one server.
struct Line {
    outgoing: mpsc::UnboundedSender<Value>,
    task: JoinHandle<Result<()>>,
}

/// What came from the server, and who waits for it.
#[derive(Default)]
struct Inbox {
    state: Mutex<State>,
    arrived: Notify,
}

#[derive(Default)]
struct State {
    waiting: HashMap<RequestId, oneshot::Sender<Result<Box<RawValue>>>>,
    notifications: VecDeque<Notification>,
    ended: bool,
}

/// Any message of a server.
#[derive(Deserialize)]
struct Message {
    id: Option<RequestId>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    result: Option<Box<RawValue>>,
    error: Option<ErrorObject>,
}

impl Wire {
    pub(super) fn open(servers: Vec<Server>, user: &SharedUser) -> Self {
        let inbox = Arc::new(Inbox::default());
        let open = |server| Line::open(server, &inbox, user.clone());
        let lines = servers.into_iter().map(open).collect();
        Self { inbox, lines, next_id: AtomicUsize::new(0) }
    }

    pub(super) async fn request(&self, method: &str, params: Value) -> Result<Box<RawValue>> {
        let number = self.next_id.fetch_add(1, Ordering::Relaxed);
        let line = self.lines.get(number % self.lines.len()).ok_or_else(Error::closed)?;
        let id = RequestId::from(i64::try_from(number).unwrap_or_default());
        let answer = self.inbox.expect(id.clone())?;
        let mut pending = Pending { inbox: &self.inbox, line, id: Some(id.clone()) };
        line.send(json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let answer = answer.await.unwrap_or_else(|_| Err(Error::closed()));
        pending.id = None;
        answer
    }

    pub(super) fn notify(&self, method: &str, params: &Value) {
        for line in &self.lines {
            line.notify(method, params);
        }
    }

    pub(super) fn notifications(&self) -> Vec<Notification> {
        self.inbox.lock().notifications.drain(..).collect()
    }

    pub(super) async fn next_notification(&self) -> Result<Notification> {
        loop {
            let arrived = self.inbox.arrived.notified();
            {
                let mut state = self.inbox.lock();
                if let Some(notification) = state.notifications.pop_front() {
                    return Ok(notification);
                }
                if state.ended {
                    return Err(Error::closed());
                }
            }
            arrived.await;
        }
    }

    pub(super) async fn close(self) -> Result<()> {
        for Line { outgoing, task } in self.lines {
            drop(outgoing);
            task.await.unwrap_or_else(|error| Err(Error::other(error.to_string())))?;
        }
        Ok(())
    }
}

impl Line {
    fn open(server: Server, inbox: &Arc<Inbox>, user: SharedUser) -> Self {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (input, output) = tokio::io::split(ours);
        let (server_input, server_output) = tokio::io::split(theirs);
        let (outgoing, messages) = mpsc::unbounded_channel();
        // The end of the input is when nobody else can send any more.
        let answers = outgoing.downgrade();
        let filling = Filling { inbox: Arc::clone(inbox), user, answers };
        let read = read(input, filling);
        let task = tokio::spawn(async move {
            let serve = server.serve(server_input, server_output);
            tokio::join!(serve, read, write(output, messages)).0
        });
        Self { outgoing, task }
    }

    fn notify(&self, method: &str, params: &Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// A message to a server that has ended is lost; who waits for an answer learns it.
    fn send(&self, message: Value) {
        let _ = self.outgoing.send(message);
    }
}

/// A request without an answer yet; dropped, it is cancelled.
struct Pending<'a> {
    inbox: &'a Inbox,
    line: &'a Line,
    id: Option<RequestId>,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            self.inbox.lock().waiting.remove(&id);
            let params = json!(CancelledParams::new(id));
            self.line.notify(Method::Cancelled.name(), &params);
        }
    }
}

impl Inbox {
    fn expect(&self, id: RequestId) -> Result<oneshot::Receiver<Result<Box<RawValue>>>> {
        let mut state = self.lock();
        if state.ended {
            return Err(Error::closed());
        }
        let (sender, receiver) = oneshot::channel();
        state.waiting.insert(id, sender);
        Ok(receiver)
    }

    fn take(&self, message: Message) {
        let mut state = self.lock();
        if let Some(method) = message.method {
            let params = message.params;
            state.notifications.push_back(Notification { method, params });
            self.arrived.notify_waiters();
            return;
        }
        let answer = |error: Option<ErrorObject>| match (error, message.result) {
            (Some(error), _) => Err(error.into()),
            (None, Some(result)) => Ok(result),
            (None, None) => Err(Error::other("the server answered nothing")),
        };
        match message.id {
            Some(id) => {
                if let Some(waiting) = state.waiting.remove(&id) {
                    let _ = waiting.send(answer(message.error));
                }
            }
            // The server could not read a message; whose it was nobody can know.
            None => {
                for (_, waiting) in state.waiting.drain() {
                    let error = message.error.clone().map_or_else(Error::closed, Error::from);
                    let _ = waiting.send(Err(error));
                }
            }
        }
    }

    fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        state.waiting.clear();
        self.arrived.notify_waiters();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn read(input: impl AsyncRead + Unpin, filling: Filling) {
    let mut lines = BufReader::new(input).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        match serde_json::from_str(&line) {
            Ok(message) => filling.take(message),
            Err(error) => tracing::error!(%error, line, "the server sent no message"),
        }
    }
}

/// An inbox with something to come; whatever ends that, a panic even, nobody waits any longer.
struct Filling {
    inbox: Arc<Inbox>,
    user: SharedUser,
    answers: mpsc::WeakUnboundedSender<Value>,
}

impl Filling {
    fn take(&self, message: Message) {
        let (Some(id), Some(method)) = (&message.id, &message.method) else {
            return self.inbox.take(message);
        };
        let answer = match self.user.answer_request(method, &message.params) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
        };
        if let Some(answers) = self.answers.upgrade() {
            let _ = answers.send(answer);
        }
    }
}

impl Drop for Filling {
    fn drop(&mut self) {
        self.inbox.end();
    }
}

async fn write(mut output: impl AsyncWrite + Unpin, mut messages: mpsc::UnboundedReceiver<Value>) {
    while let Some(message) = messages.recv().await {
        let line = format!("{message}\n");
        if output.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
    // The server reads the end of its input.
    let _ = output.shutdown().await;
}
