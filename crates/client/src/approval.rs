//! Checks whether a server and its tools are those that were agreed to, if a client has an
//! [`Approve`].

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::protocol::{Approve, Tool};
use crate::sync::Mutex;

/// The verdicts on the tools that were agreed to. A tool that was found to differ is refused for
/// the lifetime of the connection, even if it changes back.
#[derive(Default)]
pub(super) struct ApprovedTools(Mutex<Verdicts>);

#[derive(Default)]
struct Verdicts {
    /// Why a tool is refused; `None` if it is approved. Bounded by the number of approved tools.
    tools: HashMap<String, Option<String>>,
    /// How many changes of the list there had been when the tools were last listed.
    changes: u64,
}

impl ApprovedTools {
    /// Records the verdict on a tool; returns whether it may be used.
    pub(super) fn note(&self, approval: &dyn Approve, tool: &Tool) -> bool {
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

    /// Records that the tools were listed after this many changes of the list.
    pub(super) fn listed(&self, changes: u64) {
        let mut found = self.0.lock();
        found.changes = found.changes.max(changes);
    }

    /// The verdict on a tool, if it was listed after this many changes of the list.
    pub(super) fn verdict(&self, tool: &str, changes: u64) -> Option<Result<()>> {
        let found = self.0.lock();
        match found.tools.get(tool)? {
            Some(why) => Some(Err(Error::other(why.clone()))),
            None => (found.changes >= changes).then_some(Ok(())),
        }
    }
}
