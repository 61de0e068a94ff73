//! A client that holds its server to a lock.

use super::change::Changes;
use super::entries::LockedTool;
use super::file::Lock;
use super::tools;
use crate::error::{Error, Result};
use crate::jsonrpc::truncate_for_display;
use crate::protocol::{Approve, Implementation, Tool};

/// Holds the server to a lock: connecting to a server whose name or instructions differ from the
/// lock fails, and a tool that is not in the lock, or that differs from it, is refused.
///
/// A lock of what `Client::offers` returns is of a server that is currently trusted.
///
/// ```
/// use mcp_runtime_client::Client;
/// use mcp_runtime::json;
/// use mcp_runtime_lint::lock::Lock;
/// use mcp_runtime::{server, tool};
///
/// /// Adds two numbers.
/// #[tool]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mcp_runtime::Result<()> {
/// let server = server!().tool::<add>().build()?;
/// let lock = Lock::of(&server.offers());
/// let client = Client::builder("agent", "1.0").approve(lock).connect(server).await?;
/// let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await?;
/// # assert_eq!(sum, 3);
/// # Ok(())
/// # }
/// ```
impl Approve for Lock {
    fn check_server(&self, info: &Implementation, instructions: Option<&str>) -> Result<()> {
        let name = info.name.as_str();
        let locked = self.server.name.as_str();
        if name != locked {
            let name = truncate_for_display(name);
            return Err(Error::other(format!(
                "the server is {name:?}, but the lock is for {locked:?}"
            )));
        }
        if instructions != self.server.instructions.as_deref() {
            return Err(Error::other(format!(
                "the instructions of {locked:?} differ from those of the lock: if you trust the server, write \
                 the lock again"
            )));
        }
        Ok(())
    }

    fn has_tool(&self, name: &str) -> bool {
        self.tools.contains_key(name)
    }

    fn check_tool(&self, tool: &Tool) -> Result<()> {
        let name = &tool.name;
        let Some(locked) = self.tools.get(name) else {
            return Err(Error::other(format!("the tool `{name}` is not in the lock")));
        };
        let is = LockedTool::of(tool);
        if is.hash == locked.hash {
            return Ok(());
        }
        let mut changes = Changes::default();
        let seen = LockedTool { needs: Vec::new(), confirms: false, ..locked.clone() };
        tools::one(name, &seen, &is, &mut changes);
        let mut changes: Vec<_> =
            changes.0.iter().map(|it| format!("{} ({}, {})", it.text, it.rule, it.at)).collect();
        if changes.is_empty() {
            changes
                .push("the text of its schemas has changed, but not what they accept".to_owned());
        }
        let joined = changes.join("; ");
        let what = truncate_for_display(&joined);
        Err(Error::other(format!("the tool `{name}` differs from the lock: {what}")))
    }
}
