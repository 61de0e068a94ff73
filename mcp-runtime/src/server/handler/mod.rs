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
mod erased;
mod inputs;
mod lent;
mod param;
mod resolve;
mod run;
mod waiting;
mod wrappers;

pub use call::Call;
pub use confirm::Piece;
pub use definition::{CacheDef, IconDef, MethodDef, PromptDef, ResourceDef, ToolDef};
pub use inputs::{ArgDef, Completer, Inputs};
pub use lent::{RefParam, lend, lend_option, strs};
pub use param::{ArgParam, Argument, ContextParam, Contextual, Param, WholeParam};
pub use wrappers::{Humantime, Nullable, Plain, Seconds, plain};

pub(crate) use call::{Target, position};
pub(crate) use definition::{icons, meta};
pub(crate) use erased::{Complete, CompletionSource, Handler};
pub(crate) use inputs::InputSpec;
