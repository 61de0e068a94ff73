//! What a client does once it is connected, before the first request of its user.

use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use super::call::Call;
use super::connection::Connection;
use crate::error::Result;
use crate::jsonrpc::ErrorCode;
use crate::protocol::{LoggingLevel, Method, SetLevelParams, SubscribeParams, SubscriptionFilter};

/// How long to wait before a subscription that was lost is made again: first, and at most.
const PAUSE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

impl Connection {
    /// Starts what the handlers need.
    pub(super) async fn settle(self: &Arc<Self>) -> Result<()> {
        let is_modern = self.version().is_some_and(|version| version.is_modern());
        if self.handlers.log.is_some() && self.log_level().is_none() {
            self.settings.log_level.set(LoggingLevel::Info);
        }
        if let (Some(level), false, true) = (self.log_level(), is_modern, self.known().logs()) {
            let call = Call::with(Method::SetLevel.name(), &SetLevelParams::new(level))?;
            self.fetch(&call).await?;
        }
        if is_modern {
            self.follow_changes();
        } else {
            self.tell_of_roots();
        }
        Ok(())
    }

    /// Says again what a legacy server has forgotten with its session.
    #[allow(dead_code, reason = "only HTTP has sessions that can be lost")]
    pub(super) fn renewed(self: &Arc<Self>) {
        let level = self.log_level().filter(|_| self.known().logs());
        let level =
            level.map(|level| Call::with(Method::SetLevel.name(), &SetLevelParams::new(level)));
        let uris = self.incoming.listeners.resources().into_iter();
        let subscribe =
            uris.map(|uri| Call::with(Method::Subscribe.name(), &SubscribeParams::new(uri)));
        for call in level.into_iter().chain(subscribe).flatten() {
            let connection = Arc::clone(self);
            tokio::spawn(async move {
                if let Err(error) = connection.fetch(&call).await {
                    tracing::warn!(%error, method = %call.method, "in another session");
                }
            });
        }
    }

    /// A modern server tells of its lists only who asks for that.
    fn follow_changes(self: &Arc<Self>) {
        let filter = self.known().list_changes();
        if self.handlers.change.is_some() && filter != SubscriptionFilter::default() {
            tokio::spawn(follow(Arc::downgrade(self), filter));
        }
    }

    /// Source: 2025-11-25, "Roots", "Root List Changes".
    fn tell_of_roots(self: &Arc<Self>) {
        let Some(roots) = self.handlers.roots.as_ref().filter(|_| self.settings.tells_of_roots)
        else {
            return;
        };
        let (mut changes, connection) = (roots.changes(), Arc::downgrade(self));
        let Some(ended) = self.transport().map(|transport| transport.closed()) else {
            return;
        };
        tokio::spawn(async move {
            let tell = async {
                while changes.changed().await.is_ok()
                    && let Some(connection) = connection.upgrade()
                {
                    connection.notify(Method::RootsListChanged.name(), &json!({}));
                }
            };
            tokio::select! { () = tell => {}, () = ended => {} }
        });
    }
}

/// Listens to changes for as long as there is a connection, also after the server has ended that.
async fn follow(connection: Weak<Connection>, filter: SubscriptionFilter) {
    let mut pause = PAUSE.0;
    while let Some(connection) = connection.upgrade().filter(|connection| !connection.has_ended()) {
        match connection.listen(filter.clone()).await {
            Ok(mut subscription) => {
                drop(connection);
                pause = PAUSE.0;
                // The handler hears of changes where they arrive; this only keeps them coming.
                while subscription.next().await.is_some() {}
            }
            Err(error) => {
                tracing::debug!(%error, "the server does not tell of changes");
                if error.rpc().is_some_and(|error| error.code == ErrorCode::METHOD_NOT_FOUND) {
                    return;
                }
            }
        }
        sleep(pause).await;
        pause = PAUSE.1.min(pause * 2);
    }
}
