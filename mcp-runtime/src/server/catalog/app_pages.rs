//! App pages: the tools that reference them, and the resources that contain them.

use super::{Catalog, Entry as _, ToolEntry};
use crate::protocol::apps::{FLAT_UI, UI, page_of};
use crate::protocol::uri::normal;

impl Catalog {
    /// Whether any tool or resource is for hosts that show pages.
    pub(crate) fn has_pages(&self) -> bool {
        self.resources.iter().any(|resource| resource.is_page())
            || self.tools.iter().any(|tool| tool.is_for_pages())
    }

    /// Rejects tools whose page does not exist: a host would show an error instead.
    pub(crate) fn check_pages(&self, mistakes: &mut Vec<String>) {
        for tool in self.tools.iter() {
            let Some(uri) = tool.tool.meta.as_ref().and_then(page_of) else { continue };
            let is_matched = || {
                let mut templates = self.templates.iter().filter_map(|entry| entry.template());
                templates.any(|(_, template)| template.matches(&normal(uri)).is_some())
            };
            let name = &tool.tool.name;
            let at = tool.location();
            match self.resources.get(uri) {
                Some(resource) if !resource.is_page() => mistakes.push(format!(
                    "tool `{name}` ({at}) shows `{uri}`, which is not a page ({}): write \
                     `#[resource(\"{uri}\", app)]`",
                    resource.location()
                )),
                None if !is_matched() => mistakes.push(format!(
                    "tool `{name}` ({at}) shows the page `{uri}`, which the server does not have: \
                     add a function with `#[resource(\"{uri}\", app)]`"
                )),
                _ => {}
            }
        }
    }
}

impl ToolEntry {
    /// Whether it is for hosts that show pages.
    fn is_for_pages(&self) -> bool {
        let meta = self.tool.meta.as_ref();
        meta.is_some_and(|meta| meta.contains_key(UI) || meta.contains_key(FLAT_UI))
    }

    /// Keeps its page only under the current key.
    pub(crate) fn drop_flat_key(&mut self) {
        if let Some(meta) = &mut self.tool.meta {
            meta.shift_remove(FLAT_UI);
        }
    }
}
