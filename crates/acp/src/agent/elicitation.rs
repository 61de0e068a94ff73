//! Elicits information from the user.

use std::sync::Arc;

use super::files::check_advertised;
use super::turn::Turn;
use super::turn_peer::TurnPeer;
use mcp_runtime::ElicitForm;
use mcp_runtime_protocol::Answer;
use mcp_runtime_protocol::Result;

impl Turn {
    /// Asks the user to fill in a form.
    ///
    /// ```
    /// use mcp_runtime_acp::{Turn, agent};
    /// use mcp_runtime::{Accepted, Elicit, Result};
    ///
    /// #[derive(Elicit)]
    /// struct Release {
    ///     /// The version to release.
    ///     version: String,
    /// }
    ///
    /// #[agent]
    /// async fn releaser(turn: Turn) -> Result<()> {
    ///     match turn.elicit::<Release>("What do you release?").await? {
    ///         Accepted(Release { version }) => turn.say(format!("This is {version}.")).await,
    ///         _ => turn.say("Then not.").await,
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When the client does not [show forms](crate::ClientCapabilities::elicitation_form), the
    /// answer does not fit the form, or the turn has been cancelled.
    pub async fn elicit<T: ElicitForm>(&self, message: impl Into<String>) -> Result<Answer<T>> {
        check_advertised(self.client().capabilities.elicitation_form, "elicitation.form")?;
        self.check_running()?;
        let peer = Arc::new(TurnPeer::new(self.clone(), self.call_id().map(str::to_owned)));
        let context = self.context("elicit", peer);
        let question = context.elicit().form(message);
        question.await
    }
}
