//! What a tool requires of a client beyond what the lists show, for the lock file.

use std::collections::BTreeMap;

use super::Server;
use super::catalog::Entry;
use super::required_capabilities::names;
use crate::protocol::{ClientCapabilities, ExtensionId};

/// What a tool requires of a client.
#[derive(Default)]
pub(crate) struct LockRequirements {
    /// The capabilities that the client must declare.
    pub(crate) needs: Vec<String>,
    /// Whether its user is asked to confirm first.
    pub(crate) confirms: bool,
}

impl Server {
    /// What each tool requires, by its name.
    pub(crate) fn lock_requirements(&self) -> BTreeMap<String, LockRequirements> {
        let current = self.current();
        let requirements = current.catalog.tools.iter().map(|tool| {
            let needed: ClientCapabilities = tool.handler.needs.iter().copied().collect();
            let needs = match tool.handler.needs.is_empty() {
                true => Vec::new(),
                false => names(&needed),
            };
            let confirms = !tool.handler.target.confirm.is_empty();
            (tool.key().to_owned(), LockRequirements { needs, confirms })
        });
        requirements.collect()
    }

    /// The extensions without which a client does not see some tool.
    pub(crate) fn extensions_of_tools(&self) -> Vec<ExtensionId> {
        let current = self.current();
        current.catalog.tools.iter().filter_map(|tool| tool.handler.target.only).collect()
    }
}
