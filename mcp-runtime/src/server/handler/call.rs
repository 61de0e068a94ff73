//! One call of a handler: its parameters are taken from here, and what is wrong with them is
//! gathered here.

use std::any::Any;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;

use super::arguments::Arguments;
use super::{Input, InputSpec, Param, RefParam, Step};
use crate::jsonrpc::ErrorObject;
use crate::protocol::CallToolResult;
use crate::schema::{self, Absent, Violation};
use crate::server::{Context, FromContext, Reply, Response};

/// A call that is being prepared: the parameters still have to be taken.
pub struct Call<'a> {
    context: Context,
    handler: &'a Target,
    arguments: Arguments<'a>,
    problems: Vec<Violation>,
    failed: Option<ErrorObject>,
}

/// What a call needs to know of its handler.
pub(crate) struct Target {
    pub(crate) kind: Kind,
    pub(crate) spec: InputSpec,
    pub(crate) timeout: Option<Duration>,
    /// Unknown argument keys are refused.
    pub(crate) strict: bool,
}

/// What a handler is, for messages about it, and for the shape of its failures.
#[derive(Clone)]
pub(crate) enum Kind {
    Tool(Arc<str>),
    Prompt(Arc<str>),
    Resource(Arc<str>),
}

impl<'a> Call<'a> {
    pub(crate) fn new(context: Context, handler: &'a Target, arguments: Arguments<'a>) -> Self {
        Self { context, handler, arguments, problems: Vec::new(), failed: None }
    }

    /// Takes a parameter; `None` means that it is refused, and the call knows why.
    pub fn value<T: Param<Kind>, Kind>(&mut self, index: usize) -> Option<T> {
        T::take(self, index)
    }

    /// Takes a parameter that has a default.
    pub fn value_or<T: Param<Kind>, Kind>(
        &mut self,
        index: usize,
        default: fn() -> T,
    ) -> Option<T> {
        T::take_or(self, index, default)
    }

    /// Takes the owned form of a parameter that the handler takes by reference.
    pub fn reference<T: RefParam<Kind> + ?Sized, Kind>(
        &mut self,
        index: usize,
    ) -> Option<T::Owned> {
        T::Owned::take(self, index)
    }

    /// Takes the owned form of a reference that has a default.
    pub fn reference_or<T: RefParam<Kind> + ?Sized, Kind>(
        &mut self,
        index: usize,
        default: fn() -> T::Owned,
    ) -> Option<T::Owned> {
        T::Owned::take_or(self, index, default)
    }

    /// Takes the owned form of an optional reference.
    pub fn optional_reference<T: RefParam<Kind> + ?Sized, Kind>(
        &mut self,
        index: usize,
    ) -> Option<Option<T::Owned>>
    where
        Option<T::Owned>: Param<Kind>,
    {
        Option::<T::Owned>::take(self, index)
    }

    /// Takes a context parameter.
    pub fn context_parameter<T: FromContext>(&mut self) -> Option<T> {
        self.from_context()
    }

    /// Takes all arguments as one value.
    pub fn all<T: DeserializeOwned>(&mut self) -> Option<T> {
        let input = self.handler.spec.inputs.first()?;
        let raw = self.arguments.raw().to_owned();
        self.decode(input, &raw)
    }

    /// The answer to a call whose parameters were refused.
    pub fn refuse(&mut self) -> Step {
        let kind = &self.handler.kind;
        Step::Ready(match self.failed.take() {
            Some(error) => Err(error),
            None => kind.refused(&self.problems, &self.unknown_keys()),
        })
    }

    pub(super) fn from_context<T: FromContext>(&mut self) -> Option<T> {
        match T::from_context(&self.context) {
            Ok(value) => Some(value),
            Err(error) => {
                self.failed = Some(error);
                None
            }
        }
    }

    pub(super) fn argument<T: DeserializeOwned>(
        &mut self,
        index: usize,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        let input = self.handler.spec.inputs.get(index)?;
        let Some(text) = self.arguments.get(index) else {
            return self.absent(index, input, default);
        };
        match serde_json::from_str(text) {
            Ok(value) if !input.constrained => Some(value),
            _ if text == "null" && default.is_some() => default.map(|default| default()),
            _ => {
                let text = text.to_owned();
                self.decode(input, &text)
            }
        }
    }

    fn absent<T: DeserializeOwned>(
        &mut self,
        index: usize,
        input: &Input,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        if self.arguments.is_twice(index) {
            self.problems.push(Violation::new(&input.name, "to be given once", "it twice"));
            return None;
        }
        let value = default.map(|default| default()).or_else(|| T::deserialize(Absent).ok());
        if value.is_none() {
            self.problems.push(Violation::missing(&input.name, &input.schema));
        }
        value
    }

    /// The long way: strict first, then as the schema lets the text be understood.
    fn decode<T: DeserializeOwned>(&mut self, input: &Input, text: &str) -> Option<T> {
        match schema::decode(text, &input.name, &input.schema, &self.handler.spec.defs) {
            Ok(value) => Some(value),
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    /// Refuses the call if it has argument keys that nobody asked for and must not have them.
    pub(crate) fn check_strict(&mut self) -> Result<(), Response> {
        if self.handler.strict {
            let unknown = self.unknown_keys();
            if !unknown.is_empty() {
                return Err(self.handler.kind.refused(&[], &unknown));
            }
        }
        Ok(())
    }

    /// `key` or `key (did you mean ...)`, for each argument that no parameter takes.
    fn unknown_keys(&self) -> Vec<String> {
        let spec = &self.handler.spec;
        let names = || spec.inputs.iter().map(|input| input.name.as_str());
        let mut unknown = self.arguments.unknown_keys(spec);
        for key in &mut unknown {
            let nearest = schema::nearest(key, names()).map(str::to_owned);
            *key = format!("{:.60?}", key.as_str());
            if let Some(nearest) = nearest {
                let _ = write!(key, " (did you mean `{nearest}`?)");
            }
        }
        unknown.truncate(10);
        unknown
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    pub(crate) fn kind(&self) -> Kind {
        self.handler.kind.clone()
    }

    pub(crate) fn timeout(&self) -> Option<Duration> {
        self.handler.timeout
    }
}

impl Kind {
    /// Bad arguments: to a tool an error result that a model can repair, else `-32602`.
    ///
    /// Source: SEP-1303; 2025-11-25, "Tools", error handling.
    fn refused(&self, problems: &[Violation], unknown: &[String]) -> Response {
        let mut text = format!("Invalid arguments for {self}:");
        for problem in problems {
            let _ = write!(text, "\n- {problem}");
        }
        for key in unknown {
            let _ = write!(text, "\n- unknown argument {key}");
        }
        self.failure(text, ErrorObject::invalid_params)
    }

    /// The payload of a panic can quote paths and secrets: it goes to the log only.
    pub(crate) fn panicked(&self, payload: &(dyn Any + Send)) -> Response {
        let text = payload
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("a payload that is no text");
        tracing::error!(handler = %self, panic = text, "a handler panicked");
        self.failure(format!("{self} failed: internal error"), ErrorObject::internal)
    }

    pub(crate) fn timed_out(&self, limit: Duration) -> Response {
        let text = format!("{self} took longer than {}", humantime::format_duration(limit));
        self.failure(text, ErrorObject::internal)
    }

    fn failure(&self, text: String, error: fn(String) -> ErrorObject) -> Response {
        match self {
            Self::Tool(_) => Ok(Reply::Tool(CallToolResult::error(text))),
            Self::Prompt(_) | Self::Resource(_) => Err(error(text)),
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tool(name) => write!(f, "tool `{name}`"),
            Self::Prompt(name) => write!(f, "prompt `{name}`"),
            Self::Resource(name) => write!(f, "resource `{name}`"),
        }
    }
}
