//! The part that is specific to slash commands of agents.

use crate::attr::Command;
use proc_macro2::TokenStream;
use quote::quote;

/// The fields of the definition.
pub(crate) fn definition(command: &Command) -> TokenStream {
    let hint = command.hint.as_ref();
    hint.map(|hint| quote!(hint: ::core::option::Option::Some(#hint),)).unwrap_or_default()
}
