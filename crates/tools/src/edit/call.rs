//! Calls of edited tools.

use std::collections::HashMap;

use mcp_runtime::protocol::{CallToolResult, ContentBlock, RequestedSchema};
use mcp_runtime::{Accepted, Answer, Context, Error, Result};
use serde_json::{Map, Value};

use super::CallEdit;

/// What is to be done with the calls of edited tools.
#[derive(Debug)]
pub struct EditedTools {
    /// By the name under which each tool is listed: its name where it is defined, and its edits.
    calls: HashMap<String, (String, CallEdit)>,
}

/// A call as it is to be passed on.
#[derive(Debug)]
#[non_exhaustive]
pub struct EditedCall {
    /// The name of the tool where it is defined.
    pub name: String,
    /// The arguments, with those that are fixed or omitted.
    pub arguments: Map<String, Value>,
    /// What is to be done with the result.
    pub result: ResultEdit,
}

/// What is to be done with the result of a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResultEdit {
    cut: Option<usize>,
}

impl EditedTools {
    pub(super) fn new(calls: HashMap<String, (String, CallEdit)>) -> Self {
        Self { calls }
    }

    /// Edits a call, after the user has confirmed it if that is required.
    ///
    /// # Errors
    ///
    /// When there is no such tool, when the call has an argument that is fixed or hidden, and when
    /// the user does not confirm it.
    pub async fn call(
        &self,
        context: &Context,
        name: &str,
        mut arguments: Map<String, Value>,
    ) -> Result<EditedCall> {
        let (original, edit) = self
            .calls
            .get(name)
            .ok_or_else(|| Error::other(format!("there is no tool `{name}`")))?;
        if let Some(argument) = arguments.keys().find(|argument| edit.hidden.contains(*argument)) {
            return Err(Error::other(format!(
                "`{name}` has no argument `{argument}`: call it without that"
            )));
        }
        for (argument, value) in &edit.defaults {
            if !arguments.contains_key(argument) {
                arguments.insert(argument.clone(), value.clone());
            }
        }
        for (argument, value) in &edit.fixed {
            arguments.insert(argument.clone(), value.clone());
        }
        if let Some(question) = &edit.confirm {
            confirm(context, name, question).await?;
        }
        let result = ResultEdit { cut: edit.cut };
        Ok(EditedCall { name: original.clone(), arguments, result })
    }
}

/// Asks the user whether a tool may be called.
async fn confirm(context: &Context, name: &str, question: &str) -> Result<()> {
    let form = RequestedSchema::default();
    let refused = match context.elicit().custom_form(question, form).await? {
        Accepted(_) => return Ok(()),
        Answer::Declined => "declined",
        Answer::Cancelled => "gave no answer",
    };
    Err(Error::other(format!("`{name}` was not called: the user {refused}")))
}

impl ResultEdit {
    /// Edits the result.
    #[must_use]
    pub fn edit(self, mut result: CallToolResult) -> CallToolResult {
        let Some(most) = self.cut else { return result };
        result.structured_content = None;
        let mut rest = most;
        let mut all = 0;
        for block in &mut result.content {
            let ContentBlock::Text(text) = block else { continue };
            let count = text.text.chars().count();
            all += count;
            if count > rest {
                text.text = text.text.chars().take(rest).collect();
            }
            rest -= count.min(rest);
        }
        if all > most {
            let note = format!("[cut after {most} of {all} characters]");
            result.content.push(ContentBlock::text(note));
        }
        result
    }
}
