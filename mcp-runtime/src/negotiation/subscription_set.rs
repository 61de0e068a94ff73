//! The subscriptions of a client, and which of them have changed.

use std::mem::take;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};

use super::ClientFacts;
use crate::debug::short_debug;
use crate::jsonrpc::ErrorObject;
use crate::protocol::sorted::SortedMap;
use crate::protocol::uri::ResourceUri;
use crate::protocol::{ClientCapability, ExtensionId, ProtocolVersion};
use crate::quota::Share;
use crate::sync::Mutex;

/// The maximum size in bytes of messages about tasks that wait for a client that does not listen.
const MAX_WAITING_BYTES: usize = 64 * 1024;

/// The maximum number of topics of each kind that one client may name.
pub(crate) const MAX_TOPICS: usize = 1000;

/// Checks that a member of a request does not name too many items.
///
/// # Errors
///
/// `-32602` if it names more than [`MAX_TOPICS`].
pub(crate) fn check_count(member: &str, what: &str, count: usize) -> Result<(), ErrorObject> {
    if count <= MAX_TOPICS {
        return Ok(());
    }
    Err(ErrorObject::invalid_params(format!(
        "`{member}` may name at most {MAX_TOPICS} {what}, not {count}"
    )))
}

/// Something that a client can be notified of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Topic {
    /// The update of a resource, by its URI.
    Resource(ResourceUri),
    /// The completion of an interaction at a URL, by its id.
    Interaction(Box<str>),
    /// The change of a task, by its id.
    Task(Box<str>),
}

/// Watches a resource until it is dropped.
pub(crate) type SubscriptionGuard = Box<dyn Send>;

/// The topics of one client.
#[derive(Default)]
pub(crate) struct SubscriptionSet {
    state: Mutex<SubscriptionSetState>,
    /// The client of a legacy session, once the session is open.
    client: OnceLock<(Arc<ClientFacts>, ProtocolVersion)>,
    /// Called when a message is queued, as the client may be waiting for it at another replica.
    elsewhere: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

short_debug!(SubscriptionSet {});

#[derive(Default)]
struct SubscriptionSetState {
    topics: SortedMap<Topic, TopicResources>,
    /// How many topics there are of each kind.
    resources: usize,
    interactions: usize,
    tasks: usize,
    changed: SortedMap<Topic, ()>,
    /// Complete messages, and their total size.
    messages: Vec<Vec<u8>>,
    waiting_bytes: usize,
    reader: Option<Waker>,
}

/// What is held for as long as the topic exists.
#[derive(Default)]
struct TopicResources {
    guard: Option<SubscriptionGuard>,
    share: Option<Share>,
}

impl SubscriptionSet {
    /// Sets the client of the legacy session that the subscriptions belong to.
    pub(crate) fn set_client(&self, client: Arc<ClientFacts>, version: ProtocolVersion) {
        let _ = self.client.set((client, version));
    }

    /// Whether the client declared an extension for its session.
    pub(crate) fn has_extension(&self, id: ExtensionId) -> bool {
        self.client.get().is_some_and(|(client, version)| {
            client.capabilities.supports(ClientCapability::Extension(id))
                && id.first_version() <= *version
        })
    }

    /// Adds a topic; returns `false` if the limit is reached.
    #[inline]
    pub(crate) fn add(&self, topic: Topic) -> bool {
        let mut state = self.state.lock();
        if state.topics.contains_key(&topic) {
            return true;
        }
        let of_kind = state.count(&topic);
        if *of_kind == MAX_TOPICS {
            return false;
        }
        *of_kind += 1;
        state.topics.insert(topic, TopicResources::default());
        true
    }

    /// Holds the guard that watches a resource for as long as the topic exists.
    #[inline]
    pub(crate) fn keep(&self, topic: &Topic, guard: SubscriptionGuard) {
        // Dropping a guard may run arbitrary code, so it does not happen under the lock.
        let _before = match self.state.lock().topics.get_mut(topic) {
            Some(kept) => kept.guard.replace(guard),
            None => Some(guard),
        };
    }

    /// Holds a share of a quota for as long as the topic exists.
    #[inline]
    pub(crate) fn keep_share(&self, topic: &Topic, share: Share) {
        if let Some(kept) = self.state.lock().topics.get_mut(topic) {
            kept.share = Some(share);
        }
    }

    #[inline]
    pub(crate) fn remove(&self, topic: &Topic) {
        let _guard = {
            let mut state = self.state.lock();
            state.changed.remove(topic);
            state.forget(topic)
        };
    }

    /// Notes that a topic has changed; returns whether the client is subscribed to it.
    #[inline]
    pub(crate) fn notify(&self, topic: &Topic) -> bool {
        let mut state = self.state.lock();
        let wanted: Vec<Topic> = match topic {
            // The client knows a resource as it spelled it.
            Topic::Resource(uri) => {
                let from = state.topics.range_from(&Topic::Resource(uri.first()));
                let is_same =
                    |topic: &&Topic| matches!(topic, Topic::Resource(other) if other.is_same(uri));
                from.iter().map(|(topic, _)| topic).take_while(is_same).cloned().collect()
            }
            Topic::Task(_) => {
                let is_known = state.topics.contains_key(topic);
                is_known.then(|| topic.clone()).into_iter().collect()
            }
            // An interaction is completed only once.
            Topic::Interaction(_) => {
                state.forget(topic).map(|_| topic.clone()).into_iter().collect()
            }
        };
        let is_wanted = !wanted.is_empty();
        state.changed.extend(wanted.into_iter().map(|topic| (topic, ())));
        if let Some(reader) = state.reader.take_if(|_| is_wanted) {
            reader.wake();
        }
        is_wanted
    }

    /// Notes that each resource and task may have changed.
    #[inline]
    pub(crate) fn notify_all(&self) {
        let mut state = self.state.lock();
        let SubscriptionSetState { topics, changed, reader, .. } = &mut *state;
        let watched = topics.keys().filter(|topic| !matches!(topic, Topic::Interaction(_)));
        changed.extend(watched.map(|topic| (topic.clone(), ())));
        if let Some(reader) = reader.take_if(|_| !changed.is_empty()) {
            reader.wake();
        }
    }

    /// Queues a message for the client of a session that belongs to none of its requests; returns
    /// `false` if the queue is full.
    #[inline]
    pub(crate) fn push(&self, message: &[u8]) -> bool {
        let mut state = self.state.lock();
        let bytes = state.waiting_bytes + message.len();
        let has_room = bytes <= MAX_WAITING_BYTES;
        if has_room {
            state.waiting_bytes = bytes;
            state.messages.push(message.to_owned());
            if let Some(reader) = state.reader.take() {
                reader.wake();
            }
        }
        drop(state);
        if let Some(elsewhere) = self.elsewhere.get() {
            elsewhere();
        }
        has_room
    }

    /// Sets a callback for each message that is queued.
    pub(crate) fn set_elsewhere(&self, elsewhere: Box<dyn Fn() + Send + Sync>) {
        let _ = self.elsewhere.set(elsewhere);
    }

    /// Takes the queued messages.
    pub(crate) fn take_messages(&self) -> Vec<Vec<u8>> {
        let mut state = self.state.lock();
        state.waiting_bytes = 0;
        take(&mut state.messages)
    }

    /// The URIs of the resources that the client is subscribed to.
    #[inline]
    pub(crate) fn resources(&self) -> Vec<String> {
        let uri = |topic: &Topic| match topic {
            Topic::Resource(uri) => Some(uri.spelled().to_owned()),
            Topic::Interaction(_) | Topic::Task(_) => None,
        };
        self.state.lock().topics.keys().filter_map(uri).collect()
    }

    /// Removes a message that the client has not received yet; returns whether it was queued.
    #[inline]
    pub(crate) fn take_back(&self, message: &[u8]) -> bool {
        let mut state = self.state.lock();
        let Some(place) = state.messages.iter().position(|waiting| waiting == message) else {
            return false;
        };
        state.messages.remove(place);
        state.waiting_bytes = state.waiting_bytes.saturating_sub(message.len());
        true
    }

    /// Takes the changed topics and the queued messages, once there are any; repeated changes are
    /// announced once.
    pub(crate) fn poll_notifications(
        &self,
        cx: &mut Context<'_>,
    ) -> Poll<(Vec<Topic>, Vec<Vec<u8>>)> {
        let mut state = self.state.lock();
        if state.changed.is_empty() && state.messages.is_empty() {
            state.reader = Some(cx.waker().clone());
            return Poll::Pending;
        }
        state.waiting_bytes = 0;
        let changed = take(&mut state.changed).into_iter().map(|(topic, ())| topic).collect();
        Poll::Ready((changed, take(&mut state.messages)))
    }
}

impl SubscriptionSetState {
    #[inline]
    fn forget(&mut self, topic: &Topic) -> Option<TopicResources> {
        let kept = self.topics.remove(topic)?;
        *self.count(topic) -= 1;
        Some(kept)
    }

    /// How many topics there are of the kind of this one.
    fn count(&mut self, topic: &Topic) -> &mut usize {
        match topic {
            Topic::Resource(_) => &mut self.resources,
            Topic::Interaction(_) => &mut self.interactions,
            Topic::Task(_) => &mut self.tasks,
        }
    }
}
