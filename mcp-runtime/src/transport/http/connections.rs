//! How many connections are open, and who has to leave for a new one.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, write_error};
use crate::quota::{Quota, Share};
use crate::sync::Mutex;

/// How long a new connection waits before more of the others are asked to leave.
const ROOM_TIMEOUT: Duration = Duration::from_millis(100);

/// How long it may take to refuse a connection.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

/// The connections of a listener.
pub(crate) struct Connections {
    room: Arc<Semaphore>,
    /// What one address may have of them.
    shares: Arc<Quota>,
    open: Mutex<Open>,
    /// How many leave at once.
    several: usize,
}

#[derive(Default)]
struct Open {
    /// The oldest first; without those that were asked to leave.
    staying: BTreeMap<u64, Arc<Leave>>,
    next: u64,
}

/// Asks a connection to leave.
#[derive(Default)]
struct Leave {
    is_asked: AtomicBool,
    notify: Notify,
}

/// The place of one connection, which is free again when it is dropped.
pub(crate) struct ConnectionPermit {
    connections: Arc<Connections>,
    number: u64,
    leave: Arc<Leave>,
    _room: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl Connections {
    pub(crate) fn new(limit: usize, of_one: usize) -> Arc<Self> {
        let limit = limit.clamp(1, Semaphore::MAX_PERMITS);
        Arc::new(Self {
            room: Arc::new(Semaphore::new(limit)),
            shares: Quota::new(of_one, usize::MAX),
            open: Mutex::default(),
            several: (limit / 128).max(1),
        })
    }

    /// Waits until there is room for one more connection, and asks others to leave meanwhile.
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

    /// Gives a connection its place; `None` if its address has as many as it may.
    pub(crate) fn enter(
        self: &Arc<Self>,
        room: OwnedSemaphorePermit,
        caller: &Caller,
    ) -> Option<ConnectionPermit> {
        let share = match caller {
            Caller::Address(_) => Some(self.shares.reserve_own_part(caller, 1)?),
            _ => None,
        };
        let leave = Arc::<Leave>::default();
        let mut open = self.open.lock();
        let number = open.next;
        open.next += 1;
        open.staying.insert(number, Arc::clone(&leave));
        drop(open);
        Some(ConnectionPermit {
            connections: Arc::clone(self),
            number,
            leave,
            _room: room,
            _share: share,
        })
    }

    /// Asks the oldest connections to leave. They do as soon as nothing runs on them, so none is cut
    /// off that is in use.
    pub(crate) fn make_room(&self) {
        let mut open = self.open.lock();
        for _ in 0..self.several {
            let Some((_, leave)) = open.staying.pop_first() else { return };
            leave.is_asked.store(true, Ordering::Release);
            leave.notify.notify_one();
        }
    }
}

impl ConnectionPermit {
    /// Resolves when the connection is to leave.
    pub(crate) fn left(&self) -> impl Future<Output = ()> + Send + use<> {
        let leave = Arc::clone(&self.leave);
        async move { leave.notify.notified().await }
    }

    /// Whether the connection is to leave.
    pub(crate) fn is_left(&self) -> bool {
        self.leave.is_asked.load(Ordering::Acquire)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.connections.open.lock().staying.remove(&self.number);
    }
}

/// Tells a client that its address has as many connections as it may.
pub(crate) async fn refuse(mut stream: TcpStream) {
    let mut body = Vec::new();
    let error = ErrorObject::invalid_request(
        "there are too many connections from this address; use one of them, or try again later",
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
        assert!(!first.is_left() && !second.is_left());
        let (room, ()) = tokio::join!(connections.room(), async {
            first.left().await;
            assert!(first.is_left() && !second.is_left());
            drop(first);
        });
        drop(room);
        drop(second);
        assert!(connections.open.lock().staying.is_empty());
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
