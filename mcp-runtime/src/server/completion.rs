//! Completion of prompt arguments and of resource template variables.
//!
//! Source: [2026-07-28, "Completion"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion).

use std::sync::Arc;

use super::catalog::{Entry, PromptEntry};
use super::handler::{CompletionSource, Handler, position};
use super::observe::Observation;
use super::respond::completed;
use super::response::{BoxFuture, Step};
use super::{CompletionRequest, Context, Current, Server, unknown};
use crate::error::Result;
use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::negotiation::Params;
use crate::protocol::{CompleteParams, Completion, CompletionReference, Method};

/// Completes arguments that no handler completes.
pub(super) type OnComplete =
    Arc<dyn Fn(CompletionRequest) -> BoxFuture<Result<Completion>> + Send + Sync>;

impl Server {
    #[inline]
    pub(super) fn complete(
        &self,
        mut context: Context,
        _: Method,
        params: &Params<'_>,
        _: Option<&mut Observation>,
    ) -> Result<Step, ErrorObject> {
        context.set_meta(params);
        let mut params: CompleteParams = serde_json::from_str(params.raw.unwrap_or("{}"))
            .map_err(|error| ErrorObject::invalid_params(format!("`params`: {error}")))?;
        // It belongs to this request only, and is in the context; `params` may be forwarded to
        // another server.
        params.meta = None;
        match (self.current().complete(&mut context, &params), &self.0.mount.hooks.on_complete) {
            (Ok(Some(step)), _) => Ok(step),
            (_, Some(complete)) => {
                let complete = Arc::clone(complete);
                let asked = CompletionRequest::new(params, context.take_over());
                let completing = async move { completed(complete(asked).await?) };
                Ok(Step::of_request(Method::Complete, completing))
            }
            (Ok(None), None) => Ok(Step::Ready(completed(Completion::new(Vec::new())))),
            (Err(error), None) => Err(error),
        }
    }
}

impl Current {
    /// Lets a handler complete its argument; `None` if it does not.
    #[inline]
    fn complete(
        &self,
        context: &mut Context,
        params: &CompleteParams,
    ) -> Result<Option<Step>, ErrorObject> {
        let catalog = &self.catalog;
        let handler = match &params.reference {
            CompletionReference::Prompt(prompt) => {
                let is_visible = |prompt: &PromptEntry| context.can_see(prompt);
                catalog.prompts.known(&prompt.name, is_visible)?.handler()
            }
            CompletionReference::ResourceTemplate(template) => {
                let uri = &template.uri;
                let entry = catalog.templates.get(uri).or_else(|| catalog.resources.get(uri));
                let unknown =
                    || format!("unknown resource template {:?}", truncate_for_display(uri));
                let entry = entry.filter(|entry| context.can_see(&***entry));
                entry.ok_or_else(|| ErrorObject::invalid_params(unknown()))?.handler()
            }
            _ => return Err(ErrorObject::invalid_params("unknown kind of reference")),
        };
        let name = &params.argument.name;
        let schema = &handler.target.spec.schema;
        if position(schema, name).is_none() {
            // A relayed prompt has arguments that only its server knows.
            if let Some(step) = complete_in_mount(handler, context, params) {
                return Ok(Some(step));
            }
            let names = schema.arguments.iter().map(|argument| argument.name.as_str());
            return Err(unknown("argument", name, names));
        }
        let Some(completer) = handler.completer(name) else {
            return Ok(complete_in_mount(handler, context, params));
        };
        Ok(Some(match completer {
            CompletionSource::Values(values) => {
                let values = values.iter().filter_map(|value| value.as_str());
                let fitting = values
                    .filter(|value| value.starts_with(&params.argument.value))
                    .map(str::to_owned)
                    .collect();
                Step::Ready(completed(Completion::new(fitting)))
            }
            CompletionSource::Function(complete) => {
                let asked = in_mount(handler, context, params);
                Step::contained_future(&handler.target, complete(asked))
            }
        }))
    }
}

/// Lets the mounted server of a handler complete an argument, if it does so for all.
#[inline]
fn complete_in_mount(
    handler: &Handler,
    context: &mut Context,
    params: &CompleteParams,
) -> Option<Step> {
    let mount = context.server().mount_of(handler)?;
    let complete = mount.hooks.on_complete.clone()?;
    let asked = in_mount(handler, context, params);
    let completing = async move { completed(complete(asked).await?) };
    Some(Step::of_request(Method::Complete, completing))
}

/// The completion request as it is in the server of the handler.
#[inline]
fn in_mount(
    handler: &Handler,
    context: &mut Context,
    params: &CompleteParams,
) -> CompletionRequest {
    let mut params = params.clone();
    let mut context = context.take_over();
    context.enter_mount(handler);
    let namespace = &context.server().mount().place.namespace;
    match &mut params.reference {
        CompletionReference::Prompt(prompt) => {
            prompt.name = namespace.local_name(&prompt.name).to_owned();
        }
        CompletionReference::ResourceTemplate(template) => {
            template.uri = namespace.local_uri(&template.uri).into_owned();
        }
        _ => {}
    }
    CompletionRequest::new(params, context)
}
