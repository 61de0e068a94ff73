//! Durations in attributes: `timeout = "30s"`.

use super::refusal::{name, refused};
use super::values::Text;
use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::time::Duration;
use syn::{LitStr, Meta};

/// A duration as a string, parsed at compile time: `timeout = "30s"`.
#[derive(Clone)]
pub(crate) struct DurationValue {
    pub(crate) literal: LitStr,
    pub(crate) duration: Duration,
}

impl FromMeta for DurationValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let name = name(item);
        let Ok(Text(literal)) = Text::from_meta(item) else {
            let message = format!("`{name}` takes a duration with its unit: `{name} = \"30s\"`");
            return Err(refused(item, message));
        };
        let duration = humantime::parse_duration(&literal.value()).map_err(|error| {
            refused(
                &literal,
                format!("invalid duration ({error}): write it like `{name} = \"1m 30s\"`"),
            )
        })?;
        Ok(Self { literal, duration })
    }
}

impl ToTokens for DurationValue {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(duration_tokens(self.duration));
    }
}

/// The expression of a duration.
pub(crate) fn duration_tokens(duration: Duration) -> TokenStream {
    let seconds = duration.as_secs();
    let nanos = duration.subsec_nanos();
    quote::quote!(::core::time::Duration::new(#seconds, #nanos))
}
