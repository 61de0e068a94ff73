//! Resources that announce their changes, and what watches them.

use std::sync::{Arc, OnceLock};

use tokio::task::AbortHandle;

use super::on_change::Watch;
use super::step::Step;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::{Interests, Topic};

/// A resource that is being read for what announces its changes.
pub(crate) struct Watching {
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
        let news = move || weak.upgrade().is_some_and(|interests| interests.notify(&of));
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
