//! The three kinds of handlers.

use proc_macro2::Ident;
use quote::format_ident;
use syn::Path;

/// Which of the three attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Prompt,
    Resource,
}

impl Kind {
    /// The kind whose attribute this path names, in whatever module.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let name = &path.segments.last()?.ident;
        [Self::Tool, Self::Prompt, Self::Resource].into_iter().find(|kind| name == kind.name())
    }

    /// `ToolRoute` of `Route`.
    pub(crate) fn item(self, name: &str) -> Ident {
        match self {
            Self::Tool => format_ident!("Tool{name}"),
            Self::Prompt => format_ident!("Prompt{name}"),
            Self::Resource => format_ident!("Resource{name}"),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
        }
    }
}
