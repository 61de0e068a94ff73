//! Revisions of the protocol: `since = "2025-11-25"`.

use super::refusal::refused;
use super::values::Text;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::Meta;

/// The revisions, as they are named on the wire.
const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// A revision of the protocol: `since = "2025-11-25"`.
pub(crate) struct Version(Text);

impl FromMeta for Version {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let text = Text::from_meta(item)?;
        if VERSIONS.contains(&text.0.value().as_str()) {
            return Ok(Self(text));
        }
        let versions = VERSIONS.map(|version| format!("\"{version}\"")).join(", ");
        Err(refused(&text, format!("not a revision of the protocol: write one of {versions}")))
    }
}

impl Version {
    /// The constant of the runtime.
    pub(crate) fn tokens(&self, krate: &RuntimePath) -> TokenStream {
        let name = format_ident!("V{}", self.0.0.value().replace('-', "_"));
        quote!(#krate::ProtocolVersion::#name)
    }

    /// Whether it is newer than another one.
    pub(crate) fn is_after(&self, other: &Self) -> bool {
        self.0.0.value() > other.0.0.value()
    }
}

impl ToTokens for Version {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}
