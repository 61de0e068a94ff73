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
mod retry;
mod run;
mod target;
mod waiting;
mod wrappers;

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::debug::short_debug;
use crate::jsonrpc::{ErrorObject, Scan};
use crate::negotiation::{Members, Params};
use crate::protocol::ClientCapability;
use crate::schema::SchemaError;
use crate::server::asking::foreign_state;
use crate::server::handler_kind::HandlerKind;
use crate::server::instances::ListInstances;
use crate::server::namespace::Namespace;
use crate::server::rate_limit::{Gate, Limiter};
use crate::server::response::{BoxFuture, Step};
use crate::server::result_limit::ResultLimit;
use crate::server::{CompletionRequest, Context, Response, States, required_capabilities};
use resolve::{Requirement, ResolvedValue};
use resolver::Resolver;
use waiting::RunInputs;

pub use call::Call;
pub use definition::{
    CacheDef, CallDef, Confirm, IconDef, MethodDef, Piece, PromptDef, ResourceDef, ToolDef, seen_by,
};
pub use inputs::{ArgDef, Completer, Inputs, Lister};
pub(crate) use param::parameter_trait;
pub use param::{
    ArgParam, Argument, ContextParam, Contextual, OfArgument, Param, RefParam, Resolved,
    WholeParam, lend, lend_option, strs,
};
pub use wrappers::{Humantime, Nullable, Plain, Seconds, plain};

pub(crate) use call::position;
pub(crate) use run::catch_panic;
pub(crate) use target::{InputSpec, ObserverSlot, Target};

/// Completes a value of an argument.
pub(crate) type Complete = Box<dyn Fn(CompletionRequest) -> BoxFuture<Response> + Send + Sync>;

/// Takes the parameters from a call, and runs the user's code. Of an annotated function, this is
/// the last closure that the macro generates, with the state of the handler.
pub(crate) type RunHandler = Box<dyn Fn(&mut Call<'_>) -> Step + Send + Sync>;

/// Continues the call of a retry; `None` if it is to run from the start.
///
/// It is a pointer that parameters which ask provide, so that the program of any other server
/// contains none of this code.
pub(crate) type Resume = fn(&mut Call<'_>, &Arc<Handler>) -> Result<Option<Step>, ErrorObject>;

/// Continues a call in the mounted server of its handler; returns the response if layers there run it.
///
/// It is a pointer, as [`Resume`] is.
pub(crate) type EnterMount = fn(&Arc<Handler>, &mut Context, &Members<'_>) -> Option<Step>;

/// The mounted server that a handler belongs to.
pub(crate) struct HandlerMount {
    /// Its index among the mounted servers.
    pub(crate) index: usize,
    pub(crate) enter: EnterMount,
    /// Whether a mounted server on the way to it decides who may see it.
    pub(crate) has_rules: bool,
}

/// Asks the user for confirmation; an error is the response to the call instead.
pub(crate) type AskUser = fn(&Call<'_>, &[Piece]) -> BoxFuture<Result<(), Response>>;

/// A handler and what is needed to call it.
pub(crate) struct Handler {
    pub(crate) target: Target,
    pub(crate) run: RunHandler,
    pub(crate) completers: Vec<(String, Complete)>,
    /// Lists the resources of a template.
    pub(crate) instances: Option<ListInstances>,
    pub(crate) requirements: Vec<Requirement>,
    pub(crate) needs: Vec<ClientCapability>,
    /// Resolve the parameters that may have to wait.
    pub(crate) resolvers: Vec<Resolver>,
    /// Admits its calls, if they are limited.
    pub(crate) gate: Option<Gate>,
    /// The server that it belongs to, if it is not the outermost.
    pub(crate) mount: Option<HandlerMount>,
}

short_debug!(Handler {});

impl Handler {
    /// Creates a handler of the parameters that are described, and what takes them from a call. Its
    /// arguments have no completions yet.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the parameters.
    pub(crate) fn new<S>(
        kind: HandlerKind,
        call: CallDef,
        mut inputs: Inputs<S>,
        run: RunHandler,
    ) -> Result<Self, Vec<SchemaError>> {
        let spec = inputs.finish()?;
        if let Some(confirm) = call.confirm {
            confirm.check(&spec.schema).map_err(|wrong| vec![wrong])?;
        }
        let mut needs = inputs.needs;
        needs.extend(call.only.map(ClientCapability::Extension));
        needs.extend(call.confirm.map(|_| ClientCapability::ElicitationForm));
        let target = Target {
            kind,
            spec,
            call,
            wrap: false,
            resume: inputs.resume.or(call.confirm.map(|confirm| confirm.resume)),
            app_only: false,
            is_restricted: call.is_restricted(),
            reads_request: inputs.reads_request,
            reads_meta: inputs.reads_meta,
            observed: ObserverSlot::default(),
        };
        Ok(Self {
            target,
            run,
            completers: Vec::new(),
            instances: None,
            requirements: inputs.requirements,
            needs,
            resolvers: inputs.resolvers,
            gate: None,
            mount: None,
        })
    }

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
    #[inline]
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
        asking.set_turns(turns.clone(), self.target.call.timeout, turn);
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
        if let Some(mount) = &self.mount
            && let Some(step) = (mount.enter)(self, context, arguments)
        {
            return step;
        }
        if let Err(refused) =
            required_capabilities::check(&self.needs, &self.target.kind, context.request())
        {
            return Step::Ready(refused);
        }
        if self.target.resume.is_some() {
            context.redirect();
        }
        // A retry with answers does not count as another call.
        let is_retry = context.is_retry();
        let mut call = Call::new(context, &self.target, arguments);
        if is_retry {
            let resumed = match self.target.resume {
                Some(resume) => resume(&mut call, self),
                None => Err(foreign_state()),
            };
            match resumed {
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

    /// Adds the limits of its server, or of one that this is mounted in: the innermost comes first,
    /// and has what the definition says.
    pub(in crate::server) fn limit(&mut self, limiter: &Arc<Limiter>, namespace: &Namespace) {
        let Target { kind, call, .. } = &mut self.target;
        if let HandlerKind::Tool(name) = kind {
            let inner = self.gate.take();
            let own = if inner.is_none() { (call.rate, call.concurrency) } else { (None, None) };
            self.gate = limiter.gate(name, namespace.local_name(name), own, inner);
        }
        call.max_result = call.max_result.or(limiter.max_result().map(ResultLimit::new));
    }

    /// Whether code of the program decides who may see it, besides the rule of the outermost server.
    pub(crate) fn has_rules(&self) -> bool {
        let of_mounts = self.mount.as_ref().is_some_and(|mount| mount.has_rules);
        of_mounts || self.target.call.visible.is_some()
    }

    /// Runs the user's code; a panic in it ends only this call.
    fn run_contained(&self, call: &mut Call<'_>) -> Step {
        let Target { kind, call: CallDef { max_result, .. }, .. } = &self.target;
        match catch_unwind(AssertUnwindSafe(|| (self.run)(call))) {
            Ok(mut step) => {
                if let Step::Ready(response) = &mut step {
                    call.finish_now(response);
                    if let Some(limit) = max_result {
                        limit.apply(kind, response);
                    }
                }
                step
            }
            Err(payload) => Step::Ready(kind.panicked(&*payload)),
        }
    }

    /// The source of completions for an argument: a user-defined function, or the values of its
    /// enum.
    #[inline]
    pub(crate) fn completer(&self, argument: &str) -> Option<CompletionSource<'_>> {
        let own = self.completers.iter().find(|(name, _)| name == argument);
        own.map(|(_, complete)| CompletionSource::Function(complete)).or_else(|| {
            let values = self.target.spec.schema.property(argument)?.get("enum")?.as_array()?;
            Some(CompletionSource::Values(values))
        })
    }

    /// Whether any argument can be completed.
    #[inline]
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
