//! Where the code of a handler is, and the names of the values there.

use crate::runtime_path::RuntimePath;
use proc_macro2::Ident;
use quote::format_ident;
use syn::{Generics, Path};

/// Where a handler is emitted.
pub(crate) struct Site<'a> {
    pub(crate) krate: &'a RuntimePath,
    /// In an impl block: the state is `Self`, and not `()`.
    pub(crate) method: bool,
    /// The parameters of the impl block, which no item in it can name.
    pub(crate) generics: &'a Generics,
    /// The functions of the impl block that take no `self`.
    pub(crate) stateless: &'a [Ident],
}

impl Site<'_> {
    /// Whether the function at this path takes the state. A function of another impl block is
    /// assumed to be a method, as most are.
    pub(crate) fn takes_state(&self, path: &Path) -> bool {
        let last = path.segments.last().map(|last| &last.ident);
        let own = path.segments.first().is_some_and(|first| first.ident == "Self");
        own && last.is_some_and(|last| !self.stateless.contains(last))
    }
}

/// The name of the value that the parameters are taken from.
pub(crate) fn call() -> Ident {
    format_ident!("__call")
}

/// The name of the value that collects the descriptions of the parameters.
pub(crate) fn inputs() -> Ident {
    format_ident!("__inputs")
}
