//! Handlers: what the macros generate from an annotated function, and how it is run.
//!
//! `mcp-macros/tests/expand` shows what they generate.
//!
//! A [`Handler`] has a description of its parameters, and a function that takes them from a
//! [`Call`] and runs the user's code as a [`Step`](super::response::Step). A route binds it to a
//! definition.

mod call;
mod confirm;
mod definition;
mod inputs;
mod param;
mod resolve;
mod resolver;
mod run;
mod waiting;
mod wrappers;

use std::any::Any;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::debug::short_debug;
use crate::jsonrpc::{ErrorObject, Scan};
use crate::negotiation::{Members, Params};
use crate::protocol::{ClientCapability, ExtensionId};
use crate::schema::{InputSchema, SchemaError};
use crate::server::handler_kind::HandlerKind;
use crate::server::instances::ListInstances;
use crate::server::rate_limit::Gate;
use crate::server::response::{BoxFuture, Step};
use crate::server::result_limit::ResultLimit;
use crate::server::tasks::TaskDef;
use crate::server::{CompletionRequest, Context, Response, States, required_capabilities};
use crate::store::RateLimit;
use resolve::{Requirement, ResolvedValue};
use resolver::Resolver;
use waiting::RunInputs;

pub use call::Call;
pub use confirm::Piece;
pub use definition::{CacheDef, IconDef, MethodDef, PromptDef, ResourceDef, ToolDef, seen_by};
pub use inputs::{ArgDef, Completer, Inputs, Lister};
pub use param::{
    ArgParam, Argument, ContextParam, Contextual, OfArgument, Param, RefParam, Resolved,
    WholeParam, lend, lend_option, strs,
};
pub use wrappers::{Humantime, Nullable, Plain, Seconds, plain};

pub(crate) use call::position;
pub(crate) use definition::{icons, meta};
pub(crate) use run::catch_panic;

/// Completes a value of an argument.
pub(crate) type Complete = Box<dyn Fn(CompletionRequest) -> BoxFuture<Response> + Send + Sync>;

/// A handler and what is needed to call it.
pub(crate) struct Handler {
    pub(crate) target: Target,
    /// Takes the parameters from a call, and runs the user's code. Of an annotated function, this is
    /// the last closure that the macro generates, with the state of the handler.
    pub(crate) run: Box<dyn Fn(&mut Call<'_>) -> Step + Send + Sync>,
    pub(crate) completers: Vec<(String, Complete)>,
    /// Lists the resources of a template.
    pub(crate) instances: Option<ListInstances>,
    pub(crate) requirements: Vec<Requirement>,
    pub(crate) needs: Vec<ClientCapability>,
    /// Resolve the parameters that may have to wait.
    pub(crate) resolvers: Vec<Resolver>,
    /// Admits its calls, if they are limited.
    pub(crate) gate: Option<Gate>,
}

short_debug!(Handler {});

impl Handler {
    /// Runs the handler with arguments in JSON; absent and null count as an empty object.
    pub(crate) fn call(
        self: &Arc<Self>,
        context: &mut Context,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let arguments = &params.arguments;
        self.set_meta(context, params);
        match arguments.raw {
            Some(raw) if !raw.starts_with('{') => {
                Err(ErrorObject::invalid_params("`arguments` must be an object"))
            }
            _ => Ok(self.start(context, arguments)),
        }
    }

    /// Runs the handler of a method whose parameters are its arguments.
    pub(crate) fn call_with_params(
        self: &Arc<Self>,
        context: &mut Context,
        params: &Params<'_>,
    ) -> Step {
        self.set_meta(context, params);
        let text = params.own_members();
        match Members::read(&mut Scan::new(&text)) {
            Ok(members) => self.start(context, &members),
            Err(error) => {
                Step::Ready(Err(ErrorObject::invalid_params(format!("`params`: {error}"))))
            }
        }
    }

    /// Runs the handler with arguments given as text.
    pub(crate) fn call_with_text(
        self: &Arc<Self>,
        context: &mut Context,
        text: Vec<(&str, String)>,
    ) -> Step {
        let json = |text: String| Cow::Owned(serde_json::Value::String(text).to_string());
        let members = text.into_iter().map(|(name, text)| (Cow::Borrowed(name), json(text)));
        self.start(context, &Members { raw: None, members: members.collect() })
    }

    /// Enters the handler, once its parameters are resolved.
    fn enter(&self, call: &mut Call<'_>, resolved: Vec<ResolvedValue>) -> Step {
        call.set_resolved(resolved);
        self.run_contained(call)
    }

    /// Enters the handler of a tool that may limit how many of its calls run at the same time.
    fn enter_in_turn(&self, call: &mut Call<'_>, (resolved, turn): RunInputs) -> Step {
        let Some(turns) = self.gate.as_ref().and_then(Gate::turns) else {
            return self.enter(call, resolved);
        };
        let asking = call.asking();
        asking.set_turns(turns.clone(), self.target.timeout, turn);
        let step = self.enter(call, resolved);
        // One that is done at once does not end the turn itself.
        drop(asking.paced());
        step
    }

    /// Gives the handler the `_meta` of its request, if it can read it.
    pub(crate) fn set_meta(&self, context: &mut Context, params: &Params<'_>) {
        if self.target.reads_meta {
            context.set_meta(params);
        }
    }

    fn start(self: &Arc<Self>, context: &mut Context, arguments: &Members<'_>) -> Step {
        if let Err(refused) =
            required_capabilities::check(&self.needs, &self.target.kind, context.request())
        {
            return Step::Ready(refused);
        }
        if self.target.asks {
            context.redirect();
        }
        // A retry with answers does not count as another call.
        let is_retry = context.is_retry();
        let mut call = Call::new(context, &self.target, arguments);
        if is_retry {
            match call.claim() {
                Ok(None) => {}
                Ok(Some((retry, claim))) => {
                    return Step::after_claim(&mut call, retry, claim, self);
                }
                Err(error) => return Step::Ready(Err(error)),
            }
            match call.resume() {
                Ok(None) => {}
                Ok(Some(step)) => return step,
                Err(error) => return Step::Ready(Err(error)),
            }
        }
        match call.check_keys() {
            Ok(()) if self.resolvers.is_empty() && self.gate.is_none() => {
                self.run_contained(&mut call)
            }
            Ok(()) => Step::after_resolving(&mut call, self, is_retry),
            Err(refused) => refused,
        }
    }

    /// Runs the user's code; a panic in it ends only this call.
    fn run_contained(&self, call: &mut Call<'_>) -> Step {
        let Target { kind, max_result, .. } = &self.target;
        match catch_unwind(AssertUnwindSafe(|| (self.run)(call))) {
            Ok(mut step) => {
                if let Step::Ready(response) = &mut step {
                    call.finish().apply(response);
                    if let Some(limit) = max_result {
                        limit.apply(kind, response);
                    }
                }
                step
            }
            Err(payload) => Step::Ready(kind.panicked(&*payload)),
        }
    }

    /// Makes the handler ask the user for confirmation; the question may only show arguments.
    pub(crate) fn confirm_first(&mut self, question: &'static [Piece]) -> Result<(), SchemaError> {
        let schema = &self.target.spec.schema;
        for piece in question {
            let Piece::Argument(name) = piece else { continue };
            if position(schema, name).is_none() {
                let known = schema.arguments.iter().map(|known| format!("`{{{}}}`", known.name));
                let known = known.collect::<Vec<_>>().join(" and ");
                let wrong = format!(
                    "`confirm` shows `{{{name}}}`, which is not an argument: it has {known}"
                );
                return Err(SchemaError::new(wrong));
            }
        }
        if !question.is_empty() {
            self.target.confirm = question;
            self.target.asks = true;
            self.needs.push(ClientCapability::ElicitationForm);
        }
        Ok(())
    }

    /// The source of completions for an argument: a user-defined function, or the values of its
    /// enum.
    pub(crate) fn completer(&self, argument: &str) -> Option<CompletionSource<'_>> {
        let own = self.completers.iter().find(|(name, _)| name == argument);
        own.map(|(_, complete)| CompletionSource::Function(complete)).or_else(|| {
            let values = self.target.spec.schema.property(argument)?.get("enum")?.as_array()?;
            Some(CompletionSource::Values(values))
        })
    }

    /// Whether any argument can be completed.
    pub(crate) fn completes(&self) -> bool {
        let arguments = &self.target.spec.schema.arguments;
        arguments.iter().any(|argument| self.completer(&argument.name).is_some())
    }

    /// Adds what the handler needs but the server lacks to `mistakes`.
    pub(crate) fn check(&self, states: &States, mistakes: &mut Vec<String>) {
        for requirement in &self.requirements {
            if let Err(error) = requirement(states) {
                mistakes.push(format!("{}: {error}", self.target.kind));
            }
        }
    }
}

/// How an argument is completed.
pub(crate) enum CompletionSource<'a> {
    Function(&'a Complete),
    Values(&'a [serde_json::Value]),
}

/// Whether the caller of a request may see a handler: `#[tool(visible = path)]`.
pub(crate) type IsVisible = fn(&Context) -> bool;

/// What a call needs to know about its handler.
pub(crate) struct Target {
    pub(crate) kind: HandlerKind,
    pub(crate) spec: InputSpec,
    pub(crate) timeout: Option<Duration>,
    /// How often each caller may call it, and how many of its calls may run at the same time.
    pub(crate) rate: Option<RateLimit>,
    pub(crate) concurrency: Option<u32>,
    /// How large its results may be.
    pub(crate) max_result: Option<ResultLimit>,
    /// Whether unknown keys are rejected, and arguments are not decoded leniently.
    pub(crate) strict: bool,
    /// The confirmation that the user is asked for before it runs; empty if there is none.
    pub(crate) confirm: &'static [Piece],
    /// Whether an agent asks for permission before it calls the tool.
    pub(crate) ask: bool,
    /// The kind of operation, as agents show it; empty if none is declared.
    pub(crate) operation: Option<&'static str>,
    /// The structured result is not an object; see [`CallToolResult::wrap`](crate::protocol::CallToolResult::wrap).
    pub(crate) wrap: bool,
    /// Whether it can ask its client for input.
    pub(crate) asks: bool,
    /// Decides which callers may see it, besides the conditions below.
    pub(crate) visible: Option<IsVisible>,
    /// The scopes that a request over HTTP must have.
    pub(crate) scopes: &'static [&'static str],
    /// The extension that a client must declare to see it.
    pub(crate) only: Option<ExtensionId>,
    /// Whether it is only for clients that show pages.
    pub(crate) app_only: bool,
    /// Whether it can read the transport's request.
    pub(crate) reads_request: bool,
    /// Whether it can read `_meta`.
    pub(crate) reads_meta: bool,
    /// How its calls become tasks; `None` if they do not.
    pub(crate) task: Option<TaskDef>,
    /// What an observer of its calls stores with it.
    pub(crate) observed: ObserverSlot,
}

/// The parameters of a handler as a call needs them.
pub(crate) struct InputSpec {
    /// One per parameter: the index of the argument that it takes, if any.
    pub(crate) slots: Vec<Option<usize>>,
    pub(crate) schema: InputSchema,
}

impl Target {
    /// Copies what calls need from the definition of a tool.
    pub(crate) fn define(&mut self, def: &ToolDef) {
        (self.timeout, self.strict) = (def.timeout, def.strict);
        (self.rate, self.concurrency) = (def.rate, def.concurrency);
        self.max_result = def.max_result;
        self.restrict(def.visible, def.scopes);
        (self.task, self.ask, self.operation) = (def.task, def.ask, def.kind);
        self.app_only = def.ui.is_some_and(|ui| ui.is_for_app_only());
        self.only = def.only;
    }

    /// Sets which callers may see it.
    pub(crate) fn restrict(&mut self, visible: Option<IsVisible>, scopes: &'static [&'static str]) {
        (self.visible, self.scopes) = (visible, scopes);
    }

    /// Whether some callers may not see it.
    pub(crate) fn is_restricted(&self) -> bool {
        self.visible.is_some() || !self.scopes.is_empty() || self.only.is_some() || self.app_only
    }

    /// Creates a target with default settings.
    pub(crate) fn new(kind: HandlerKind, spec: InputSpec) -> Self {
        Self {
            kind,
            spec,
            timeout: None,
            rate: None,
            concurrency: None,
            max_result: None,
            strict: false,
            confirm: &[],
            ask: false,
            operation: None,
            wrap: false,
            asks: false,
            visible: None,
            scopes: &[],
            only: None,
            app_only: false,
            reads_request: false,
            reads_meta: false,
            task: None,
            observed: ObserverSlot::default(),
        }
    }
}

/// A slot in which an observer stores data with a handler, so that it need not look it up by the
/// handler's name in every request. The first observer that stores something owns the slot.
#[derive(Default)]
pub(crate) struct ObserverSlot(OnceLock<Arc<dyn Any + Send + Sync>>);

short_debug!(ObserverSlot {});

impl ObserverSlot {
    /// The stored value, if it has this type.
    pub(crate) fn get<T: Any>(&self) -> Option<&T> {
        self.0.get()?.downcast_ref()
    }

    /// Stores a value, unless one is already stored.
    pub(crate) fn keep(&self, value: impl Any + Send + Sync) {
        self.0.get_or_init(|| Arc::new(value));
    }
}
