//! News of changes, in both eras: `subscriptions/listen`, and `resources/subscribe` before it.
//!
//! Source: 2026-07-28, "Subscriptions"; 2025-11-25, "Resources", "Subscriptions".

use std::collections::HashSet;
use std::future::poll_fn;
use std::sync::Arc;

use super::Client;
use super::call::Call;
use super::connection::{Connection, Outbound, Pending};
use super::listeners::Listener;
use super::members::Members;
use super::waiting::after;
use crate::debug::short_debug;
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
    pub(super) fn is_in(&self, filter: &SubscriptionFilter) -> bool {
        match self {
            Self::Tools => filter.tools_list_changed == Some(true),
            Self::Prompts => filter.prompts_list_changed == Some(true),
            Self::Resources => filter.resources_list_changed == Some(true),
            Self::Resource(uri) => uris(filter).contains(uri),
        }
    }

    /// The resource that somebody asked for to whom this is a change: itself, or one that it is a
    /// part of.
    ///
    /// Source: 2025-11-25, schema, `ResourceUpdatedNotificationParams`, `uri`.
    pub(super) fn asked_as<'a>(&self, filter: &'a SubscriptionFilter) -> Option<&'a String> {
        let Self::Resource(uri) = self else { return None };
        let is_part = |whole: &&String| {
            let rest = uri.strip_prefix(&***whole);
            rest.is_some_and(|rest| whole.ends_with('/') || rest.starts_with(['/', '?', '#']))
        };
        let asked = uris(filter);
        asked.iter().find(|whole| *whole == uri).or_else(|| asked.iter().find(is_part))
    }
}

fn uris(filter: &SubscriptionFilter) -> &[String] {
    filter.resource_subscriptions.as_deref().unwrap_or_default()
}

/// What of a filter was both asked for and granted.
pub(super) fn both(asked: &SubscriptionFilter, granted: &SubscriptionFilter) -> SubscriptionFilter {
    let both = |one: Option<bool>, other: Option<bool>| one.filter(|one| *one).and(other);
    let known: HashSet<&String> = uris(granted).iter().collect();
    SubscriptionFilter {
        tools_list_changed: both(asked.tools_list_changed, granted.tools_list_changed),
        prompts_list_changed: both(asked.prompts_list_changed, granted.prompts_list_changed),
        resources_list_changed: both(asked.resources_list_changed, granted.resources_list_changed),
        resource_subscriptions: asked
            .resource_subscriptions
            .as_ref()
            .map(|asked| asked.iter().filter(|uri| known.contains(uri)).cloned().collect()),
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

/// A stream of changes; dropped, it ends.
#[must_use = "a subscription ends when it is dropped"]
pub struct Subscription {
    connection: Arc<Connection>,
    key: u64,
    listener: Arc<Listener>,
    granted: SubscriptionFilter,
    /// The request that a modern server answers when it ends the subscription.
    request: Option<Pending>,
}

short_debug!(Subscription { granted });

impl Subscription {
    /// Whether the server tells of a change; what it does not know of, it leaves out.
    #[must_use]
    pub fn is_granted(&self, change: &Change) -> bool {
        change.is_in(&self.granted)
    }

    /// Waits for the next change; `None` when the server has ended the subscription.
    ///
    /// What changed several times since the last call is told once. A change of a part of a resource
    /// is told by the URI of the part, unless too many of them wait: then by that of the resource.
    pub async fn next(&mut self) -> Option<Change> {
        let listener = &self.listener;
        let change = poll_fn(|cx| listener.poll_next(cx));
        let Some(request) = &mut self.request else {
            return change.await;
        };
        tokio::select! {
            biased;
            change = change => change,
            _ = request.answer() => {
                self.request = None;
                self.listener.end();
                None
            }
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.connection.incoming.listeners.remove(self.key);
        if self.listener.is_named() {
            return;
        }
        for uri in self.granted.resource_subscriptions.take().into_iter().flatten() {
            self.connection.incoming.listeners.count_out(&uri);
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                let connection = Arc::clone(&self.connection);
                runtime.spawn(async move { connection.tell_interest(&uri).await });
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
    /// The error that the server answered, or that it does not tell of the resource.
    pub async fn subscribe(&self, uri: impl Into<String>) -> Result<Subscription> {
        let uri = uri.into();
        let subscription = self.listen([Change::Resource(uri.clone())]).await?;
        if subscription.is_granted(&Change::Resource(uri.clone())) {
            return Ok(subscription);
        }
        Err(Error::other(format!("the server does not tell of changes of {uri}")))
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
        let patience = self.settings.timeout;
        let mut request = self.expect(after(patience))?;
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
            headers: &[],
            params: [&call.params, &Members::default()],
            meta: &self.known().meta,
        };
        request.send(&outbound).await;
        let granted = poll_fn(|cx| listener.poll_granted(cx));
        tokio::select! {
            biased;
            granted = granted => subscription.granted = granted,
            answer = request.answer() => {
                return Err(match answer {
                    Some(answer) => answer.err().unwrap_or_else(|| {
                        Error::other("the server ended the subscription at once")
                    }),
                    None => Error::timed_out(format!("no subscription within {patience:?}")),
                });
            }
        }
        request.limit(None);
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
            self.incoming.listeners.count_in(&uri);
            let granted = subscription.granted.resource_subscriptions.get_or_insert_default();
            // From here on the subscription counts out when it is dropped.
            granted.push(uri.clone());
            self.tell_interest(&uri).await?;
        }
        Ok(subscription)
    }

    /// Tells a legacy server whether somebody listens to a resource, if it does not know.
    async fn tell_interest(self: &Arc<Self>, uri: &str) -> Result<()> {
        let listeners = &self.incoming.listeners;
        let _turn = listeners.turn.lock().await;
        let Some(method) = listeners.untold(uri) else {
            return Ok(());
        };
        let call = Call::with(method.name(), &SubscribeParams::new(uri))?;
        let told = self.fetch(&call).await;
        told.map(drop).inspect_err(|_| listeners.refused(uri))
    }
}
