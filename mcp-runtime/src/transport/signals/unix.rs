//! Being asked to end by a signal.

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use crate::error::{Error, Result};

/// Resolves at SIGTERM or SIGINT.
///
/// A task of its own waits for the signals, so that the loop has only one thing to look at.
pub(crate) fn asked_to_end() -> Result<impl Future<Output = ()>> {
    let listen = |kind| signal(kind).map_err(|error| Error::io("listening for signals", error));
    let (mut terminate, mut interrupt) =
        (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    let (asked, ask) = oneshot::channel::<()>();
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        drop(asked);
    });
    Ok(async move {
        // Nothing is ever sent: the end of the task is the message.
        let _ = ask.await;
    })
}
