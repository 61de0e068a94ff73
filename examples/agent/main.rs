//! A coding agent for editors: a model behind an HTTP API, the files and the terminal of the editor, a plan,
//! and permission for what changes something.
//!
//! The model is that of `MODEL_URL` (an API of chat completions, as most providers and local servers have
//! it), `MODEL_NAME` and `MODEL_KEY`. Sessions outlive the program in the directory `SESSIONS`, if there is one.

mod model;
mod tools;

use std::env;

use mcp_runtime::store::Directory;
use mcp_runtime::{Result, State, server};
use mcp_runtime_acp::{
    AgentServer, AgentSettings, MessageRole, StopReason, SystemPromptSupport, Turn, agent,
};
use model::{Chat, Message, Model, Reply};
use tools::{make_plan, read_file, run, write_file};

const INSTRUCTIONS: &str = "You are a programmer. Work in small steps: look at what is there, say what \
                            you are going to do by `make_plan`, do it, and check it.";

/// How often the model may be asked within a turn.
const MAX_STEPS: usize = 50;

/// How many tokens the model can read.
const CONTEXT: u64 = 200_000;

/// Programs in the directory of the user.
#[agent]
async fn coder(turn: Turn, model: State<Chat>) -> Result<StopReason> {
    let mut messages = vec![Message::System(turn.session().instructions(INSTRUCTIONS))];
    // The last one is the prompt; those before may be of an earlier process.
    for said in turn.session().conversation() {
        let texts: Vec<&str> = said.content.iter().filter_map(|block| block.as_text()).collect();
        let text = texts.join("\n");
        messages.push(match said.role {
            MessageRole::User => Message::User(text),
            _ => Message::Assistant { text, calls: Vec::new() },
        });
    }
    let tools = turn.tools().await;
    for _ in 0..MAX_STEPS {
        let Reply { text, calls, tokens } = model.reply(&messages, &tools).await?;
        turn.usage(tokens, CONTEXT).await?;
        if !text.is_empty() {
            turn.say(&*text).await?;
        }
        if calls.is_empty() {
            return Ok(StopReason::EndTurn);
        }
        messages.push(Message::Assistant { text, calls: calls.clone() });
        for call in calls {
            // A model can repair what it is told of.
            let result = match turn.call_tool(&call.name, call.arguments).await {
                Ok(result) => result.text(),
                Err(error) => error.to_string(),
            };
            messages.push(Message::Tool { call: call.id, text: result });
        }
    }
    Ok(StopReason::MaxTurnRequests)
}

fn main() -> Result<()> {
    let setting = |name: &str| env::var(name).ok();
    let model = Chat::new(setting("MODEL_URL"), setting("MODEL_NAME"), setting("MODEL_KEY"));
    let mut settings = AgentSettings::new().system_prompt(SystemPromptSupport::AppendOrOverride);
    if let Some(directory) = setting("SESSIONS") {
        settings = settings.store(Directory::open(directory)?);
    }
    server!()
        .agent::<coder>()
        .agent_settings(settings)
        .tools::<(read_file, write_file, run, make_plan)>()
        .state(model)
        .run()
}
