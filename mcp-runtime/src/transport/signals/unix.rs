//! Signals that ask the process to end.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use crate::error::{Error, Result};
use crate::server::response::spawn;

/// Returns a future that resolves on SIGTERM or SIGINT.
///
/// A separate task waits for the signals, so that the loop has only one future to poll.
pub(super) fn listen() -> Result<impl Future<Output = ()> + Send + 'static> {
    let listen = |kind| signal(kind).map_err(|error| Error::io("cannot listen for signals", error));
    let mut terminate = listen(SignalKind::terminate())?;
    let mut interrupt = listen(SignalKind::interrupt())?;
    let (asked, ask) = oneshot::channel::<()>();
    spawn(Box::pin(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        drop(asked);
    }));
    Ok(async move {
        // Nothing is ever sent: the task signals by ending.
        let _ = ask.await;
    })
}
