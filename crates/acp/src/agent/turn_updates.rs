//! What a turn shows besides tool calls: messages, plans, notices, and facts about the session.

use super::BoxFuture;
use super::turn::Turn;
use super::turn_state::Speech;
use crate::protocol::{Cost, Notice, Plan, PlanContent, SessionUpdate, Usage};
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::{ContentBlock, Result, clock};

impl Turn {
    /// Sends a message to the user.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn say(&self, content: impl Into<ContentBlock>) -> Result<()> {
        let id = self.speak(Speech::Message);
        let content = content.into();
        self.update(&SessionUpdate::AgentMessage { id, content }).await
    }

    /// Shows a thought of the agent.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn think(&self, content: impl Into<ContentBlock>) -> Result<()> {
        let id = self.speak(Speech::Thought);
        let content = content.into();
        self.update(&SessionUpdate::AgentThought { id, content }).await
    }

    /// Shows a plan, replacing the earlier one of the same id. Clients that show one plan show the
    /// steps that came last, and text as a message.
    ///
    /// ```
    /// use mcp_runtime::Result;
    /// use mcp_runtime_acp::{PlanEntry, PlanStatus, Turn};
    ///
    /// async fn begin(turn: &Turn) -> Result<()> {
    ///     let first = PlanEntry::new("look around").status(PlanStatus::InProgress);
    ///     turn.plan([first, "begin".into()]).await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn plan(&self, plan: impl Into<Plan>) -> Result<()> {
        self.end_message();
        let mut plan = plan.into();
        let message = match &mut plan.content {
            PlanContent::Items { .. } => {
                *self.session().shown_plan().lock() = Some(plan.id.clone().unwrap_or_default());
                None
            }
            PlanContent::Markdown { path, .. } => {
                if let Some(path) = path {
                    *path = self.session().absolute(path);
                }
                Some(self.session().next_id("message"))
            }
        };
        self.update(&SessionUpdate::Plan { plan, message }).await
    }

    /// Removes the plan of this id.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn remove_plan(&self, id: impl Into<String>) -> Result<()> {
        let id = id.into();
        let is_shown = {
            let mut shown = self.session().shown_plan().lock();
            shown.take_if(|shown| *shown == id).is_some()
        };
        self.update(&SessionUpdate::PlanRemoved { id, is_shown }).await
    }

    /// Shows something beside the conversation, once: it is not part of the history. Clients that
    /// cannot do so show warnings and errors as messages.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn notice(&self, notice: impl Into<Notice>) -> Result<()> {
        self.end_message();
        let notice = notice.into();
        let message = self.session().next_id("message");
        self.notify(&SessionUpdate::Notice { notice, message }).await
    }

    /// Gives the session a title that users can find it by.
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled.
    pub async fn title(&self, title: impl Into<String>) -> Result<()> {
        let title = title.into();
        self.session().set_title(&title);
        let updated_at = clock::iso(self.session().updated());
        self.update(&SessionUpdate::SessionInfo { title, updated_at }).await
    }

    /// Reports how many tokens the session has used, and how many are available in total; awaiting it
    /// sends it.
    ///
    /// ```
    /// use mcp_runtime::Result;
    /// use mcp_runtime_acp::Turn;
    ///
    /// async fn report(turn: &Turn) -> Result<()> {
    ///     turn.usage(53_000, 200_000).cost(0.12, "USD").await
    /// }
    /// ```
    pub fn usage(&self, used: u64, size: u64) -> UsageReport {
        UsageReport { turn: self.clone(), usage: Usage::new(used, size) }
    }
}

/// How much of the context is used; awaiting it sends it.
///
/// # Errors
///
/// When the turn has been cancelled.
#[must_use = "it is not sent until this is awaited"]
pub struct UsageReport {
    turn: Turn,
    usage: Usage,
}

short_debug!(UsageReport { usage });

impl UsageReport {
    /// Adds what the session has cost so far, in a currency by its ISO 4217 code. An amount that is
    /// not finite is left out.
    pub fn cost(mut self, amount: f64, currency: impl Into<String>) -> Self {
        self.usage.cost = amount.is_finite().then(|| Cost::new(amount, currency));
        self
    }
}

impl IntoFuture for UsageReport {
    type Output = Result<()>;
    type IntoFuture = BoxFuture<Result<()>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.turn.update(&SessionUpdate::Usage(self.usage)).await })
    }
}
