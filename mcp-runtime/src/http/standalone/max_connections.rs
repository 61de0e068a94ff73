//! Limits on open connections, and which ones close to make room for new ones.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::listener::Stream;
use crate::caller::Caller;
use crate::http::limits::LimitValues;
use crate::jsonrpc::{ErrorObject, write_error};
use crate::quota::{Quota, Share};
use crate::sync::Mutex;

/// How long a new connection waits before more of the others are asked to close.
const ROOM_TIMEOUT: Duration = Duration::from_millis(100);

/// How long it may take to refuse a connection.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

/// The connections of a listener.
pub(crate) struct Connections {
    room: Arc<Semaphore>,
    /// Limits the connections of each address.
    shares: Arc<Quota>,
    open: Mutex<Open>,
    /// How many are asked to close at once.
    several: usize,
}

#[derive(Default)]
struct Open {
    /// The oldest first, without those that were asked to close.
    by_number: BTreeMap<u64, Arc<CloseSignal>>,
    next: u64,
}

/// Asks a connection to close.
#[derive(Default)]
struct CloseSignal {
    is_asked: AtomicBool,
    notify: Notify,
}

/// The permit of one connection, released on drop.
pub(crate) struct ConnectionPermit {
    connections: Arc<Connections>,
    number: u64,
    close_signal: Arc<CloseSignal>,
    _room: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl Connections {
    pub(crate) fn within(limits: &LimitValues) -> Arc<Self> {
        Self::new(limits.max_connections, limits.max_connections_per_caller)
    }

    fn new(limit: usize, of_one: usize) -> Arc<Self> {
        let limit = limit.clamp(1, Semaphore::MAX_PERMITS);
        Arc::new(Self {
            room: Arc::new(Semaphore::new(limit)),
            shares: Quota::new(of_one, usize::MAX),
            open: Mutex::default(),
            several: (limit / 128).max(1),
        })
    }

    /// Waits until there is room for one more connection, asking others to close meanwhile.
    pub(crate) async fn room(&self) -> OwnedSemaphorePermit {
        loop {
            if let Ok(room) = Arc::clone(&self.room).try_acquire_owned() {
                return room;
            }
            self.make_room();
            let room = Arc::clone(&self.room).acquire_owned();
            if let Ok(Ok(room)) = timeout(ROOM_TIMEOUT, room).await {
                return room;
            }
        }
    }

    /// Admits a connection; `None` if its address has reached its limit.
    pub(crate) fn enter(
        self: &Arc<Self>,
        room: OwnedSemaphorePermit,
        caller: &Caller,
    ) -> Option<ConnectionPermit> {
        let share = match caller {
            Caller::Address(_) => Some(self.shares.reserve_own_part(caller, 1)?),
            _ => None,
        };
        let close_signal = Arc::<CloseSignal>::default();
        let mut open = self.open.lock();
        let number = open.next;
        open.next += 1;
        open.by_number.insert(number, Arc::clone(&close_signal));
        drop(open);
        Some(ConnectionPermit {
            connections: Arc::clone(self),
            number,
            close_signal,
            _room: room,
            _share: share,
        })
    }

    /// Asks the oldest connections to close. They do so as soon as they are idle, so no request is
    /// cut off.
    pub(crate) fn make_room(&self) {
        let mut open = self.open.lock();
        for _ in 0..self.several {
            let Some((_, close_signal)) = open.by_number.pop_first() else { return };
            close_signal.is_asked.store(true, Ordering::Release);
            close_signal.notify.notify_one();
        }
    }
}

impl ConnectionPermit {
    /// Resolves when the connection should close.
    pub(crate) fn closing(&self) -> impl Future<Output = ()> + Send + use<> {
        let close_signal = Arc::clone(&self.close_signal);
        async move { close_signal.notify.notified().await }
    }

    /// Whether the connection should close.
    pub(crate) fn is_closing(&self) -> bool {
        self.close_signal.is_asked.load(Ordering::Acquire)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.connections.open.lock().by_number.remove(&self.number);
    }
}

/// Tells a client that its address has reached its connection limit.
pub(super) async fn refuse(mut stream: Stream) {
    let mut body = Vec::new();
    let error = ErrorObject::invalid_request(
        "there are too many connections from this address; reuse an open one, or try again later",
    );
    write_error(&mut body, None, false, &error);
    let mut response = format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 30\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    response += &String::from_utf8_lossy(&body);
    let _ = timeout(REFUSAL_TIMEOUT, stream.write_all(response.as_bytes())).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_oldest_leave_for_new_ones() {
        let connections = Connections::new(2, 2);
        let somebody = Caller::Connection(1);
        let first = connections.enter(connections.room().await, &somebody).unwrap();
        let second = connections.enter(connections.room().await, &somebody).unwrap();
        assert!(!first.is_closing() && !second.is_closing());
        let (room, ()) = tokio::join!(connections.room(), async {
            first.closing().await;
            assert!(first.is_closing() && !second.is_closing());
            drop(first);
        });
        drop(room);
        drop(second);
        assert!(connections.open.lock().by_number.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn one_address_does_not_have_them_all() {
        let connections = Connections::new(10, 1);
        let address = |last| Caller::Address([203, 0, 113, last].into());
        let first = connections.enter(connections.room().await, &address(7));
        assert!(first.is_some());
        assert!(connections.enter(connections.room().await, &address(7)).is_none());
        assert!(connections.enter(connections.room().await, &address(8)).is_some());
        drop(first);
        assert!(connections.enter(connections.room().await, &address(7)).is_some());
    }
}
