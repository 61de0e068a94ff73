//! Tasks: calls that are answered later. One record serves both systems, the core tasks of
//! 2025-11-25 and the extension of 2026-07-28, and is converted to either when it is read.
//!
//! ```text
//! tools/call ─▶ plan      does this request become a task?
//!            ─▶ start     a record is created, and the call continues without its request
//!            ─▶ run       what the call asks, learns and returns is stored in the record
//! tasks/*    ─▶ requests  the record, in the revision of the request
//! ```
//!
//! Source: [2025-11-25, "Tasks"](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks);
//! [SEP-2663](https://modelcontextprotocol.io/seps/2663-tasks-extension).

mod context;
mod known;
mod lease;
mod list;
mod live;
mod plan;
mod record;
mod records;
mod requests;
mod result;
mod resume;
mod run;
mod service;
mod session;
mod settings;
mod shares;
mod shutdown;
mod start;
mod status_cache;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tokio::sync::{Notify, OnceCell, broadcast};

use crate::error::Result;
use crate::random;
use crate::store::StoreKey;
use crate::sync::Mutex;
use known::KnownTask;
use records::Records;
use shares::TaskQuotas;
use status_cache::TaskStatusCache;

pub use context::TaskContext;
pub use service::TaskDef;
pub use settings::Tasks;

pub(super) use service::{TaskService, ToolOfTask};

use settings::TaskSettings;

/// The maximum number of changes that wait for a slow request; if it misses some, it polls.
const MAX_CHANGES: usize = 64;

/// The tasks of a server.
struct TaskManager {
    settings: TaskSettings,
    records: Records,
    /// The name of this process among those that share a store.
    worker: String,
    /// The quotas that stored tasks are charged to.
    quotas: TaskQuotas,
    table: Mutex<HashMap<Arc<str>, KnownTask>>,
    status_cache: TaskStatusCache,
    /// Notified when a task no longer runs here.
    ended: Notify,
    /// The ids of tasks that other replicas have changed; the empty id stands for all.
    changes: broadcast::Sender<Arc<str>>,
    /// Set once the search for tasks of ended processes has started.
    sweeps: OnceLock<()>,
    /// Set once the tasks of an earlier process have been found.
    found: OnceCell<()>,
}

impl TaskDef {
    /// The definition of a plain `task`, without options.
    #[inline]
    pub const fn optional() -> Self {
        Self::of(|store| Tasks::new().or_store(store).make())
    }
}

/// Creates the task service of a server.
///
/// # Errors
///
/// If the system provides no random numbers.
#[inline]
fn make(settings: TaskSettings) -> Result<Arc<dyn TaskService>> {
    Ok(Arc::new(TaskManager {
        records: Records::new(Arc::clone(&settings.store)),
        worker: random::id()?,
        quotas: TaskQuotas::new(&settings),
        table: Mutex::default(),
        status_cache: TaskStatusCache::default(),
        ended: Notify::new(),
        changes: broadcast::Sender::new(MAX_CHANGES),
        sweeps: OnceLock::new(),
        found: OnceCell::new(),
        settings,
    }))
}

/// Generates an id that cannot be guessed: 128 random bits as 22 characters.
#[inline]
fn new_id() -> Result<Arc<str>> {
    Ok(URL_SAFE_NO_PAD.encode(random::bytes::<16>()?).into())
}

/// Whether a text can be the id of a task; others are not looked up.
#[inline]
fn is_id(text: &str) -> bool {
    text.len() == 22
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// The key of the record of a task.
#[inline]
fn key(id: &str) -> StoreKey {
    StoreKey::new("task", id)
}
