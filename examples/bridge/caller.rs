//! The call that what the server behind asks and logs belongs to, and what it hears meanwhile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mcp_runtime::client::ClientBuilder;
use mcp_runtime::protocol::{
    ClientCapability, InputRequest, InputResponse, LoggingMessageParams, ProgressParams,
};
use mcp_runtime::{Context, Error, Result};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinError};
use tokio::time::timeout;

/// What a call is told that did so.
const TOO_LATE: &str = "the question was not answered in time, and other calls wait";

/// How many bytes of news may wait for one call, and what each takes beside its text.
const ROOM: usize = 1024 * 1024;
const NEWS: usize = 256;

/// What a legacy server behind may ask; whether a client can answer it shows when it is asked.
const CAN_BE_ASKED: [ClientCapability; 5] = [
    ClientCapability::ElicitationForm,
    ClientCapability::ElicitationUrl,
    ClientCapability::Sampling,
    ClientCapability::SamplingTools,
    ClientCapability::Roots,
];

/// What a call hears of while it runs.
pub(super) enum News {
    Progress(ProgressParams),
    Log(LoggingMessageParams),
    Unanswered(Error),
}

impl News {
    /// About how many bytes they take. That nobody answered is always told.
    fn bytes(&self) -> usize {
        match self {
            Self::Progress(report) => NEWS + report.message.as_ref().map_or(0, String::len),
            Self::Log(message) => NEWS + message.data.to_string().len(),
            Self::Unanswered(_) => 0,
        }
    }
}

/// Tells a call what happens while it runs, as far as there is room for what it has not heard yet.
#[derive(Clone)]
pub(super) struct Teller {
    sender: mpsc::UnboundedSender<(News, OwnedSemaphorePermit)>,
    room: Arc<Semaphore>,
}

impl Teller {
    pub(super) fn new() -> (Self, mpsc::UnboundedReceiver<(News, OwnedSemaphorePermit)>) {
        let (sender, news) = mpsc::unbounded_channel();
        (Self { sender, room: Arc::new(Semaphore::new(ROOM)) }, news)
    }

    pub(super) fn tell(&self, news: News) {
        let bytes = u32::try_from(news.bytes()).unwrap_or(u32::MAX);
        if let Ok(room) = Arc::clone(&self.room).try_acquire_many_owned(bytes) {
            let _ = self.sender.send((news, room));
        }
    }
}

/// The one call that what the server behind asks and logs belongs to.
#[derive(Clone)]
pub(super) struct Caller {
    turn: Arc<AsyncMutex<()>>,
    current: Arc<Mutex<Option<Call>>>,
    /// How many calls wait for their turn.
    waiting: Arc<watch::Sender<usize>>,
    /// How long a question may keep the others waiting.
    answer: Duration,
}

/// A running call.
struct Call {
    context: Context,
    teller: Teller,
    running: Option<AbortHandle>,
    _turn: OwnedMutexGuard<()>,
}

/// The turn of a call, until it is dropped or given up.
pub(super) struct Turn(Caller, Teller);

impl Turn {
    /// Says what runs behind.
    pub(super) fn runs(&self, request: AbortHandle) {
        if let Some(call) = self.0.current().as_mut().filter(|call| call.is_of(&self.1)) {
            call.running = Some(request);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        drop(self.0.end(&self.1));
    }
}

impl Call {
    fn is_of(&self, teller: &Teller) -> bool {
        self.teller.sender.same_channel(&teller.sender)
    }
}

impl Caller {
    pub(super) fn new(answer: Duration) -> Self {
        Self { turn: Arc::default(), current: Arc::default(), waiting: Arc::default(), answer }
    }

    pub(super) async fn take_turn(&self, context: &Context, teller: &Teller) -> Turn {
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
        let (context, teller) = (context.clone(), teller.clone());
        *self.current() =
            Some(Call { context, teller: teller.clone(), running: None, _turn: turn });
        Turn(self.clone(), teller)
    }

    /// Ends the turn of a call, if it still has it.
    fn end(&self, of: &Teller) -> Option<Call> {
        self.current().take_if(|call| call.is_of(of))
    }

    /// Resolves when others have waited too long for an answer.
    async fn must_give_way(&self) {
        let mut waiting = self.waiting.subscribe();
        while waiting.wait_for(|waiting| *waiting > 0).await.is_ok() {
            if timeout(self.answer, waiting.wait_for(|waiting| *waiting == 0)).await.is_err() {
                return;
            }
        }
    }

    /// Asks the client of the running call.
    async fn ask(&self, question: InputRequest) -> Result<InputResponse> {
        let call = self.current().as_ref().map(|call| (call.context.clone(), call.teller.clone()));
        let (context, teller) = call.ok_or_else(|| Error::other("no call is running"))?;
        let answer = tokio::select! {
            answer = context.ask(question) => answer,
            () = self.must_give_way() => {
                // What it would ask next would go to the client of the next call.
                if let Some(call) = self.end(&teller) {
                    call.running.inspect(AbortHandle::abort);
                }
                Err(Error::other(TOO_LATE))
            }
        };
        // The call ends with it, as if the client had been asked directly.
        answer.map_err(|error| {
            teller.tell(News::Unanswered(error));
            Error::other("nobody answers")
        })
    }

    /// Lets a client answer what the server behind asks with what its own client answers, and
    /// hear what it logs.
    pub(super) fn answering(&self, client: ClientBuilder) -> ClientBuilder {
        let (asked, logged) = (self.clone(), self.clone());
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
                    call.teller.tell(News::Log(message));
                }
            })
    }

    fn current(&self) -> MutexGuard<'_, Option<Call>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error of a call that was ended for the others.
pub(super) fn gave_way(ended: JoinError) -> Error {
    if ended.is_cancelled() { Error::other(TOO_LATE) } else { Error::other(ended) }
}
