//! Routes, which bind definitions to handlers.

use std::sync::Arc;

use super::handler::{Call, Inputs, MethodDef, PromptDef, ResourceDef, ToolDef};
use super::response::Step;

/// Describes the inputs of a handler.
pub(super) type Describe<S> = fn(&mut Inputs<S>);

/// Runs a handler.
pub(super) type Run<S> = fn(&Arc<S>, &mut Call<'_>) -> Step;

/// A definition `D` whose handler works on a state `S`, as generated code makes it.
#[derive(Debug)]
pub struct Route<D, S> {
    pub(super) def: D,
    pub(super) describe: Describe<S>,
    pub(super) run: Run<S>,
    /// Makes the preview of a tool.
    pub(super) preview: Option<Run<S>>,
}

/// A tool whose handler works on a state `S`.
pub type ToolRoute<S> = Route<ToolDef, S>;

/// A resource whose handler works on a state `S`.
pub type ResourceRoute<S> = Route<ResourceDef, S>;

/// A prompt whose handler works on a state `S`.
pub type PromptRoute<S> = Route<PromptDef, S>;

/// A method of an extension whose handler works on a state `S`.
pub type MethodRoute<S> = Route<MethodDef, S>;

impl<D, S> Route<D, S> {
    /// Binds a definition to a handler.
    #[doc(hidden)]
    pub fn new(def: D, describe: Describe<S>, run: Run<S>) -> Self {
        Self { def, describe, run, preview: None }
    }
}

impl<S> ToolRoute<S> {
    /// Sets what makes the preview of a call.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn preview(self, run: Run<S>) -> Self {
        Self { preview: Some(run), ..self }
    }
}
