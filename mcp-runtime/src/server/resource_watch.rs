//! The watch that announces the changes of a value.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::watch;

/// Announces the changes of a value, for as long as it can change.
#[derive(Clone)]
pub struct Watch(pub(super) Arc<dyn Fn(OnChange) -> WatchFuture + Send + Sync>);

/// Called on each change; returns `false` when no more are wanted.
type OnChange = Box<dyn Fn() -> bool + Send + Sync>;

type WatchFuture = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Watch {
    pub(super) fn of<T: Send + Sync + 'static>(receiver: watch::Receiver<T>) -> Self {
        Self(Arc::new(move |on_change| {
            let mut receiver = receiver.clone();
            Box::pin(async move { while receiver.changed().await.is_ok() && on_change() {} })
        }))
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}
