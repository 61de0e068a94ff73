//! Publishes hints to other replicas, and listens to theirs.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};

use super::ReplicaLink;
use super::hint::{HintMessage, ReplicaHint, SessionHint};
use crate::jsonrpc::json_text;
use crate::negotiation::Topic;
use crate::protocol::uri::ResourceUri;
use crate::server::{Inner, Server};
use crate::store::{Hint, Hints, StoreError, StoreFuture};

/// The delay before a store that failed is retried.
const STORE_RETRY_DELAY: Duration = Duration::from_secs(1);

/// The place that hints are sealed for.
const PLACE: &[u8] = b"hint";

/// Publishes to other replicas, and listens to them, for as long as the server exists.
#[inline]
pub(super) fn begin(sharing: &Arc<ReplicaLink>, server: &Server) {
    let publishing = Arc::clone(sharing);
    let listening = Arc::clone(sharing);
    let server = Arc::downgrade(&server.0.inner);
    tokio::spawn(async move { publishing.publish_all().await });
    tokio::spawn(async move {
        tokio::select! {
            biased;
            () = listening.queue.closed() => {}
            () = listening.listen_to_all(&server) => {}
        }
    });
}

/// Publishes a hint about a session to one replica immediately.
#[inline]
pub(super) fn publish_now<'a>(
    sharing: &'a Arc<ReplicaLink>,
    to: &'a str,
    hint: SessionHint,
) -> StoreFuture<'a, ()> {
    Box::pin(async move { sharing.publish(Some(to), &[ReplicaHint::Session(hint)]).await })
}

impl ReplicaLink {
    #[inline]
    async fn publish_all(&self) {
        while let Some((to, hints)) = self.queue.next().await {
            let Err(error) = self.publish(to.as_deref(), &hints).await else { continue };
            tracing::warn!(%error, "changes have not been published to other replicas yet");
            // The recipients then check for all changes that may have happened.
            self.queue.add_everything();
            tokio::select! {
                biased;
                () = self.queue.closed() => return,
                () = tokio::time::sleep(STORE_RETRY_DELAY) => {}
            }
        }
    }

    #[inline]
    async fn publish(&self, to: Option<&str>, hints: &[ReplicaHint]) -> Result<(), StoreError> {
        let hints = hints.iter().filter_map(|hint| to_raw_value(hint).ok()).collect();
        let message = HintMessage { from: Arc::clone(&self.replica), hints };
        let refuse = |error: String| StoreError::Refused(error);
        let bytes = serde_json::to_vec(&message).map_err(|error| refuse(error.to_string()))?;
        let sealed = self.sealer.seal_bytes(&bytes, PLACE);
        let (_, sealed) = sealed.map_err(|error| refuse(error.to_string()))?;
        self.store.publish(to, sealed.into()).await
    }

    #[inline]
    async fn listen_to_all(&self, server: &Weak<Inner>) {
        loop {
            match self.store.subscribe(&self.replica).await {
                Ok(hints) => {
                    self.listens.store(true, Ordering::Release);
                    // A client that was connected before has missed the hints until now.
                    self.catch_up(server);
                    self.listen(hints, server).await;
                }
                Err(error) => {
                    tracing::warn!(%error, "could not receive notifications from other replicas")
                }
            }
            tokio::time::sleep(STORE_RETRY_DELAY).await;
        }
    }

    #[inline]
    async fn listen(&self, mut hints: Hints, server: &Weak<Inner>) {
        while let Some(hint) = hints.next().await {
            match hint {
                Hint::Published(bytes) => self.open(&bytes, server),
                Hint::Lost => {
                    tracing::info!(
                        "notifications from other replicas were lost; clients are told that \
                         everything may have changed"
                    );
                    self.catch_up(server);
                }
            }
        }
    }

    #[inline]
    fn open(&self, sealed: &[u8], server: &Weak<Inner>) {
        let Some((_, bytes)) = self.sealer.open_bytes(sealed, PLACE) else {
            tracing::warn!(
                "ignored a notification that was not encrypted with the keys of this server"
            );
            return;
        };
        let Ok(HintMessage { from, hints }) = serde_json::from_str(json_text(&bytes)) else {
            return;
        };
        let is_own = from == self.replica;
        let read = |json: &RawValue| serde_json::from_str(json.get()).ok();
        for hint in hints.iter().filter_map(|json| read(json)) {
            match hint {
                ReplicaHint::Session(hint) => {
                    let hint_handlers = self.hint_handlers.lock().clone();
                    for handler in hint_handlers.iter().filter_map(Weak::upgrade) {
                        if is_own {
                            handler.on_own_hint(&hint);
                        } else {
                            handler.on_hint(&from, hint.clone());
                        }
                    }
                }
                // Clients of this replica are already notified.
                _ if is_own => {}
                ReplicaHint::Everything => self.catch_up(server),
                hint => {
                    if let Some(server) = server.upgrade() {
                        server.on_hint(hint);
                    }
                }
            }
        }
    }

    /// Notifies clients of everything that lost hints may have announced.
    #[inline]
    fn catch_up(&self, server: &Weak<Inner>) {
        if let Some(server) = server.upgrade() {
            server.on_hint(ReplicaHint::Lists([true; 3]));
            server.notify_all();
        }
        let hint_handlers = self.hint_handlers.lock().clone();
        for handler in hint_handlers.iter().filter_map(Weak::upgrade) {
            handler.lost();
        }
    }
}

impl Inner {
    /// Notifies clients of this replica of a hint that another one has published.
    #[inline]
    fn on_hint(&self, hint: ReplicaHint) {
        let topic = match hint {
            ReplicaHint::Lists(changed) => {
                let lists = self.subscriptions.abilities.dynamic.0;
                self.subscriptions.changes.send_modify(|changes| {
                    for (place, count) in changes.0.iter_mut().enumerate() {
                        *count += u64::from(changed[place] && lists[place]);
                    }
                });
                return;
            }
            ReplicaHint::Resource(uri) => Topic::Resource(ResourceUri::new(uri)),
            ReplicaHint::Interaction(id) => Topic::Interaction(id),
            ReplicaHint::Task(id) => {
                if let Some(tasks) = &self.persistence.tasks {
                    tasks.on_change(Some(&id));
                }
                Topic::Task(id)
            }
            ReplicaHint::Everything | ReplicaHint::Session(_) => return,
        };
        if let Some(subscribers) = &self.subscriptions.subscribers {
            subscribers.notify(&topic);
        }
    }

    /// Notifies clients of this replica of all their subscriptions.
    #[inline]
    fn notify_all(&self) {
        if let Some(tasks) = &self.persistence.tasks {
            tasks.on_change(None);
        }
        if let Some(subscribers) = &self.subscriptions.subscribers {
            subscribers.notify_all();
        }
    }
}
