//! The configuration of a server's tasks.

use std::sync::Arc;
use std::time::Duration;

use super::service::TaskService;
use crate::debug::short_debug;
use crate::error::Result;
use crate::store::{Memory, Store};

/// How a server keeps its tasks, for [`ServerBuilder::tasks`](crate::ServerBuilder::tasks).
///
/// Without it, tasks are kept in memory: for an hour unless the tool or its client specifies
/// otherwise, at most 64 per caller and 1024 in total, which may take 16 MiB and 48 MiB.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_runtime::{Tasks, server};
///
/// let builder = server!().tasks(Tasks::new().ttl(Duration::from_secs(600)).per_caller(8));
/// ```
#[derive(Clone)]
#[must_use = "it does nothing until it is given to a server"]
pub struct Tasks {
    pub(super) settings: TaskSettings,
    make: fn(TaskSettings) -> Result<Arc<dyn TaskService>>,
}

short_debug!(Tasks {});

#[derive(Clone)]
pub(super) struct TaskSettings {
    pub(super) store: Arc<dyn Store>,
    /// Whether the store was configured explicitly.
    is_store_given: bool,
    pub(super) ttl: Duration,
    pub(super) min_ttl: Duration,
    pub(super) max_ttl: Duration,
    pub(super) poll: Duration,
    pub(super) per_caller: usize,
    pub(super) in_all: usize,
    pub(super) bytes_per_caller: usize,
    pub(super) bytes_in_all: usize,
    pub(super) lease: Duration,
}

impl Tasks {
    /// Creates the default configuration.
    #[inline]
    pub fn new() -> Self {
        let settings = TaskSettings {
            store: Arc::new(Memory::new()),
            is_store_given: false,
            ttl: Duration::from_secs(60 * 60),
            min_ttl: Duration::from_secs(10),
            max_ttl: Duration::from_secs(24 * 60 * 60),
            poll: Duration::from_secs(2),
            per_caller: 64,
            in_all: 1024,
            bytes_per_caller: 16 * 1024 * 1024,
            bytes_in_all: 48 * 1024 * 1024,
            lease: Duration::from_secs(30),
        };
        Self { settings, make: super::make }
    }

    /// Keeps the tasks in a store that outlives the process, instead of the
    /// [store](crate::ServerBuilder::store) of the server. Its content is not encrypted.
    #[inline]
    pub fn store(mut self, store: impl Store) -> Self {
        self.settings.store = Arc::new(store);
        self.settings.is_store_given = true;
        self
    }

    /// Keeps a task this long from its start (1 hour), if neither its tool nor its client specifies
    /// a time. Its work ends then, too.
    #[inline]
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.settings.ttl = ttl;
        self
    }

    /// Keeps a task at least this long (10 seconds), whatever its client requests.
    #[inline]
    pub fn min_ttl(mut self, ttl: Duration) -> Self {
        self.settings.min_ttl = ttl;
        self
    }

    /// Keeps a task at most this long (24 hours), whatever its client requests.
    #[inline]
    pub fn max_ttl(mut self, ttl: Duration) -> Self {
        self.settings.max_ttl = ttl;
        self
    }

    /// Sets the default poll interval for clients (2 seconds), for tools without one of their own.
    #[inline]
    pub fn poll_interval(mut self, interval: Duration) -> Self {
        self.settings.poll = interval;
        self
    }

    /// Keeps at most this many tasks per caller (64), including finished ones: per principal or
    /// network address, and of all others from the same machine. A client over standard input and
    /// output may use the total.
    #[inline]
    pub fn per_caller(mut self, count: usize) -> Self {
        self.settings.per_caller = count;
        self
    }

    /// Keeps at most this many tasks in total (1024), including finished ones. The last quarter is
    /// for callers that have few of them.
    #[inline]
    pub fn in_all(mut self, count: usize) -> Self {
        self.settings.in_all = count;
        self
    }

    /// Keeps at most this many bytes of tasks per caller (16 MiB): their calls while they run, what
    /// they ask and learn, and their results. A task that would exceed it is not started, or fails.
    /// A client over standard input and output may use the total.
    #[inline]
    pub fn bytes_per_caller(mut self, bytes: usize) -> Self {
        self.settings.bytes_per_caller = bytes;
        self
    }

    /// Keeps at most this many bytes of tasks in total (48 MiB), of which the last quarter is for
    /// callers that have few of them. The [store](Self::store) has to
    /// have room for them.
    #[inline]
    pub fn bytes_in_all(mut self, bytes: usize) -> Self {
        self.settings.bytes_in_all = bytes;
        self
    }

    /// Considers a process dead that has not renewed its lease for this long (30 seconds): its
    /// tasks are run again if their tools declare `resume`, or fail.
    #[inline]
    pub fn lease(mut self, lease: Duration) -> Self {
        self.settings.lease = lease;
        self
    }
}

impl Tasks {
    /// Uses this store, unless another one is configured.
    #[inline]
    pub(in crate::server) fn or_store(mut self, store: Option<Arc<dyn Store>>) -> Self {
        if let Some(store) = store.filter(|_| !self.settings.is_store_given) {
            self.settings.store = store;
        }
        self
    }

    /// Creates the task service.
    #[inline]
    pub(in crate::server) fn make(self) -> Result<Arc<dyn TaskService>> {
        (self.make)(self.settings)
    }
}

impl Default for Tasks {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}
