//! Tasks: calls that are answered later. One record for both systems, the core tasks of 2025-11-25
//! and the extension of 2026-07-28; each is shaped from it when it is read.
//!
//! ```text
//! tools/call ─▶ plan      does this request become a task?
//!            ─▶ start     a record is made, and the call continues without its request
//!            ─▶ run       what the call asks, learns and ends with is kept in the record
//! tasks/*    ─▶ requests  the record, as the revision of the reader says it
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

/// How many changes wait for the slowest request that follows a task; older ones it misses, and looks.
const MAX_CHANGES: usize = 64;

/// The tasks of a server.
struct TaskManager {
    settings: TaskSettings,
    records: Records,
    /// Names this process among those that share a store.
    worker: String,
    /// What the tasks that are kept are charged to.
    quotas: TaskQuotas,
    table: Mutex<HashMap<Arc<str>, KnownTask>>,
    status_cache: TaskStatusCache,
    /// A task does not run here any more.
    ended: Notify,
    /// Which tasks were changed by other replicas; the empty name stands for all.
    changes: broadcast::Sender<Arc<str>>,
    /// Whether tasks of processes that have ended are looked for.
    sweeps: OnceLock<()>,
    /// Whether it is known what an earlier process has left.
    found: OnceCell<()>,
}

impl TaskDef {
    /// The definition of `task`, which says nothing more.
    pub const fn optional() -> Self {
        Self::of(|store| Tasks::new().or_store(store).make())
    }
}

/// Makes what serves the tasks of a server.
///
/// # Errors
///
/// The system gives no random numbers.
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

/// A name that cannot be guessed: 128 random bits as 22 characters.
fn new_id() -> Result<Arc<str>> {
    Ok(URL_SAFE_NO_PAD.encode(random::bytes::<16>()?).into())
}

/// Whether a text can be the id of a task; nothing else is looked up.
fn is_id(text: &str) -> bool {
    text.len() == 22
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Where the record of a task is.
fn key(id: &str) -> StoreKey {
    StoreKey::new("task", id)
}
