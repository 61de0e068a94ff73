//! What transports of servers and clients share: lines, the queue of what is sent, and the end.

pub mod lines;
pub mod outbox;

use tokio::sync::watch;

/// Notifies all listeners that the connection or server is about to end.
#[derive(Clone, Debug)]
pub struct Closing(watch::Sender<bool>);

impl Closing {
    pub fn close(&self) {
        self.0.send_replace(true);
    }

    /// Resolves once it closes.
    pub fn wait(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closed = self.0.subscribe();
        async move {
            // A dropped sender is an end, too.
            let _ = closed.wait_for(|closed| *closed).await;
        }
    }
}

impl Default for Closing {
    fn default() -> Self {
        Self(watch::Sender::new(false))
    }
}
