//! What ties the turn of a subagent to the one that has begun it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::protocol::{SessionState, SessionUpdate, SubagentUpdate};
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{ContentBlock, Result};

/// The turn that has begun a subagent.
pub(super) trait ParentTurn: Send + Sync {
    /// # Errors
    ///
    /// When it has been cancelled, or is over.
    fn check_running(&self) -> Result<()>;

    /// Sends an update of it, and keeps it.
    fn send(&self, update: &SessionUpdate) -> Result<()>;
}

/// The link from a subagent to the turn that has begun it.
pub(super) struct SubagentLink {
    pub(super) parent: Arc<dyn ParentTurn>,
    pub(super) parent_session: String,
    /// The id of its session; of the call that shows it, if the client does not show that session.
    pub(super) id: String,
    /// Whether the client shows its session.
    pub(super) is_shown: bool,
    has_ended: AtomicBool,
    /// Its last message, by its id.
    last_message: Mutex<Option<(String, ContentBlock)>>,
}

impl SubagentLink {
    pub(super) fn new(
        parent: Arc<dyn ParentTurn>,
        parent_session: String,
        id: String,
        is_shown: bool,
    ) -> Self {
        let has_ended = AtomicBool::new(false);
        let last_message = Mutex::default();
        Self { parent, parent_session, id, is_shown, has_ended, last_message }
    }

    /// Marks the subagent as ended; returns whether it had not been.
    pub(super) fn end(&self) -> bool {
        !self.has_ended.swap(true, Ordering::AcqRel)
    }

    /// Notes what the subagent says.
    pub(super) fn note(&self, update: &SessionUpdate) {
        let SessionUpdate::AgentMessage { id, content } = update else { return };
        let mut last = self.last_message.lock();
        match (&mut *last, content) {
            (Some((said, ContentBlock::Text(text))), ContentBlock::Text(more)) if said == id => {
                text.text += &more.text;
            }
            _ => *last = Some((id.clone(), content.clone())),
        }
    }

    /// Reports the state of the subagent in the turn that has begun it, unless that is over.
    pub(super) fn report(&self, state: SessionState) {
        let last_message = match &state {
            SessionState::Idle(_) => self.last_message.lock().take().map(|(_, content)| content),
            _ => None,
        };
        let update = SubagentUpdate { id: self.id.clone(), about: None, state, last_message };
        // Content that was sent can be serialized.
        let _ = self.parent.send(&SessionUpdate::Subagent(update));
    }
}
