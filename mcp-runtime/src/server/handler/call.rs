//! One call of a handler: the source of its parameters, with the defaults of those that are
//! omitted, which also collects the problems with them.

use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Target;
use super::resolve::{ResolvedArgument, ResolvedValue, ready, take};
use crate::debug::short_debug;
use crate::error::Error;
use crate::jsonrpc::{ErrorObject, truncate_for_display};
use crate::negotiation::Members;
use crate::protocol::Violation;
use crate::protocol::suggest::nearest;
use crate::schema::{InputSchema, absent};
use crate::server::asking::{Binding, BoundArguments, CallQuestions, Retry};
use crate::server::cancelled::CancelGuard;
use crate::server::handler_kind::HandlerKind;
use crate::server::resource_reading::ResourceRead;
use crate::server::response::{BoxFuture, Step};
use crate::server::result_limit::ResultLimit;
use crate::server::{Context, FromArgument, FromContext, Reply, Response, Server};

/// A call that is about to run: its parameters have not been extracted yet.
pub struct Call<'a> {
    context: &'a mut Context,
    target: &'a Target,
    arguments: &'a Members<'a>,
    problems: Vec<Violation>,
    failed: Option<Error>,
    resolved: Vec<ResolvedValue>,
    /// Whether an enclosing future applies the timeout and suspends the call for questions, so that
    /// the call's own future must not.
    is_bounded: bool,
    /// Whether a strict handler got an unknown key, so that no parameter is handed out.
    refused: bool,
}

short_debug!(Call<'a> { context });

/// What the definition of a handler adds to its responses.
pub(super) struct Finish {
    wrap: bool,
    reading: Option<ResourceRead>,
    /// The mounted server that the call has crossed into.
    crossed: Option<Server>,
}

impl Finish {
    pub(super) fn apply(&self, response: &mut Response) {
        finish(response, self.wrap, self.reading.as_ref(), self.crossed.as_ref());
    }
}

/// Adds to a response what its handler leaves to the runtime.
fn finish(
    response: &mut Response,
    wrap: bool,
    reading: Option<&ResourceRead>,
    crossed: Option<&Server>,
) {
    match response {
        Ok(Reply::Structured(result)) => result.wrap = wrap,
        Ok(Reply::Tool(result)) => result.wrap = wrap && result.structured_content.is_some(),
        _ => {}
    }
    if let Some(reading) = reading {
        reading.complete(response);
    }
    if let Some(server) = crossed {
        server.rewrite(response);
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

    /// Returns the response to a call whose parameters were rejected.
    pub fn refuse(&mut self) -> Step {
        Step::Ready(match self.failed.take() {
            Some(error) => self.target.kind.error_response(error),
            None => self.target.kind.invalid_arguments(&self.problems, &self.unknown_keys()),
        })
    }

    /// Rejects unknown keys if the handler is strict. The arguments are still checked, so that all
    /// problems are reported at once.
    pub(crate) fn check_keys(&mut self) -> Result<(), Step> {
        let schema = &self.target.spec.schema;
        self.refused =
            self.target.call.strict && unknown_keys(self.arguments, schema).next().is_some();
        if self.refused && schema.arguments.is_empty() {
            return Err(self.refuse());
        }
        Ok(())
    }

    pub(crate) fn context<T: FromContext>(&mut self) -> Option<T> {
        let resolved =
            if T::IS_READY { ready(self.context) } else { take(&mut self.resolved).map(Ok) };
        let result = resolved.unwrap_or_else(|| {
            Err(ErrorObject::internal("a context parameter was not resolved").into())
        });
        let absent = T::ONLY_IN.filter(|_| result.is_err() && !T::is_available(self.context));
        let value = result.map_err(|error| absent.map_or(error, |place| self.elsewhere(place)));
        value.map_err(|error| self.failed = Some(error)).ok()
    }

    /// The error of a handler that only works in some place.
    #[inline]
    fn elsewhere(&self, place: &str) -> Error {
        Error::other(format!("{} is available only in {place}", self.target.kind))
    }

    pub(crate) fn all<T: DeserializeOwned>(&mut self) -> Option<T> {
        let schema = &self.target.spec.schema;
        let twice = schema.of_whole().iter().filter_map(|argument| {
            let name = argument.name.as_str();
            values_of(self.arguments, name).nth(1).map(|_| twice(name))
        });
        let before = self.problems.len();
        self.problems.extend(twice);
        if self.problems.len() > before {
            return None;
        }
        let all = self.arguments.members.iter().map(|(key, json)| (&**key, &**json));
        let rest = schema.rest(all);
        let json = rest.as_deref().or(self.arguments.raw).unwrap_or("{}");
        schema
            .decode_whole(json, !self.target.call.strict)
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

    /// Decodes an argument that is about to be resolved, and leaves it to
    /// [`resolved_argument`](Self::resolved_argument) to say what is wrong with it.
    pub(super) fn try_argument<T: DeserializeOwned>(&mut self, index: usize) -> Option<T> {
        let before = self.problems.len();
        let argument = self.argument(index, None);
        self.problems.truncate(before);
        argument
    }

    /// Takes what an argument was resolved to.
    pub(super) fn resolved_argument<T: FromArgument>(
        &mut self,
        index: usize,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        let resolved = take::<ResolvedArgument<T>>(&mut self.resolved);
        if let Some(ResolvedArgument(Some(value))) = resolved {
            return Some(value);
        }
        let is_absent = self.given::<T::Argument>(index)?.is_none();
        if is_absent && default.is_none() {
            self.add_missing(index);
        }
        default.filter(|_| is_absent && !self.refused).map(|default| default())
    }

    fn decode<T: DeserializeOwned>(
        &mut self,
        index: usize,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        if let Some(value) = self.given(index)? {
            return Some(value);
        }
        let value = default.map(|default| default()).or_else(absent);
        if value.is_none() {
            self.add_missing(index);
        }
        value
    }

    /// Decodes what was given for an argument: `Some(None)` if that counts as absent, and `None` if
    /// it is refused.
    fn given<T: DeserializeOwned>(&mut self, index: usize) -> Option<Option<T>> {
        let spec = &self.target.spec;
        let argument = (*spec.slots.get(index)?)?;
        let name = spec.schema.arguments.get(argument)?.name.as_str();
        let mut given = values_of(self.arguments, name);
        match (given.next(), given.next()) {
            (Some(json), None) => {
                // A resource has one URI.
                let is_normal = !matches!(self.target.kind, HandlerKind::Resource(_))
                    || spec.schema.is_normal(argument, json);
                let lenient = is_normal && !self.target.call.strict;
                let decoded = spec.schema.decode(argument, json, lenient);
                decoded.map_err(|problems| self.problems.extend(problems)).ok()
            }
            (None, _) => Some(None),
            (Some(_), Some(_)) => {
                self.problems.push(twice(name));
                None
            }
        }
    }

    /// Records that an argument is missing.
    fn add_missing(&mut self, index: usize) {
        let spec = &self.target.spec;
        let Some(Some(argument)) = spec.slots.get(index).copied() else { return };
        let unknown = unknown_keys(self.arguments, &spec.schema);
        self.problems.extend(spec.schema.missing(argument, unknown));
    }

    /// Returns one line for each unknown key that no problem names, with a similar argument name if
    /// there is one.
    fn unknown_keys(&self) -> Vec<String> {
        let schema = &self.target.spec.schema;
        let names = || schema.arguments.iter().map(|argument| argument.name.as_str());
        let line = |key: &str| match nearest(key, names()) {
            Some(name) => {
                format!("unknown argument {:?}: did you mean `{name}`?", truncate_for_display(key))
            }
            None => format!("unknown argument {:?}", truncate_for_display(key)),
        };
        let is_named = |key: &&str| self.problems.iter().any(|problem| problem.names(key));
        let unknown = unknown_keys(self.arguments, schema).take(10);
        unknown.filter(|key| !is_named(key)).map(line).collect()
    }

    /// Asks the user for confirmation, if the handler requires it.
    pub(super) fn confirmation(&self) -> Option<BoxFuture<Result<(), Response>>> {
        self.target.call.confirm.map(|confirm| (confirm.ask)(self, confirm.question))
    }

    /// The value of an argument as JSON: the one that was given, or the default of its schema.
    #[inline]
    pub(super) fn value_of(&self, name: &str) -> Option<Value> {
        let json = values_of(self.arguments, name).next();
        json.and_then(|json| serde_json::from_str(json).ok())
            .or_else(|| self.target.spec.schema.property(name)?.get("default").cloned())
    }

    pub(super) fn cancel_guard(&mut self) -> CancelGuard {
        self.context.cancel_guard()
    }

    /// The questions of the call, if it can ask any.
    pub(super) fn asked(&self) -> Option<&CallQuestions> {
        self.context.asked()
    }

    /// The questions of the call, created on first use.
    pub(super) fn asking(&self) -> CallQuestions {
        self.context.asking()
    }

    /// Takes the state of earlier rounds of questions, if there is any that fits.
    pub(super) fn take_retry(&mut self, fits: impl Fn(&Retry) -> bool) -> Option<Arc<Retry>> {
        self.context.take_retry(fits)
    }

    /// The context of the call.
    pub(super) fn as_context(&self) -> &Context {
        self.context
    }

    /// What a state of this call is bound to.
    pub(super) fn binding(&self) -> Binding {
        let request = self.context.request();
        Binding {
            server: self.context.server().info().name.clone(),
            caller: request.caller.clone(),
            key: request.transport.as_ref().and_then(|transport| transport.key()),
            kind: self.target.kind.clone(),
            uri: self.context.uri().map(str::to_owned),
            arguments: BoundArguments::Text(self.arguments.raw.map(str::to_owned)),
            parks: self.target.resume.is_some() && self.target.call.timeout.is_none(),
        }
    }

    /// Returns the context, for code that outlives the preparation of the call.
    pub(super) fn shared_context(&self) -> Context {
        self.context.shared()
    }

    /// Returns the context for the rest of the call.
    pub(super) fn take_context(&mut self) -> Context {
        self.context.take_over()
    }

    /// Sets the values of the parameters that were resolved asynchronously.
    pub(crate) fn set_resolved(&mut self, resolved: Vec<ResolvedValue>) {
        self.resolved = resolved;
    }

    /// Leaves the timeout and the questions to the future that encloses this call.
    pub(super) fn bounded_already(mut self) -> Self {
        self.is_bounded = true;
        self
    }

    /// The questions that can suspend the call, unless an enclosing future handles them.
    pub(super) fn suspends(&self) -> Option<&CallQuestions> {
        self.asked().filter(|_| !self.is_bounded)
    }

    pub(super) fn arguments(&self) -> &Members<'a> {
        self.arguments
    }

    pub(super) fn kind(&self) -> &HandlerKind {
        &self.target.kind
    }

    /// Takes the final steps for a response, whatever the handler returned.
    pub(super) fn finish_now(&self, response: &mut Response) {
        let reading = self.context.reading();
        finish(response, self.target.wrap, reading, Some(self.context.server()));
    }

    /// Returns the final steps for a response that comes later.
    pub(super) fn finish(&self) -> Finish {
        Finish {
            wrap: self.target.wrap,
            reading: self.context.reading().cloned(),
            crossed: self.context.server().crossed(),
        }
    }

    /// How large the result may be.
    pub(super) fn result_limit(&self) -> Option<ResultLimit> {
        self.target.call.max_result
    }

    pub(super) fn timeout(&self) -> Option<Duration> {
        self.target.call.timeout.filter(|_| !self.is_bounded)
    }
}

/// Reports an argument that was passed twice: it is unclear which value counts.
fn twice(name: &str) -> Violation {
    Violation::new(name, "given twice; give it once")
}

/// The values that were passed for an argument.
fn values_of<'a>(arguments: &'a Members<'_>, name: &'a str) -> impl Iterator<Item = &'a str> {
    let members = arguments.members.iter();
    members.filter(move |(key, _)| key == name).map(|(_, json)| &**json)
}

/// The keys that match no argument.
fn unknown_keys<'a>(
    arguments: &'a Members<'_>,
    schema: &'a InputSchema,
) -> impl Iterator<Item = &'a str> {
    let keys = arguments.members.iter().map(|(key, _)| &**key);
    keys.filter(|key| !schema.knows(key))
}

#[inline]
pub(crate) fn position(schema: &InputSchema, name: &str) -> Option<usize> {
    schema.arguments.iter().position(|argument| argument.name == name)
}
