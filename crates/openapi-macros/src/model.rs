//! The trait as the user wrote it, with its tokens.

use proc_macro2::TokenStream;
use syn::{Attribute, Ident, LitStr, Type, Visibility};

/// A trait with `#[openapi]`.
pub(crate) struct ApiTrait {
    /// The path of the document.
    pub(crate) document: LitStr,
    /// The parameters that the program sets for all operations.
    pub(crate) provided: Vec<LitStr>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) ident: Ident,
    pub(crate) operations: Vec<OperationFn>,
}

/// A function of the trait.
pub(crate) struct OperationFn {
    /// `get`, `post` and so on, as in the document.
    pub(crate) method: Ident,
    pub(crate) path: LitStr,
    /// The other arguments of its attribute, which are those of a tool.
    pub(crate) options: TokenStream,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) ident: Ident,
    pub(crate) parameters: Vec<FnParameter>,
    pub(crate) output: Option<Type>,
}

impl OperationFn {
    /// The operation in messages.
    pub(crate) fn title(&self) -> String {
        let method = self.method.to_string().to_ascii_uppercase();
        format!("`{method} {}`", self.path.value())
    }
}

/// A parameter of a function.
pub(crate) struct FnParameter {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// `#[arg(name = "petId")]`: the name in the document.
    pub(crate) name: Option<LitStr>,
    /// `#[arg(in = "query")]`: the part of the request.
    pub(crate) place: Option<LitStr>,
    /// What else is in `#[arg(..)]`, which is for the tool.
    pub(crate) options: TokenStream,
    /// Doc comments and the like.
    pub(crate) attributes: Vec<Attribute>,
}
