//! One call that is relayed to the server behind.

use std::time::Duration;

use mcp_runtime::protocol::ProgressParams;
use mcp_runtime::{Context, Error, Result};
use mcp_runtime_client::{Client, RequestBuilder, RoundResult};
use serde::de::DeserializeOwned;
use tokio::task::JoinSet;

use crate::Behind;
use crate::caller::{Turn, gave_way};
use crate::events::{CallEvent, EventSender};

/// How long to wait for a reply: the clients in front decide when to give up.
const REPLY: Duration = Duration::from_secs(60 * 60);

/// How long a client may take to read an event.
const READ: Duration = Duration::from_secs(30);

/// Passes a request on, with its questions, progress, log messages and cancellation.
pub(super) async fn relay<T>(
    behind: Behind,
    context: Context,
    request: impl Fn(&Client) -> RequestBuilder<T>,
) -> Result<T>
where
    T: DeserializeOwned + Send + 'static,
{
    let (sender, mut events) = EventSender::new();
    let call = Call { behind, context, events: sender };
    let mut turn = call.take_turn().await;
    let mut replies = JoinSet::new();
    call.send(&mut replies, turn.as_ref(), request(&call.behind.client));
    loop {
        let replied = tokio::select! {
            biased;
            Some((event, _room)) = events.recv() => {
                event.pass_on(&call.context, READ).await?;
                continue;
            }
            Some(replied) = replies.join_next() => replied,
        };
        // Events before the reply are passed on before it.
        while let Ok((event, _room)) = events.try_recv() {
            event.pass_on(&call.context, READ).await?;
        }
        match replied.map_err(gave_way)?? {
            RoundResult::Complete(result) => return Ok(result),
            RoundResult::InputRequired(asked) => {
                let questions = asked.input_requests.unwrap_or_default();
                // Nothing runs behind meanwhile.
                drop(turn.take());
                let answers = call.context.ask_all(questions).await?;
                let state = asked.request_state.as_deref();
                turn = call.take_turn().await;
                let again = request(&call.behind.client).answers(&answers, state);
                call.send(&mut replies, turn.as_ref(), again);
            }
            _ => return Err(Error::other("the backend server returned another kind of result")),
        }
    }
}

/// A call from a client in front.
struct Call {
    behind: Behind,
    context: Context,
    events: EventSender,
}

impl Call {
    /// Waits until no other call is running, if questions and log messages of the server behind do
    /// not identify their call.
    async fn take_turn(&self) -> Option<Turn> {
        let Behind { client, caller } = &self.behind;
        // A legacy server does not identify the call of questions and log messages, and a modern
        // one not that of log messages.
        let needs_turn = !client.version().is_modern() || self.context.log().level().is_some();
        if needs_turn { Some(caller.take_turn(&self.context, &self.events).await) } else { None }
    }

    /// Sends the request to the server behind.
    fn send<T>(
        &self,
        replies: &mut JoinSet<Result<RoundResult<T>>>,
        turn: Option<&Turn>,
        mut request: RequestBuilder<T>,
    ) where
        T: DeserializeOwned + Send + 'static,
    {
        if let Some(level) = self.context.log().level() {
            request = request.log_level(level);
        }
        let events = self.events.clone();
        let report = move |report: &ProgressParams| {
            events.send(CallEvent::Progress(report.clone()));
        };
        let request = request.capabilities(&self.context.client().capabilities).on_progress(report);
        let running = replies.spawn(request.timeout(REPLY).once().into_future());
        turn.inspect(|turn| turn.runs(running));
    }
}
