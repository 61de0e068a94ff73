//! A call that may become a task. No request waits for the response of a task: what it asks and
//! learns is stored in a record, and answers arrive through the record.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::CallQuestions;
use super::journal::{Journal, PendingQuestion};
use crate::error::Error;
use crate::jsonrpc::ErrorObject;
use crate::protocol::InputRequests;

/// The state of a call that concerns the task it may become.
#[derive(Default)]
pub(super) struct TaskSide {
    stage: Stage,
    /// Whether the handler itself decides when the task begins.
    is_manual: bool,
    /// Whether the handler has reached the point where the task begins.
    wants: bool,
    /// The number of keys used for its questions; no key is used twice.
    keys: u64,
    /// Counters of changes to the questions and answers: all, those taken to be saved, those saved.
    changed: u64,
    taken: u64,
    saved: u64,
    /// How long the task is to be kept from now on.
    keep: Option<Duration>,
    /// Woken when changes are saved, or when the task begins.
    waiting: Vec<Waker>,
}

#[derive(Default)]
enum Stage {
    /// The call is a plain call.
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

    /// The number of a question of a task; one that was asked before keeps its number.
    pub(super) fn number(&mut self, asked: Option<&PendingQuestion>) -> u64 {
        match asked {
            _ if !self.is_task() => 0,
            Some(asked) => asked.number,
            None => {
                self.keys += 1;
                self.keys
            }
        }
    }

    /// Notes that the open questions or the known answers have changed.
    pub(super) fn change(&mut self) {
        self.changed += 1;
    }

    pub(super) fn wake_all(&mut self) {
        self.waiting.drain(..).for_each(Waker::wake);
    }
}

/// What a task has asked and learned, as stored in its record.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TaskJournal {
    keys: u64,
    journal: Journal,
    /// The questions that are not answered, by their keys.
    pub(crate) requests: InputRequests,
}

impl TaskJournal {
    /// Takes answers from a JSON object; returns whether any of them answers an open question.
    /// Others are ignored.
    #[inline]
    pub(crate) fn answer(&mut self, responses: &str) -> Result<bool, ErrorObject> {
        let answers = self.journal.answers(responses)?;
        let before = self.journal.pending.len();
        self.journal.take_answers(answers);
        let pending = &self.journal.pending;
        self.requests.retain(|key, _| pending.iter().any(|pending| pending.key == *key));
        Ok(pending.len() < before)
    }

    /// Merges what the running call asks and knows. Answers that have not reached it yet are kept.
    #[inline]
    pub(crate) fn take(&mut self, live: Self) {
        let pending = std::mem::take(&mut self.journal.pending);
        let is_open = |key: &str| pending.iter().any(|pending| pending.key == key);
        let mut open = Vec::new();
        let mut requests = InputRequests::new();
        let mut live_requests = live.requests;
        let mut live_journal = live.journal;
        for asked in std::mem::take(&mut live_journal.pending) {
            let is_new = asked.number > self.keys;
            // A question of an earlier run may not have been asked again yet.
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

impl CallQuestions {
    /// Lets the call become a task: when the handler says so if `is_manual`, otherwise at once.
    pub(super) fn set_possible(&self, is_manual: bool) {
        let task = &mut self.0.state.lock().round.task;
        (task.stage, task.is_manual) = (Stage::Possible, is_manual);
    }

    /// Whether the call is, or may become, a task, so that its notifications may have to go
    /// elsewhere.
    pub(crate) fn may_be_task(&self) -> bool {
        !matches!(self.0.state.lock().round.task.stage, Stage::Call)
    }

    /// Whether the call is a task.
    pub(crate) fn is_task(&self) -> bool {
        self.0.state.lock().round.task.is_task()
    }

    /// The id of the task and the number of its attempts, if the call is one.
    pub(crate) fn task(&self) -> Option<(Arc<str>, u32)> {
        match &self.0.state.lock().round.task.stage {
            Stage::Task { id, attempt } => Some((Arc::clone(id), *attempt)),
            Stage::Call | Stage::Possible => None,
        }
    }

    /// Whether the handler has reached the point where its call becomes a task.
    pub(crate) fn wants_task(&self) -> bool {
        self.0.state.lock().round.task.wants
    }

    /// Waits until the call has become a task; if it cannot become one, it continues as a call.
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

    /// Continues after the user has confirmed that the handler may run.
    pub(crate) async fn confirmed(&self) {
        let is_manual = self.0.state.lock().round.task.is_manual;
        if !is_manual {
            self.detach().await;
        }
    }

    /// Makes the call a task, with what earlier runs of it have learned.
    #[inline]
    pub(crate) fn become_task(&self, id: Arc<str>, attempt: u32, known: TaskJournal) {
        let round = &mut self.0.state.lock().round;
        round.task.stage = Stage::Task { id, attempt };
        round.task.keys = round.task.keys.max(known.keys);
        round.journal.pending = known.journal.pending.clone();
        round.journal.learn_from(known.journal);
        // What the call has learned before it was a task is saved with it.
        if !round.journal.is_empty() {
            round.task.change();
        }
        round.task.wake_all();
    }

    /// What the call has learned so far, if anything.
    #[inline]
    pub(crate) fn task_journal(&self) -> Option<TaskJournal> {
        let mut journal = self.0.state.lock().round.journal.clone();
        journal.pending.clear();
        let is_empty = journal.is_empty();
        (!is_empty).then(|| TaskJournal { journal, ..TaskJournal::default() })
    }

    /// Keeps the call from becoming a task.
    pub(crate) fn stay_call(&self) {
        let task = &mut self.0.state.lock().round.task;
        task.stage = Stage::Call;
        task.wake_all();
    }

    /// Polls for what the task asks and knows, once that has changed since the last poll; a change
    /// wakes the task that polls the call.
    #[inline]
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

    /// Notes that the changes that were taken are saved.
    pub(crate) fn set_saved(&self) {
        let task = &mut self.0.state.lock().round.task;
        task.saved = task.taken;
        task.wake_all();
    }

    /// Waits until what a task has learned is saved; otherwise it could be done again.
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

    /// Requests that the task be kept for this long from now on.
    pub(crate) fn keep_for(&self, time: Duration) {
        let round = &mut self.0.state.lock().round;
        round.task.keep = Some(time);
        round.change();
    }

    pub(crate) fn take_keep(&self) -> Option<Duration> {
        self.0.state.lock().round.task.keep.take()
    }

    /// Applies the answers in the record of the task.
    #[inline]
    pub(crate) fn learn(&self, record: TaskJournal) {
        let mut state = self.0.state.lock();
        state.round.journal.learn_from(record.journal);
        state.hand_out();
    }

    /// Fails the question with this key with an error.
    #[inline]
    pub(crate) fn fail(&self, key: &str, error: Error) {
        let state = self.0.state.lock();
        if let Some(open) = state.open.iter().find(|open| open.is_called(key)) {
            open.slot.fill(Err(error));
        }
    }
}
