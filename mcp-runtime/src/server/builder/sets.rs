//! Sets of functions that are added to a server together: one, or a tuple that may nest tuples.

use std::sync::Arc;

use super::ServerBuilder;
use crate::server::handler_set::HandlerSet;
use crate::server::handler_traits::{PromptFn, ResourceFn, ToolFn};

impl ServerBuilder {
    /// Adds several tools at once: a tuple of functions with `#[tool]`.
    ///
    /// A module can export its tools by naming its tuple.
    ///
    /// ```
    /// use mcp_runtime::{server, tool};
    ///
    /// mod sums {
    ///     use mcp_runtime::tool;
    ///
    ///     pub type Tools = (add, subtract);
    ///
    ///     #[tool(pure)]
    ///     pub fn add(a: i64, b: i64) -> i64 {
    ///         a + b
    ///     }
    ///
    ///     #[tool(pure)]
    ///     pub fn subtract(a: i64, b: i64) -> i64 {
    ///         a - b
    ///     }
    /// }
    ///
    /// #[tool(pure)]
    /// fn double(x: i64) -> i64 {
    ///     2 * x
    /// }
    ///
    /// let server = server!().tools::<(sums::Tools, double)>();
    /// ```
    pub fn tools<T: ToolFns>(self) -> Self {
        self.add(Arc::new(()), T::add_to)
    }

    /// Adds several prompts at once, as [`Self::tools`] does.
    pub fn prompts<P: PromptFns>(self) -> Self {
        self.add(Arc::new(()), P::add_to)
    }

    /// Adds several resources at once, as [`Self::tools`] does.
    pub fn resources<R: ResourceFns>(self) -> Self {
        self.add(Arc::new(()), R::add_to)
    }
}

macro_rules! tuples {
    ($set:ident: ) => {};
    ($set:ident: $first:ident $($rest:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$first: $set, $($rest: $set),*> $set for ($first, $($rest,)*) {
            fn add_to(set: &mut HandlerSet<()>) {
                $first::add_to(set);
                $($rest::add_to(set);)*
            }
        }

        tuples!($set: $($rest)*);
    };
}

macro_rules! sets {
    ($($(#[$doc:meta])* $set:ident: $one:ident, $add:ident;)*) => {$(
        $(#[$doc])*
        pub trait $set {
            /// Adds them.
            #[doc(hidden)]
            fn add_to(set: &mut HandlerSet<()>);
        }

        #[diagnostic::do_not_recommend]
        impl<T: $one> $set for T {
            fn add_to(set: &mut HandlerSet<()>) {
                set.$add(T::route());
            }
        }

        tuples!($set: A B C D E F G H I J K L M N O P);
    )*};
}

sets! {
    /// Tools that are added together: a tuple such as `(add, subtract)`, of at most 16 tools or
    /// such sets.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a set of tools",
        note = "annotate each function with `#[tool]`, and write a tuple of at most 16: `tools::<(add, subtract)>()`; a tuple may hold tuples"
    )]
    ToolFns: ToolFn, tool;
    /// Prompts that are added together, as [`ToolFns`] are.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a set of prompts",
        note = "annotate each function with `#[prompt]`, and write a tuple of at most 16: `prompts::<(ask, review)>()`; a tuple may hold tuples"
    )]
    PromptFns: PromptFn, prompt;
    /// Resources that are added together, as [`ToolFns`] are.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a set of resources",
        note = "annotate each function with `#[resource(\"uri\")]`, and write a tuple of at most 16: `resources::<(index, page)>()`; a tuple may hold tuples"
    )]
    ResourceFns: ResourceFn, resource;
}
