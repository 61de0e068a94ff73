//! The subscribers to hints in this process.

use std::sync::Arc;

use super::StoreFuture;
use super::hints::{HintSender, Hints};
use crate::sync::Mutex;

/// The senders of all [`Hints`] that a store has returned, with the names of their replicas.
#[derive(Debug, Default)]
pub(super) struct Listeners(Mutex<Vec<(Box<str>, HintSender)>>);

impl Listeners {
    #[inline]
    pub(super) fn publish<'a>(
        &'a self,
        to: Option<&'a str>,
        hint: Arc<[u8]>,
    ) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.0.lock().retain(|(replica, sender)| match to {
                Some(to) if to != &**replica => true,
                _ => sender.send(Arc::clone(&hint)),
            });
            Ok(())
        })
    }

    #[inline]
    pub(super) fn subscribe<'a>(&'a self, replica: &'a str) -> StoreFuture<'a, Hints> {
        Box::pin(async move {
            let (sender, hints) = Hints::channel();
            self.0.lock().push((replica.into(), sender));
            Ok(hints)
        })
    }
}
