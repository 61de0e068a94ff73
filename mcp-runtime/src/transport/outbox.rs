//! What waits to be written: a bounded buffer that all calls of a connection share.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::jsonrpc::Peer;

/// Above this many waiting bytes, senders wait and nothing more is read.
const LIMIT: usize = 1024 * 1024;

/// Messages of a connection, one per line, in the order in which they go out.
#[derive(Default)]
pub(crate) struct Outbox(Mutex<State>);

#[derive(Default)]
struct State {
    bytes: Vec<u8>,
    closing: bool,
    writer: Option<Waker>,
    senders: Vec<Waker>,
    listeners: Vec<Waker>,
}

impl Outbox {
    /// Appends one message.
    pub(crate) fn push(&self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut state = self.lock();
        write(&mut state.bytes);
        state.bytes.push(b'\n');
        if let Some(writer) = state.writer.take() {
            writer.wake();
        }
    }

    /// Takes all that waits, by a swap with an empty buffer.
    pub(crate) fn poll_take(&self, cx: &mut Context<'_>, into: &mut Vec<u8>) -> Poll<()> {
        let mut state = self.lock();
        if state.bytes.is_empty() {
            state.writer = Some(cx.waker().clone());
            return Poll::Pending;
        }
        std::mem::swap(&mut state.bytes, into);
        for sender in state.senders.drain(..) {
            sender.wake();
        }
        Poll::Ready(())
    }

    /// Says that the writer is up: until it waits again, a push does not wake it.
    pub(crate) fn writer_is_up(&self) {
        self.lock().writer = None;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().bytes.is_empty()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.lock().bytes.len() >= LIMIT
    }

    /// Tells all that listen that the connection is about to end.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closing = true;
        for listener in state.listeners.drain(..) {
            listener.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peer for Outbox {
    fn poll_room(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.lock();
        if state.bytes.len() < LIMIT {
            return Poll::Ready(());
        }
        wait(&mut state.senders, cx);
        Poll::Pending
    }

    fn poll_closing(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.lock();
        if state.closing {
            return Poll::Ready(());
        }
        wait(&mut state.listeners, cx);
        Poll::Pending
    }

    fn send(&self, message: &[u8]) {
        self.push(|bytes| bytes.extend_from_slice(message));
    }
}

/// Adds a waker, once however often its task asks.
fn wait(wakers: &mut Vec<Waker>, cx: &Context<'_>) {
    if !wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
        wakers.push(cx.waker().clone());
    }
}
