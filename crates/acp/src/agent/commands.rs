//! Slash commands: prompts that name the handler to answer them.
//!
//! Source: [ACP, "Slash Commands"](https://agentclientprotocol.com/protocol/slash-commands).

use std::sync::Arc;

use mcp_runtime::internal::AgentHandler;
use mcp_runtime_protocol::ContentBlock;

use super::prompt::Prompt;
use crate::protocol::{AvailableCommand, SessionUpdate};

/// The slash commands of an agent.
pub(super) struct Commands(Vec<Arc<AgentHandler>>);

/// A command that a prompt names.
pub(super) struct CommandCall {
    pub(super) handler: Arc<AgentHandler>,
    pub(super) input: String,
    /// The prompt without the name of the command.
    pub(super) rest: Prompt,
}

impl Commands {
    pub(super) fn new(commands: Vec<AgentHandler>) -> Self {
        Self(commands.into_iter().map(Arc::new).collect())
    }

    /// The update that announces them, if there are any.
    pub(super) fn update(&self) -> Option<SessionUpdate> {
        let available_commands: Vec<_> = self.0.iter().map(|of| available_command(of)).collect();
        (!self.0.is_empty()).then_some(SessionUpdate::Commands(available_commands))
    }

    /// The command that a prompt names with its first word.
    pub(super) fn invoked(&self, prompt: &[ContentBlock]) -> Option<CommandCall> {
        let (first, others) = prompt.split_first()?;
        let text = first.as_text()?.strip_prefix('/')?;
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let command = self.0.iter().find(|command| command.name() == name)?;
        let input = rest.trim();
        let text = (!input.is_empty()).then(|| ContentBlock::text(input));
        Some(CommandCall {
            handler: Arc::clone(command),
            input: input.to_owned(),
            rest: Prompt::new(text.into_iter().chain(others.iter().cloned()).collect()),
        })
    }
}

fn available_command(command: &AgentHandler) -> AvailableCommand {
    AvailableCommand {
        name: command.name().to_owned(),
        description: command.description().to_owned(),
        hint: command.hint(),
    }
}
