//! Whether a server and its tools are those that were agreed to, where a client knows what that
//! is.

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::protocol::{Implementation, Tool};
use crate::sync::Mutex;

/// What was agreed to.
#[allow(dead_code, reason = "only `lock` has something to agree to")]
pub(crate) trait Approval: Send + Sync {
    /// Looks at how a server describes itself.
    ///
    /// # Errors
    ///
    /// When it says something else than was agreed to.
    fn check_server(&self, info: &Implementation, instructions: Option<&str>) -> Result<()>;

    /// Whether there is a tool of this name.
    fn has_tool(&self, name: &str) -> bool;

    /// Looks at a tool as it is listed.
    ///
    /// # Errors
    ///
    /// When it is not the one that was agreed to; what differs.
    fn check_tool(&self, tool: &Tool) -> Result<()>;
}

/// What was found of the tools that were agreed to. A tool that was found to be another stays
/// refused as long as the connection lasts, whatever it becomes then.
#[derive(Default)]
pub(super) struct ApprovedTools(Mutex<Found>);

#[derive(Default)]
struct Found {
    /// Why a tool is refused, `None` for one that is approved. Bounded by what was agreed to.
    tools: HashMap<String, Option<String>>,
    /// How many changes of the list there were when it was listed.
    changes: u64,
}

impl ApprovedTools {
    /// Notes what was found of a tool; whether it may be used.
    pub(super) fn note(&self, approval: &dyn Approval, tool: &Tool) -> bool {
        if !approval.has_tool(&tool.name) {
            return false;
        }
        let refused = approval.check_tool(tool).err().map(|error| error.to_string());
        let mut found = self.0.lock();
        let known = found.tools.entry(tool.name.clone()).or_default();
        if known.is_none() {
            *known = refused;
        }
        known.is_none()
    }

    /// Notes that the tools were listed after so many changes of the list.
    pub(super) fn listed(&self, changes: u64) {
        let mut found = self.0.lock();
        found.changes = found.changes.max(changes);
    }

    /// What was found of a tool, if it was listed after so many changes of the list.
    pub(super) fn verdict(&self, tool: &str, changes: u64) -> Option<Result<()>> {
        let found = self.0.lock();
        match found.tools.get(tool)? {
            Some(why) => Some(Err(Error::other(why.clone()))),
            None => (found.changes >= changes).then_some(Ok(())),
        }
    }
}
