//! Routes, which bind definitions to handlers, and the set that collects them.

use std::sync::Arc;

use super::Response;
use super::agent::{AgentDef, AgentEntry, CommandDef, CommandEntry};
use super::catalog::{Entries, MethodEntry, PromptEntry, ResourceEntry, ToolEntry};
use super::handler::{
    Call, Complete, Completer, Handler, Inputs, MethodDef, PromptDef, ResourceDef, Target, ToolDef,
};
use super::handler_kind::HandlerKind;
use super::response::{BoxFuture, Step};
use super::tool_middleware::{AroundTool, Next, ToolCall};
use crate::debug::short_debug;
use crate::jsonrpc::ErrorObject;
use crate::protocol::{ClientCapability, ExtensionId, Method};
use crate::schema::{OutputSchema, SchemaError};

/// A free function that is a tool. Only [`#[tool]`](macro@crate::tool) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    note = "annotate the function with `#[tool]`, and import it by the function's name"
)]
pub trait ToolFn {
    /// The definition of the tool.
    #[doc(hidden)]
    fn route() -> ToolRoute<()>;
}

/// A free function that is a prompt. Only [`#[prompt]`](macro@crate::prompt) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    note = "annotate the function with `#[prompt]`, and import it by the function's name"
)]
pub trait PromptFn {
    /// The definition of the prompt.
    #[doc(hidden)]
    fn route() -> PromptRoute<()>;
}

/// A free function that is a resource. Only [`#[resource]`](macro@crate::resource) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    note = "annotate the function with `#[resource(\"uri\")]`, and import it by the function's name"
)]
pub trait ResourceFn {
    /// The definition of the resource.
    #[doc(hidden)]
    fn route() -> ResourceRoute<()>;
}

/// A free function that is an agent. Only [`#[agent]`](macro@crate::acp::agent) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an agent",
    note = "annotate the function with `#[agent]`, and import it by the function's name"
)]
pub trait AgentFn {
    /// The definition of the agent.
    #[doc(hidden)]
    fn route() -> AgentRoute<()>;
}

/// A free function that is a slash command of an agent. Only
/// [`#[command]`](macro@crate::acp::command) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a command",
    note = "annotate the function with `#[command]`, and import it by the function's name"
)]
pub trait CommandFn {
    /// The definition of the command.
    #[doc(hidden)]
    fn route() -> CommandRoute<()>;
}

/// A type whose methods are handlers. Only [`#[handlers]`](macro@crate::handlers) on an impl block
/// implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "put `#[handlers]` on the impl block with its `#[tool]`, `#[prompt]` and `#[resource]` methods"
)]
pub trait Handlers: OneBlockWithoutPart {}

#[diagnostic::do_not_recommend]
impl<T: OneBlockWithoutPart> Handlers for T {}

/// The trait that `#[handlers]` implements. A type can have one such block; if it has two, the
/// compiler error names this trait. The other blocks use `part = name`, and this one `parts(name)`.
pub trait OneBlockWithoutPart: Sized + Send + Sync + 'static {
    /// Adds the handlers of the type to a set.
    #[doc(hidden)]
    fn register(set: &mut HandlerSet<Self>);
}

/// Handlers, either owned or in an `Arc` that the program shares.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "put `#[handlers]` on the impl block with its `#[tool]`, `#[prompt]` and `#[resource]` methods"
)]
pub trait IntoHandlers {
    /// The type with the handlers.
    type Handlers: Handlers;

    /// Returns the handlers in an `Arc`.
    fn into_handlers(self) -> Arc<Self::Handlers>;
}

#[diagnostic::do_not_recommend]
impl<H: Handlers> IntoHandlers for H {
    type Handlers = H;

    fn into_handlers(self) -> Arc<H> {
        Arc::new(self)
    }
}

#[diagnostic::do_not_recommend]
impl<H: Handlers> IntoHandlers for Arc<H> {
    type Handlers = H;

    fn into_handlers(self) -> Self {
        self
    }
}

type Describe<S> = fn(&mut Inputs<S>);
type Run<S> = fn(&Arc<S>, &mut Call<'_>) -> Step;

/// A tool whose handler works on a state `S`.
#[derive(Debug)]
pub struct ToolRoute<S> {
    def: ToolDef,
    describe: Describe<S>,
    output: fn() -> Option<Result<OutputSchema, SchemaError>>,
    run: Run<S>,
}

/// A prompt whose handler works on a state `S`.
#[derive(Debug)]
pub struct PromptRoute<S> {
    def: PromptDef,
    describe: Describe<S>,
    run: Run<S>,
}

/// A resource whose handler works on a state `S`.
#[derive(Debug)]
pub struct ResourceRoute<S> {
    def: ResourceDef,
    describe: Describe<S>,
    is_watched: bool,
    run: Run<S>,
}

/// A method of an extension whose handler works on a state `S`.
#[derive(Debug)]
pub struct MethodRoute<S> {
    def: MethodDef,
    describe: Describe<S>,
    run: Run<S>,
}

/// An agent whose handler works on a state `S`.
#[derive(Debug)]
pub struct AgentRoute<S> {
    def: AgentDef,
    describe: Describe<S>,
    run: Run<S>,
}

/// A slash command of an agent whose handler works on a state `S`.
#[derive(Debug)]
pub struct CommandRoute<S> {
    def: CommandDef,
    describe: Describe<S>,
    run: Run<S>,
}

impl<S> CommandRoute<S> {
    /// Binds a definition to a handler.
    pub fn new(def: CommandDef, describe: Describe<S>, run: Run<S>) -> Self {
        Self { def, describe, run }
    }
}

impl<S> AgentRoute<S> {
    /// Binds a definition to a handler.
    pub fn new(def: AgentDef, describe: Describe<S>, run: Run<S>) -> Self {
        Self { def, describe, run }
    }
}

impl<S> MethodRoute<S> {
    /// Binds a definition to a handler.
    pub fn new(def: MethodDef, describe: Describe<S>, run: Run<S>) -> Self {
        Self { def, describe, run }
    }
}

impl<S> ToolRoute<S> {
    /// Binds a definition to a handler.
    pub fn new(
        def: ToolDef,
        describe: Describe<S>,
        output: fn() -> Option<Result<OutputSchema, SchemaError>>,
        run: Run<S>,
    ) -> Self {
        Self { def, describe, output, run }
    }
}

impl<S> PromptRoute<S> {
    /// Binds a definition to a handler.
    pub fn new(def: PromptDef, describe: Describe<S>, run: Run<S>) -> Self {
        Self { def, describe, run }
    }
}

impl<S> ResourceRoute<S> {
    /// Binds a definition to a handler.
    pub fn new(def: ResourceDef, describe: Describe<S>, is_watched: bool, run: Run<S>) -> Self {
        Self { def, describe, is_watched, run }
    }
}

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
        let PromptRoute { def, describe, run } = route;
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
        let MethodRoute { def, describe, run } = route;
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
        let AgentRoute { def, describe, run } = route;
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
        let CommandRoute { def, describe, run } = route;
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
