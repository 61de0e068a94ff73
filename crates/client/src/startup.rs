//! What a client does after it is connected, before the first request of its user.

use std::convert::Infallible;
use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::call::ClientCall;
use super::connection::Connection;
use super::link::dropped;
use super::send_request::fetch;
use super::subscription::listen;
use crate::error::Result;
use crate::jsonrpc::{ErrorCode, one_line};
use crate::protocol::{LoggingLevel, Method, SetLevelParams, SubscribeParams, SubscriptionFilter};

/// How long to wait before a lost subscription is renewed: initially, and at most.
const RETRY_DELAYS: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

/// How long connecting waits for a server to agree that it tells of changes.
const AGREEMENT_TIMEOUT: Duration = Duration::from_secs(3);

/// Sets up what the handlers need.
pub(super) async fn start(connection: &Arc<Connection>) -> Result<()> {
    let log_level = &connection.settings.log_level;
    if connection.handlers.log.is_some() && log_level.get().is_none() {
        log_level.set(LoggingLevel::Info);
    }
    if connection.is_modern() {
        follow_changes(connection).await;
        return Ok(());
    }
    if let (Some(level), true) = (log_level.get(), connection.server().logs()) {
        let call = ClientCall::with(Method::SetLevel.name(), &SetLevelParams::new(level))?;
        fetch(connection, &call).await?;
    }
    send_roots_changes(connection);
    Ok(())
}

/// Restores the state that a legacy server has lost with its session.
pub(super) fn restore(connection: &Arc<Connection>) {
    let kept = connection.settings.log_level.get().filter(|_| connection.server().logs());
    let level =
        kept.map(|level| ClientCall::with(Method::SetLevel.name(), &SetLevelParams::new(level)));
    let uris = connection.listeners.resources().into_iter();
    let subscribe =
        uris.map(|uri| ClientCall::with(Method::Subscribe.name(), &SubscribeParams::new(uri)));
    for call in level.into_iter().chain(subscribe).flatten() {
        let connection = Arc::clone(connection);
        tokio::spawn(async move {
            if let Err(error) = fetch(&connection, &call).await {
                tracing::warn!(
                    error = %one_line(&error),
                    method = %call.method,
                    "could not restore the log level or a subscription in the new session"
                );
            }
        });
    }
}

/// Subscribes to the lists of a modern server, which does not notify of them otherwise. Waits for the
/// server to agree, so that no change is missed once the client is connected.
async fn follow_changes(connection: &Arc<Connection>) {
    let filter = connection.server().list_changes();
    if connection.handlers.change.is_some() && filter != SubscriptionFilter::default() {
        let (asked, was_asked) = oneshot::channel();
        tokio::spawn(follow(Arc::downgrade(connection), filter, asked));
        // A server that never agrees can be used all the same.
        let _ = timeout(AGREEMENT_TIMEOUT, was_asked).await;
    }
}

/// Source: [2025-11-25, "Roots", "Root List Changes"](https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root-list-changes).
fn send_roots_changes(connection: &Arc<Connection>) {
    let roots = connection.handlers.roots.as_ref();
    let Some(roots) = roots.filter(|_| connection.settings.announces_roots) else {
        return;
    };
    let Some(ended) = connection.transport().map(|transport| dropped(transport.ended())) else {
        return;
    };
    let mut changes = roots.changes();
    let connection = Arc::downgrade(connection);
    tokio::spawn(async move {
        let subscribe = async {
            while changes.changed().await.is_ok()
                && let Some(connection) = connection.upgrade()
            {
                connection.notify(Method::RootsListChanged.name(), &json!({}));
            }
        };
        tokio::select! { () = subscribe => {}, () = ended => {} }
    });
}

/// Subscribes to changes for the lifetime of the connection; renews the subscription when it ends.
/// `asked` is dropped when the server has answered the first time.
async fn follow(
    connection: Weak<Connection>,
    filter: SubscriptionFilter,
    asked: oneshot::Sender<Infallible>,
) {
    let mut asked = Some(asked);
    let mut pause = RETRY_DELAYS.0;
    while let Some(connection) = connection.upgrade().filter(|connection| !connection.has_ended()) {
        let subscribed = listen(&connection, filter.clone()).await;
        drop(asked.take());
        match subscribed {
            Ok(mut subscription) => {
                drop(connection);
                pause = RETRY_DELAYS.0;
                // The handler is called where changes arrive; this loop only drains the
                // subscription.
                while subscription.next().await.is_some() {}
            }
            Err(error) => {
                tracing::debug!(error = %one_line(&error), "could not subscribe to the changes of the server");
                if error.rpc().is_some_and(|error| error.code == ErrorCode::METHOD_NOT_FOUND) {
                    return;
                }
            }
        }
        sleep(pause).await;
        pause = RETRY_DELAYS.1.min(pause * 2);
    }
}
