//! News of changes, in both eras: `subscriptions/listen`, and `resources/subscribe` before it.
//!
//! Source: 2026-07-28, "Subscriptions"; 2025-11-25, "Resources", "Subscriptions".

use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::Client;
use super::call::Call;
use super::connection::{Connection, Outbound, Pending};
use crate::error::{Error, Result};
use crate::protocol::{Method, SubscribeParams, SubscriptionFilter, SubscriptionsListenParams};

/// Something that changed at the server.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Change {
    /// The list of tools.
    Tools,
    /// The list of prompts.
    Prompts,
    /// The lists of resources and of resource templates.
    Resources,
    /// The contents of the resource with this URI.
    Resource(String),
}

impl Change {
    /// Whether somebody asked for this.
    fn is_in(&self, filter: &SubscriptionFilter) -> bool {
        match self {
            Self::Tools => filter.tools_list_changed == Some(true),
            Self::Prompts => filter.prompts_list_changed == Some(true),
            Self::Resources => filter.resources_list_changed == Some(true),
            Self::Resource(uri) => {
                filter.resource_subscriptions.as_ref().is_some_and(|uris| uris.contains(uri))
            }
        }
    }
}

/// The changes as the protocol asks for them.
fn filter(changes: impl IntoIterator<Item = Change>) -> SubscriptionFilter {
    let mut filter = SubscriptionFilter::default();
    for change in changes {
        match change {
            Change::Tools => filter.tools_list_changed = Some(true),
            Change::Prompts => filter.prompts_list_changed = Some(true),
            Change::Resources => filter.resources_list_changed = Some(true),
            Change::Resource(uri) => {
                filter.resource_subscriptions.get_or_insert_default().push(uri);
            }
        }
    }
    filter
}

/// Everybody who listens for changes.
#[derive(Default)]
pub(super) struct Listeners(Mutex<Registry>);

#[derive(Default)]
struct Registry {
    listeners: HashMap<u64, Arc<Listener>>,
    /// How many listen to a resource of a legacy server.
    resources: HashMap<String, usize>,
    last: u64,
}

/// One who listens.
struct Listener {
    /// Whether the notifications for it name it.
    is_named: bool,
    filter: SubscriptionFilter,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What changed and was not told yet, each only once.
    changes: Vec<Change>,
    granted: Option<SubscriptionFilter>,
    has_ended: bool,
    waker: Option<Waker>,
}

impl Listeners {
    /// Tells of a change those who asked for it; where it names a subscription, only that one.
    pub(super) fn tell(&self, change: &Change, subscription: Option<u64>) {
        let registry = self.lock();
        match subscription {
            Some(id) => registry.listeners.get(&id).into_iter().for_each(|one| one.tell(change)),
            None => registry
                .listeners
                .values()
                .filter(|one| !one.is_named && change.is_in(&one.filter))
                .for_each(|one| one.tell(change)),
        }
    }

    /// Takes what a server has granted.
    pub(super) fn granted(&self, subscription: u64, filter: SubscriptionFilter) {
        if let Some(listener) = self.lock().listeners.get(&subscription) {
            listener.update(|state| state.granted = Some(filter));
        }
    }

    /// No change can come any more.
    pub(super) fn end(&self) {
        for listener in self.lock().listeners.values() {
            listener.update(|state| state.has_ended = true);
        }
    }

    /// Adds somebody, under the id of a request or a number that no request has.
    fn add(&self, id: Option<u64>, filter: SubscriptionFilter) -> (u64, Arc<Listener>) {
        let mut registry = self.lock();
        registry.last += 1;
        let key = id.unwrap_or(u64::MAX - registry.last);
        let state = Mutex::default();
        let listener = Arc::new(Listener { is_named: id.is_some(), filter, state });
        registry.listeners.insert(key, Arc::clone(&listener));
        (key, listener)
    }

    /// Counts who listens to a resource; whether it is the first one.
    fn count_in(&self, uri: &str) -> bool {
        let mut registry = self.lock();
        let count = registry.resources.entry(uri.to_owned()).or_default();
        *count += 1;
        *count == 1
    }

    /// Counts who listens to a resource; whether it was the last one.
    fn count_out(&self, uri: &str) -> bool {
        let mut registry = self.lock();
        let Some(count) = registry.resources.get_mut(uri) else {
            return false;
        };
        *count -= 1;
        let is_last = *count == 0;
        if is_last {
            registry.resources.remove(uri);
        }
        is_last
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener {
    fn tell(&self, change: &Change) {
        self.update(|state| {
            if !state.changes.contains(change) {
                state.changes.push(change.clone());
            }
        });
    }

    fn update(&self, edit: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        edit(&mut state);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }

    fn poll<T>(&self, cx: &mut Context<'_>, look: impl FnOnce(&mut State) -> Option<T>) -> Poll<T> {
        let mut state = self.lock();
        match look(&mut state) {
            Some(found) => Poll::Ready(found),
            None => {
                state.waker = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream of changes; dropped, it ends.
pub struct Subscription {
    connection: Arc<Connection>,
    key: u64,
    listener: Arc<Listener>,
    granted: SubscriptionFilter,
    /// The request that a modern server answers when it ends the subscription.
    request: Option<Pending>,
}

impl Subscription {
    /// Whether the server tells of a change; what it does not know of, it leaves out.
    #[must_use]
    pub fn is_granted(&self, change: &Change) -> bool {
        change.is_in(&self.granted)
    }

    /// Waits for the next change; `None` when the server has ended the subscription.
    ///
    /// What changed several times since the last call is told once.
    pub async fn next(&mut self) -> Option<Change> {
        let listener = &self.listener;
        let change = poll_fn(|cx| {
            listener.poll(cx, |state| match state.changes.is_empty() {
                false => Some(Some(state.changes.remove(0))),
                true => state.has_ended.then_some(None),
            })
        });
        let Some(request) = &mut self.request else {
            return change.await;
        };
        tokio::select! {
            biased;
            change = change => change,
            _ = request.answer() => {
                self.request = None;
                self.listener.update(|state| state.has_ended = true);
                None
            }
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.connection.incoming.listeners.lock().listeners.remove(&self.key);
        if self.listener.is_named {
            return;
        }
        for uri in self.granted.resource_subscriptions.take().into_iter().flatten() {
            if self.connection.incoming.listeners.count_out(&uri)
                && let Ok(runtime) = tokio::runtime::Handle::try_current()
            {
                let connection = Arc::clone(&self.connection);
                runtime.spawn(async move {
                    let call = Call::with(Method::Unsubscribe.name(), &SubscribeParams::new(uri));
                    if let Ok(call) = call {
                        let _ = connection.fetch(&call, "").await;
                    }
                });
            }
        }
    }
}

impl Client {
    /// Asks for news of a resource.
    ///
    /// ```no_run
    /// # async fn run(client: mcp_runtime::client::Client) -> mcp_runtime::Result<()> {
    /// let mut clock = client.subscribe("test://clock").await?;
    /// while clock.next().await.is_some() {
    ///     println!("{}", client.read_resource("test://clock").await?.text());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The error that the server answered.
    pub async fn subscribe(&self, uri: impl Into<String>) -> Result<Subscription> {
        self.listen([Change::Resource(uri.into())]).await
    }

    /// Asks for news of changes.
    ///
    /// ```no_run
    /// # use mcp_runtime::client::Change;
    /// # async fn run(client: mcp_runtime::client::Client) -> mcp_runtime::Result<()> {
    /// let mut lists = client.listen([Change::Tools, Change::Prompts]).await?;
    /// while let Some(Change::Tools) = lists.next().await {
    ///     println!("{} tools", client.list_tools().await?.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The error that the server answered.
    pub async fn listen(&self, to: impl IntoIterator<Item = Change>) -> Result<Subscription> {
        self.connection().listen(filter(to)).await
    }
}

impl Connection {
    /// Asks for news of changes.
    pub(super) async fn listen(
        self: &Arc<Self>,
        filter: SubscriptionFilter,
    ) -> Result<Subscription> {
        if self.version().is_some_and(|version| version.is_modern()) {
            self.listen_modern(filter).await
        } else {
            self.listen_legacy(filter).await
        }
    }

    async fn listen_modern(self: &Arc<Self>, filter: SubscriptionFilter) -> Result<Subscription> {
        let mut request = self.expect()?;
        let (key, listener) = self.incoming.listeners.add(Some(request.id()), filter.clone());
        let params = SubscriptionsListenParams::new(filter);
        let call = Call::with(Method::SubscriptionsListen.name(), &params)?;
        let mut subscription = Subscription {
            connection: Arc::clone(self),
            key,
            listener: Arc::clone(&listener),
            granted: SubscriptionFilter::default(),
            request: None,
        };
        let outbound = Outbound {
            method: &call.method,
            version: self.version(),
            name: None,
            mirrored: &[],
            members: [call.members(), ""],
            meta: &self.known().meta,
            wants_progress: false,
        };
        request.send(&outbound).await;
        let granted = poll_fn(|cx| listener.poll(cx, |state| state.granted.take()));
        tokio::select! {
            biased;
            granted = granted => subscription.granted = granted,
            answer = request.answer() => {
                answer?;
                return Err(Error::other("the server ended the subscription at once"));
            }
        }
        subscription.request = Some(request);
        Ok(subscription)
    }

    /// A legacy server tells of its lists without being asked; resources are asked for one by one.
    async fn listen_legacy(self: &Arc<Self>, filter: SubscriptionFilter) -> Result<Subscription> {
        let (key, listener) = self.incoming.listeners.add(None, filter.clone());
        let uris = filter.resource_subscriptions.clone().unwrap_or_default();
        let mut subscription = Subscription {
            connection: Arc::clone(self),
            key,
            listener,
            granted: SubscriptionFilter { resource_subscriptions: None, ..filter },
            request: None,
        };
        for uri in uris {
            if self.incoming.listeners.count_in(&uri) {
                let params = SubscribeParams::new(&*uri);
                let call = Call::with(Method::Subscribe.name(), &params)?;
                if let Err(error) = self.fetch(&call, "").await {
                    self.incoming.listeners.count_out(&uri);
                    return Err(error);
                }
            }
            subscription.granted.resource_subscriptions.get_or_insert_default().push(uri);
        }
        Ok(subscription)
    }
}
