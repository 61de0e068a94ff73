//! The public interface of a server in a file, and the severity of its changes.
//!
//! A [`Lock`] has the tools, prompts and resources of a server with their schemas, hints and
//! descriptions. It is kept in the repository as `mcp.lock`, to be reviewed in a diff.
//! [`Lock::compare`] reports for each change whether it is a patch, minor or major one, and by
//! which rule; `lock --check` on the command line of a server and `testing::lock` in a test check
//! the version against that. A client takes a lock with `ClientBuilder::lock`, and refuses a tool
//! that differs from the one that was agreed to.
//!
//! ```
//! use mcp_runtime::lock::{Bump, Lock};
//! use mcp_runtime::{ServerBuilder, tool};
//!
//! /// Finds notes.
//! #[tool(read_only)]
//! fn search(text: String) -> String {
//!     text
//! }
//!
//! let before = Lock::of(&ServerBuilder::new("notes", "1.4.0").tool::<search>().build()?);
//! let now = Lock::of(&ServerBuilder::new("notes", "1.4.1").build()?);
//! let diff = before.compare(&now);
//! assert_eq!(diff.verdict(), Some(Bump::Major));
//! assert_eq!(diff.needs().as_deref(), Some("2.0.0"));
//! # Ok::<(), mcp_runtime::Error>(())
//! ```
//!
//! # Inside
//!
//! A module imports only from modules to its left: `hash` · `change` · `schema` · `entries` ·
//! `listings` · `tools` · `version` · `diff` · `file` · `of_server` · `client`.

mod change;
#[cfg(feature = "client")]
mod client;
mod diff;
mod entries;
mod file;
mod hash;
mod listings;
mod of_server;
mod schema;
mod tools;
mod version;

pub use change::{Bump, LockChange};
pub use diff::{LockDiff, LockStatus};
pub use entries::{
    Accepted, LockedArgument, LockedPrompt, LockedResource, LockedServer, LockedTool,
};
pub use file::Lock;
#[cfg(feature = "cli")]
pub(crate) use file::MAX_LOCK_BYTES;
#[cfg(feature = "testing")]
pub(crate) use of_server::ask;
