//! Guards that watch resources for changes, for as long as a client is subscribed to them.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use tokio::sync::OnceCell;

use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{SubscriptionSet, Topic};
use crate::server::Context;
use crate::server::response::BoxFuture;
use crate::sync::Mutex;

/// Watches each resource once for each principal, however many of its clients are subscribed to it.
pub(in crate::server) struct SubscriptionGuards {
    begin: Box<dyn Fn(Context, String) -> BoxFuture<Result<BoxGuard>> + Send + Sync>,
    shared: Arc<Mutex<Table>>,
}

type Table = HashMap<WatchedResource, Weak<SharedGuard>>;

/// A resource as a principal sees it: two users may see two resources at one URI.
#[derive(Clone, PartialEq, Eq, Hash)]
struct WatchedResource {
    principal: Option<Box<str>>,
    uri: Box<str>,
}

/// The guard of a resource, shared by all clients of a principal that are subscribed to it.
struct SharedGuard {
    watched: WatchedResource,
    guard: OnceCell<BoxGuard>,
    table: Arc<Mutex<Table>>,
}

/// A guard, which watches a resource until it is dropped.
pub(in crate::server) type BoxGuard = Box<dyn Send + Sync>;

impl SubscriptionGuards {
    /// Watches resources with the guards that a handler returns.
    pub(in crate::server) fn new<L, F>(
        handler: impl Fn(Context, String) -> F + Send + Sync + 'static,
    ) -> Self
    where
        L: Send + Sync + 'static,
        F: Future<Output = Result<L>> + Send + 'static,
    {
        let begin = move |context, uri| -> BoxFuture<Result<BoxGuard>> {
            let guard = handler(context, uri);
            Box::pin(async move { Ok(Box::new(guard.await?) as BoxGuard) })
        };
        Self { begin: Box::new(begin), shared: Arc::default() }
    }

    /// Watches a resource until the guard is dropped.
    ///
    /// # Errors
    ///
    /// When it cannot be watched.
    #[inline]
    pub(in crate::server) fn watch(
        &self,
        context: Context,
        uri: String,
    ) -> BoxFuture<Result<BoxGuard>> {
        (self.begin)(context, uri)
    }

    /// Watches a resource until a client ends its subscription.
    ///
    /// # Errors
    ///
    /// When it cannot be watched.
    #[inline]
    pub(in crate::server) async fn begin(
        &self,
        context: &Context,
        uri: &str,
        subscriptions: &SubscriptionSet,
        topic: &Topic,
    ) -> Result<(), ErrorObject> {
        let principal = context.caller().principal().map(Into::into);
        let shared = self.shared(WatchedResource { principal, uri: uri.into() });
        let begin = || self.watch(context.shared(), uri.to_owned());
        shared.guard.get_or_try_init(begin).await?;
        subscriptions.keep(topic, Box::new(shared));
        Ok(())
    }

    #[inline]
    fn shared(&self, watched: WatchedResource) -> Arc<SharedGuard> {
        let mut table = self.shared.lock();
        if let Some(shared) = table.get(&watched).and_then(Weak::upgrade) {
            return shared;
        }
        let shared = Arc::new(SharedGuard {
            watched: watched.clone(),
            guard: OnceCell::new(),
            table: Arc::clone(&self.shared),
        });
        table.insert(watched, Arc::downgrade(&shared));
        shared
    }
}

impl Drop for SharedGuard {
    /// Removes the entry, unless another guard has replaced it already.
    #[inline]
    fn drop(&mut self) {
        let mut table = self.table.lock();
        if table.get(&self.watched).is_some_and(|shared| shared.strong_count() == 0) {
            table.remove(&self.watched);
        }
        if table.len() < table.capacity() / 4 {
            table.shrink_to_fit();
        }
    }
}
