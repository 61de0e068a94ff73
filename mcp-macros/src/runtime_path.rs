//! The path by which generated code reaches the runtime.

use crate::kind::Kind;
use crate::manifest;
use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Meta, Path, parse_quote};

/// The path of `mcp-runtime`: `::mcp_runtime`, or the name that `Cargo.toml` gives to it, or the path in
/// `crate = ::renamed`.
///
/// As tokens it is the hidden module from which generated code imports everything.
#[derive(Clone)]
pub(crate) struct RuntimePath {
    root: Option<Path>,
    /// The name under which the hidden module is imported where the code is.
    alias: Option<Ident>,
    /// The crate beside the runtime that has the attribute, if one does.
    wing: Option<&'static str>,
}

impl Default for RuntimePath {
    fn default() -> Self {
        Self { root: renamed(Self::RUNTIME), alias: None, wing: None }
    }
}

/// The path of a crate that `Cargo.toml` renames.
fn renamed(krate: &str) -> Option<Path> {
    let name = Ident::new(&manifest::renamed(krate)?, Span::mixed_site());
    Some(parse_quote!(::#name))
}

impl FromMeta for RuntimePath {
    fn from_nested_meta(item: &NestedMeta) -> darling::Result<Self> {
        match item {
            NestedMeta::Meta(meta) => Self::from_meta(meta),
            NestedMeta::Lit(_) | NestedMeta::NameValueInvalidExpr(_) => Err(hint(item)),
        }
    }

    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let path = Path::from_meta(item).map_err(|_| hint(item))?;
        Ok(Self { root: Some(path), alias: None, wing: None })
    }
}

fn hint(item: &impl ToTokens) -> darling::Error {
    darling::Error::custom("write the path of the runtime, as in `crate = ::mcp_runtime`")
        .with_span(&item.to_token_stream())
}

impl RuntimePath {
    /// The hidden module, imported under this name. Unlike `$crate`, it keeps its meaning as text.
    pub(crate) fn imported(name: Ident) -> Self {
        Self { alias: Some(name), root: None, wing: None }
    }

    /// The crate that has the attribute of handlers of this kind.
    pub(crate) fn of(kind: Kind) -> Self {
        Self::beside(kind).unwrap_or_default()
    }

    /// The crate beside the runtime that has the attribute of handlers of this kind, if one does.
    pub(crate) fn beside(kind: Kind) -> Option<Self> {
        let wing = match kind {
            Kind::Agent | Kind::Command => Some("mcp_runtime_acp"),
            _ => None,
        };
        wing.map(Self::wing)
    }

    /// Refuses the path of the runtime where a crate beside it has the attribute.
    pub(crate) fn check(given: Option<&Self>, kind: Kind) -> syn::Result<()> {
        let root = given.and_then(|given| given.root.as_ref());
        let of_runtime =
            |root: &&Path| root.segments.last().is_some_and(|last| last.ident == Self::RUNTIME);
        let wing = Self::beside(kind).and_then(|krate| krate.wing);
        match (root.filter(of_runtime), wing) {
            (Some(root), Some(wing)) => Err(syn::Error::new_spanned(
                root,
                format!("`#[{}]` belongs to another crate: write `crate = ::{wing}`", kind.name()),
            )),
            _ => Ok(()),
        }
    }

    /// The name of the runtime.
    const RUNTIME: &str = "mcp_runtime";

    /// The crate beside the runtime with this name.
    pub(crate) fn wing(name: &'static str) -> Self {
        Self { root: renamed(name), alias: None, wing: Some(name) }
    }

    /// The path with this span, for errors that are to be shown there. A path that the user wrote
    /// still resolves as before: `$crate` would be a different crate elsewhere.
    pub(crate) fn at(&self, span: Span) -> TokenStream {
        let tokens = self.to_token_stream().into_iter().map(|mut token| {
            let written = self.root.is_some();
            token.set_span(if written { token.span().located_at(span) } else { span });
            token
        });
        tokens.collect()
    }
}

impl ToTokens for RuntimePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        // Mixed site: an error in generated code is not an error of these tokens.
        let span = Span::mixed_site();
        let krate = || Ident::new(self.wing.unwrap_or(Self::RUNTIME), span);
        tokens.extend(match (&self.alias, &self.root) {
            (Some(alias), _) => alias.to_token_stream(),
            (None, Some(root)) => quote_spanned!(span=> #root::__private),
            (None, None) => {
                let krate = krate();
                quote_spanned!(span=> ::#krate::__private)
            }
        });
    }
}
