//! Transports: bytes in, bytes out, and the loop that drives a session over them.

mod batch;
mod connection;
mod driver;
#[cfg(feature = "http")]
pub(crate) mod http;
pub(crate) mod lines;
pub(crate) mod outbox;
mod reply_to;
#[cfg(feature = "signal")]
mod signals;
#[cfg(feature = "stdio")]
pub(crate) mod stdio;

use tokio::sync::watch;

pub(crate) use driver::serve;
#[cfg(feature = "signal")]
pub(crate) use signals::asked_to_end;

/// Notifies all listeners that the connection or server is about to end.
#[derive(Clone)]
pub(crate) struct Closing(watch::Sender<bool>);

impl Closing {
    pub(crate) fn close(&self) {
        self.0.send_replace(true);
    }

    /// Resolves once it closes.
    pub(crate) fn wait(&self) -> impl Future<Output = ()> + Send + use<> {
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
