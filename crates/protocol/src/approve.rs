//! Who decides what a client may use of a server.

use crate::error::Result;
use crate::{Implementation, Tool};

/// What a client may use of a server: set by `ClientBuilder::approve`.
///
/// A lock of `mcp-runtime-lint` is one; this one allows only tools that change nothing:
///
/// ```
/// use mcp_runtime_protocol::{Approve, Error, Implementation, Result, Tool};
///
/// struct ReadOnly;
///
/// impl Approve for ReadOnly {
///     fn check_server(&self, _: &Implementation, _: Option<&str>) -> Result<()> {
///         Ok(())
///     }
///
///     fn has_tool(&self, _: &str) -> bool {
///         true
///     }
///
///     fn check_tool(&self, tool: &Tool) -> Result<()> {
///         let says = tool.annotations.as_ref().and_then(|annotations| annotations.read_only_hint);
///         if says == Some(true) {
///             return Ok(());
///         }
///         Err(Error::other(format!("`{}` may change something", tool.name)))
///     }
/// }
/// ```
pub trait Approve: Send + Sync {
    /// Checks how a server describes itself.
    ///
    /// # Errors
    ///
    /// When its description differs from what was agreed to.
    fn check_server(&self, info: &Implementation, instructions: Option<&str>) -> Result<()>;

    /// Whether there is a tool of this name.
    fn has_tool(&self, name: &str) -> bool;

    /// Checks a tool, as it is listed.
    ///
    /// # Errors
    ///
    /// When it differs from what was agreed to; the error describes the differences.
    fn check_tool(&self, tool: &Tool) -> Result<()>;
}
