//! The set that collects the handlers of a function or an impl block.

use std::sync::Arc;

use super::Response;
use super::agent::{AgentEntry, CommandEntry};
use super::catalog::{Entries, MethodEntry, PromptEntry, ResourceEntry, ToolEntry};
use super::handler::{Complete, Completer, Handler, Inputs, Lister, Target};
use super::handler_kind::HandlerKind;
use super::instances::ListInstances;
use super::response::{BoxFuture, Step};
use super::routes::{
    AgentRoute, CommandRoute, Describe, MethodRoute, PromptRoute, ResourceRoute, Route, Run,
    ToolRoute,
};
use super::tool_middleware::{AroundTool, Next, ToolCall};
use crate::debug::short_debug;
use crate::jsonrpc::ErrorObject;
use crate::protocol::{ClientCapability, ExtensionId, Method};
use crate::schema::SchemaError;

/// The handlers that work on one state.
pub struct HandlerSet<S> {
    /// Without it, the handlers can be listed but not called.
    state: Option<Arc<S>>,
    prefix: String,
    entries: Entries,
}

short_debug!(HandlerSet<S> { prefix });

impl<S: Send + Sync + 'static> HandlerSet<S> {
    pub(crate) fn new(state: Arc<S>, prefix: &str) -> Self {
        Self { state: Some(state), prefix: prefix.to_owned(), ..Self::unopened() }
    }

    /// Creates a set whose state is not initialized yet.
    pub(crate) fn unopened() -> Self {
        Self { state: None, prefix: String::new(), entries: Entries::default() }
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
        let ToolRoute { def, describe, output, run } = route;
        let name = format!("{}{}", self.prefix, def.name);
        let kind = HandlerKind::Tool(name.as_str().into());
        match self.handler(kind, describe, run) {
            Ok(mut handler) => {
                handler.target.define(&def);
                handler.needs.extend(def.only.map(ClientCapability::Extension));
                if let Err(wrong) = handler.confirm_first(def.confirm) {
                    self.mistakes(&format!("tool `{name}`"), def.location, &[wrong]);
                }
                match output().transpose() {
                    Ok(output) => {
                        handler.target.wrap = output.as_ref().is_some_and(|output| output.wrap);
                        let entry = ToolEntry::new(name, &def, output, handler);
                        self.entries.tools.push(entry);
                    }
                    Err(error) => {
                        self.mistake(&format!("the result of tool `{name}`"), def.location, &error)
                    }
                }
            }
            Err(errors) => self.mistakes(&format!("tool `{name}`"), def.location, &errors),
        }
    }

    /// Adds a prompt.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn prompt(&mut self, route: PromptRoute<S>) {
        let Route { def, describe, run } = route;
        let name = format!("{}{}", self.prefix, def.name);
        match self.handler(HandlerKind::Prompt(name.as_str().into()), describe, run) {
            Ok(mut handler) => {
                handler.target.restrict(def.visible, def.scopes);
                handler.target.timeout = def.timeout;
                self.entries.prompts.push(PromptEntry::new(name, &def, handler));
            }
            Err(errors) => self.mistakes(&format!("prompt `{name}`"), def.location, &errors),
        }
    }

    /// Adds a resource or a resource template.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn resource(&mut self, route: ResourceRoute<S>) {
        let ResourceRoute { def, describe, is_watched, run } = route;
        match self.handler(HandlerKind::Resource(def.uri.into()), describe, run) {
            Ok(mut handler) => {
                handler.target.restrict(def.visible, def.scopes);
                handler.target.timeout = def.timeout;
                self.entries.resources.push(ResourceEntry::new(&def, is_watched, handler));
            }
            Err(errors) => self.mistakes(&format!("resource `{}`", def.uri), def.location, &errors),
        }
    }

    /// Adds a method of an extension.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn method(&mut self, route: MethodRoute<S>) {
        let Route { def, describe, run } = route;
        let method = Method::Extension(def.method);
        match self.handler(HandlerKind::Request(method), describe, run) {
            Ok(mut handler) => {
                (handler.target.timeout, handler.target.strict) = (def.timeout, def.strict);
                if !def.open {
                    handler.needs.push(ClientCapability::Extension(def.method.extension));
                }
                self.entries.methods.push(MethodEntry::new(&def, handler));
            }
            Err(errors) => self.mistakes(&format!("method `{method}`"), def.location, &errors),
        }
    }

    /// Adds an agent.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn agent(&mut self, route: AgentRoute<S>) {
        let Route { def, describe, run } = route;
        match self.handler(HandlerKind::Agent(def.name.into()), describe, run) {
            Ok(mut handler) => {
                handler.target.timeout = def.timeout;
                self.entries.agents.push(AgentEntry::new(&def, handler));
            }
            Err(errors) => self.mistakes(&format!("agent `{}`", def.name), def.location, &errors),
        }
    }

    /// Adds a slash command of the agent.
    #[expect(clippy::needless_pass_by_value, reason = "a route is made to be given here")]
    pub fn command(&mut self, route: CommandRoute<S>) {
        let Route { def, describe, run } = route;
        match self.handler(HandlerKind::Command(def.name.into()), describe, run) {
            Ok(mut handler) => {
                handler.target.timeout = def.timeout;
                self.entries.commands.push(CommandEntry { def, handler: Arc::new(handler) });
            }
            Err(errors) => self.mistakes(&format!("command `{}`", def.name), def.location, &errors),
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

    fn handler(
        &self,
        kind: HandlerKind,
        describe: Describe<S>,
        run: Run<S>,
    ) -> Result<Handler, Vec<SchemaError>> {
        let mut inputs = Inputs::describe(describe);
        let spec = inputs.finish()?;
        let target = Target {
            asks: inputs.asks,
            reads_request: inputs.reads_request,
            reads_meta: inputs.reads_meta,
            ..Target::new(kind, spec)
        };
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
        Ok(Handler {
            target,
            run: match self.state.clone() {
                Some(state) => Box::new(move |call| run(&state, call)),
                None => Box::new(|_| {
                    Step::Ready(Err(ErrorObject::internal(
                        "the state of the server is not initialized",
                    )))
                }),
            },
            completers: inputs.completers.into_iter().filter_map(complete).collect(),
            instances: inputs.instances.and_then(list),
            requirements: inputs.requirements,
            needs: inputs.needs,
            resolvers: inputs.resolvers,
            gate: None,
        })
    }

    fn mistakes(&mut self, what: &str, location: &str, errors: &[SchemaError]) {
        for error in errors {
            self.mistake(what, location, error);
        }
    }

    fn mistake(&mut self, what: &str, location: &str, error: &SchemaError) {
        self.entries.mistakes.push(format!("{what} ({location}): {error}"));
    }
}
