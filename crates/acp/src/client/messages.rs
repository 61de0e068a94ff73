//! The messages of an agent, assembled from its updates.

use std::collections::HashMap;

use super::model::{Chunk, Update};
use crate::protocol::{Message, MessageRole};
use mcp_runtime_protocol::ContentBlock;

/// The text of an agent's messages in a turn, assembled from its updates.
///
/// Agents of version 1 send messages in chunks. Those of version 2 may also send a complete
/// message, which replaces its chunks.
///
/// ```no_run
/// use mcp_runtime_acp::client::AgentMessages;
///
/// # async fn run(mut turn: mcp_runtime_acp::client::Turn) -> mcp_runtime::Result<()> {
/// let mut said = AgentMessages::default();
/// while let Some(update) = turn.next().await {
///     // The new text, to be shown as it arrives.
///     print!("{}", said.add(&update).unwrap_or_default());
/// }
/// println!("{}", said.text());
/// # Ok(())
/// # }
/// ```
///
/// Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn#3-agent-reports-output).
#[derive(Clone, Debug, Default)]
pub struct AgentMessages {
    texts: Vec<String>,
    /// The indices of the texts, by message id.
    by_id: HashMap<String, usize>,
    /// The text that chunks without an id are added to, until a chunk has one.
    unnamed: Option<usize>,
}

impl AgentMessages {
    /// Takes an update, and returns the new text in it; `None` if it is not part of a message of
    /// the agent, or is a chunk without text.
    pub fn add(&mut self, update: &Update) -> Option<String> {
        match update {
            Update::Message(Chunk { content, message_id }) => {
                let text = content.as_text()?;
                self.message(message_id.as_deref()).push_str(text);
                Some(text.to_owned())
            }
            Update::WholeMessage(Message { role: MessageRole::Agent, id, content }) => {
                let text: String = content.iter().filter_map(ContentBlock::as_text).collect();
                let said = self.message(Some(id));
                let new = text.strip_prefix(said.as_str()).unwrap_or(&text).to_owned();
                *said = text;
                Some(new)
            }
            _ => None,
        }
    }

    /// The text of all messages.
    #[must_use]
    pub fn text(&self) -> String {
        self.texts.concat()
    }

    /// The text of a message, which is empty before its first chunk.
    fn message(&mut self, id: Option<&str>) -> &mut String {
        let next = self.texts.len();
        let at = match id {
            None => *self.unnamed.get_or_insert(next),
            Some(id) => {
                self.unnamed = None;
                *self.by_id.entry(id.to_owned()).or_insert(next)
            }
        };
        if at == next {
            self.texts.push(String::new());
        }
        &mut self.texts[at]
    }
}
