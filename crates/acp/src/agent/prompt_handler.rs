//! The handlers of an agent, as they are run.

use mcp_runtime::Context;
use mcp_runtime::middleware::Response;
use mcp_runtime::other_protocol::ProtocolHandler;

use super::BoxFuture;

/// What the handlers are called in messages.
pub(super) const AGENT_KIND: &str = "agent";
pub(super) const COMMAND_KIND: &str = "command";

/// What answers the prompts of an agent, or those that name a slash command.
pub(super) struct PromptHandler(pub(super) ProtocolHandler);

impl PromptHandler {
    /// The name of the command.
    pub(super) fn name(&self) -> &'static str {
        self.0.def().name
    }

    /// What the command does.
    pub(super) fn description(&self) -> &'static str {
        self.0.def().description
    }

    /// What the user is shown where the input is entered, if the command takes any.
    pub(super) fn hint(&self) -> Option<String> {
        let input = self.0.input();
        let of_argument = input.arguments.first().map(|argument| {
            let description = &input.schema["properties"][argument.name.as_str()]["description"];
            description.as_str().unwrap_or(&argument.name).to_owned()
        });
        self.0.def().hint.map(str::to_owned).or(of_argument)
    }

    /// Runs the handler; empty input counts as none unless the command requires it.
    pub(super) fn run(&self, context: &mut Context, input: &str) -> BoxFuture<Response> {
        let first = self.0.input().arguments.first();
        let argument = first.filter(|argument| argument.required || !input.is_empty());
        let text = argument.map(|argument| (argument.name.as_str(), input.to_owned()));
        self.0.run(context, text.into_iter().collect())
    }
}
