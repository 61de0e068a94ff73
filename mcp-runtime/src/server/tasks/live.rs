//! A task that runs in this process, as requests see it.

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::{Notify, watch};

use super::record::TaskRecord;
use super::session::TaskSession;
use crate::jsonrpc::{Peer, SharedPeer};
use crate::negotiation::{RequestContext, Topic};
use crate::protocol::shortened;
use crate::server::Server;
use crate::server::asking::{CallQuestions, TaskJournal};
use crate::sync::Mutex;

/// A task that runs in this process.
pub(super) struct LiveTask {
    pub(super) id: Arc<str>,
    pub(super) asking: CallQuestions,
    pub(super) updates: Arc<PendingUpdates>,
    /// The session that is notified of it, if it is a core task.
    pub(super) session: Option<Arc<TaskSession>>,
    /// Sent when the record has changed.
    pub(super) changed: watch::Sender<()>,
}

impl LiveTask {
    /// Makes a call a task: from now on it reports to the task, and what it knows from earlier
    /// attempts is not asked again.
    #[inline]
    pub(super) fn begin(
        id: &Arc<str>,
        asking: CallQuestions,
        session: Option<Arc<TaskSession>>,
        request: &RequestContext,
        known: TaskJournal,
        attempt: u32,
    ) -> Arc<Self> {
        let updates = Arc::<PendingUpdates>::default();
        let notified = session.clone().map(|session| (session, Arc::clone(id)));
        let token = request.progress_token.clone().filter(|_| notified.is_some());
        let peer = TaskPeer { updates: Arc::clone(&updates), session: notified };
        asking.sink().switch(Arc::new(peer) as SharedPeer, token);
        asking.become_task(Arc::clone(id), attempt, known);
        let changed = watch::Sender::default();
        Arc::new(Self { id: Arc::clone(id), asking, updates, session, changed })
    }

    /// Notifies the subscribers of the task that its record has changed.
    #[inline]
    pub(super) fn notify(&self, record: &TaskRecord, server: &Server) {
        if let Some(session) = &self.session {
            session.notify(record.task(record.head.stage.core_status()));
        }
        self.changed.send_replace(());
        server.announce(&Topic::Task((&*self.id).into()));
    }
}

/// The updates to the record of a task that the handler and requests want.
#[derive(Default)]
pub(super) struct PendingUpdates {
    wanted: Mutex<WantedChanges>,
    /// Notified when there is an update for the process that runs the task.
    pub(super) added: Notify,
}

#[derive(Default)]
pub(super) struct WantedChanges {
    pub(super) message: Option<String>,
    /// A request has changed the record.
    pub(super) is_changed: bool,
}

impl PendingUpdates {
    #[inline]
    pub(super) fn set(&self, text: &str) {
        self.want(|wanted| wanted.message = Some(shortened(text)));
    }

    #[inline]
    pub(super) fn want(&self, change: impl FnOnce(&mut WantedChanges)) {
        change(&mut self.wanted.lock());
        self.added.notify_one();
    }

    #[inline]
    pub(super) fn with<T>(&self, look: impl FnOnce(&mut WantedChanges) -> T) -> T {
        look(&mut self.wanted.lock())
    }
}

/// The peer that the call of a task reports to.
struct TaskPeer {
    updates: Arc<PendingUpdates>,
    /// With the id of the task, which its messages name.
    session: Option<(Arc<TaskSession>, Arc<str>)>,
}

impl Peer for TaskPeer {
    #[inline]
    fn poll_ready(&self, _: &mut Context<'_>) -> Poll<()> {
        Poll::Ready(())
    }

    #[inline]
    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(pending())
    }

    /// Messages without a receiver are dropped: the status has the most important information.
    #[inline]
    fn send(&self, message: &[u8]) {
        if let Some((session, _)) = &self.session {
            session.send(message);
        }
    }

    #[inline]
    fn report(&self, text: &str) {
        self.updates.set(text);
    }

    #[inline]
    fn related_task(&self) -> Option<Arc<str>> {
        self.session.as_ref().map(|(_, id)| Arc::clone(id))
    }
}
