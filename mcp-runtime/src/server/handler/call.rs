//! One call of a handler: its parameters are taken from here, and what is wrong with them is
//! gathered here.

use std::time::Duration;

use serde::de::DeserializeOwned;

use super::resolve::{Resolved, ready, take};
use super::{InputSpec, Piece, ToolDef, confirm};
use crate::debug::short_debug;
use crate::error::Error;
use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::negotiation::Members;
use crate::protocol::ExtensionId;
use crate::schema::{InputSchema, Violation, absent, nearest};
use crate::server::asking::{Asking, Binding, BoundArguments, Retry};
use crate::server::cancel::CancelGuard;
use crate::server::kind::HandlerKind;
use crate::server::observer_slot::ObserverSlot;
use crate::server::reading::Reading;
use crate::server::response::{BoxFuture, Step};
use crate::server::tasks::TaskDef;
use crate::server::{Context, FromContext, Reply, Response};
use crate::store::RateLimit;

/// Resolves once no other replica continues with a state.
pub(super) type Claim = BoxFuture<Result<(), ErrorObject>>;

/// A call that is being entered: the parameters still have to be taken.
pub struct Call<'a> {
    context: &'a mut Context,
    target: &'a Target,
    arguments: &'a Members<'a>,
    problems: Vec<Violation>,
    failed: Option<Error>,
    resolved: Resolved,
    /// The future around it has the time limit and ends the questions, so its own must not.
    is_bounded: bool,
    /// A key was given that a strict handler does not take: no parameter is handed out.
    refused: bool,
}

short_debug!(Call<'a> { context });

/// Whether the caller of a request may see a handler: `#[tool(visible = path)]`.
pub(crate) type IsVisible = fn(&Context) -> bool;

/// What a call needs to know of its handler.
pub(crate) struct Target {
    pub(crate) kind: HandlerKind,
    pub(crate) spec: InputSpec,
    pub(crate) timeout: Option<Duration>,
    /// How often each caller may call it, and how many of its calls may run at the same time.
    pub(crate) rate: Option<RateLimit>,
    pub(crate) concurrency: Option<u32>,
    /// Unknown keys are refused, and nothing is forgiven.
    pub(crate) strict: bool,
    /// What the person is asked before it runs; nothing if empty.
    pub(crate) confirm: &'static [Piece],
    /// An agent asks for permission before it calls it.
    #[allow(dead_code, reason = "only agents look at it")]
    pub(crate) ask: bool,
    /// The structured result is not an object; see [`CallToolResult::wrap`](crate::protocol::CallToolResult::wrap).
    pub(crate) wrap: bool,
    /// It can ask its client something.
    pub(crate) asks: bool,
    /// Whom it is for, if not for everybody.
    pub(crate) visible: Option<IsVisible>,
    /// It says itself whom it is for.
    #[allow(dead_code, reason = "only HTTP has scopes")]
    pub(crate) has_rule: bool,
    /// What a request over HTTP has to be allowed.
    pub(crate) scopes: &'static [&'static str],
    /// The extension that a client has to declare, or it does not exist for it.
    pub(crate) only: Option<ExtensionId>,
    /// It is for clients that show pages.
    pub(crate) app_only: bool,
    /// It can look at the request of the transport.
    pub(crate) reads_request: bool,
    /// It can look at `_meta`.
    pub(crate) reads_meta: bool,
    /// How its calls become tasks, if they do.
    pub(crate) task: Option<TaskDef>,
    /// What an observer of its calls keeps of it.
    pub(crate) observed: ObserverSlot,
}

impl Target {
    /// Takes from the definition of a tool what its calls need to know.
    pub(crate) fn define(&mut self, def: &ToolDef) {
        (self.timeout, self.strict) = (def.timeout, def.strict);
        (self.rate, self.concurrency) = (def.rate, def.concurrency);
        self.restrict(def.visible, def.scopes);
        (self.task, self.ask) = (def.task, def.ask);
        self.app_only = def.ui.is_some_and(|ui| ui.is_for_app_only());
        self.only = def.only;
        if self.app_only || self.only.is_some() {
            // A call of another tool need not look whether there is an extension.
            self.visible.get_or_insert(|_| true);
        }
    }

    /// Says whom it is for.
    pub(crate) fn restrict(&mut self, visible: Option<IsVisible>, scopes: &'static [&'static str]) {
        (self.visible, self.scopes) = (visible, scopes);
        self.has_rule = visible.is_some();
        if !scopes.is_empty() {
            self.visible.get_or_insert(|_| true);
        }
    }

    /// A handler whose definition says nothing special.
    pub(crate) fn new(kind: HandlerKind, spec: InputSpec) -> Self {
        Self {
            kind,
            spec,
            timeout: None,
            rate: None,
            concurrency: None,
            strict: false,
            confirm: &[],
            ask: false,
            wrap: false,
            asks: false,
            visible: None,
            has_rule: false,
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

/// What the definition of a handler adds to its responses.
pub(super) struct Finish {
    pub(super) wrap: bool,
    pub(super) reading: Option<Reading>,
}

impl Finish {
    pub(super) fn apply(&self, response: &mut Response) {
        if let Ok(Reply::Tool(result)) = response {
            result.wrap = self.wrap && result.structured_content.is_some();
        }
        if let Some(reading) = &self.reading {
            reading.complete(response);
        }
    }
}

impl<'a> Call<'a> {
    pub(crate) fn new(
        context: &'a mut Context,
        target: &'a Target,
        arguments: &'a Members<'a>,
    ) -> Self {
        Self {
            context,
            target,
            arguments,
            problems: Vec::new(),
            failed: None,
            resolved: Vec::new(),
            is_bounded: false,
            refused: false,
        }
    }

    /// The answer to a call whose parameters were refused.
    pub fn refuse(&mut self) -> Step {
        Step::Ready(match self.failed.take() {
            Some(error) => self.target.kind.refuse(error),
            None => self.target.kind.refused(&self.problems, &self.unknown_keys()),
        })
    }

    /// Refuses unknown keys, where the handler is strict. Arguments are looked at
    /// nevertheless, so that all that is wrong is reported at once.
    pub(crate) fn check_keys(&mut self) -> Result<(), Step> {
        let schema = &self.target.spec.schema;
        self.refused = self.target.strict && unknown_keys(self.arguments, schema).next().is_some();
        if self.refused && schema.arguments.is_empty() {
            return Err(self.refuse());
        }
        Ok(())
    }

    pub(crate) fn context<T: FromContext>(&mut self) -> Option<T> {
        let value = match T::IS_READY {
            true => ready(self.context),
            false => take(&mut self.resolved).map(Ok),
        };
        let value = value.unwrap_or_else(|| Err(ErrorObject::internal("not resolved").into()));
        value.map_err(|error| self.failed = Some(error)).ok()
    }

    pub(crate) fn all<T: DeserializeOwned>(&mut self) -> Option<T> {
        let schema = &self.target.spec.schema;
        let twice = schema.arguments.iter().filter_map(|argument| {
            let name = argument.name.as_str();
            given(self.arguments, name).nth(1).map(|_| twice(name))
        });
        self.problems.extend(twice);
        if !self.problems.is_empty() {
            return None;
        }
        schema
            .decode_whole(self.arguments.raw.unwrap_or("{}"), !self.target.strict)
            .map_err(|problems| self.problems.extend(problems))
            .ok()
            .filter(|_| !self.refused)
    }

    pub(super) fn argument<T: DeserializeOwned>(
        &mut self,
        index: usize,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        self.decode(index, default).filter(|_| !self.refused)
    }

    fn decode<T: DeserializeOwned>(
        &mut self,
        index: usize,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        let spec = &self.target.spec;
        let argument = (*spec.slots.get(index)?)?;
        let name = spec.schema.arguments.get(argument)?.name.as_str();
        let mut given = given(self.arguments, name);
        match (given.next(), given.next()) {
            (Some(json), None) => {
                match spec.schema.decode(argument, json, !self.target.strict) {
                    Ok(Some(value)) => return Some(value),
                    // A null that counts as left out.
                    Ok(None) => {}
                    Err(problems) => {
                        self.problems.extend(problems);
                        return None;
                    }
                }
            }
            (None, _) => {}
            (Some(_), Some(_)) => {
                self.problems.push(twice(name));
                return None;
            }
        }
        let value = default.map(|default| default()).or_else(absent);
        if value.is_none() {
            let unknown = unknown_keys(self.arguments, &spec.schema);
            self.problems.extend(spec.schema.missing(argument, unknown));
        }
        value
    }

    /// One line for each key that no argument has, with the name that may have been meant.
    fn unknown_keys(&self) -> Vec<String> {
        let schema = &self.target.spec.schema;
        let names = || schema.arguments.iter().map(|argument| argument.name.as_str());
        let line = |key: &str| match nearest(key, names()) {
            Some(name) => {
                format!("unknown argument {:?}: did you mean `{name}`?", truncate_for_display(key))
            }
            None => format!("unknown argument {:?}", truncate_for_display(key)),
        };
        unknown_keys(self.arguments, schema).take(10).map(line).collect()
    }

    /// Asks the person whether to continue, where the handler wants it.
    pub(super) fn confirmation(&self) -> Option<BoxFuture<Result<(), Response>>> {
        let question = self.target.confirm;
        let argument = |name: &str| {
            let json = given(self.arguments, name).next();
            json.and_then(|json| serde_json::from_str(json).ok())
                .or_else(|| self.target.spec.schema.property(name)?.get("default").cloned())
        };
        (!question.is_empty()).then(|| confirm::ask(self.context, question, argument))
    }

    pub(super) fn cancel_guard(&self) -> CancelGuard {
        self.context.cancel_guard()
    }

    /// The questions of the call, if there can be any.
    pub(super) fn asked(&self) -> Option<&Asking> {
        self.context.asked()
    }

    /// Claims the state of the retry that the call is, where other replicas could continue with it, too;
    /// with the retry, once that is claimed.
    ///
    /// # Errors
    ///
    /// When the state is not one of this call.
    pub(super) fn claim(&mut self) -> Result<Option<(Retry, Claim)>, ErrorObject> {
        let Some(sharing) = self.context.server().sharing().cloned() else { return Ok(None) };
        let Some(retry) = self.context.take_retry(|retry| !retry.is_claimed()) else {
            return Ok(None);
        };
        let (state, time) = self.context.server().rounds().claimable(&retry, self.binding())?;
        let retry = Retry::clone(&retry).claimed();
        Ok(Some((retry, sharing.claim(&state, time))))
    }

    /// Takes up what is known from earlier rounds of questions.
    ///
    /// A call that waited for its answers continues with them.
    pub(crate) fn resume(&mut self) -> Result<Option<Step>, ErrorObject> {
        let Some(retry) = self.context.take_retry(|_| true) else { return Ok(None) };
        let resumed = self.context.resume(&retry, self.binding())?;
        Ok(resumed.map(|call| {
            Step::Pending(match self.context.asked() {
                // What it became of the call is for this request to say.
                Some(asked) => asked.run(call),
                None => Box::pin(call),
            })
        }))
    }

    /// What a state of this call is good for.
    pub(super) fn binding(&self) -> Binding {
        Binding {
            server: self.context.server().info().name.clone(),
            caller: self.context.request().caller.clone(),
            kind: self.target.kind.clone(),
            uri: self.context.uri().map(str::to_owned),
            arguments: BoundArguments::Text(self.arguments.raw.map(str::to_owned)),
            parks: self.target.asks && self.target.timeout.is_none(),
        }
    }

    /// The context, for what outlives the preparation of the call.
    pub(super) fn shared_context(&self) -> Context {
        self.context.shared()
    }

    /// Takes the values of the context parameters that may have had to be waited for.
    pub(crate) fn set_resolved(&mut self, resolved: Resolved) {
        self.resolved = resolved;
    }

    /// Leaves the time limit and the questions to the future that this call is part of.
    pub(super) fn bounded_already(mut self) -> Self {
        self.is_bounded = true;
        self
    }

    /// The questions that end the call, if it is not part of one that they end.
    pub(super) fn suspends(&self) -> Option<&Asking> {
        self.asked().filter(|_| !self.is_bounded)
    }

    pub(super) fn arguments(&self) -> &Members<'a> {
        self.arguments
    }

    pub(super) fn kind(&self) -> &HandlerKind {
        &self.target.kind
    }

    /// What is left to do with the response, whatever the handler made of it.
    pub(super) fn finish(&self) -> Finish {
        Finish { wrap: self.target.wrap, reading: self.context.reading().cloned() }
    }

    pub(super) fn timeout(&self) -> Option<Duration> {
        self.target.timeout.filter(|_| !self.is_bounded)
    }
}

/// Which one counts cannot be known.
fn twice(name: &str) -> Violation {
    Violation::new(name, "given twice; give it once")
}

/// What came for an argument.
fn given<'a>(arguments: &'a Members<'_>, name: &'a str) -> impl Iterator<Item = &'a str> {
    let members = arguments.members.iter();
    members.filter(move |(key, _)| key == name).map(|(_, json)| &**json)
}

/// The keys that no argument has.
fn unknown_keys<'a>(
    arguments: &'a Members<'_>,
    schema: &'a InputSchema,
) -> impl Iterator<Item = &'a str> {
    let keys = arguments.members.iter().map(|(key, _)| &**key);
    keys.filter(|key| position(schema, key).is_none())
}

pub(crate) fn position(schema: &InputSchema, name: &str) -> Option<usize> {
    schema.arguments.iter().position(|argument| argument.name == name)
}
