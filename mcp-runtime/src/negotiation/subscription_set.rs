//! What a client is subscribed to, and what of it has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};

use super::ClientFacts;
use crate::jsonrpc::ErrorObject;
use crate::protocol::{ClientCapability, ExtensionId, ProtocolVersion};
use crate::quota::Share;
use crate::sync::Mutex;

/// How many bytes of messages about tasks wait for a client that does not listen.
const MAX_WAITING_BYTES: usize = 64 * 1024;

/// How much of each kind one client may name.
pub(crate) const MAX_TOPICS: usize = 1000;

/// Looks whether a member of a request names no more of something than it may.
///
/// # Errors
///
/// `-32602`
pub(crate) fn check_count(member: &str, what: &str, count: usize) -> Result<(), ErrorObject> {
    if count <= MAX_TOPICS {
        return Ok(());
    }
    Err(ErrorObject::invalid_params(format!(
        "`{member}` may name {MAX_TOPICS} {what}, not {count}"
    )))
}

/// Something that a client can be notified of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Topic {
    /// That a resource was updated, by its URI.
    Resource(Box<str>),
    /// That what happens at a URL is completed, by the id of the interaction.
    Interaction(Box<str>),
    /// That a task has changed, by its id.
    Task(Box<str>),
}

/// What watches a resource, until it is dropped.
pub(crate) type SubscriptionGuard = Box<dyn Send>;

/// The topics of one client.
#[derive(Default)]
pub(crate) struct SubscriptionSet {
    state: Mutex<SubscriptionSetState>,
    /// Of a legacy session, once that is open.
    client: OnceLock<(Arc<ClientFacts>, ProtocolVersion)>,
    /// Is woken when a message waits, which a client may wait for at another replica.
    elsewhere: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

#[derive(Default)]
struct SubscriptionSetState {
    topics: BTreeMap<Topic, TopicResources>,
    /// How many topics there are of each kind.
    resources: usize,
    interactions: usize,
    tasks: usize,
    changed: BTreeSet<Topic>,
    /// Whole messages, and how many bytes they are.
    messages: Vec<Vec<u8>>,
    waiting_bytes: usize,
    reader: Option<Waker>,
}

/// What is kept for as long as the topic is there.
#[derive(Default)]
struct TopicResources {
    guard: Option<SubscriptionGuard>,
    share: Option<Share>,
}

impl SubscriptionSet {
    /// Says whose they are: the client of a legacy session.
    pub(crate) fn set_client(&self, client: Arc<ClientFacts>, version: ProtocolVersion) {
        let _ = self.client.set((client, version));
    }

    /// Whether they are those of a client that declared an extension for its session.
    pub(crate) fn has_extension(&self, id: ExtensionId) -> bool {
        self.client.get().is_some_and(|(client, version)| {
            client.capabilities.supports(ClientCapability::Extension(id))
                && id.first_version() <= *version
        })
    }

    /// Adds a topic; `false` if there are as many as there may be.
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

    /// Keeps what watches a resource as long as the topic is there.
    pub(crate) fn keep(&self, topic: &Topic, guard: SubscriptionGuard) {
        // What is dropped may do anything, so not under the lock.
        let _before = match self.state.lock().topics.get_mut(topic) {
            Some(kept) => kept.guard.replace(guard),
            None => Some(guard),
        };
    }

    /// Keeps a share of a quota as long as the topic is there.
    pub(crate) fn keep_share(&self, topic: &Topic, share: Share) {
        if let Some(kept) = self.state.lock().topics.get_mut(topic) {
            kept.share = Some(share);
        }
    }

    pub(crate) fn remove(&self, topic: &Topic) {
        let _guard = {
            let mut state = self.state.lock();
            state.changed.remove(topic);
            state.forget(topic)
        };
    }

    /// Notes that a topic has changed; whether the client is subscribed to it.
    pub(crate) fn notify(&self, topic: &Topic) -> bool {
        let mut state = self.state.lock();
        let is_wanted = match topic {
            Topic::Resource(_) | Topic::Task(_) => state.topics.contains_key(topic),
            // It is completed once.
            Topic::Interaction(_) => state.forget(topic).is_some(),
        };
        if is_wanted {
            state.changed.insert(topic.clone());
            if let Some(reader) = state.reader.take() {
                reader.wake();
            }
        }
        is_wanted
    }

    /// Notes that each resource and task may have changed.
    pub(crate) fn notify_all(&self) {
        let mut state = self.state.lock();
        let SubscriptionSetState { topics, changed, reader, .. } = &mut *state;
        let watched = topics.keys().filter(|topic| !matches!(topic, Topic::Interaction(_)));
        changed.extend(watched.cloned());
        if let Some(reader) = reader.take_if(|_| !changed.is_empty()) {
            reader.wake();
        }
    }

    /// Lets the client of a session have a message that belongs to none of its requests; `false` if as
    /// much waits as may.
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

    /// Lets somebody know of each message that waits.
    #[allow(dead_code, reason = "only over HTTP are there replicas")]
    pub(crate) fn set_elsewhere(&self, elsewhere: Box<dyn Fn() + Send + Sync>) {
        let _ = self.elsewhere.set(elsewhere);
    }

    /// Takes the messages that wait.
    #[allow(dead_code, reason = "only over HTTP are there replicas")]
    pub(crate) fn take_messages(&self) -> Vec<Vec<u8>> {
        let mut state = self.state.lock();
        state.waiting_bytes = 0;
        take(&mut state.messages)
    }

    /// The URIs of the resources that the client is subscribed to.
    #[allow(dead_code, reason = "only over HTTP are there replicas")]
    pub(crate) fn resources(&self) -> Vec<String> {
        let uri = |topic: &Topic| match topic {
            Topic::Resource(uri) => Some(uri.to_string()),
            Topic::Interaction(_) | Topic::Task(_) => None,
        };
        self.state.lock().topics.keys().filter_map(uri).collect()
    }

    /// Takes back a message that the client has not got yet; whether it was there.
    pub(crate) fn take_back(&self, message: &[u8]) -> bool {
        let mut state = self.state.lock();
        let Some(place) = state.messages.iter().position(|waiting| waiting == message) else {
            return false;
        };
        state.messages.remove(place);
        state.waiting_bytes = state.waiting_bytes.saturating_sub(message.len());
        true
    }

    /// Takes what has changed, once something has, and the messages; what changed several times is announced once.
    pub(crate) fn poll_notifications(
        &self,
        cx: &mut Context<'_>,
    ) -> Poll<(BTreeSet<Topic>, Vec<Vec<u8>>)> {
        let mut state = self.state.lock();
        if state.changed.is_empty() && state.messages.is_empty() {
            state.reader = Some(cx.waker().clone());
            return Poll::Pending;
        }
        state.waiting_bytes = 0;
        Poll::Ready((take(&mut state.changed), take(&mut state.messages)))
    }
}

impl SubscriptionSetState {
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
