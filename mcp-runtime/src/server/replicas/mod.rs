//! What a server shares with its replicas, over a store that all of them use.
//!
//! ```text
//! used states ─▶ claim    whoever creates the record of a state continues with it
//! changes     ─▶ queue    published to all as hints, several at once
//!             ◀─ listen   and received from them; where hints were lost, clients are notified of all that may have been
//! all of it   ─▶ sealed   what is in the store can be read by replicas, and by nobody else
//! ```
//!
//! Tasks have their records in the same store. The sessions of legacy clients are shared by the transport
//! that has them.

mod claim;
mod hint;
mod listen;
mod queue;
mod sealed;

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use super::asking::Sealer;
use super::{Lists, Server};
use crate::error::Result;
use crate::negotiation::Topic;
use crate::random;
use crate::store::{Pending, Store, StoreError};
use crate::sync::Mutex;
use queue::HintQueue;
use sealed::SealedStore;

pub(crate) use hint::SessionHint;

/// What a server shares with its replicas.
pub(crate) struct Sharing {
    /// What is written there is sealed.
    #[allow(dead_code, reason = "only HTTP has sessions that replicas share")]
    pub(crate) store: Arc<dyn Store>,
    /// Names this replica among those that share the store.
    pub(crate) replica: Arc<str>,
    sealer: Arc<Sealer>,
    queue: HintQueue,
    hint_handlers: Mutex<Vec<Weak<dyn SessionHintHandler>>>,
    begun: OnceLock<()>,
    /// Whether hints of other replicas have come since this one began to listen.
    listens: AtomicBool,
    listen: fn(&Arc<Self>, &Server),
    #[allow(dead_code, reason = "only HTTP has sessions that replicas share")]
    publish_now: PublishNow,
}

type PublishNow = for<'a> fn(&'a Arc<Sharing>, &'a str, SessionHint) -> Pending<'a, ()>;

/// Takes hints about sessions.
pub(crate) trait SessionHintHandler: Send + Sync {
    /// A replica says something of a session, or to one.
    fn on_hint(self: Arc<Self>, from: &Arc<str>, hint: SessionHint);

    /// What this replica has said has come to all that listen.
    fn on_own_hint(&self, hint: &SessionHint);

    /// Some hints were lost.
    fn lost(self: Arc<Self>);
}

/// What a server has of it: when that is gone, nothing is published or received anymore.
pub(super) struct OwnedSharing(Arc<Sharing>);

impl Deref for OwnedSharing {
    type Target = Arc<Sharing>;

    fn deref(&self) -> &Arc<Sharing> {
        &self.0
    }
}

impl Drop for OwnedSharing {
    fn drop(&mut self) {
        self.0.queue.close();
    }
}

/// A store that a server is given, and what makes use of it.
///
/// The program of a server without one has nothing of all this.
pub(super) struct GivenStore {
    pub(super) store: Arc<dyn Store>,
    open: fn(Arc<dyn Store>, Arc<Sealer>) -> Result<OpenedStore>,
}

/// What a server uses of its store.
pub(super) struct OpenedStore {
    pub(super) store: Arc<dyn Store>,
    /// Where replicas use it, too.
    pub(super) sharing: Option<OwnedSharing>,
}

impl OpenedStore {
    /// The store, and what is shared by it.
    pub(super) fn into_parts(self) -> (Option<Arc<dyn Store>>, Option<OwnedSharing>) {
        (Some(self.store), self.sharing)
    }
}

impl GivenStore {
    pub(super) fn new(store: impl Store) -> Self {
        Self { store: Arc::new(store), open }
    }

    /// Makes use of the store.
    ///
    /// # Errors
    ///
    /// The system gives no random numbers.
    pub(super) fn open(self, sealer: &Arc<Sealer>) -> Result<OpenedStore> {
        (self.open)(self.store, Arc::clone(sealer))
    }
}

fn open(store: Arc<dyn Store>, sealer: Arc<Sealer>) -> Result<OpenedStore> {
    // A key of this process would be of no use to the next one.
    let store = match sealer.has_keys() {
        true => Arc::new(SealedStore::new(store, Arc::clone(&sealer))),
        false => store,
    };
    let sharing = match store.is_shared() {
        true => Some(OwnedSharing(Arc::new(Sharing {
            store: Arc::clone(&store),
            replica: random::id()?[..16].into(),
            sealer,
            queue: HintQueue::default(),
            hint_handlers: Mutex::default(),
            begun: OnceLock::new(),
            listens: AtomicBool::new(false),
            listen: listen::begin,
            publish_now: listen::publish_now,
        }))),
        false => None,
    };
    Ok(OpenedStore { store, sharing })
}

impl Sharing {
    /// Publishes to the other replicas what their clients may be subscribed to.
    pub(super) fn publish_topic(&self, topic: &Topic) {
        self.queue.add_topic(topic);
    }

    /// Publishes to the other replicas that lists have changed.
    pub(super) fn publish_lists(&self, lists: Lists<bool>) {
        self.queue.add_lists(lists);
    }

    /// Publishes something of a session to one replica, or to all others, when there is time for it.
    #[allow(dead_code, reason = "only HTTP has sessions that replicas share")]
    pub(crate) fn publish_session_hint(&self, to: Option<Arc<str>>, hint: SessionHint) {
        self.queue.add_session(to, hint);
    }

    /// Publishes something of a session to one replica now.
    ///
    /// # Errors
    ///
    /// When the store does not take it.
    #[allow(dead_code, reason = "only HTTP has sessions that replicas share")]
    pub(crate) fn publish_session_hint_now<'a>(
        self: &'a Arc<Self>,
        to: &'a str,
        hint: SessionHint,
    ) -> impl Future<Output = Result<(), StoreError>> + Send + 'a {
        (self.publish_now)(self, to, hint)
    }

    /// Adds a handler of hints about sessions.
    #[allow(dead_code, reason = "only HTTP has sessions that replicas share")]
    pub(crate) fn add_hint_handler(&self, handler: Weak<dyn SessionHintHandler>) {
        let mut hint_handlers = self.hint_handlers.lock();
        hint_handlers.retain(|handler| handler.strong_count() > 0);
        hint_handlers.push(handler);
    }
}

impl Server {
    /// What is shared with replicas, where there are any.
    pub(crate) fn sharing(&self) -> Option<&Arc<Sharing>> {
        self.0.sharing.as_deref()
    }

    /// Whether clients are notified of what other replicas do, where there are any: not before this one listens to them.
    #[allow(dead_code, reason = "only HTTP is asked for it")]
    pub(crate) fn listens_to_replicas(&self) -> bool {
        self.sharing().is_none_or(|sharing| sharing.listens.load(Ordering::Acquire))
    }

    /// Publishes to other replicas, and listens to them, from now on.
    pub(crate) fn begin_sharing(&self) {
        if let Some(sharing) = self.sharing()
            && sharing.begun.set(()).is_ok()
        {
            (sharing.listen)(sharing, self);
        }
    }
}
