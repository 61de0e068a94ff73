//! What looks out for changes of resources, for as long as a client listens to them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OnceCell;

use super::ServerBuilder;
use super::handler::BoxFuture;
use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Interests, Topic};

/// Looks out for each resource once, however many clients listen to it.
pub(super) struct Lookouts {
    begin: Box<dyn Fn(String) -> BoxFuture<Result<Lookout>> + Send + Sync>,
    shared: Mutex<HashMap<Box<str>, Weak<OnceCell<Lookout>>>>,
}

/// What looks out until it is dropped.
type Lookout = Box<dyn Send + Sync>;

impl Lookouts {
    /// Looks out for a resource until a client does not want to hear of it.
    ///
    /// # Errors
    ///
    /// Why nobody can look out for it.
    pub(super) async fn begin(
        &self,
        uri: &str,
        interests: &Interests,
        topic: &Topic,
    ) -> Result<(), ErrorObject> {
        let lookout = self.shared(uri);
        lookout.get_or_try_init(|| (self.begin)(uri.to_owned())).await?;
        interests.keep(topic, Box::new(lookout));
        Ok(())
    }

    fn shared(&self, uri: &str) -> Arc<OnceCell<Lookout>> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lookout) = shared.get(uri).and_then(Weak::upgrade) {
            return lookout;
        }
        if shared.len() == shared.capacity() {
            shared.retain(|_, lookout| lookout.strong_count() > 0);
            let left = shared.len();
            shared.reserve(left + 1);
        }
        let lookout = Arc::default();
        shared.insert(uri.into(), Arc::downgrade(&lookout));
        lookout
    }
}

impl ServerBuilder {
    /// Lets clients subscribe to resources, and begins to look out for the changes of one when the
    /// first client does: what the handler gives is kept until nobody listens to it any more.
    ///
    /// Each change is told with [`Server::resource_updated`](super::Server::resource_updated). An
    /// error refuses the subscription. Resources that tell of their changes themselves are not
    /// looked out for.
    ///
    /// ```
    /// use mcp_runtime::{Error, server};
    ///
    /// struct Watcher(String);
    ///
    /// impl Drop for Watcher {
    ///     fn drop(&mut self) {
    ///         println!("{} is not watched any more", self.0);
    ///     }
    /// }
    ///
    /// let server = server!().on_subscribe(|uri| async move {
    ///     match uri.starts_with("file://") {
    ///         true => Ok(Watcher(uri)),
    ///         false => Err(Error::other("only files can be watched")),
    ///     }
    /// });
    /// ```
    pub fn on_subscribe<L, F>(
        mut self,
        handler: impl Fn(String) -> F + Send + Sync + 'static,
    ) -> Self
    where
        L: Send + Sync + 'static,
        F: Future<Output = Result<L>> + Send + 'static,
    {
        self.on_subscribe = Some(Lookouts {
            begin: Box::new(move |uri| {
                let lookout = handler(uri);
                Box::pin(async move { Ok(Box::new(lookout.await?) as Lookout) })
            }),
            shared: Mutex::default(),
        });
        self.resource_updates()
    }
}
