//! System prompts: instructions of the client for the model of an agent.
//!
//! Source: [ACP, "Schema", SystemPrompt](https://agentclientprotocol.com/protocol/schema#systemprompt).

use serde::{Deserialize, Serialize};

use super::names::names;
use mcp_runtime_protocol::ContentBlock;

/// Instructions of the client for the model of an agent, for the whole session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SystemPrompt {
    /// Whether they follow or replace the agent's own instructions.
    pub mode: SystemPromptMode,
    /// The instructions, as blocks of text.
    pub content: Vec<ContentBlock>,
}

names! {
    /// Whether a system prompt follows or replaces the agent's own instructions.
    pub enum SystemPromptMode {
        /// Those of the client follow them.
        Append = "append",
        /// Those of the client replace them.
        Override = "override",
    }
}

/// Which system prompts an agent applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SystemPromptSupport {
    /// Those that are appended to its own instructions.
    Append,
    /// Those that are appended, and those that replace its own instructions.
    AppendOrOverride,
}

impl SystemPrompt {
    /// Instructions that follow those of the agent.
    pub fn append(text: impl Into<String>) -> Self {
        Self::new(SystemPromptMode::Append, text)
    }

    /// Instructions in place of those of the agent.
    pub fn replace(text: impl Into<String>) -> Self {
        Self::new(SystemPromptMode::Override, text)
    }

    fn new(mode: SystemPromptMode, text: impl Into<String>) -> Self {
        Self { mode, content: vec![ContentBlock::text(text)] }
    }

    /// The text of the instructions; its blocks are on lines of their own.
    #[must_use]
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.content.iter().filter_map(ContentBlock::as_text).collect();
        texts.join("\n")
    }
}
