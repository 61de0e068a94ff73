//! Slash commands: prompts that name the handler to answer them.
//!
//! Source: [ACP, "Slash Commands"](https://agentclientprotocol.com/protocol/slash-commands).

use std::sync::Arc;

use super::prompt::Prompt;
use super::prompt_handler::PromptHandler;
use crate::protocol::{AvailableCommand, SessionUpdate};

/// The slash commands of an agent.
pub(super) struct Commands(Vec<Arc<PromptHandler>>);

/// A command that a prompt names.
pub(super) struct CommandCall {
    pub(super) handler: Arc<PromptHandler>,
    pub(super) input: String,
    /// The prompt without the name of the command.
    pub(super) rest: Prompt,
}

impl Commands {
    pub(super) fn new(commands: Vec<PromptHandler>) -> Self {
        Self(commands.into_iter().map(Arc::new).collect())
    }

    /// The update that announces them, if there are any.
    pub(super) fn update(&self) -> Option<SessionUpdate> {
        let available_commands: Vec<_> = self.0.iter().map(|of| available_command(of)).collect();
        (!self.0.is_empty()).then_some(SessionUpdate::Commands(available_commands))
    }

    /// The command that a prompt names with its first word. Its input is the text of all blocks:
    /// clients send a mention in the middle of it as a block of its own.
    pub(super) fn invoked(&self, prompt: &Prompt) -> Option<CommandCall> {
        let (name, rest) = prompt.command()?;
        let command = self.0.iter().find(|command| command.name() == name)?;
        let input = rest.text().trim().to_owned();
        Some(CommandCall { handler: Arc::clone(command), input, rest })
    }
}

fn available_command(command: &PromptHandler) -> AvailableCommand {
    AvailableCommand {
        name: command.name().to_owned(),
        description: command.description().to_owned(),
        hint: command.hint(),
    }
}
