//! How the calls of a handler run, whatever kind of handler it is.

use std::time::Duration;

use super::Confirm;
use crate::protocol::ExtensionId;
use crate::server::Context;
use crate::server::result_limit::ResultLimit;
use crate::server::tasks::TaskDef;
use crate::store::RateLimit;

/// How the calls of a handler run. Most of it only tools can set.
#[derive(Clone, Copy, Debug)]
pub struct CallDef {
    /// How long one may take.
    pub timeout: Option<Duration>,
    /// How often each caller may call it.
    pub rate: Option<RateLimit>,
    /// How many calls may run at the same time.
    pub concurrency: Option<u32>,
    /// How large results may be.
    pub max_result: Option<ResultLimit>,
    /// Whether unknown keys are rejected, and arguments are not decoded leniently.
    pub strict: bool,
    /// The confirmation that the user is asked for before it runs.
    pub confirm: Option<Confirm>,
    /// Whether an agent asks for permission before it calls the tool.
    pub ask: bool,
    /// The kind of operation, as agents show it.
    pub operation: Option<&'static str>,
    /// Decides which callers may see it, besides the conditions below; `None` if all may.
    pub visible: Option<fn(&Context) -> bool>,
    /// The scopes that a request over HTTP must have.
    pub scopes: &'static [&'static str],
    /// The extension that a client must declare to see it.
    pub only: Option<ExtensionId>,
    /// How calls become tasks; `None` if they do not.
    pub task: Option<TaskDef>,
}

impl CallDef {
    /// A definition in which nothing is set.
    pub const EMPTY: Self = Self {
        timeout: None,
        rate: None,
        concurrency: None,
        max_result: None,
        strict: false,
        confirm: None,
        ask: false,
        operation: None,
        visible: None,
        scopes: &[],
        only: None,
        task: None,
    };

    /// Whether some callers may not see the handler.
    pub(crate) fn is_restricted(&self) -> bool {
        self.visible.is_some() || !self.scopes.is_empty() || self.only.is_some()
    }

    /// How the preview of a call runs: nobody is asked for it, and it does not count as a call.
    pub(crate) fn of_preview(self) -> Self {
        Self { timeout: self.timeout, strict: self.strict, ..Self::EMPTY }
    }
}

/// Who sees a handler, as the compiler checks it.
pub const fn seen_by(
    decide: fn(&Context) -> bool, /* of the caller: `visible = path` */
) -> Option<fn(&Context) -> bool> {
    Some(decide)
}
