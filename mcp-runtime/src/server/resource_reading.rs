//! A resource that is being read, and watched for changes.

use std::sync::{Arc, OnceLock};

use tokio::task::AbortHandle;

use super::resource_watch::Watch;
use super::response::Step;
use super::{Reply, Response};
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::negotiation::{SubscriptionSet, Topic};
use crate::protocol::{CacheScope, Meta, ResourceNotFound};

/// What the definition declares about the content.
pub(super) struct ContentHints {
    pub(super) mime_type: Option<String>,
    /// The `_meta` of a page.
    pub(super) meta: Option<Meta>,
    pub(super) ttl_ms: u64,
    pub(super) cache_scope: CacheScope,
}

impl ContentHints {
    /// Content that is private to the caller and expires at once.
    pub(super) fn now(mime_type: Option<String>) -> Self {
        Self { mime_type, meta: None, ttl_ms: 0, cache_scope: CacheScope::Private }
    }
}

/// A resource that is being read: what a handler leaves unset is filled in from here.
#[derive(Clone)]
pub(crate) struct ResourceRead {
    pub(super) uri: Arc<str>,
    pub(super) content: Arc<ContentHints>,
    /// Where to put the watch that announces changes, if a client subscribes to them.
    pub(super) watch: Option<Arc<OnceLock<Watch>>>,
}

impl ResourceRead {
    pub(super) fn uri(&self) -> &str {
        &self.uri
    }

    /// Fills in the URI, media type and cache hints if the handler gave none.
    pub(crate) fn complete(&self, response: &mut Response) {
        if let Ok(Reply::Watched(result, watch)) = response {
            if let Some(place) = &self.watch {
                // The first one counts.
                let _ = place.set(watch.clone());
            }
            *response = Ok(Reply::Resource(std::mem::take(result)));
        }
        match response {
            Ok(Reply::Resource(result)) => {
                for contents in &mut result.contents {
                    let ContentHints { mime_type, meta, .. } = &*self.content;
                    contents.complete(&self.uri, mime_type.as_deref(), meta.as_ref());
                }
                result.ttl_ms.get_or_insert(self.content.ttl_ms);
                result.cache_scope.get_or_insert(self.content.cache_scope);
            }
            Err(error) if error.code == ErrorCode::RESOURCE_NOT_FOUND && error.data.is_none() => {
                *error = ResourceNotFound::new(&*self.uri).into();
            }
            _ => {}
        }
    }
}

/// A resource that is being read for a client that subscribes to it: only who may read it is told
/// of its changes.
pub(crate) struct SubscribedRead {
    pub(super) step: Step,
    /// The watch that announces its changes.
    pub(super) place: Arc<OnceLock<Watch>>,
    /// Whether it announces its changes itself.
    pub(super) is_watched: bool,
}

impl SubscribedRead {
    /// Notifies a client of the changes from now on, until it unsubscribes.
    ///
    /// # Errors
    ///
    /// When the resource cannot be read.
    #[inline]
    pub(super) async fn begin(
        self,
        subscriptions: &Arc<SubscriptionSet>,
        topic: &Topic,
    ) -> Result<(), ErrorObject> {
        self.step.response().await?;
        let Some(Watch(follow)) = self.place.get() else { return Ok(()) };
        // The task must not keep the subscriptions alive, since they end it.
        let weak = Arc::downgrade(subscriptions);
        let of = topic.clone();
        let on_change =
            move || weak.upgrade().is_some_and(|subscriptions| subscriptions.notify(&of));
        let task = tokio::spawn(follow(Box::new(on_change)));
        subscriptions.keep(topic, Box::new(AbortOnDrop(task.abort_handle())));
        Ok(())
    }
}

struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
