//! What a client wants to hear of, and what of it is news.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::{discriminant, take};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// How much of each kind one client may name.
const MOST: usize = 1000;

/// Something that a client can be told of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Topic {
    /// That a resource was updated, by its URI.
    Resource(Box<str>),
    /// That what happens at a URL is completed, by the id of the interaction.
    Interaction(Box<str>),
}

/// What looks out for changes, until it is dropped.
pub(crate) type Lookout = Box<dyn Send>;

/// The topics of one client.
#[derive(Default)]
pub(crate) struct Interests(Mutex<State>);

#[derive(Default)]
struct State {
    topics: BTreeMap<Topic, Option<Lookout>>,
    news: BTreeSet<Topic>,
    reader: Option<Waker>,
}

impl Interests {
    /// Adds a topic; `false` if there are as many as there may be.
    pub(crate) fn add(&self, topic: Topic) -> bool {
        let mut state = self.lock();
        let kind = discriminant(&topic);
        let of_kind = state.topics.keys().filter(|other| discriminant(*other) == kind);
        let has_room = of_kind.count() < MOST || state.topics.contains_key(&topic);
        if has_room {
            state.topics.entry(topic).or_default();
        }
        has_room
    }

    /// Keeps what looks out for changes as long as the topic is there.
    pub(crate) fn keep(&self, topic: &Topic, lookout: Lookout) {
        // What is dropped may do anything, so not under the lock.
        let _before = match self.lock().topics.get_mut(topic) {
            Some(kept) => kept.replace(lookout),
            None => Some(lookout),
        };
    }

    pub(crate) fn remove(&self, topic: &Topic) {
        let _lookout = {
            let mut state = self.lock();
            state.news.remove(topic);
            state.topics.remove(topic)
        };
    }

    /// There is news of a topic; whether the client wants to hear of it.
    pub(crate) fn tell(&self, topic: &Topic) -> bool {
        let mut state = self.lock();
        let is_wanted = match topic {
            Topic::Resource(_) => state.topics.contains_key(topic),
            // It is completed once.
            Topic::Interaction(_) => state.topics.remove(topic).is_some(),
        };
        if is_wanted {
            state.news.insert(topic.clone());
            if let Some(reader) = state.reader.take() {
                reader.wake();
            }
        }
        is_wanted
    }

    /// Takes the news, once there is some; what is news several times is told once.
    pub(crate) fn poll_news(&self, cx: &mut Context<'_>) -> Poll<BTreeSet<Topic>> {
        let mut state = self.lock();
        if state.news.is_empty() {
            state.reader = Some(cx.waker().clone());
            return Poll::Pending;
        }
        Poll::Ready(take(&mut state.news))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
