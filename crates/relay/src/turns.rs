//! The turns of the calls on a connection.
//!
//! A server of an older revision does not say for which of several calls it asks or logs. Such calls
//! run one after the other, and one that waits too long for an answer gives way.

use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use mcp_runtime::protocol::{ClientCapability, InputRequest, InputResponse};
use mcp_runtime::{Context, Error, Result};
use mcp_runtime_client::ClientBuilder;
use mcp_runtime_protocol::sync::Mutex;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, watch};
use tokio::task::{AbortHandle, JoinError};
use tokio::time::timeout;

use crate::events::{CallEvent, EventSender};

/// The error of a call whose client answered too late.
const TOO_LATE: &str = "the question was not answered in time, and other calls are waiting";

/// The capabilities that a legacy server behind may use; whether a client has them is only known
/// when it is asked.
const CAN_BE_ASKED: [ClientCapability; 5] = [
    ClientCapability::ElicitationForm,
    ClientCapability::ElicitationUrl,
    ClientCapability::Sampling,
    ClientCapability::SamplingTools,
    ClientCapability::Roots,
];

/// Whose turn it is: the one call of a connection to which questions and log messages belong.
#[derive(Clone)]
pub(crate) struct CallTurns {
    turn: Arc<AsyncMutex<()>>,
    current: Arc<Mutex<Option<RunningCall>>>,
    /// How many calls wait for their turn.
    waiting: Arc<watch::Sender<usize>>,
    /// How long a question may keep the others waiting.
    answer_timeout: Duration,
}

/// A running call.
struct RunningCall {
    context: Context,
    events: EventSender,
    running: Option<AbortHandle>,
    _turn: OwnedMutexGuard<()>,
}

/// The turn of a call, until it is dropped or given up.
pub(crate) struct CallTurn(CallTurns, EventSender);

impl CallTurn {
    /// Sets the request that runs behind.
    pub(crate) fn runs(&self, request: AbortHandle) {
        if let Some(call) = self.0.current().as_mut().filter(|call| call.events.is_of(&self.1)) {
            call.running = Some(request);
        }
    }
}

impl Drop for CallTurn {
    fn drop(&mut self) {
        drop(self.0.end(&self.1));
    }
}

impl CallTurns {
    pub(crate) fn new(answer_timeout: Duration) -> Self {
        Self {
            turn: Arc::default(),
            current: Arc::default(),
            waiting: Arc::default(),
            answer_timeout,
        }
    }

    pub(crate) async fn take_turn(&self, context: &Context, events: &EventSender) -> CallTurn {
        struct Waits<'a>(&'a watch::Sender<usize>);

        impl Drop for Waits<'_> {
            fn drop(&mut self) {
                self.0.send_modify(|waiting| *waiting -= 1);
            }
        }

        self.waiting.send_modify(|waiting| *waiting += 1);
        let waits = Waits(&self.waiting);
        let turn = Arc::clone(&self.turn).lock_owned().await;
        drop(waits);
        let context = context.clone();
        let events = events.clone();
        *self.current() =
            Some(RunningCall { context, events: events.clone(), running: None, _turn: turn });
        CallTurn(self.clone(), events)
    }

    /// Ends the turn of a call, if it still has it.
    fn end(&self, of: &EventSender) -> Option<RunningCall> {
        self.current().take_if(|call| call.events.is_of(of))
    }

    /// Resolves when others have waited too long for an answer.
    async fn must_give_way(&self) {
        let mut waiting = self.waiting.subscribe();
        while waiting.wait_for(|waiting| *waiting > 0).await.is_ok() {
            if timeout(self.answer_timeout, waiting.wait_for(|waiting| *waiting == 0))
                .await
                .is_err()
            {
                return;
            }
        }
    }

    /// Forwards a question to the client of the running call.
    async fn ask(&self, question: InputRequest) -> Result<InputResponse> {
        let call = self.current().as_ref().map(|call| (call.context.clone(), call.events.clone()));
        let (context, events) = call.ok_or_else(|| Error::other("no call is running"))?;
        let answer = tokio::select! {
            answer = context.ask(question) => answer,
            () = self.must_give_way() => {
                // Its next question would go to the client of the next call.
                if let Some(call) = self.end(&events) {
                    call.running.inspect(AbortHandle::abort);
                }
                Err(Error::other(TOO_LATE))
            }
        };
        // The call ends with it, as if the client had been asked directly.
        answer.map_err(|error| {
            events.send(CallEvent::Unanswered(error));
            Error::other("the question was not answered")
        })
    }

    /// Makes a client answer questions of the server behind with the answers of the running call's
    /// client, and forward its log messages.
    pub(crate) fn answering(&self, client: ClientBuilder) -> ClientBuilder {
        let asked = self.clone();
        let logged = self.clone();
        client
            .capabilities(CAN_BE_ASKED.into_iter().collect())
            .on_question(move |question| {
                let asked = asked.clone();
                async move { asked.ask(question).await }
            })
            .on_notification(move |method, params| {
                if method == "notifications/message"
                    && let Some(call) = &*logged.current()
                    && let Ok(message) = serde_json::from_value(params.clone())
                {
                    call.events.send(CallEvent::Log(message));
                }
            })
    }

    fn current(&self) -> MutexGuard<'_, Option<RunningCall>> {
        self.current.lock()
    }
}

/// The error of a call that was ended in favour of others.
pub(crate) fn gave_way(ended: JoinError) -> Error {
    if ended.is_cancelled() { Error::other(TOO_LATE) } else { Error::other(ended) }
}
