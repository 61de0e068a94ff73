//! The arguments of `#[tool]`.
//!
//! What one of them sets goes through `expand/tool.rs` to `server/handler/definition` of the runtime:
//! to `CallDef` if calls are to know it, and else to `ToolDef`, which writes what clients see of it
//! into `tool_definition.rs` of the protocol crate. `docs/tool.md` lists it.

use super::common::Common;
use super::duration::DurationValue;
use super::rate::Rate;
use super::refusal::hint;
use super::size::Size;
use super::values::{Count, Preview, Switch, Text, Type};
use darling::FromMeta;
use darling::util::SpannedValue;

#[derive(Default, FromMeta)]
pub(crate) struct Tool {
    #[darling(flatten)]
    pub(crate) common: Common,
    #[darling(default)]
    pub(crate) pure: Switch,
    pub(crate) read_only: Option<SpannedValue<Switch>>,
    pub(crate) destructive: Option<SpannedValue<Switch>>,
    pub(crate) idempotent: Option<SpannedValue<Switch>>,
    pub(crate) open_world: Option<SpannedValue<Switch>>,
    pub(crate) confirm: Option<Text>,
    /// An agent asks for permission first.
    #[darling(default)]
    pub(crate) ask: Switch,
    /// The kind of operation, as agents show it.
    pub(crate) kind: Option<Text>,
    /// Shows what a call is going to do, before an agent asks for permission.
    pub(crate) preview: Option<Preview>,
    pub(crate) only: Option<Type>,
    pub(crate) rate: Option<Rate>,
    pub(crate) concurrency: Option<Count>,
    pub(crate) max_result: Option<Size>,
    /// What the model may do to get less.
    pub(crate) max_result_hint: Option<Text>,
    /// A text that is too large is shortened.
    pub(crate) truncate: Option<SpannedValue<Switch>>,
    #[darling(default)]
    pub(crate) large_result: Switch,
    #[darling(default)]
    pub(crate) strict: Switch,
    #[darling(default)]
    pub(crate) allow_dots: Switch,
    pub(crate) task: Option<Task>,
    /// The page that shows what it does.
    pub(crate) ui: Option<Text>,
    pub(crate) ui_visibility: Option<Text>,
}

impl Tool {
    /// The hints by name: the value given, and the value that `pure` implies.
    pub(crate) fn hints(&self) -> [(&'static str, Option<&SpannedValue<Switch>>, bool); 4] {
        [
            ("read_only", self.read_only.as_ref(), true),
            ("destructive", self.destructive.as_ref(), false),
            ("idempotent", self.idempotent.as_ref(), true),
            ("open_world", self.open_world.as_ref(), false),
        ]
    }
}

const TASK: &str = "write `task`, or its settings in parentheses: `task(ttl = \"1h\", resume)`";

/// `task`, or `task(..)` with its settings.
#[derive(Default, FromMeta)]
#[darling(from_word = || Ok(Task::default()), from_expr = |_| hint(TASK))]
pub(crate) struct Task {
    #[darling(default)]
    pub(crate) required: Switch,
    #[darling(default)]
    pub(crate) manual: Switch,
    #[darling(default)]
    pub(crate) resume: Switch,
    pub(crate) attempts: Option<SpannedValue<Count>>,
    pub(crate) ttl: Option<DurationValue>,
    pub(crate) poll: Option<DurationValue>,
    pub(crate) grace: Option<DurationValue>,
    pub(crate) immediate: Option<Text>,
}
