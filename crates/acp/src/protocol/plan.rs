//! Plans: what an agent is going to do.
//!
//! Source: [ACP, "Agent Plan"](https://agentclientprotocol.com/protocol/agent-plan).

use serde::{Deserialize, Serialize};

/// A plan of an agent: steps, or Markdown text. It replaces the earlier plan of the same id.
///
/// ```
/// use mcp_runtime_acp::{Plan, Turn};
/// use mcp_runtime::Result;
///
/// async fn show(turn: &Turn) -> Result<()> {
///     turn.plan(["look around", "begin"]).await?;
///     turn.plan(Plan::markdown("# Design\nSmall parts.").id("design").path("/work/DESIGN.md")).await
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Plan {
    /// Its id; `None` for the one plan of agents that have one.
    pub id: Option<String>,
    /// The content of the plan.
    #[serde(flatten)]
    pub content: PlanContent,
}

/// The content of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum PlanContent {
    /// Steps.
    Items {
        /// The steps, in their order.
        entries: Vec<PlanEntry>,
    },
    /// Text.
    Markdown {
        /// All of the text, in Markdown.
        #[serde(rename = "content")]
        text: String,
        /// The absolute path of the file that has the text, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
}

impl Plan {
    /// A plan of steps.
    pub fn new(entries: impl IntoIterator<Item = impl Into<PlanEntry>>) -> Self {
        let entries = entries.into_iter().map(Into::into).collect();
        Self { id: None, content: PlanContent::Items { entries } }
    }

    /// A plan that is Markdown text.
    pub fn markdown(text: impl Into<String>) -> Self {
        Self { id: None, content: PlanContent::Markdown { text: text.into(), path: None } }
    }

    /// Gives it an id, for an agent with several plans at a time.
    #[must_use]
    pub fn id(self, id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), ..self }
    }

    /// Names the file that has the text of a plan in Markdown, by its absolute path.
    #[must_use]
    pub fn path(mut self, file: impl Into<String>) -> Self {
        if let PlanContent::Markdown { path, .. } = &mut self.content {
            *path = Some(file.into());
        }
        self
    }
}

impl<I: IntoIterator<Item: Into<PlanEntry>>> From<I> for Plan {
    fn from(entries: I) -> Self {
        Self::new(entries)
    }
}

/// A step of a plan.
///
/// Source: [ACP, "Agent Plan"](https://agentclientprotocol.com/protocol/agent-plan).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlanEntry {
    /// The description of the step.
    pub content: String,
    /// How important it is.
    pub priority: PlanPriority,
    /// Its progress.
    pub status: PlanStatus,
}

impl PlanEntry {
    /// A step of medium priority that has not begun.
    pub fn new(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            priority: PlanPriority::Medium,
            status: PlanStatus::Pending,
        }
    }

    /// Sets the priority.
    #[must_use]
    pub fn priority(self, priority: PlanPriority) -> Self {
        Self { priority, ..self }
    }

    /// Sets the progress.
    #[must_use]
    pub fn status(self, status: PlanStatus) -> Self {
        Self { status, ..self }
    }
}

impl<T: Into<String>> From<T> for PlanEntry {
    fn from(content: T) -> Self {
        Self::new(content)
    }
}

/// The priority of a step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PlanPriority {
    /// Above most steps.
    High,
    /// The default.
    Medium,
    /// Below most steps.
    Low,
}

/// The progress of a step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PlanStatus {
    /// It has not begun.
    Pending,
    /// It has begun.
    InProgress,
    /// It is done.
    Completed,
}
