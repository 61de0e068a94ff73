//! The description of a handler's parameters, made once when the server is built.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{BoxFuture, Param, RefParam};
use crate::schema::{Fragment, InputSchema, Schema, SchemaError};
use crate::server::{FromContext, Requirement};

/// What the macros know of a parameter.
#[derive(Clone, Copy)]
pub struct ArgDef {
    /// The name of the argument.
    pub name: &'static str,
    /// The doc comment of the parameter.
    pub description: &'static str,
    /// More keywords for its schema, as the text of a JSON object.
    pub schema: &'static str,
    /// The bounds of its length; the type decides whether that means characters or items.
    pub length: (Option<u64>, Option<u64>),
    /// The default as JSON text, if it can be told.
    pub default: Option<fn() -> Option<String>>,
}

impl ArgDef {
    /// A definition that says nothing.
    pub const EMPTY: Self =
        Self { name: "", description: "", schema: "", length: (None, None), default: None };
}

/// What the macros know of a parameter that takes all arguments.
#[derive(Clone, Copy)]
pub struct ArgsDef {
    /// A tagged enum is flattened to one object.
    pub flatten_enum: bool,
}

impl ArgsDef {
    /// A definition that says nothing.
    pub const EMPTY: Self = Self { flatten_enum: false };
}

/// Gathers the parameters of a handler whose state is `S`.
pub struct Inputs<S> {
    spec: InputSpec,
    schema: InputSchema,
    requirements: Vec<Requirement>,
    completers: Vec<(String, Completer<S>)>,
    errors: Vec<SchemaError>,
}

/// The parameters of a handler as a call needs them.
#[derive(Default)]
pub(crate) struct InputSpec {
    /// One per parameter; context parameters have no name and are never looked up.
    pub(crate) inputs: Vec<Input>,
    /// Definitions that the schemas of the inputs refer to.
    pub(crate) defs: Map<String, Value>,
}

/// One parameter.
#[derive(Default)]
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) schema: Value,
    pub(crate) required: bool,
    /// The schema demands more than decoding checks.
    pub(crate) constrained: bool,
}

/// Completes a value of an argument from what was typed so far.
pub type Completer<S> = fn(Arc<S>, String) -> BoxFuture<Vec<String>>;

/// Everything that the parameters of a handler said.
pub(crate) struct Described<S> {
    pub(crate) spec: InputSpec,
    pub(crate) schema: Value,
    pub(crate) requirements: Vec<Requirement>,
    pub(crate) completers: Vec<(String, Completer<S>)>,
    pub(crate) errors: Vec<SchemaError>,
}

impl<S> Inputs<S> {
    pub(crate) fn describe(describe: fn(&mut Self)) -> Described<S> {
        let mut inputs = Self {
            spec: InputSpec::default(),
            schema: InputSchema::default(),
            requirements: Vec::new(),
            completers: Vec::new(),
            errors: Vec::new(),
        };
        describe(&mut inputs);
        let (schema, defs) = inputs.schema.finish();
        inputs.spec.defs = defs;
        Described {
            spec: inputs.spec,
            schema,
            requirements: inputs.requirements,
            completers: inputs.completers,
            errors: inputs.errors,
        }
    }

    /// Describes a parameter.
    pub fn value<T: Param<Kind>, Kind>(&mut self, def: ArgDef) {
        T::describe(self, def);
    }

    /// Describes a parameter that the handler takes by reference.
    pub fn reference<T: RefParam<Kind> + ?Sized, Kind>(&mut self, def: ArgDef) {
        T::Owned::describe(self, def);
    }

    /// Describes a parameter that the handler takes as an optional reference.
    pub fn optional_reference<T: RefParam<Kind> + ?Sized, Kind>(&mut self, def: ArgDef)
    where
        Option<T::Owned>: Param<Kind>,
    {
        Option::<T::Owned>::describe(self, def);
    }

    /// Describes a context parameter.
    pub fn context<T: FromContext>(&mut self) {
        self.context_parameter::<T>();
    }

    /// Describes a parameter that takes all arguments.
    pub fn all<T: DeserializeOwned + Schema>(&mut self, def: ArgsDef) {
        let checked = Fragment::input::<T>()
            .and_then(|fragment| self.schema.whole(fragment, def.flatten_enum));
        match checked {
            Ok(()) => self.spec.inputs.push(Input {
                schema: self.schema.root().clone(),
                constrained: true,
                ..Input::default()
            }),
            Err(error) => self.errors.push(error),
        }
    }

    /// Lets a function complete an argument.
    pub fn complete(&mut self, name: &str, completer: Completer<S>) {
        self.completers.push((name.to_owned(), completer));
    }

    pub(super) fn argument<T: DeserializeOwned + Schema>(&mut self, def: ArgDef) {
        let default = def.default.map(|default| default());
        match self.schema.parameter::<T>(&def, default) {
            Ok(input) => self.spec.inputs.push(input),
            Err(error) => self.errors.push(error),
        }
    }

    pub(super) fn context_parameter<T: FromContext>(&mut self) {
        self.requirements.push(T::check);
        self.spec.inputs.push(Input::default());
    }
}

impl InputSpec {
    /// Which parameter has an argument's name.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.name == name && !name.is_empty())
    }
}
