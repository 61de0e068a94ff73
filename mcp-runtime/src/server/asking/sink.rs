//! Where a call that goes on tells of itself: with each retry it is another place.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use crate::jsonrpc::{Peer, SharedPeer};
use crate::protocol::ProgressToken;

/// The peer of a call, and the token of its progress, as of its last request.
pub(crate) struct Sink(Mutex<(SharedPeer, Option<ProgressToken>)>);

impl Sink {
    pub(super) fn new(peer: SharedPeer, token: Option<ProgressToken>) -> Self {
        Self(Mutex::new((peer, token)))
    }

    pub(super) fn switch(&self, peer: SharedPeer, token: Option<ProgressToken>) {
        *self.lock() = (peer, token);
    }

    pub(crate) fn token(&self) -> Option<ProgressToken> {
        self.lock().1.clone()
    }

    fn peer(&self) -> SharedPeer {
        Arc::clone(&self.lock().0)
    }

    fn lock(&self) -> MutexGuard<'_, (SharedPeer, Option<ProgressToken>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peer for Sink {
    fn poll_room(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.peer().poll_room(cx)
    }

    fn closing(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        self.peer().closing()
    }

    fn send(&self, message: &[u8]) {
        self.peer().send(message);
    }

    fn is_there(&self) -> bool {
        self.peer().is_there()
    }
}
