//! The destination of the notifications of a call, which changes with each retry.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use crate::jsonrpc::{NoPeer, Peer, SharedPeer};
use crate::protocol::ProgressToken;
use crate::sync::Mutex;

/// The peer and the progress token of the last request of a call.
pub(crate) struct Sink(Mutex<(SharedPeer, Option<ProgressToken>)>);

impl Sink {
    pub(super) fn new(peer: SharedPeer, token: Option<ProgressToken>) -> Self {
        Self(Mutex::new((peer, token)))
    }

    pub(crate) fn switch(&self, peer: SharedPeer, token: Option<ProgressToken>) {
        *self.0.lock() = (peer, token);
    }

    /// Drops what is sent, until the call continues with another request.
    pub(super) fn mute(&self) {
        self.switch(Arc::new(NoPeer), None);
    }

    pub(crate) fn token(&self) -> Option<ProgressToken> {
        self.0.lock().1.clone()
    }

    fn peer(&self) -> SharedPeer {
        Arc::clone(&self.0.lock().0)
    }
}

impl Peer for Sink {
    fn poll_ready(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.peer().poll_ready(cx)
    }

    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        self.peer().closing()
    }

    fn send(&self, message: &[u8]) {
        // Locked meanwhile, so that nothing goes to a request that has been answered.
        self.0.lock().0.send(message);
    }

    fn is_there(&self) -> bool {
        self.peer().is_there()
    }

    fn report(&self, text: &str) {
        self.peer().report(text);
    }

    fn related_task(&self) -> Option<Arc<str>> {
        self.peer().related_task()
    }
}
