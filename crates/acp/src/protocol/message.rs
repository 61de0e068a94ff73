//! Complete messages of a conversation.

use mcp_runtime_protocol::ContentBlock;

/// A complete message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Message {
    /// Its author.
    pub role: MessageRole,
    /// Its id, which its chunks share.
    pub id: String,
    /// All its content.
    pub content: Vec<ContentBlock>,
}

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageRole {
    /// The user.
    User,
    /// The agent.
    Agent,
    /// The agent, as a thought.
    Thought,
}
