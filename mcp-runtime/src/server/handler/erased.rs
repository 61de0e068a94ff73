//! A handler with the type of its state erased, as stored in the catalog.

use std::borrow::Cow;
use std::sync::Arc;

use super::resolve::{Requirement, Resolved, Resolver};
use super::{Call, Piece, Target, position};
use crate::jsonrpc::{ErrorObject, Scan};
use crate::negotiation::{Members, Params};
use crate::protocol::ClientCapability;
use crate::schema::SchemaError;
use crate::server::rate_limit::Gate;
use crate::server::response::{BoxFuture, Step};
use crate::server::{Completing, Context, Response, States, required_capabilities};

/// Completes a value of an argument.
pub(crate) type Complete = Box<dyn Fn(Completing) -> BoxFuture<Response> + Send + Sync>;

/// A handler and what is needed to call it.
pub(crate) struct Handler {
    pub(crate) target: Target,
    pub(crate) run: Box<dyn Fn(&mut Call<'_>) -> Step + Send + Sync>,
    pub(crate) completers: Vec<(String, Complete)>,
    pub(crate) requirements: Vec<Requirement>,
    pub(crate) needs: Vec<ClientCapability>,
    /// Resolve the context parameters that may have to wait.
    pub(crate) resolvers: Vec<Resolver>,
    /// Admits its calls, if they are limited.
    pub(crate) gate: Option<Gate>,
}

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

    /// Enters the handler, once its context parameters are resolved.
    pub(crate) fn enter(&self, call: &mut Call<'_>, resolved: Resolved) -> Step {
        call.set_resolved(resolved);
        Step::contained(call, &self.run)
    }

    /// Gives the handler the `_meta` of its request, if it can read it.
    pub(crate) fn set_meta(&self, context: &mut Context, params: &Params<'_>) {
        if self.target.reads_meta {
            context.set_meta(params);
        }
    }

    pub(super) fn start(self: &Arc<Self>, context: &mut Context, arguments: &Members<'_>) -> Step {
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
                Ok(Some((retry, claim))) => return Step::after_claim(&call, retry, claim, self),
                Err(error) => return Step::Ready(Err(error)),
            }
            match call.resume() {
                Ok(None) => {}
                Ok(Some(step)) => return step,
                Err(error) => return Step::Ready(Err(error)),
            }
        }
        match call.check_keys() {
            Ok(()) if self.resolvers.is_empty() && (self.gate.is_none() || is_retry) => {
                Step::contained(&mut call, &self.run)
            }
            Ok(()) => Step::after_resolving(&mut call, self, is_retry),
            Err(refused) => refused,
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
