//! The path by which generated code reaches the runtime.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Meta, Path};

/// Where `mcp-runtime` is found: `::mcp_runtime`, or what `crate = ::renamed` says.
///
/// As tokens it is the hidden module that generated code takes everything from.
#[derive(Clone, Default)]
pub(crate) struct Krate {
    root: Option<Path>,
    /// The name that the hidden module has in the place of the code.
    alias: Option<Ident>,
}

impl FromMeta for Krate {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        match item {
            NestedMeta::Meta(meta) => Self::from_meta(meta),
            NestedMeta::Lit(_) | NestedMeta::NameValueInvalidExpr(_) => Err(hint(item)),
        }
    }

    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let path = Path::from_meta(item).map_err(|_| hint(item))?;
        Ok(Self { root: Some(path), alias: None })
    }
}

fn hint(item: &impl ToTokens) -> darling::Error {
    darling::Error::custom("write the path of the runtime, as in `crate = ::mcp_runtime`")
        .with_span(&item.to_token_stream())
}

impl Krate {
    /// The hidden module where it is imported under this name. As text it means the same, which
    /// `$crate` does not.
    pub(crate) fn imported(name: Ident) -> Self {
        Self { root: None, alias: Some(name) }
    }

    /// The path in tokens of this place, for messages that are to be shown there. What the user
    /// wrote means what it meant before: `$crate` is another crate at another place.
    pub(crate) fn at(&self, span: Span) -> TokenStream {
        let tokens = self.to_token_stream().into_iter().map(|mut token| {
            let written = self.root.is_some();
            token.set_span(if written { token.span().located_at(span) } else { span });
            token
        });
        tokens.collect()
    }
}

impl ToTokens for Krate {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        // Mixed site: an error in generated code is not an error of these tokens.
        let span = Span::mixed_site();
        tokens.extend(match (&self.alias, &self.root) {
            (Some(alias), _) => alias.to_token_stream(),
            (None, Some(root)) => quote_spanned!(span=> #root::__private),
            (None, None) => quote_spanned!(span=> ::mcp_runtime::__private),
        });
    }
}
