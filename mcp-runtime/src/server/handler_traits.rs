//! The traits that the macros implement for annotated functions and impl blocks.

use std::sync::Arc;

use super::handler_set::HandlerSet;
use super::routes::{PromptRoute, ResourceRoute, ToolRoute};

/// A free function that is a tool. Only [`#[tool]`](macro@crate::tool) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    note = "annotate the function with `#[tool]`, and import it by the function's name"
)]
pub trait ToolFn {
    /// The definition of the tool.
    #[doc(hidden)]
    fn route() -> ToolRoute<()>;
}

/// A free function that is a prompt. Only [`#[prompt]`](macro@crate::prompt) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prompt",
    note = "annotate the function with `#[prompt]`, and import it by the function's name"
)]
pub trait PromptFn {
    /// The definition of the prompt.
    #[doc(hidden)]
    fn route() -> PromptRoute<()>;
}

/// A free function that is a resource. Only [`#[resource]`](macro@crate::resource) implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    note = "annotate the function with `#[resource(\"uri\")]`, and import it by the function's name"
)]
pub trait ResourceFn {
    /// The definition of the resource.
    #[doc(hidden)]
    fn route() -> ResourceRoute<()>;
}

/// A type whose methods are handlers. Only [`#[handlers]`](macro@crate::handlers) on an impl block
/// implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "put `#[handlers]` on the impl block with its `#[tool]`, `#[prompt]` and `#[resource]` methods"
)]
pub trait Handlers: OneBlockWithoutPart {}

#[diagnostic::do_not_recommend]
impl<T: OneBlockWithoutPart> Handlers for T {}

/// The trait that `#[handlers]` implements. A type can have one such block; if it has two, the
/// compiler error names this trait. The other blocks use `part = name`, and this one `parts(name)`.
pub trait OneBlockWithoutPart: Sized + Send + Sync + 'static {
    /// Adds the handlers of the type to a set.
    #[doc(hidden)]
    fn register(set: &mut HandlerSet<Self>);
}

/// Handlers, either owned or in an `Arc` that the program shares.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "put `#[handlers]` on the impl block with its `#[tool]`, `#[prompt]` and `#[resource]` methods; if it is there, an error there says what the type lacks"
)]
pub trait IntoHandlers {
    /// The type with the handlers.
    type Handlers: Handlers;

    /// Returns the handlers in an `Arc`.
    fn into_handlers(self) -> Arc<Self::Handlers>;
}

#[diagnostic::do_not_recommend]
impl<H: Handlers> IntoHandlers for H {
    type Handlers = H;

    fn into_handlers(self) -> Arc<H> {
        Arc::new(self)
    }
}

#[diagnostic::do_not_recommend]
impl<H: Handlers> IntoHandlers for Arc<H> {
    type Handlers = H;

    fn into_handlers(self) -> Self {
        self
    }
}
