//! Revisions of the protocol: `since = "2025-11-25"`.

use super::refusal::refused;
use super::values::Text;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::Meta;

/// A revision of the protocol: `since = "2025-11-25"`.
pub(crate) struct Version(Text);

impl FromMeta for Version {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let text = Text::from_meta(item)?;
        // Which dates are revisions, the runtime knows when the program is compiled.
        if is_date(&text.0.value()) {
            return Ok(Self(text));
        }
        Err(refused(&text, "a revision of the protocol is a date, such as \"2025-11-25\""))
    }
}

impl Version {
    /// The constant of the runtime. As an item it is evaluated, and so refused, where nothing uses it.
    pub(crate) fn tokens(&self, krate: &RuntimePath) -> TokenStream {
        let date = &self.0;
        let at = self.0.0.span();
        let runtime = krate.at(at);
        quote_spanned! {at=>
            {
                const REVISION: #runtime::ProtocolVersion =
                    #runtime::ProtocolVersion::of_date(#date);
                REVISION
            }
        }
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

fn is_date(text: &str) -> bool {
    let is_right = |(at, byte): (usize, u8)| {
        if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() }
    };
    text.len() == 10 && text.bytes().enumerate().all(is_right)
}
