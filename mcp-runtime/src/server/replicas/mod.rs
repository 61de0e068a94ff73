//! What a server shares with its replicas, over a store that all of them use.
//!
//! ```text
//! used states ─▶ claim    the replica that creates the record of a state continues with it
//! changes     ─▶ queue    published to all as hints, several at once
//!             ◀─ listen   and received from them; if some are lost, clients are notified of
//!                         everything that they may have announced
//! all of it   ─▶ sealed   what is in the store can be read by replicas only
//! ```
//!
//! Tasks have their records in the same store. The sessions of legacy clients are shared by the
//! transport that holds them.

mod claim;
mod hint;
mod listen;
mod queue;
mod sealed;
mod shared_state;

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use super::asking::Sealer;
use super::{Lists, Server};
use crate::error::Result;
use crate::negotiation::Topic;
use crate::random;
use crate::store::{Store, StoreError, StoreFuture};
use crate::sync::Mutex;
use queue::HintQueue;
use sealed::SealedStore;

pub(crate) use hint::SessionHint;
pub use shared_state::SharedState;

/// What a server shares with its replicas.
pub(crate) struct ReplicaLink {
    /// The store, which seals what is written to it.
    pub(crate) store: Arc<dyn Store>,
    /// The name of this replica among those that share the store.
    pub(crate) replica: Arc<str>,
    sealer: Arc<Sealer>,
    queue: HintQueue,
    hint_handlers: Mutex<Vec<Weak<dyn SessionHintHandler>>>,
    begun: OnceLock<()>,
    /// Whether this replica has begun to listen to the hints of others.
    listens: AtomicBool,
    listen: fn(&Arc<Self>, &Server),
    publish_now: PublishNow,
}

type PublishNow = for<'a> fn(&'a Arc<ReplicaLink>, &'a str, SessionHint) -> StoreFuture<'a, ()>;

/// Handles hints about sessions.
pub(crate) trait SessionHintHandler: Send + Sync {
    /// Called for a hint of another replica about a session, or for one.
    fn on_hint(self: Arc<Self>, from: &Arc<str>, hint: SessionHint);

    /// Called when a hint of this replica has reached all that listen.
    fn on_own_hint(&self, hint: &SessionHint);

    /// Called when hints were lost.
    fn lost(self: Arc<Self>);
}

/// The handle of a server to it: when it is dropped, publishing and receiving stop.
pub(super) struct OwnedReplicaLink(Arc<ReplicaLink>);

impl Deref for OwnedReplicaLink {
    type Target = Arc<ReplicaLink>;

    #[inline]
    fn deref(&self) -> &Arc<ReplicaLink> {
        &self.0
    }
}

impl Drop for OwnedReplicaLink {
    #[inline]
    fn drop(&mut self) {
        self.0.queue.close();
    }
}

/// A store that was given to a server, and the function that opens it.
///
/// The program of a server without a store contains none of this code.
pub(super) struct GivenStore {
    pub(super) store: Arc<dyn Store>,
    open: fn(Arc<dyn Store>, Arc<Sealer>) -> Result<OpenedStore>,
}

/// The store of a server, once opened.
pub(super) struct OpenedStore {
    pub(super) store: Arc<dyn Store>,
    /// `Some` if replicas use it, too.
    pub(super) sharing: Option<OwnedReplicaLink>,
}

impl OpenedStore {
    /// The store, and what is shared through it.
    #[inline]
    pub(super) fn into_parts(self) -> (Option<Arc<dyn Store>>, Option<OwnedReplicaLink>) {
        (Some(self.store), self.sharing)
    }
}

impl GivenStore {
    #[inline]
    pub(super) fn new(store: impl Store) -> Self {
        Self { store: Arc::new(store), open }
    }

    /// Opens the store.
    ///
    /// # Errors
    ///
    /// If the system provides no random numbers.
    #[inline]
    pub(super) fn open(self, sealer: &Arc<Sealer>) -> Result<OpenedStore> {
        (self.open)(self.store, Arc::clone(sealer))
    }
}

#[inline]
fn open(store: Arc<dyn Store>, sealer: Arc<Sealer>) -> Result<OpenedStore> {
    // A key of this process would be of no use to the next one.
    let store = if sealer.has_keys() {
        Arc::new(SealedStore::new(store, Arc::clone(&sealer)))
    } else {
        store
    };
    let sharing = if store.is_shared() {
        Some(OwnedReplicaLink(Arc::new(ReplicaLink {
            store: Arc::clone(&store),
            replica: random::id()?[..16].into(),
            sealer,
            queue: HintQueue::default(),
            hint_handlers: Mutex::default(),
            begun: OnceLock::new(),
            listens: AtomicBool::new(false),
            listen: listen::begin,
            publish_now: listen::publish_now,
        })))
    } else {
        None
    };
    Ok(OpenedStore { store, sharing })
}

impl ReplicaLink {
    /// Publishes a changed topic to the other replicas, whose clients may be subscribed to it.
    #[inline]
    pub(super) fn publish_topic(&self, topic: &Topic) {
        self.queue.add_topic(topic);
    }

    /// Publishes to the other replicas that lists have changed.
    #[inline]
    pub(super) fn publish_lists(&self, lists: Lists<bool>) {
        self.queue.add_lists(lists);
    }

    /// Queues a hint about a session for one replica, or for all others.
    #[inline]
    pub(crate) fn publish_session_hint(&self, to: Option<Arc<str>>, hint: SessionHint) {
        self.queue.add_session(to, hint);
    }

    /// Publishes a hint about a session to one replica immediately.
    ///
    /// # Errors
    ///
    /// When the store does not accept it.
    #[inline]
    pub(crate) fn publish_session_hint_now<'a>(
        self: &'a Arc<Self>,
        to: &'a str,
        hint: SessionHint,
    ) -> impl Future<Output = Result<(), StoreError>> + Send + 'a {
        (self.publish_now)(self, to, hint)
    }

    /// Adds a handler of hints about sessions.
    #[inline]
    pub(crate) fn add_hint_handler(&self, handler: Weak<dyn SessionHintHandler>) {
        let mut hint_handlers = self.hint_handlers.lock();
        hint_handlers.retain(|handler| handler.strong_count() > 0);
        hint_handlers.push(handler);
    }
}

impl Server {
    /// The state that is shared with replicas, if there are any.
    #[inline]
    pub(crate) fn sharing(&self) -> Option<&Arc<ReplicaLink>> {
        self.0.persistence.sharing.as_deref()
    }

    /// Whether clients are notified of changes at other replicas, if any: only once this one
    /// listens to them.
    #[inline]
    pub(crate) fn listens_to_replicas(&self) -> bool {
        self.sharing().is_none_or(|sharing| sharing.listens.load(Ordering::Acquire))
    }

    /// Publishes to other replicas, and listens to them, from now on.
    #[inline]
    pub(crate) fn begin_sharing(&self) {
        if let Some(sharing) = self.sharing()
            && sharing.begun.set(()).is_ok()
        {
            (sharing.listen)(sharing, self);
        }
    }
}
