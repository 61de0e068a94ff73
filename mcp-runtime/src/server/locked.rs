//! What a lock holds that no list says.

use std::collections::BTreeMap;

use super::Server;
use super::catalog::Entry;
use super::needs::names;
use crate::protocol::{ClientCapabilities, ExtensionId};

/// What a client has to be and do for a tool.
#[derive(Default)]
pub(crate) struct Demands {
    /// The capabilities that it has to have.
    pub(crate) needs: Vec<String>,
    /// Whether its person is asked first.
    pub(crate) confirms: bool,
}

impl Server {
    /// What each tool demands, by its name.
    pub(crate) fn demands_of_tools(&self) -> BTreeMap<String, Demands> {
        let current = self.current();
        let demands = current.catalog.tools.iter().map(|tool| {
            let needed: ClientCapabilities = tool.handler.needs.iter().copied().collect();
            let needs = match tool.handler.needs.is_empty() {
                true => Vec::new(),
                false => names(&needed),
            };
            let confirms = !tool.handler.target.confirm.is_empty();
            (tool.key().to_owned(), Demands { needs, confirms })
        });
        demands.collect()
    }

    /// The extensions without which a client does not see some tool.
    pub(crate) fn extensions_of_tools(&self) -> Vec<ExtensionId> {
        let current = self.current();
        current.catalog.tools.iter().filter_map(|tool| tool.handler.target.only).collect()
    }
}
