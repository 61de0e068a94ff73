//! Slash commands: prompts that name the handler to answer them.
//!
//! Source: [ACP, "Slash Commands"](https://agentclientprotocol.com/protocol/slash-commands).

use std::sync::Arc;

use super::prompt::Prompt;
use crate::protocol::{AvailableCommand, SessionUpdate};
use mcp_runtime::Context;
use mcp_runtime::internal::CommandEntry;
use mcp_runtime::internal::Handler;
use mcp_runtime::internal::Step;
use mcp_runtime_protocol::ContentBlock;

/// The slash commands of an agent.
pub(super) struct Commands(Vec<Command>);

struct Command {
    handler: Arc<Handler>,
    listed: AvailableCommand,
    /// Its argument, and whether it is required.
    input: Option<(String, bool)>,
}

/// A command that a prompt names.
pub(super) struct Invoked {
    handler: Arc<Handler>,
    arguments: Option<(String, String)>,
    /// The prompt without the name of the command.
    pub(super) rest: Prompt,
}

impl Commands {
    pub(super) fn new(entries: Vec<CommandEntry>) -> Self {
        Self(entries.into_iter().map(Command::new).collect())
    }

    /// The update that announces them, if there are any.
    pub(super) fn update(&self) -> Option<SessionUpdate> {
        let available_commands: Vec<_> = self.0.iter().map(|of| of.listed.clone()).collect();
        (!self.0.is_empty()).then_some(SessionUpdate::Commands(available_commands))
    }

    /// The command that a prompt names with its first word.
    pub(super) fn invoked(&self, prompt: &[ContentBlock]) -> Option<Invoked> {
        let (first, others) = prompt.split_first()?;
        let text = first.as_text()?.strip_prefix('/')?;
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let command = self.0.iter().find(|command| command.listed.name == name)?;
        let input = rest.trim();
        let argument = command.input.as_ref();
        let argument = argument.filter(|(_, required)| *required || !input.is_empty());
        let text = (!input.is_empty()).then(|| ContentBlock::text(input));
        Some(Invoked {
            handler: Arc::clone(&command.handler),
            arguments: argument.map(|(name, _)| (name.clone(), input.to_owned())),
            rest: Prompt::new(text.into_iter().chain(others.iter().cloned()).collect()),
        })
    }
}

impl Command {
    fn new(CommandEntry { def, handler }: CommandEntry) -> Self {
        let schema = handler.input_schema();
        let input = schema.arguments.first().map(|input| (input.name.clone(), input.required));
        let description = input.as_ref().and_then(|(name, _)| {
            let properties = &schema.schema["properties"];
            properties[name.as_str()]["description"].as_str().map(str::to_owned)
        });
        let hint = def.hint.map(str::to_owned).or(description);
        let hint = hint.or_else(|| input.as_ref().map(|(name, _)| name.clone()));
        let listed = AvailableCommand {
            name: def.name.to_owned(),
            description: def.description.to_owned(),
            hint,
        };
        Self { handler, listed, input }
    }
}

impl Invoked {
    pub(super) fn start(&self, context: &mut Context) -> Step {
        let text = self.arguments.as_ref().map(|(name, text)| (name.as_str(), text.clone()));
        self.handler.call_with_text(context, text.into_iter().collect())
    }
}
