//! The kinds of handlers.

use crate::serde::Case;
use proc_macro2::Ident;
use quote::format_ident;
use syn::Path;

/// The kind of a handler, as its attribute names it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Prompt,
    Resource,
    /// A method that an extension defines.
    Method,
    /// A notification of the client that an extension defines.
    Notified,
    /// A wrapper that an extension puts around tool calls.
    Around,
    Agent,
    /// A slash command of an agent.
    Command,
}

impl Kind {
    /// The kind whose attribute this path names, whatever its module.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let name = &path.segments.last()?.ident;
        let kinds = [
            Self::Tool,
            Self::Prompt,
            Self::Resource,
            Self::Method,
            Self::Notified,
            Self::Around,
            Self::Agent,
            Self::Command,
        ];
        kinds.into_iter().find(|kind| name == kind.name())
    }

    /// `ToolRoute` of `Route`.
    pub(crate) fn item(self, name: &str) -> Ident {
        format_ident!("{}{name}", Case::Pascal.of_field(self.defined_as()))
    }

    /// The trait of a free function, such as `ToolFn`.
    pub(crate) fn of_function(self) -> Ident {
        format_ident!("{}Fn", Case::Pascal.of_field(self.name()))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Method => "method",
            Self::Notified => "notified",
            Self::Around => "around",
            Self::Agent => "agent",
            Self::Command => "command",
        }
    }

    /// The name under which the runtime defines and registers it.
    pub(crate) fn defined_as(self) -> &'static str {
        match self {
            Self::Agent | Self::Command => "protocol",
            kind => kind.served_as(),
        }
    }

    /// The name under which the runtime serves it.
    pub(crate) fn served_as(self) -> &'static str {
        match self {
            Self::Notified => "method",
            kind => kind.name(),
        }
    }

    /// Whether only an extension can have handlers of this kind.
    pub(crate) fn is_of_extension(self) -> bool {
        matches!(self, Self::Method | Self::Notified | Self::Around)
    }
}
