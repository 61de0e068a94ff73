//! One request that is relayed to the server behind.

#![expect(deprecated, reason = "log messages of older servers are passed on")]

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::protocol::ProgressParams;
use mcp_runtime::{Context, Error, Result};
use mcp_runtime_client::{Client, RequestBuilder, RoundResult};
use serde::de::DeserializeOwned;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::behind::{Behind, Link};
use crate::events::{CallEvent, EventSender};
use crate::hops;
use crate::turns::{CallTurn, gave_way};

/// How long to wait for a response: the clients in front decide when to give up.
const RESPONSE: Duration = Duration::from_secs(60 * 60);

/// How long a call waits for its turn to get the log messages of a server of 2026-07-28.
const LOG_TURN: Duration = Duration::from_secs(30);

/// How long a client may take to read an event.
const READ: Duration = Duration::from_secs(30);

/// Passes a request on, with its questions, progress, log messages and cancellation.
///
/// # Errors
///
/// When the server behind cannot be reached, or answers with an error.
pub(crate) async fn relay<T>(
    behind: Arc<Behind>,
    context: Context,
    name: &str,
    request: impl Fn(&Client) -> RequestBuilder<T>,
) -> Result<T>
where
    T: DeserializeOwned + Send + 'static,
{
    let hops = hops::count(&context)?;
    let link = behind.link(&context).await?;
    let (sender, mut events) = EventSender::new();
    let call = RelayedCall { link, context, events: sender, hops };
    let mut turn = call.take_turn().await;
    let mut responses = JoinSet::new();
    call.send(&mut responses, turn.as_ref(), request(&call.link.client));
    loop {
        let responded = tokio::select! {
            biased;
            Some((event, _room)) = events.recv() => {
                Box::pin(event.pass_on(&call.context, READ)).await?;
                continue;
            }
            Some(responded) = responses.join_next() => responded,
        };
        // Events before the response are passed on before it.
        while let Ok((event, _room)) = events.try_recv() {
            Box::pin(event.pass_on(&call.context, READ)).await?;
        }
        let round = responded.map_err(gave_way)?;
        match round.map_err(|error| behind.failed(&call.link, name, error))? {
            RoundResult::Complete(result) => return Ok(result),
            RoundResult::InputRequired(asked) => {
                let questions = asked.input_requests.unwrap_or_default();
                // Nothing runs behind meanwhile.
                drop(turn.take());
                let answers = Box::pin(call.context.ask_all(questions)).await?;
                let state = asked.request_state.as_deref();
                turn = call.take_turn().await;
                let again = request(&call.link.client).answers(&answers, state);
                call.send(&mut responses, turn.as_ref(), again);
            }
            _ => {
                return Err(Error::other(
                    "the relayed server returned an unexpected kind of result",
                ));
            }
        }
    }
}

/// A request of a client in front.
struct RelayedCall {
    link: Link,
    context: Context,
    events: EventSender,
    hops: u64,
}

impl RelayedCall {
    /// Waits until no other call is running, if questions and log messages of the server behind do
    /// not identify their call.
    async fn take_turn(&self) -> Option<CallTurn> {
        let Self { link: Link { client, turns, .. }, context, events, .. } = self;
        if !client.version().is_modern() {
            return Some(turns.take_turn(context, events).await);
        }
        // Only its log messages do not. A call goes without them rather than wait for long.
        context.log().level()?;
        timeout(LOG_TURN, turns.take_turn(context, events)).await.ok()
    }

    /// Sends the request to the server behind.
    fn send<T>(
        &self,
        responses: &mut JoinSet<Result<RoundResult<T>>>,
        turn: Option<&CallTurn>,
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
        let request = request
            .meta(hops::KEY, self.hops)
            .capabilities(&self.context.client().capabilities)
            .on_progress(report)
            .timeout(RESPONSE);
        let running = responses.spawn(request.once().into_future());
        turn.inspect(|turn| turn.runs(running));
    }
}
