//! The public interface of a server in a file, and the severity of its changes.
//!
//! A [`Lock`] has the tools, prompts and resources of a server with their schemas, hints and
//! descriptions. It is kept in the repository as `mcp.lock`, to be reviewed in a diff.
//! [`Lock::compare`] reports for each change whether it is a patch, minor or major one, and by
//! which rule; `lock --check` of `mcp-runtime-ship` on the command line of a server, and `lock` of
//! `mcp-runtime-testing` in a test, check the version against that. A client of
//! `mcp-runtime-client` takes a lock with `ClientBuilder::approve`, and refuses a tool that differs
//! from the one that was agreed to.
//!
//! ```
//! use mcp_runtime_lint::lock::{Bump, Lock};
//! use mcp_runtime::{ServerBuilder, tool};
//!
//! /// Finds notes.
//! #[tool(read_only)]
//! fn search(text: String) -> String {
//!     text
//! }
//!
//! let before = ServerBuilder::new("notes", "1.4.0").tool::<search>().build()?;
//! let now = ServerBuilder::new("notes", "1.4.1").build()?;
//! let [before, now] = [before, now].map(|server| Lock::of(&server.offers()));
//! let diff = before.compare(&now);
//! assert_eq!(diff.verdict(), Some(Bump::Major));
//! assert_eq!(diff.needs().as_deref(), Some("2.0.0"));
//! # Ok::<(), mcp_runtime::Error>(())
//! ```

mod approve;
mod change;
mod diff;
mod entries;
mod file;
mod hash;
mod listings;
mod of_offers;
mod schema;
#[cfg(feature = "codegen")]
mod to_rust;
mod tools;
mod version;

pub use change::{Bump, LockChange};
pub use diff::{LockDiff, LockStatus};
pub use entries::{
    Accepted, LockedArgument, LockedPrompt, LockedResource, LockedServer, LockedTool,
};
pub use file::Lock;
#[doc(hidden)]
pub use file::MAX_LOCK_BYTES;
