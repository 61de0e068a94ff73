//! Resources that tell of their changes, and what watches them.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::step::Step;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Interests, Topic};

/// What tells of the changes of a value, for as long as it can change.
#[derive(Clone)]
pub struct Watch(Arc<dyn Fn(News) -> Following + Send + Sync>);

/// Takes each change; `false` when nobody wants to hear of more.
type News = Box<dyn Fn() -> bool + Send + Sync>;

type Following = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Watch {
    pub(super) fn of<T: Send + Sync + 'static>(receiver: watch::Receiver<T>) -> Self {
        Self(Arc::new(move |news| {
            let mut receiver = receiver.clone();
            Box::pin(async move { while receiver.changed().await.is_ok() && news() {} })
        }))
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

/// A resource that is being read for what tells of its changes.
pub(super) struct Watching {
    pub(super) step: Step,
    pub(super) place: Arc<OnceLock<Watch>>,
}

impl Watching {
    /// Tells a client of the changes from now on, until it does not want to hear of them.
    ///
    /// # Errors
    ///
    /// Why the resource cannot be read.
    pub(super) async fn begin(
        self,
        interests: &Arc<Interests>,
        topic: &Topic,
    ) -> Result<(), ErrorObject> {
        self.step.response().await?;
        let Some(Watch(follow)) = self.place.get() else { return Ok(()) };
        // The task must not keep alive what ends it.
        let (weak, of) = (Arc::downgrade(interests), topic.clone());
        let news = move || weak.upgrade().is_some_and(|interests| interests.tell(&of));
        let task = tokio::spawn(follow(Box::new(news)));
        interests.keep(topic, Box::new(AbortOnDrop(task.abort_handle())));
        Ok(())
    }
}

struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
