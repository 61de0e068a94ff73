//! Subscription topics that extensions define.

use std::sync::Arc;

use serde_json::{Map, Value};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::jsonrpc::{ErrorObject, write_notification};
use crate::negotiation::{SubscriptionSet, check_count};
use crate::protocol::sorted::SortedMap;
use crate::protocol::{
    ClientCapability, ExtensionId, ExtensionTopic, Meta, Method, SubscriptionFilter,
};
use crate::quota::Share;
use crate::server::{Context, HandlerKind, Server, required_capabilities};

/// The maximum number of notifications that wait for a slow client; it misses older ones.
pub(super) const MAX_BROADCASTS: usize = 256;

/// The overhead of a key besides its text, in bytes.
const KEY: usize = 128;

/// A notification of an extension, for its subscribers.
pub(crate) struct ExtensionBroadcast {
    method: &'static str,
    extension: ExtensionId,
    topic: Option<ExtensionTopic>,
    key: Option<String>,
    params: Map<String, Value>,
}

/// Follows the notifications of extensions for one client.
pub(crate) struct BroadcastStream {
    broadcasts: broadcast::Receiver<Arc<ExtensionBroadcast>>,
    wanted: TopicFilter,
}

/// The keys of a topic that a client named.
type TopicKeys = SortedMap<String, ()>;

/// What the client subscribes to.
pub(crate) enum TopicFilter {
    /// The topics that it named, some with specific keys.
    Topics {
        topics: SortedMap<&'static str, Option<TopicKeys>>,
        /// The quota reserved for them.
        _share: Option<Share>,
    },
    /// All notifications of the extensions that it declared for its session.
    Session(Arc<SubscriptionSet>),
}

impl ExtensionBroadcast {
    /// Appends the notification.
    pub(crate) fn write(&self, out: &mut Vec<u8>, meta: Option<&Meta>) {
        let Some(meta) = meta else {
            return write_notification(out, self.method, &self.params);
        };
        let mut params = self.params.clone();
        if let Value::Object(said) = params.entry("_meta").or_insert_with(|| Map::new().into()) {
            said.extend(meta.clone());
        }
        write_notification(out, self.method, &params);
    }
}

impl BroadcastStream {
    /// Waits for the next notification that is wanted.
    pub(crate) async fn next(&mut self) -> Arc<ExtensionBroadcast> {
        loop {
            match self.broadcasts.recv().await {
                Ok(broadcast) if self.wanted.includes(&broadcast) => return broadcast,
                Ok(_) => {}
                Err(RecvError::Lagged(missed)) => {
                    tracing::warn!(missed, "a client missed notifications of extensions");
                }
                Err(RecvError::Closed) => return std::future::pending().await,
            }
        }
    }
}

impl TopicFilter {
    fn includes(&self, broadcast: &ExtensionBroadcast) -> bool {
        match self {
            Self::Session(subscriptions) => subscriptions.has_extension(broadcast.extension),
            Self::Topics { topics, .. } => {
                let asked = broadcast.topic.and_then(|topic| topics.get(topic.name));
                asked.is_some_and(|keys| match keys {
                    None => true,
                    Some(keys) => broadcast.key.as_ref().is_some_and(|key| keys.contains_key(key)),
                })
            }
        }
    }
}

impl Server {
    /// Subscribes a client to notifications of extensions, if they have any topics.
    pub(crate) fn extension_broadcasts(&self, wanted: TopicFilter) -> Option<BroadcastStream> {
        let broadcasts = self.0.extensions.broadcasts.as_ref()?.subscribe();
        Some(BroadcastStream { broadcasts, wanted })
    }

    /// The topics of extensions that a client subscribes to, by the members of its filter; the
    /// agreed ones stay in the filter.
    ///
    /// # Errors
    ///
    /// When the client did not declare the extension, names too many keys, or gives a member of the
    /// wrong type.
    pub(crate) fn wanted_topics(
        &self,
        context: &Context,
        filter: &mut SubscriptionFilter,
    ) -> Result<TopicFilter, ErrorObject> {
        let mut wanted = SortedMap::new();
        let asked = std::mem::take(&mut filter.other);
        let mut bytes = 0;
        for topic in self.0.extensions.topics() {
            let Some(said) = asked.get(topic.name) else { continue };
            check_declared(context, topic)?;
            let keys = match (said, topic.is_keyed) {
                (Value::Bool(true), false) => None,
                (Value::Bool(false) | Value::Null, _) => continue,
                (Value::Array(keys), true) => Some(read_keys(topic, keys)?),
                _ => {
                    let kind = if topic.is_keyed { "a list of strings" } else { "a boolean" };
                    let message = format!("`notifications.{}` must be {kind}", topic.name);
                    return Err(ErrorObject::invalid_params(message));
                }
            };
            // The keys are stored here, and in the agreed filter.
            bytes +=
                keys.iter().flat_map(SortedMap::keys).map(|key| KEY + 2 * key.len()).sum::<usize>();
            filter.other.insert(topic.name.to_owned(), said.clone());
            wanted.insert(topic.name, keys);
        }
        let share = (bytes > 0).then(|| {
            let share =
                self.0.subscriptions.quota.reserve_own_part(&context.request().caller, bytes);
            share.ok_or_else(|| {
                ErrorObject::invalid_params("too many subscriptions; end one of them")
            })
        });
        Ok(TopicFilter::Topics { topics: wanted, _share: share.transpose()? })
    }

    #[inline]
    pub(super) fn notify_listeners(
        &self,
        method: &'static str,
        extension: ExtensionId,
        topic: Option<ExtensionTopic>,
        key: Option<String>,
        params: Map<String, Value>,
    ) {
        if let Some(broadcasts) = &self.0.extensions.broadcasts {
            // There may be no subscriber.
            let _ = broadcasts.send(Arc::new(ExtensionBroadcast {
                method,
                extension,
                topic,
                key,
                params,
            }));
        }
    }
}

fn check_declared(context: &Context, topic: ExtensionTopic) -> Result<(), ErrorObject> {
    let needed = [ClientCapability::Extension(topic.extension)];
    let kind = HandlerKind::Request(Method::SubscriptionsListen);
    match required_capabilities::check(&needed, &kind, context.request()) {
        Err(Err(error)) => Err(error),
        Ok(()) | Err(Ok(_)) => Ok(()),
    }
}

fn read_keys(topic: ExtensionTopic, keys: &[Value]) -> Result<TopicKeys, ErrorObject> {
    check_count(&format!("notifications.{}", topic.name), "keys", keys.len())?;
    let mut read = TopicKeys::new();
    for key in keys {
        let Value::String(key) = key else {
            let message = format!("`notifications.{}` must be a list of strings", topic.name);
            return Err(ErrorObject::invalid_params(message));
        };
        read.insert(key.clone(), ());
    }
    Ok(read)
}
