//! Subscriptions to changes, in both eras: `subscriptions/listen`, and the older
//! `resources/subscribe`.
//!
//! Source: [2026-07-28, "Subscriptions"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions); [2025-11-25, "Resources", "Subscriptions"](https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions).

use std::future::poll_fn;
use std::sync::Arc;

use super::call::ClientCall;
use super::change::Change;
use super::connection::{Connection, PendingRequest};
use super::deadline::after;
use super::encoded_request::EncodedRequest;
use super::listeners::Listener;
use super::members::RawMembers;
use super::send_request::fetch;
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::{Method, SubscribeParams, SubscriptionFilter, SubscriptionsListenParams};

/// A stream of changes; the subscription ends when it is dropped.
#[must_use = "a subscription ends when it is dropped"]
pub struct Subscription {
    connection: Arc<Connection>,
    key: u64,
    listener: Arc<Listener>,
    granted: SubscriptionFilter,
    /// The request that a modern server responds to when it ends the subscription.
    request: Option<PendingRequest>,
}

short_debug!(Subscription { granted });

impl Subscription {
    /// Whether the server notifies of a change; a server does not grant changes that it does not
    /// support.
    #[must_use]
    pub fn is_granted(&self, change: &Change) -> bool {
        change.is_in(&self.granted)
    }

    /// Waits for the next change; `None` when the server has ended the subscription.
    ///
    /// Repeated changes since the last call are reported once. A change of a part of a resource is
    /// reported with the URI of the part, unless too many of them are queued: then with the URI of
    /// the resource.
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
        self.connection.listeners.remove(self.key);
        if self.listener.is_named() {
            return;
        }
        for uri in self.granted.resource_subscriptions.take().into_iter().flatten() {
            self.connection.listeners.decrement(&uri);
            if let Ok(runtime) = tokio::runtime::Handle::try_current() {
                let connection = Arc::clone(&self.connection);
                runtime.spawn(async move { update_subscription(&connection, &uri).await });
            }
        }
    }
}

/// Subscribes to changes.
pub(super) async fn listen(
    connection: &Arc<Connection>,
    filter: SubscriptionFilter,
) -> Result<Subscription> {
    if connection.is_modern() {
        listen_modern(connection, filter).await
    } else {
        listen_legacy(connection, filter).await
    }
}

async fn listen_modern(
    connection: &Arc<Connection>,
    filter: SubscriptionFilter,
) -> Result<Subscription> {
    let limit = connection.settings.timeout;
    let mut request = connection.expect(after(limit))?;
    let (key, listener) = connection.listeners.add(Some(request.id()), filter.clone());
    let params = SubscriptionsListenParams::new(filter);
    let call = ClientCall::with(Method::SubscriptionsListen.name(), &params)?;
    let mut subscription = Subscription {
        connection: Arc::clone(connection),
        key,
        listener: Arc::clone(&listener),
        granted: SubscriptionFilter::default(),
        request: None,
    };
    let outbound = EncodedRequest {
        method: &call.method,
        version: connection.version(),
        headers: &[],
        params: [&call.params, &RawMembers::default(), &connection.server().meta.member],
        is_sent_once: false,
    };
    let granted = poll_fn(|cx| listener.poll_granted(cx));
    tokio::select! {
        biased;
        granted = granted => subscription.granted = granted,
        answer = request.exchange(&outbound) => {
            return Err(match answer {
                Some(answer) => answer.err().unwrap_or_else(|| {
                    Error::other("the server ended the subscription immediately")
                }),
                None => Error::timed_out(format!("the server did not acknowledge the subscription within {limit:?}")),
            });
        }
    }
    request.limit(None);
    subscription.request = Some(request);
    Ok(subscription)
}

/// A legacy server notifies of list changes unsolicited; resources are subscribed to one by one.
async fn listen_legacy(
    connection: &Arc<Connection>,
    mut filter: SubscriptionFilter,
) -> Result<Subscription> {
    let (key, listener) = connection.listeners.add(None, filter.clone());
    let uris = filter.resource_subscriptions.take().unwrap_or_default();
    let mut subscription = Subscription {
        connection: Arc::clone(connection),
        key,
        listener,
        granted: filter,
        request: None,
    };
    for uri in uris {
        connection.listeners.increment(&uri);
        let granted = subscription.granted.resource_subscriptions.get_or_insert_default();
        // From here on, dropping the subscription decrements the count.
        granted.push(uri.clone());
        update_subscription(connection, &uri).await?;
    }
    Ok(subscription)
}

/// Subscribes to a resource of a legacy server, or unsubscribes, if its state is not up to date.
async fn update_subscription(connection: &Arc<Connection>, uri: &str) -> Result<()> {
    let listeners = &connection.listeners;
    let _turn = listeners.turn.lock().await;
    let Some(method) = listeners.needed_request(uri) else {
        return Ok(());
    };
    let call = ClientCall::with(method.name(), &SubscribeParams::new(uri))?;
    let updated = fetch(connection, &call).await;
    updated.map(drop).inspect_err(|_| listeners.refused(uri))
}
