//! The turn of a call, where a tool limits how many of its calls run at the same time: the call has
//! one while its handler works, and gives it back while it waits for answers.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use super::CallQuestions;
use crate::server::Response;
use crate::server::rate_limit::{ToolTurns, Turn};
use crate::server::response::BoxFuture;

/// The state of a call that concerns its turn.
#[derive(Default)]
pub(super) struct Pace {
    /// What the handler runs by, until it begins.
    turns: Option<(ToolTurns, Option<Duration>)>,
    turn: Option<Turn>,
    /// Whether the handler waits for a turn.
    pub(super) is_waiting: bool,
}

/// Runs a handler in turns.
pub(crate) struct PacedCall {
    asking: CallQuestions,
    turns: ToolTurns,
    timeout: Option<Duration>,
}

impl CallQuestions {
    /// Makes the handler run in turns, the first of which it may have already.
    pub(crate) fn set_turns(
        &self,
        turns: ToolTurns,
        timeout: Option<Duration>,
        turn: Option<Turn>,
    ) {
        self.0.state.lock().pace = Pace { turns: Some((turns, timeout)), turn, is_waiting: false };
    }

    /// What the handler has to run by, if it runs in turns and has not begun.
    pub(crate) fn paced(&self) -> Option<PacedCall> {
        let (turns, timeout) = self.0.state.lock().pace.turns.take()?;
        Some(PacedCall { asking: self.clone(), turns, timeout })
    }

    /// Takes the turn from the call: whoever holds it decides when it ends.
    pub(crate) fn take_turn(&self) -> Option<Turn> {
        self.0.state.lock().pace.turn.take()
    }

    fn set_waiting(&self, is_waiting: bool) {
        self.0.state.lock().pace.is_waiting = is_waiting;
    }
}

impl PacedCall {
    /// Runs the handler.
    pub(crate) async fn run(self, mut handler: BoxFuture<Response>) -> Response {
        loop {
            if let Err(refused) = self.take().await {
                return refused;
            }
            let done = poll_fn(|cx| match handler.as_mut().poll(cx) {
                Poll::Pending if self.asking.has_questions() => Poll::Ready(None),
                poll => poll.map(Some),
            })
            .await;
            match done {
                Some(response) => return response,
                None => drop(self.asking.take_turn()),
            }
            woken().await;
        }
    }

    /// Waits for a turn, unless the call has one.
    async fn take(&self) -> Result<(), Response> {
        let Self { asking, turns, timeout } = self;
        if asking.0.state.lock().pace.turn.is_some() {
            return Ok(());
        }
        let _waiting = WaitGuard::new(asking);
        // No request waits for a task.
        let turn = turns.wait(&asking.0.request.caller, *timeout, || asking.is_task()).await?;
        asking.0.state.lock().pace.turn = Some(turn);
        Ok(())
    }
}

/// The turn ends with the call, even if something else still holds its questions.
impl Drop for PacedCall {
    fn drop(&mut self) {
        drop(self.asking.take_turn());
    }
}

/// Marks a call as one that waits for its turn.
struct WaitGuard<'a>(&'a CallQuestions);

impl<'a> WaitGuard<'a> {
    fn new(asking: &'a CallQuestions) -> Self {
        asking.set_waiting(true);
        Self(asking)
    }
}

impl Drop for WaitGuard<'_> {
    fn drop(&mut self) {
        self.0.set_waiting(false);
    }
}

/// Resolves when the task is woken, by what the handler waits for.
async fn woken() {
    let mut is_woken = false;
    poll_fn(
        |_| if std::mem::replace(&mut is_woken, true) { Poll::Ready(()) } else { Poll::Pending },
    )
    .await;
}
