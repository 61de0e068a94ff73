//! Asks the user for permission.

use super::tool_view::ToolView;
use super::turn::Turn;
use crate::protocol::{
    Permission, PermissionKind, PermissionOption, PermissionOutcome, ToolCall, ToolKind,
};
use mcp_runtime_protocol::Result;

/// The choices of the user; the kinds of the protocol also serve as ids.
const CHOICES: [(Decision, PermissionKind, &str); 4] = [
    (Decision::AllowOnce, PermissionKind::AllowOnce, "Allow"),
    (Decision::AllowAlways, PermissionKind::AllowAlways, "Allow for this session"),
    (Decision::RejectOnce, PermissionKind::RejectOnce, "Reject"),
    (Decision::RejectAlways, PermissionKind::RejectAlways, "Reject for this session"),
];

/// The user's decision when an agent asks for permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// Allowed this time.
    AllowOnce,
    /// Allowed for the rest of the session.
    AllowAlways,
    /// Rejected this time.
    RejectOnce,
    /// Rejected for the rest of the session.
    RejectAlways,
    /// The question was cancelled, or the answer is not one of the above: this is not an approval.
    Undecided,
}

impl Decision {
    /// Whether it is allowed.
    pub fn is_allowed(self) -> bool {
        matches!(self, Self::AllowOnce | Self::AllowAlways)
    }

    fn of(outcome: PermissionOutcome) -> Self {
        let PermissionOutcome::Selected { option_id } = outcome else { return Self::Undecided };
        let mut choices = CHOICES.into_iter();
        let chosen = choices.find(|(_, kind, _)| kind.as_str() == option_id);
        chosen.map_or(Self::Undecided, |(decision, ..)| decision)
    }
}

impl Turn {
    /// Asks the user whether something may be done: text, or a [`ToolView`] with the files and the
    /// changes that are decided about.
    ///
    /// ```
    /// use mcp_runtime::Result;
    /// use mcp_runtime_acp::{Turn, agent};
    ///
    /// #[agent]
    /// async fn cleaner(turn: Turn) -> Result<()> {
    ///     if turn.ask("Delete the build directory?").await?.is_allowed() {
    ///         turn.say("Deleted.").await
    ///     } else {
    ///         turn.say("Then I leave it.").await
    ///     }
    /// }
    /// ```
    ///
    /// ```
    /// use mcp_runtime::Result;
    /// use mcp_runtime_acp::{Diff, ToolKind, ToolView, Turn};
    ///
    /// async fn may_rename(turn: &Turn) -> Result<bool> {
    ///     let diff = Diff::new("a.rs", "fn a() {}\n", "fn b() {}\n");
    ///     let question = ToolView::new("Rename a?").kind(ToolKind::Edit).at("a.rs", 1).diff(diff);
    ///     Ok(turn.ask(question).await?.is_allowed())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When the turn has been cancelled, or the client cannot answer.
    pub async fn ask(&self, question: impl Into<ToolView>) -> Result<Decision> {
        let mut call = question.into().in_session(self.session());
        call.id = self.session().next_id("call");
        if call.content.is_some() || call.locations.is_some() {
            call.kind.get_or_insert(ToolKind::Other);
        }
        let title = call.title.take().unwrap_or_default();
        self.ask_for(&title, call).await
    }

    /// Asks the user whether a tool may be called.
    pub(super) async fn ask_for(&self, title: &str, tool_call: ToolCall) -> Result<Decision> {
        let options = CHOICES.map(|(_, kind, name)| PermissionOption {
            id: kind.as_str().to_owned(),
            name: name.to_owned(),
            kind,
        });
        let asked = Permission { title, tool_call, options: &options };
        let params = self.codec().permission(self.session().id(), &asked);
        let answer = self.ask_person("session/request_permission", &params).await?;
        #[derive(serde::Deserialize)]
        struct Answer {
            outcome: PermissionOutcome,
        }
        // An answer that cannot be read is not an approval, either.
        let answer = serde_json::from_str::<Answer>(answer.get());
        Ok(answer.map_or(Decision::Undecided, |answer| Decision::of(answer.outcome)))
    }
}
