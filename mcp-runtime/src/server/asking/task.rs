//! A call that may become a task. Of a task nobody waits for the response: what it asks and learns
//! is kept in a record, and answers come by the record.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Asking;
use super::journal::{Journal, Pending};
use crate::error::Error;
use crate::jsonrpc::ErrorObject;
use crate::protocol::InputRequests;

/// What a call knows of the task that it may become.
#[derive(Default)]
pub(super) struct TaskSide {
    stage: Stage,
    /// The handler itself says when the task begins.
    is_manual: bool,
    /// The handler has come to where the task begins.
    wants: bool,
    /// Counts the keys of its questions, none of which is used twice.
    keys: u64,
    /// Counts the changes of what is open and known: all, those taken to be kept, and those kept.
    changed: u64,
    taken: u64,
    saved: u64,
    /// For how long from now the task is to be kept.
    keep: Option<Duration>,
    /// Whoever waits for something to be kept, or for the task to begin.
    waiting: Vec<Waker>,
}

#[derive(Default)]
enum Stage {
    /// The call is a call.
    #[default]
    Call,
    /// The call may become a task.
    Possible,
    Task {
        id: Arc<str>,
        attempt: u32,
    },
}

impl TaskSide {
    pub(super) fn is_task(&self) -> bool {
        matches!(self.stage, Stage::Task { .. })
    }

    /// Whether the call may become a task.
    fn is_possible(&self) -> bool {
        matches!(self.stage, Stage::Possible)
    }

    /// The number of a question of a task: the one that it had before, where it was asked before.
    pub(super) fn number(&mut self, asked: Option<&Pending>) -> u64 {
        match asked {
            _ if !self.is_task() => 0,
            Some(asked) => asked.number,
            None => {
                self.keys += 1;
                self.keys
            }
        }
    }

    /// What is open, or known, is not what it was.
    pub(super) fn change(&mut self) {
        self.changed += 1;
    }

    pub(super) fn wake_all(&mut self) {
        self.waiting.drain(..).for_each(Waker::wake);
    }
}

/// What a task has asked and learned, as its record has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TaskJournal {
    keys: u64,
    journal: Journal,
    /// The questions that are not answered, by their keys.
    pub(crate) requests: InputRequests,
}

impl TaskJournal {
    /// Takes answers, a JSON object; whether any of them is one to an open question. Others are not
    /// looked at.
    pub(crate) fn answer(&mut self, responses: &str) -> Result<bool, ErrorObject> {
        let answers = self.journal.answers(responses)?;
        let before = self.journal.pending.len();
        self.journal.take_answers(answers);
        let pending = &self.journal.pending;
        self.requests.retain(|key, _| pending.iter().any(|pending| pending.key == *key));
        Ok(pending.len() < before)
    }

    /// Takes what the running call asks and knows. Answers that it has not got yet stay.
    pub(crate) fn take(&mut self, live: Self) {
        let pending = std::mem::take(&mut self.journal.pending);
        let is_open = |key: &str| pending.iter().any(|pending| pending.key == key);
        let (mut open, mut requests) = (Vec::new(), InputRequests::new());
        let mut live_requests = live.requests;
        let mut live_journal = live.journal;
        for asked in std::mem::take(&mut live_journal.pending) {
            let is_new = asked.number > self.keys;
            // One of an earlier run may not have been asked again so far.
            let request = live_requests.remove(&asked.key);
            if let Some(request) = request.or_else(|| self.requests.remove(&asked.key))
                && (is_new || is_open(&asked.key))
            {
                if is_new {
                    self.journal.forget(&asked.mark);
                }
                requests.insert(asked.key.clone(), request);
                open.push(asked);
            }
        }
        self.journal.pending = open;
        self.journal.learn_from(live_journal);
        self.requests = requests;
        self.keys = self.keys.max(live.keys);
    }
}

impl Asking {
    /// The call may become a task, where the handler itself says so or else at once.
    pub(super) fn set_possible(&self, is_manual: bool) {
        let task = &mut self.0.state.lock().round.task;
        (task.stage, task.is_manual) = (Stage::Possible, is_manual);
    }

    /// Whether the notifications of the call may have to go elsewhere, as it may become a task.
    pub(crate) fn may_be_task(&self) -> bool {
        !matches!(self.0.state.lock().round.task.stage, Stage::Call)
    }

    /// Whether the call is a task.
    pub(crate) fn is_task(&self) -> bool {
        self.0.state.lock().round.task.is_task()
    }

    /// The id of the task and how often it was started, if the call is one.
    pub(crate) fn task(&self) -> Option<(Arc<str>, u32)> {
        match &self.0.state.lock().round.task.stage {
            Stage::Task { id, attempt } => Some((Arc::clone(id), *attempt)),
            Stage::Call | Stage::Possible => None,
        }
    }

    /// Whether the handler has come to where its call becomes a task.
    pub(crate) fn wants_task(&self) -> bool {
        self.0.state.lock().round.task.wants
    }

    /// From here on the call is a task; where it cannot become one, it continues as a call.
    pub(crate) async fn detach(&self) {
        poll_fn(|cx| {
            let mut state = self.0.state.lock();
            if state.is_over || !state.round.task.is_possible() {
                return Poll::Ready(());
            }
            state.round.task.wants = true;
            state.round.task.waiting.push(cx.waker().clone());
            state.round.wake();
            Poll::Pending
        })
        .await;
    }

    /// The person has agreed that the handler runs.
    pub(crate) async fn confirmed(&self) {
        let is_manual = self.0.state.lock().round.task.is_manual;
        if !is_manual {
            self.detach().await;
        }
    }

    /// The call is a task, with what is known from earlier runs of it.
    pub(crate) fn become_task(&self, id: Arc<str>, attempt: u32, known: TaskJournal) {
        let round = &mut self.0.state.lock().round;
        round.task.stage = Stage::Task { id, attempt };
        round.task.keys = round.task.keys.max(known.keys);
        round.journal.pending = known.journal.pending.clone();
        round.journal.learn_from(known.journal);
        // What the call has learned before it was a task is kept with it.
        if !round.journal.is_empty() {
            round.task.change();
        }
        round.task.wake_all();
    }

    /// What the call has learned so far, if anything.
    pub(crate) fn learned(&self) -> Option<TaskJournal> {
        let mut journal = self.0.state.lock().round.journal.clone();
        journal.pending.clear();
        let is_empty = journal.is_empty();
        (!is_empty).then(|| TaskJournal { journal, ..TaskJournal::default() })
    }

    /// The call does not become a task.
    pub(crate) fn stay_call(&self) {
        let task = &mut self.0.state.lock().round.task;
        task.stage = Stage::Call;
        task.wake_all();
    }

    /// What the task asks and knows, once that has changed since it was last asked for; who polls the
    /// call is woken then.
    pub(crate) fn poll_changes(&self) -> Poll<TaskJournal> {
        let (keys, not_asked_yet) = {
            let round = &mut self.0.state.lock().round;
            let task = &mut round.task;
            if task.taken == task.changed {
                return Poll::Pending;
            }
            task.taken = task.changed;
            (task.keys, round.journal.pending.clone())
        };
        let (requests, mut journal, _) = self.gather();
        journal.pending.extend(not_asked_yet);
        Poll::Ready(TaskJournal { keys, journal, requests })
    }

    /// What was taken is kept now.
    pub(crate) fn set_saved(&self) {
        let task = &mut self.0.state.lock().round.task;
        task.saved = task.taken;
        task.wake_all();
    }

    /// Waits until what a task has learned is kept, without which it would be done again.
    pub(super) async fn saved(&self) {
        let learned = self.0.state.lock().round.task.changed;
        poll_fn(|cx| {
            let mut state = self.0.state.lock();
            let is_over = state.is_over;
            let task = &mut state.round.task;
            if is_over || !task.is_task() || task.saved >= learned {
                return Poll::Ready(());
            }
            task.waiting.push(cx.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// Asks that the task is kept for this long from now on.
    pub(crate) fn keep_for(&self, time: Duration) {
        let round = &mut self.0.state.lock().round;
        round.task.keep = Some(time);
        round.change();
    }

    pub(crate) fn take_keep(&self) -> Option<Duration> {
        self.0.state.lock().round.task.keep.take()
    }

    /// Takes up the answers in the record of the task.
    pub(crate) fn learn(&self, record: TaskJournal) {
        let mut state = self.0.state.lock();
        state.round.journal.learn_from(record.journal);
        state.hand_out();
    }

    /// Notifies whoever waits for the answer to a question why there is none.
    pub(crate) fn fail(&self, key: &str, error: Error) {
        let state = self.0.state.lock();
        if let Some(open) = state.open.iter().find(|open| open.is_called(key)) {
            open.slot.fill(Err(error));
        }
    }
}
