//! Guards that watch resources for changes, for as long as a client is subscribed to them.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use tokio::sync::OnceCell;

use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{SubscriptionSet, Topic};
use crate::server::response::BoxFuture;
use crate::sync::Mutex;

/// Watches each resource once, however many clients are subscribed to it.
pub(in crate::server) struct SubscriptionGuards {
    begin: Box<dyn Fn(String) -> BoxFuture<Result<BoxGuard>> + Send + Sync>,
    shared: Arc<Mutex<Table>>,
}

type Table = HashMap<Box<str>, Weak<SharedGuard>>;

/// The guard of a resource, shared by all clients that are subscribed to it.
struct SharedGuard {
    uri: Box<str>,
    guard: OnceCell<BoxGuard>,
    table: Arc<Mutex<Table>>,
}

/// A guard, which watches a resource until it is dropped.
type BoxGuard = Box<dyn Send + Sync>;

impl SubscriptionGuards {
    /// Watches resources with the guards that a handler returns.
    pub(in crate::server) fn new<L, F>(
        handler: impl Fn(String) -> F + Send + Sync + 'static,
    ) -> Self
    where
        L: Send + Sync + 'static,
        F: Future<Output = Result<L>> + Send + 'static,
    {
        let begin = move |uri| -> BoxFuture<Result<BoxGuard>> {
            let guard = handler(uri);
            Box::pin(async move { Ok(Box::new(guard.await?) as BoxGuard) })
        };
        Self { begin: Box::new(begin), shared: Arc::default() }
    }

    /// Watches a resource until a client ends its subscription.
    ///
    /// # Errors
    ///
    /// When it cannot be watched.
    pub(in crate::server) async fn begin(
        &self,
        uri: &str,
        subscriptions: &SubscriptionSet,
        topic: &Topic,
    ) -> Result<(), ErrorObject> {
        let shared = self.shared(uri);
        shared.guard.get_or_try_init(|| (self.begin)(uri.to_owned())).await?;
        subscriptions.keep(topic, Box::new(shared));
        Ok(())
    }

    fn shared(&self, uri: &str) -> Arc<SharedGuard> {
        let mut table = self.shared.lock();
        if let Some(shared) = table.get(uri).and_then(Weak::upgrade) {
            return shared;
        }
        let shared = Arc::new(SharedGuard {
            uri: uri.into(),
            guard: OnceCell::new(),
            table: Arc::clone(&self.shared),
        });
        table.insert(uri.into(), Arc::downgrade(&shared));
        shared
    }
}

impl Drop for SharedGuard {
    /// Removes the entry, unless another guard has replaced it already.
    fn drop(&mut self) {
        let mut table = self.table.lock();
        if table.get(&self.uri).is_some_and(|shared| shared.strong_count() == 0) {
            table.remove(&self.uri);
        }
        if table.len() < table.capacity() / 4 {
            table.shrink_to_fit();
        }
    }
}
