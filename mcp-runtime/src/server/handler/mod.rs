//! Handlers: what the macros make of an annotated function, and how it is run.
//!
//! A handler is a route: a definition, a description of its parameters and a function that takes
//! them from a [`Call`] and runs the user's code as a [`Step`].

mod arguments;
mod call;
mod inputs;
mod lent;
mod param;
mod route;
mod step;
mod wrappers;

pub use call::Call;
pub use inputs::{ArgDef, Inputs};
pub use lent::{RefParam, lend, lend_option};
pub use param::Param;
pub use route::{
    CacheDef, HandlerSet, Handlers, IconDef, PromptDef, PromptFn, PromptRoute, ResourceDef,
    ResourceFn, ResourceRoute, ToolDef, ToolFn, ToolRoute,
};
pub use step::Step;
pub use wrappers::{Humantime, Nullable, Plain, Seconds, plain};

pub(crate) use call::Kind;
pub(crate) use inputs::{Completer, Input, InputSpec};
pub(crate) use route::Origin;
pub(crate) use step::BoxFuture;
