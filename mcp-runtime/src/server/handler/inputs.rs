//! The description of a handler's parameters, made once when the server is built. Their values are
//! read by `call`.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::resolve::Requirement;
use super::resolver::{Resolver, resolve, resolve_argument};
use super::retry::resume;
use super::{InputSpec, Resume};
use crate::jsonrpc::ErrorObject;
use crate::protocol::ClientCapability;
use crate::schema::{Fragment, InputSchema, Parameter, Schema, SchemaError};
use crate::server::response::BoxFuture;
use crate::server::{CompletionRequest, Context, FromArgument, FromContext, NewInstance, Response};

/// What the macros know about a parameter.
#[derive(Clone, Copy, Debug)]
pub struct ArgDef {
    /// The name of the argument.
    pub name: &'static str,
    /// The doc comment of the parameter.
    pub description: &'static str,
    /// Additional keywords for its schema, as the text of a JSON object.
    pub schema: &'static str,
    /// The default as JSON text, if it is known.
    pub default: Option<fn() -> Option<String>>,
}

impl ArgDef {
    /// An empty definition.
    pub const EMPTY: Self = Self { name: "", description: "", schema: "", default: None };
}

/// Completes a value of an argument.
pub type Completer<S> = fn(Arc<S>, CompletionRequest) -> BoxFuture<Response>;

/// Lists the resources of a template.
pub type Lister<S> = fn(Arc<S>, Context) -> BoxFuture<Result<Vec<NewInstance>, ErrorObject>>;

/// Collects the parameters of a handler whose state is `S`.
#[derive(Debug)]
pub struct Inputs<S> {
    /// One per parameter: the index of the argument that it takes, if any.
    slots: Vec<Option<usize>>,
    arguments: Vec<(ArgDef, Result<Fragment, SchemaError>)>,
    whole: Option<Result<Fragment, SchemaError>>,
    pub(crate) requirements: Vec<Requirement>,
    pub(crate) needs: Vec<ClientCapability>,
    /// Continues a call that asked its client for input, if a parameter can ask.
    pub(super) resume: Option<Resume>,
    pub(crate) reads_request: bool,
    pub(crate) reads_meta: bool,
    pub(crate) resolvers: Vec<Resolver>,
    pub(crate) completers: Vec<(String, Completer<S>)>,
    pub(crate) instances: Option<Lister<S>>,
}

impl<S> Inputs<S> {
    pub(crate) fn describe(describe: impl FnOnce(&mut Self)) -> Self {
        let mut inputs = Self {
            slots: Vec::new(),
            arguments: Vec::new(),
            whole: None,
            requirements: Vec::new(),
            needs: Vec::new(),
            resume: None,
            reads_request: false,
            reads_meta: false,
            resolvers: Vec::new(),
            completers: Vec::new(),
            instances: None,
        };
        describe(&mut inputs);
        inputs
    }

    /// Returns the parameters, or everything that is wrong with them.
    pub(crate) fn finish(&mut self) -> Result<InputSpec, Vec<SchemaError>> {
        let slots = std::mem::take(&mut self.slots);
        let named = self.arguments.drain(..).map(parameter).collect();
        let schema = match self.whole.take() {
            Some(whole) => InputSchema::beside(whole, named)?,
            None => InputSchema::named(named)?,
        };
        Ok(InputSpec { slots, schema })
    }

    /// Sets the completion function of an argument.
    pub fn complete(&mut self, name: &str, completer: Completer<S>) {
        self.completers.push((name.to_owned(), completer));
    }

    /// Sets the function that lists the resources of a template.
    pub fn list(&mut self, lister: Lister<S>) {
        self.instances = Some(lister);
    }

    pub(super) fn argument<T: DeserializeOwned + Schema>(&mut self, def: ArgDef) {
        self.slots.push(Some(self.arguments.len()));
        self.arguments.push((def, Fragment::input::<T>()));
    }

    pub(super) fn resolved_argument<T: FromArgument>(&mut self, mut def: ArgDef) {
        if def.description.is_empty() {
            def.description = T::DESCRIPTION;
        }
        self.resolvers.push(Resolver::Argument(self.slots.len(), resolve_argument::<T>));
        self.argument::<T::Argument>(def);
        self.needs.extend(T::NEEDS);
        // What it does with the context is its own.
        self.resume = Some(resume);
        (self.reads_request, self.reads_meta) = (true, true);
    }

    pub(crate) fn context<T: FromContext>(&mut self) {
        self.slots.push(None);
        self.requirements.push(T::check);
        self.needs.extend(T::NEEDS);
        self.resume = self.resume.or(const { if T::ASKS { Some(resume as Resume) } else { None } });
        self.reads_request |= T::READS_REQUEST;
        self.reads_meta |= T::READS_META;
        if !T::IS_READY {
            self.resolvers.push(Resolver::Context(resolve::<T>));
        }
    }

    pub(crate) fn all<T: DeserializeOwned + Schema>(&mut self) {
        self.slots.push(None);
        self.whole = Some(Fragment::input::<T>());
    }
}

fn parameter(
    (def, fragment): (ArgDef, Result<Fragment, SchemaError>),
) -> (Parameter<'static>, Result<Fragment, SchemaError>) {
    let parameter = Parameter {
        name: def.name,
        description: def.description,
        keywords: def.schema,
        // A default that differs the second time is not one that a client could rely on.
        default: def
            .default
            .and_then(|default| default().filter(|json| default().as_ref() == Some(json))),
    };
    // Even if the default is not known.
    let optional = def.default.is_some();
    let fragment = fragment.map(|of| Fragment { optional: of.optional || optional, ..of });
    (parameter, fragment)
}
