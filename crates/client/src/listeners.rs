//! The subscribers to changes, and the changes that they have not taken yet.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::change::{Change, intersection};
use crate::protocol::{Method, SubscriptionFilter};
use crate::sync::Mutex;

/// The memory limit for server-chosen URIs that a subscriber has not taken yet, in bytes.
const MAX_CHOSEN: usize = 64 * 1024;

/// All subscribers to changes.
#[derive(Default)]
pub(super) struct Listeners {
    registry: Mutex<Registry>,
    /// Held while subscribing at a legacy server, so that the server gets these requests in order.
    pub(super) turn: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Registry {
    listeners: HashMap<u64, Arc<Listener>>,
    resources: HashMap<String, ListenedResource>,
    last: u64,
}

/// A resource of a legacy server.
#[derive(Default)]
struct ListenedResource {
    /// The number of subscribers.
    count: usize,
    /// Whether the client is subscribed at the server.
    is_subscribed: bool,
}

/// A subscriber.
pub(super) struct Listener {
    /// Whether the notifications for it carry its subscription id.
    is_named: bool,
    filter: SubscriptionFilter,
    state: Mutex<ListenerState>,
}

#[derive(Default)]
struct ListenerState {
    /// The changes that were not taken yet, in order and without duplicates.
    changes: VecDeque<Change>,
    waiting: HashSet<Change>,
    /// How many bytes the queued URIs have that were not subscribed to by that name.
    chosen: usize,
    granted: Option<SubscriptionFilter>,
    has_ended: bool,
    waker: Option<Waker>,
}

impl Listeners {
    /// Notifies the subscribers of a change; if it names a subscription, only that one. Returns
    /// whether there were any.
    pub(super) fn notify(&self, change: &Change, subscription: Option<u64>) -> bool {
        let registry = self.registry.lock();
        match subscription {
            Some(id) => registry.listeners.get(&id).is_some_and(|one| one.notify(change)),
            None => {
                let unnamed = registry.listeners.values().filter(|one| !one.is_named);
                unnamed.fold(false, |is_heard, one| is_heard | one.notify(change))
            }
        }
    }

    /// Sets what a server has granted.
    pub(super) fn granted(&self, subscription: u64, filter: &SubscriptionFilter) {
        if let Some(listener) = self.registry.lock().listeners.get(&subscription) {
            let granted = intersection(&listener.filter, filter);
            listener.update(|state| state.granted = Some(granted));
        }
    }

    /// Ends all subscriptions.
    pub(super) fn end(&self) {
        for listener in self.registry.lock().listeners.values() {
            listener.end();
        }
    }

    /// Adds a subscriber, under the id of a request or a number that is not the id of one.
    pub(super) fn add(&self, id: Option<u64>, filter: SubscriptionFilter) -> (u64, Arc<Listener>) {
        let mut registry = self.registry.lock();
        registry.last += 1;
        let key = id.unwrap_or(u64::MAX - registry.last);
        let state = Mutex::default();
        let listener = Arc::new(Listener { is_named: id.is_some(), filter, state });
        registry.listeners.insert(key, Arc::clone(&listener));
        (key, listener)
    }

    pub(super) fn remove(&self, key: u64) {
        self.registry.lock().listeners.remove(&key);
    }

    /// The resources of a legacy server that have subscribers.
    pub(super) fn resources(&self) -> Vec<String> {
        let registry = self.registry.lock();
        let wanted = registry.resources.iter().filter(|(_, resource)| resource.count > 0);
        wanted.map(|(uri, _)| uri.clone()).collect()
    }

    /// Adds a subscriber to a resource.
    pub(super) fn increment(&self, uri: &str) {
        self.registry.lock().resources.entry(uri.to_owned()).or_default().count += 1;
    }

    /// Removes a subscriber from a resource.
    pub(super) fn decrement(&self, uri: &str) {
        if let Some(resource) = self.registry.lock().resources.get_mut(uri) {
            resource.count -= 1;
        }
    }

    /// The request that subscribes to a resource at the server, or unsubscribes from it, if one is
    /// needed; from now on, it is considered sent.
    pub(super) fn needed_request(&self, uri: &str) -> Option<Method> {
        let mut registry = self.registry.lock();
        let resource = registry.resources.get_mut(uri)?;
        let is_wanted = resource.count > 0;
        let was_wanted = std::mem::replace(&mut resource.is_subscribed, is_wanted);
        if !is_wanted {
            registry.resources.remove(uri);
        }
        match (was_wanted, is_wanted) {
            (false, true) => Some(Method::Subscribe),
            (true, false) => Some(Method::Unsubscribe),
            _ => None,
        }
    }

    /// Records that the server has refused a subscription to a resource.
    pub(super) fn refused(&self, uri: &str) {
        if let Some(resource) = self.registry.lock().resources.get_mut(uri) {
            resource.is_subscribed = false;
        }
    }
}

impl Listener {
    /// Whether the notifications for it carry its subscription id, as those of a modern server do.
    pub(super) fn is_named(&self) -> bool {
        self.is_named
    }

    /// Ends the subscription.
    pub(super) fn end(&self) {
        self.update(|state| state.has_ended = true);
    }

    /// Polls for the next change; `None` at the end.
    pub(super) fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Option<Change>> {
        self.poll(cx, |state| match state.changes.pop_front() {
            Some(change) => {
                state.waiting.remove(&change);
                state.chosen -= self.chosen(&change);
                Some(Some(change))
            }
            None => state.has_ended.then_some(None),
        })
    }

    /// Polls for what the server has granted.
    pub(super) fn poll_granted(&self, cx: &mut Context<'_>) -> Poll<SubscriptionFilter> {
        self.poll(cx, |state| state.granted.take())
    }

    /// Notifies of a change, if the subscriber wants it; returns whether it does.
    fn notify(&self, change: &Change) -> bool {
        let asked = change.asked_as(&self.filter);
        if asked.is_none() && !change.is_in(&self.filter) {
            return false;
        }
        self.update(|state| {
            let has_room = state.chosen + self.chosen(change) <= MAX_CHOSEN;
            let change = match asked.filter(|_| !has_room) {
                Some(whole) => Change::Resource(whole.clone()),
                None => change.clone(),
            };
            if state.waiting.insert(change.clone()) {
                state.chosen += self.chosen(&change);
                state.changes.push_back(change);
            }
        });
        true
    }

    /// How many bytes of a change are chosen by the server.
    fn chosen(&self, change: &Change) -> usize {
        match change {
            Change::Resource(uri) if !change.is_in(&self.filter) => uri.len(),
            _ => 0,
        }
    }

    fn update(&self, edit: impl FnOnce(&mut ListenerState)) {
        let mut state = self.state.lock();
        edit(&mut state);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }

    fn poll<T>(
        &self,
        cx: &mut Context<'_>,
        take: impl FnOnce(&mut ListenerState) -> Option<T>,
    ) -> Poll<T> {
        let mut state = self.state.lock();
        match take(&mut state) {
            Some(found) => Poll::Ready(found),
            None => {
                state.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}
