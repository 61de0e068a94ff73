//! The set that collects the handlers of a function or an impl block.

use std::mem;
use std::sync::Arc;

use super::Response;
use super::catalog::{Entries, MethodEntry, PromptEntry, ResourceEntry, ToolEntry};
use super::handler::{CallDef, Complete, Completer, Handler, Inputs, Lister, RunHandler};
use super::handler_kind::HandlerKind;
use super::instances::ListInstances;
use super::other_protocol::{ProtocolHandler, ProtocolRoute};
use super::response::{BoxFuture, Step};
use super::routes::{Describe, MethodRoute, PromptRoute, ResourceRoute, Route, Run, ToolRoute};
use super::tool_middleware::{AroundTool, Next, ToolCall};
use crate::debug::short_debug;
use crate::jsonrpc::ErrorObject;
use crate::protocol::{ClientCapability, ExtensionId, Method};

/// The handlers that work on one state.
pub struct HandlerSet<S> {
    /// Without it, the handlers can be listed but not called.
    state: Option<Arc<S>>,
    entries: Entries,
}

short_debug!(HandlerSet<S> {});

impl<S: Send + Sync + 'static> HandlerSet<S> {
    pub(crate) fn new(state: Arc<S>) -> Self {
        Self { state: Some(state), ..Self::unopened() }
    }

    /// Creates a set whose state is not initialized yet.
    pub(crate) fn unopened() -> Self {
        Self { state: None, entries: Entries::default() }
    }

    /// Returns the entries that `register` adds.
    pub(crate) fn gather(mut self, register: impl FnOnce(&mut Self)) -> Entries {
        register(&mut self);
        self.entries
    }

    /// Adds instructions for the set as a whole.
    pub fn instructions(&mut self, text: &str) {
        if !text.is_empty() {
            self.entries.instructions.push(text.to_owned());
        }
    }

    /// Adds a tool.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn tool(&mut self, route: ToolRoute<S>) {
        let Route { def, describe, run, preview } = route;
        let name = def.name.to_owned();
        let kind = HandlerKind::Tool(name.as_str().into());
        let Some(handler) = self.handler(kind.clone(), def.call, def.location, describe, run)
        else {
            return;
        };
        let preview = preview
            .and_then(|run| self.handler(kind, def.call.of_preview(), def.location, describe, run));
        match ToolEntry::new(name, &def, handler) {
            Ok(entry) => self.entries.tools.push(entry.with_preview(preview)),
            Err(wrong) => self.entries.mistakes.push(wrong),
        }
    }

    /// Adds a prompt.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn prompt(&mut self, route: PromptRoute<S>) {
        let Route { def, describe, run, .. } = route;
        let name = def.name.to_owned();
        let kind = HandlerKind::Prompt(name.as_str().into());
        if let Some(handler) = self.handler(kind, def.call, def.location, describe, run) {
            self.entries.prompts.push(PromptEntry::new(name, &def, handler));
        }
    }

    /// Adds a resource or a resource template.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn resource(&mut self, route: ResourceRoute<S>) {
        let Route { def, describe, run, .. } = route;
        let kind = HandlerKind::Resource(def.uri.into());
        if let Some(handler) = self.handler(kind, def.call, def.location, describe, run) {
            self.entries.resources.push(ResourceEntry::new(&def, handler));
        }
    }

    /// Adds a method of an extension.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn method(&mut self, route: MethodRoute<S>) {
        let Route { def, describe, run, .. } = route;
        let kind = HandlerKind::Request(Method::Extension(def.method));
        if let Some(mut handler) = self.handler(kind, def.call, def.location, describe, run) {
            if !def.open {
                handler.needs.push(ClientCapability::Extension(def.method.extension));
            }
            self.entries.methods.push(MethodEntry::new(&def, handler));
        }
    }

    /// Adds a handler of another protocol.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn protocol(&mut self, route: ProtocolRoute<S>) {
        let Route { def, describe, run, .. } = route;
        let kind = HandlerKind::OfProtocol(def.kind, def.name.into());
        if let Some(handler) = self.handler(kind, def.call, def.location, describe, run) {
            self.entries.of_protocol.push(ProtocolHandler::new(def, handler));
        }
    }

    /// Adds the middleware of an extension around tool calls.
    pub fn around(
        &mut self,
        extension: ExtensionId,
        location: &'static str,
        run: fn(Arc<S>, ToolCall, Next) -> BoxFuture<Response>,
    ) {
        let Some(state) = self.state.clone() else { return };
        let run = Box::new(move |call, next| run(Arc::clone(&state), call, next));
        self.entries.around.push(AroundTool { extension, run, location });
    }

    /// Creates a handler, or records what is wrong with its parameters.
    fn handler(
        &mut self,
        kind: HandlerKind,
        call: CallDef,
        location: &str,
        describe: Describe<S>,
        run: Run<S>,
    ) -> Option<Handler> {
        let mut inputs = Inputs::describe(describe);
        let complete = |(name, completer): (String, Completer<S>)| {
            let state = self.state.clone()?;
            let complete: Complete = Box::new(move |asked| completer(Arc::clone(&state), asked));
            Some((name, complete))
        };
        let list = |lister: Lister<S>| {
            let state = self.state.clone()?;
            let list: ListInstances = Box::new(move |context| lister(Arc::clone(&state), context));
            Some(list)
        };
        let completers =
            mem::take(&mut inputs.completers).into_iter().filter_map(complete).collect();
        let instances = inputs.instances.take().and_then(list);
        let run: RunHandler = match self.state.clone() {
            Some(state) => Box::new(move |call| run(&state, call)),
            None => Box::new(|_| {
                let message = "the state of the server is not initialized";
                Step::Ready(Err(ErrorObject::internal(message)))
            }),
        };
        let what = kind.clone();
        match Handler::new(kind, call, inputs, run) {
            Ok(handler) => Some(Handler { completers, instances, ..handler }),
            Err(errors) => {
                let mistakes = errors.iter().map(|error| format!("{what} ({location}): {error}"));
                self.entries.mistakes.extend(mistakes);
                None
            }
        }
    }
}
