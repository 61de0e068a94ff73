//! Completion of arguments of prompts and of variables of resource templates.
//!
//! Source: 2026-07-28, "Completion".

use super::catalog::Completes;
use super::handler::Step;
use super::{Context, Reply, Response, Server};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::Params;
use crate::protocol::{CompleteParams, CompleteResult, Completion, CompletionReference};
use crate::schema;

impl Server {
    pub(super) fn complete(
        &self,
        context: Context,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let params: CompleteParams = serde_json::from_str(params.raw.unwrap_or("{}"))
            .map_err(|error| ErrorObject::invalid_params(format!("`params`: {error}")))?;
        drop(context);
        let current = self.current();
        let catalog = &current.catalog;
        let handler = match &params.reference {
            CompletionReference::Prompt(prompt) => {
                let names = catalog.prompts.iter().map(|entry| entry.prompt.name.as_str());
                let entry = catalog.prompts.get(&prompt.name);
                &entry.ok_or_else(|| schema::unknown("prompt", &prompt.name, names))?.handler
            }
            CompletionReference::ResourceTemplate(template) => {
                let uri = &template.uri;
                let entry = catalog.templates.get(uri).or_else(|| catalog.resources.get(uri));
                let unknown = || format!("unknown resource template {uri:.200?}");
                &entry.ok_or_else(|| ErrorObject::invalid_params(unknown()))?.handler
            }
        };
        let name = &params.argument.name;
        let spec = &handler.target.spec;
        if spec.position(name).is_none() {
            let names = spec.inputs.iter().map(|input| input.name.as_str());
            return Err(schema::unknown("argument", name, names.filter(|name| !name.is_empty())));
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
                Step::completing(handler.target.kind.clone(), complete(params.argument.value))
            }
        })
    }
}

/// The answer with these values, of which at most a hundred are sent.
pub(super) fn completed(values: Vec<String>) -> Response {
    let mut result = CompleteResult::default();
    result.completion = Completion::new(values);
    Ok(Reply::Completion(result))
}
