//! The parts that are specific to slash commands of agents: an input, which is the text after the
//! name.

use crate::attr::duration::DurationValue;
use crate::attr::values::{Code, Text};
use crate::attr::{self, Common};
use crate::errors::Errors;
use crate::model::Handler;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::quote;

/// The arguments of the attribute.
#[derive(Default)]
pub(crate) struct Command {
    pub(crate) common: Common,
    /// The hint that the person sees where the input goes.
    hint: Option<Text>,
}

#[derive(Default, FromMeta)]
struct Named {
    name: Option<Text>,
    description: Option<Code>,
    hint: Option<Text>,
    timeout: Option<DurationValue>,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

impl Command {
    pub(crate) fn read(arguments: TokenStream) -> syn::Result<Box<Self>> {
        let Named { name, description, hint, timeout, krate } = attr::read("command", arguments)?;
        let common = Common { name, description, timeout, krate, ..Common::default() };
        Ok(Box::new(Self { common, hint }))
    }
}

/// The fields of the definition.
pub(crate) fn definition(command: &Command) -> TokenStream {
    let hint = command.hint.as_ref();
    hint.map(|hint| quote!(hint: ::core::option::Option::Some(#hint),)).unwrap_or_default()
}

/// Checks that a command takes one input: the text after its name.
pub(crate) fn check(handler: &Handler, errors: &mut Errors) {
    let ident = &handler.signature.ident;
    if handler.signature.asyncness.is_none() {
        errors.refuse(ident, "a command waits for its client: make the function `async`");
    }
    for attribute in handler.parameters.iter().filter_map(|of| of.attributes.args.as_ref()) {
        errors.refuse(attribute, "a command has one input, a text: remove `#[args]`");
    }
    let inputs = handler.parameters.iter().filter(|parameter| parameter.is_argument());
    for second in inputs.skip(1) {
        let message = "a command takes one input, the text after its name: parse that string";
        errors.refuse(&second.name_tokens(), message);
    }
}
