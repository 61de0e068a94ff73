//! The tools that have layers of their own.

use crate::protocol::suggest::nearest;
use crate::server::catalog::Catalog;

/// Rejects tools that are to be wrapped in a layer and do not exist.
pub(super) fn check(names: &[String], catalog: &Catalog, mistakes: &mut Vec<String>) {
    let missing = names.iter().filter(|name| catalog.tools.get(name).is_none());
    mistakes.extend(missing.map(|name| no_tool(name, catalog)));
}

/// The mistake in the name of a tool that is to be wrapped in a layer.
fn no_tool(name: &str, catalog: &Catalog) -> String {
    let names = catalog.tools.iter().map(|tool| tool.tool.name.as_str());
    let meant = nearest(name, names).map(|name| format!(": did you mean `{name}`?"));
    format!("`layer_tools`: there is no tool `{name}`{}", meant.unwrap_or_default())
}
