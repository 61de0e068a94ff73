//! System prompts: instructions of the client for the model.
//!
//! Source: [ACP, "Schema", SystemPrompt](https://agentclientprotocol.com/protocol/schema#systemprompt).

use serde::Deserialize;
use serde_json::Value;

use super::session::Session;
use crate::protocol::{SystemPrompt, SystemPromptMode, SystemPromptSupport};
use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, truncate_for_display};

/// Reads the system prompt that a session is opened with, if there is one.
///
/// # Errors
///
/// When the agent cannot apply it: the client would take its instructions as followed.
pub(super) fn read(
    given: Option<Value>,
    support: Option<SystemPromptSupport>,
) -> Result<Option<SystemPrompt>, ErrorObject> {
    let Some(given) = given.filter(|given| !given.is_null()) else { return Ok(None) };
    let refused = |why: &str| ErrorObject::invalid_params(format!("`systemPrompt`: {why}"));
    let support = support.ok_or_else(|| refused("this agent does not support it; send none"))?;
    let prompt = SystemPrompt::deserialize(given).map_err(|error| {
        refused(&format!(
            "it must be {{\"mode\":\"append\",\"content\":[{{\"type\":\"text\",\"text\":\"..\"}}]}}: \
             {error}"
        ))
    })?;
    match (&prompt.mode, support) {
        (SystemPromptMode::Append, _)
        | (SystemPromptMode::Override, SystemPromptSupport::AppendOrOverride) => {}
        (mode, _) => {
            let mode = truncate_for_display(mode.as_str());
            return Err(refused(&format!(
                "this agent does not support the mode `{mode}`; send `append`"
            )));
        }
    }
    if prompt.content.is_empty() {
        return Err(refused(
            "`content` must not be empty: to send no instructions, omit `systemPrompt`",
        ));
    }
    if prompt.content.iter().any(|block| !matches!(block, ContentBlock::Text(_))) {
        return Err(refused("`content` may have only blocks of the type `text`"));
    }
    // Its annotations are of no use to a model.
    let content = vec![ContentBlock::text(prompt.text())];
    Ok(Some(SystemPrompt { content, ..prompt }))
}

impl Session {
    /// The instructions of the client for the model, if it has sent any; only an agent that
    /// [accepts](crate::AgentSettings::system_prompt) them gets them.
    pub fn system_prompt(&self) -> Option<SystemPrompt> {
        self.kept_system_prompt().as_deref().cloned()
    }

    /// The instructions for the model: the agent's own, followed or replaced by those of the
    /// [client](Self::system_prompt).
    ///
    /// ```
    /// use mcp_runtime::Result;
    /// use mcp_runtime_acp::{Turn, agent};
    ///
    /// #[agent]
    /// async fn coder(turn: Turn) -> Result<()> {
    ///     let instructions = turn.session().instructions("You write programs.");
    ///     turn.think(instructions).await
    /// }
    /// ```
    #[must_use]
    pub fn instructions(&self, own: &str) -> String {
        match self.kept_system_prompt() {
            None => own.to_owned(),
            Some(of_client) if of_client.mode == SystemPromptMode::Override => of_client.text(),
            Some(of_client) => format!("{own}\n\n{}", of_client.text()),
        }
    }
}
