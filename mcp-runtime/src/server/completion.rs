//! Completion of arguments of prompts and of variables of resource templates.
//!
//! Source: 2026-07-28, "Completion".

use super::catalog::Completes;
use super::handler::{Step, position};
use super::{Current, Reply, Response, unknown};
use crate::jsonrpc::{ErrorObject, cut};
use crate::negotiation::Params;
use crate::protocol::{CompleteParams, CompleteResult, Completion, CompletionReference};

impl Current {
    pub(super) fn complete(&self, params: &Params<'_>) -> Result<Step, ErrorObject> {
        let params: CompleteParams = serde_json::from_str(params.raw.unwrap_or("{}"))
            .map_err(|error| ErrorObject::invalid_params(format!("`params`: {error}")))?;
        let catalog = &self.catalog;
        let handler = match &params.reference {
            CompletionReference::Prompt(prompt) => {
                let names = catalog.prompts.iter().map(|entry| entry.prompt.name.as_str());
                let entry = catalog.prompts.get(&prompt.name);
                &entry.ok_or_else(|| unknown("prompt", &prompt.name, names))?.handler
            }
            CompletionReference::ResourceTemplate(template) => {
                let uri = &template.uri;
                let entry = catalog.templates.get(uri).or_else(|| catalog.resources.get(uri));
                let unknown = || format!("unknown resource template {:?}", cut(uri));
                &entry.ok_or_else(|| ErrorObject::invalid_params(unknown()))?.handler
            }
        };
        let name = &params.argument.name;
        let schema = &handler.target.spec.schema;
        if position(schema, name).is_none() {
            let names = schema.arguments.iter().map(|argument| argument.name.as_str());
            return Err(unknown("argument", name, names));
        }
        Ok(match handler.completer(name) {
            None => Step::Ready(completed(Vec::new())),
            Some(Completes::Values(values)) => {
                let typed = &params.argument.value;
                let values = values.iter().filter_map(|value| value.as_str());
                let fitting = values.filter(|value| value.starts_with(typed.as_str()));
                Step::Ready(completed(fitting.map(str::to_owned).collect()))
            }
            Some(Completes::Function(complete)) => {
                let values = complete(params.argument.value);
                Step::contained_future(&handler.target, async move { completed(values.await) })
            }
        })
    }
}

/// The answer with these values, of which at most a hundred are sent.
pub(super) fn completed(values: Vec<String>) -> Response {
    let result =
        CompleteResult { completion: Completion::new(values), ..CompleteResult::default() };
    Ok(Reply::Completion(result))
}
