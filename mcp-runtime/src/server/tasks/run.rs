//! Runs a task, and stores what its call asks, learns and returns in its record.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

use super::TaskManager;
use super::live::LiveTask;
use super::record::{LONGEST_OUTCOME, Outcome, Stage, TaskRecord};
use super::records::{Change, ChangeError, POLL_INTERVAL};
use super::session::TaskSession;
use crate::clock::millis;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::RawAnswer;
use crate::protocol::InputRequests;
use crate::server::asking::{SuspendableCall, TaskJournal};
use crate::server::{Response, Server};
use crate::store::StoreError;

/// The minimum interval between writes of the status message of a task.
const MESSAGES: Duration = Duration::from_secs(1);

/// The delay before a store that failed is retried.
const STORE_RETRY_DELAY: Duration = Duration::from_secs(1);

/// A running task, and the manager that runs it.
struct Run {
    tasks: Arc<TaskManager>,
    server: Server,
    live: Arc<LiveTask>,
    attempt: u32,
    expires: Instant,
    /// When the next status message may be written.
    next_message: Instant,
    /// When the record is read again.
    next_poll: Instant,
}

enum Event {
    Done(Response),
    /// The questions or the known answers of the call have changed.
    Changed(TaskJournal),
    /// The client of a core task has answered the question with this key.
    Answered(String, RawAnswer),
    /// The handler, or a request, wants to update the record.
    Updated,
    /// Another process may have received answers, or cancelled the task.
    Poll,
    Expired,
}

impl TaskManager {
    /// Runs a task to its end.
    #[inline]
    pub(super) async fn run(
        self: Arc<Self>,
        server: Server,
        live: Arc<LiveTask>,
        mut call: SuspendableCall,
        expires: Instant,
        attempt: u32,
    ) {
        let next_message = Instant::now();
        let next_poll = Instant::now() + POLL_INTERVAL;
        let mut run = Run { tasks: self, server, live, attempt, expires, next_message, next_poll };
        loop {
            let continues = match run.next(&mut call).await {
                Event::Done(response) => {
                    run.finish(response).await;
                    false
                }
                Event::Changed(journal) => run.save(journal).await,
                Event::Answered(key, answer) => run.answer(&key, answer).await,
                Event::Updated => run.update().await,
                Event::Poll => run.poll_record().await,
                Event::Expired => {
                    run.expire().await;
                    false
                }
            };
            if !continues {
                break;
            }
        }
        // First drop the handler, then withdraw its questions: they are not answered any more.
        drop(call);
        run.close();
    }
}

impl Run {
    #[inline]
    async fn next(&mut self, call: &mut SuspendableCall) -> Event {
        let LiveTask { asking, updates, session, .. } = &*self.live;
        let answered = TaskSession::next_answer(session.as_deref());
        let wants = updates.with(|wanted| wanted.message.is_some());
        tokio::select! {
            biased;
            () = sleep_until(self.expires) => Event::Expired,
            response = call => Event::Done(response),
            // The call wakes this when something changes.
            journal = poll_fn(|_| asking.poll_changes()) => Event::Changed(journal),
            (key, answer) = answered => Event::Answered(key, answer),
            () = updates.added.notified() => Event::Updated,
            () = sleep_until(self.next_poll), if self.tasks.settings.store.is_shared() => Event::Poll,
            () = sleep_until(self.next_message), if wants => Event::Updated,
        }
    }

    /// Stores the questions and answers of the call; returns whether the task continues.
    #[inline]
    async fn save(&mut self, journal: TaskJournal) -> bool {
        let keep = self.live.asking.take_keep();
        let max_ttl = millis(self.tasks.settings.max_ttl);
        let saved = self
            .change(&mut |record| {
                record.take(journal.clone());
                if let Some(keep) = keep {
                    let age = record.now.saturating_sub(record.made_at);
                    let ttl = age.saturating_add(millis(keep)).min(max_ttl);
                    record.head.ttl = record.head.ttl.max(ttl);
                }
                true
            })
            .await;
        let Some(record) = saved else { return false };
        self.expires = Instant::now() + record.left();
        self.live.asking.set_saved();
        // An answer may have arrived after the record was read that the call continues from, and
        // before other processes could know that the call runs here.
        self.learn(record)
    }

    /// Stores the answer of the client of a core task.
    #[inline]
    async fn answer(&mut self, key: &str, answer: RawAnswer) -> bool {
        let answer = match answer {
            Ok(answer) => answer,
            // The session is gone: another one may ask again.
            Err(error) if error.is_closed() => return true,
            Err(error) => {
                self.live.asking.fail(key, error);
                return true;
            }
        };
        let answers = serde_json::json!({ key: answer }).to_string();
        let answered = self.change(&mut |record| record.answer(&answers).unwrap_or(false)).await;
        answered.is_some_and(|record| self.learn(record))
    }

    /// Applies the updates that the handler and requests want; returns whether the task continues.
    #[inline]
    async fn update(&mut self) -> bool {
        let now = Instant::now();
        let (message, is_changed) = self.live.updates.with(|wanted| {
            let message = wanted.message.take_if(|_| now >= self.next_message);
            (message, std::mem::take(&mut wanted.is_changed))
        });
        if let Some(message) = message {
            self.next_message = now + MESSAGES;
            let mut set_message = |record: &mut TaskRecord| {
                record.head.message = Some(message.clone());
                true
            };
            if self.change(&mut set_message).await.is_none() {
                return false;
            }
        }
        !is_changed || self.poll_record().await
    }

    /// Reads what others have written to the record; returns whether the task continues.
    #[inline]
    async fn poll_record(&mut self) -> bool {
        let record = self.change(&mut |_| false).await;
        self.next_poll = Instant::now() + POLL_INTERVAL;
        record.is_some_and(|record| self.learn(record))
    }

    /// Passes the answers in the record to the call.
    #[inline]
    fn learn(&self, record: TaskRecord) -> bool {
        self.ask(&record);
        self.live.asking.learn(record.journal);
        true
    }

    /// Ends the task with the response of its call.
    #[inline]
    async fn finish(&mut self, response: Response) {
        let (mut stage, mut message, mut outcome) = Outcome::of(response);
        let bytes = serde_json::to_vec(&outcome).map_or(0, |json| json.len());
        if bytes > LONGEST_OUTCOME {
            (stage, message, outcome) = Outcome::too_long(bytes);
        }
        self.end(stage, message, outcome).await;
    }

    #[inline]
    async fn expire(&mut self) {
        let error = ErrorObject::internal("the task timed out");
        let (stage, message, outcome) = Outcome::failed(error);
        self.end(stage, message, outcome).await;
    }

    #[inline]
    async fn end(&mut self, stage: Stage, message: Option<String>, outcome: Outcome) {
        // The last report of the handler may not have been written yet.
        let message = message.or_else(|| self.live.updates.with(|wanted| wanted.message.take()));
        let mut end =
            |record: &mut TaskRecord| record.end(stage, message.clone(), Some(outcome.clone()));
        if let Some(record) = self.change(&mut end).await {
            self.set_ended(&record).await;
        }
    }

    #[inline]
    async fn set_ended(&self, record: &TaskRecord) {
        if let Err(error) = self.tasks.records.set_ended(record).await {
            tracing::warn!(%error, "could not remove an ended task from the list of running tasks");
        }
    }

    /// Changes the record; `None` if the task no longer runs here. A task whose record cannot be
    /// stored fails.
    #[inline]
    async fn change(&mut self, change: Change<'_>) -> Option<TaskRecord> {
        match self.try_change(change).await {
            Ok(record) => record,
            Err(why) => {
                tracing::warn!(
                    task = &*self.live.id,
                    why,
                    "a task failed, because it could not be stored"
                );
                let why = format!("the task could not be stored: {why}");
                let failed = self.try_change(&mut |record| record.fail(why.clone())).await;
                match failed {
                    Ok(Some(record)) => self.set_ended(&record).await,
                    Ok(None) => {}
                    Err(why) => tracing::error!(why, "the record of a task cannot be written"),
                }
                None
            }
        }
    }

    /// Changes the record, if there is room for the new version.
    ///
    /// # Errors
    ///
    /// If there is no room, or the store refuses the record.
    #[inline]
    async fn try_change(&mut self, change: Change<'_>) -> Result<Option<TaskRecord>, String> {
        loop {
            let mut is_ours = false;
            let mut is_changed = false;
            let changed = self
                .tasks
                .change(&self.live.id, &mut |record| {
                    is_ours = record.is_run_by(&self.tasks.worker, self.attempt);
                    is_changed = is_ours && change(record);
                    is_changed
                })
                .await;
            match changed {
                Ok(record) => {
                    if let Some(record) = record.as_ref().filter(|_| is_changed) {
                        self.live.notify(record, &self.server);
                    }
                    if is_ours {
                        return Ok(record);
                    }
                    if record.is_some_and(|record| record.is_run_after(self.attempt)) {
                        self.tasks.spare(&self.live.id, self.attempt).await;
                    }
                    return Ok(None);
                }
                Err(ChangeError::NoRoom(hit)) => return Err(hit.text()),
                Err(ChangeError::Store(StoreError::Refused(why))) => {
                    tracing::error!(why, "the store refused the record of a task");
                    return Err("its store refused it".to_owned());
                }
                // The work continues, and is stored when the store is back.
                Err(ChangeError::Store(error)) => {
                    tracing::warn!(%error, "the record of a task has not been written yet");
                }
            }
            if Instant::now() >= self.expires {
                return Ok(None);
            }
            sleep(STORE_RETRY_DELAY).await;
        }
    }

    /// Asks the client of a core task the open questions.
    #[inline]
    fn ask(&self, record: &TaskRecord) {
        if let Some(session) = &self.live.session {
            session.ask(&record.journal.requests);
        }
    }

    /// Withdraws the questions, and marks the task as no longer running.
    #[inline]
    fn close(&self) {
        if let Some(session) = &self.live.session {
            session.ask(&InputRequests::new());
        }
        self.tasks.set_ended(&self.live.id, self.expires);
        self.live.changed.send_replace(());
    }
}
