//! What the handlers of a block have that do not say otherwise: arguments of `#[handlers]`.

use super::common::{Common, Scopes};
use super::duration::DurationValue;
use super::size::Size;
use super::tool::Tool;
use super::values::{Code, Switch};
use darling::FromMeta;
use darling::util::SpannedValue;

#[derive(Default, FromMeta)]
pub(crate) struct Defaults {
    pub(crate) read_only: Option<SpannedValue<Switch>>,
    pub(crate) destructive: Option<SpannedValue<Switch>>,
    pub(crate) idempotent: Option<SpannedValue<Switch>>,
    pub(crate) open_world: Option<SpannedValue<Switch>>,
    pub(crate) visible: Option<Code>,
    pub(crate) scopes: Option<Scopes>,
    pub(crate) timeout: Option<DurationValue>,
    pub(crate) max_result: Option<Size>,
}

impl Defaults {
    /// Adds what the attribute of a tool, prompt or resource leaves out.
    pub(crate) fn fill(&self, common: &mut Common) {
        fill(&mut common.visible, &self.visible);
        fill(&mut common.scopes, &self.scopes);
        fill(&mut common.timeout, &self.timeout);
    }

    /// Adds how large results may be, which decides what else a tool may say of them.
    pub(crate) fn fill_size(&self, tool: &mut Tool) {
        fill(&mut tool.max_result, &self.max_result);
    }

    /// Adds what else the attribute of a tool leaves out. Only a tool that writes says whether that is
    /// destructive or idempotent, and only what a tool does not say of itself may make it read-only.
    ///
    /// Source: [2026-07-28, `ToolAnnotations`](https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations).
    pub(crate) fn fill_tool(&self, tool: &mut Tool) {
        self.fill(&mut tool.common);
        if tool.pure.0 {
            return;
        }
        let writes = tool.destructive.is_some() || tool.idempotent.is_some();
        let reads = tool.read_only.is_some_and(|hint| hint.0);
        if !writes {
            fill(&mut tool.read_only, &self.read_only);
        }
        if !reads {
            fill(&mut tool.destructive, &self.destructive);
        }
        fill(&mut tool.idempotent, &self.idempotent);
        fill(&mut tool.open_world, &self.open_world);
    }
}

fn fill<T: Clone>(own: &mut Option<T>, default: &Option<T>) {
    if own.is_none() {
        own.clone_from(default);
    }
}
