//! Ctrl-C, which every platform supports.

use std::task::{Context, Poll, Waker};

use tokio::signal::ctrl_c;

use crate::error::{Error, Result};

/// Returns a future that resolves on Ctrl-C.
pub(super) fn listen() -> Result<impl Future<Output = ()> + Send + 'static> {
    let mut asked = Box::pin(ctrl_c());
    // Poll once to start listening now, not only when the future is awaited.
    let first = asked.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    if let Poll::Ready(Err(error)) = first {
        return Err(Error::io("cannot listen for Ctrl-C", error));
    }
    Ok(async move {
        if first.is_pending() {
            let _ = asked.await;
        }
    })
}
