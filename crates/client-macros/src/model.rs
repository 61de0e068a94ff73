//! What the macro is called with, with the tokens of the user.

use proc_macro::{Span, TokenStream};

/// The arguments of `client!`.
pub(crate) struct MacroCall {
    pub(crate) path: Text,
    /// The name of the module, if it is not that of the file.
    pub(crate) name: Option<Text>,
    /// Whether types go both ways.
    pub(crate) both_ways: bool,
    pub(crate) formats: Vec<FormatType>,
}

/// A string literal or a name.
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) span: Span,
}

/// A type for strings of a format.
pub(crate) struct FormatType {
    pub(crate) format: Text,
    pub(crate) of: TokenStream,
}

/// A mistake, and where it is.
pub(crate) struct Mistake {
    pub(crate) why: String,
    pub(crate) span: Span,
}

impl Mistake {
    pub(crate) fn new(span: Span, why: impl Into<String>) -> Self {
        Self { why: why.into(), span }
    }
}
