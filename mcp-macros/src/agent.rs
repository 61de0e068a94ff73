//! The parts that are specific to agents, which take no arguments.

use crate::attr::duration::DurationValue;
use crate::attr::{self, Common};
use crate::errors::Errors;
use crate::model::Handler;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::TokenStream;

/// The arguments of the attribute.
#[derive(Default)]
pub(crate) struct Agent {
    pub(crate) common: Common,
}

#[derive(Default, FromMeta)]
struct Named {
    timeout: Option<DurationValue>,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

impl Agent {
    pub(crate) fn read(arguments: TokenStream) -> syn::Result<Box<Self>> {
        let Named { timeout, krate } = attr::read("agent", arguments)?;
        Ok(Box::new(Self { common: Common { timeout, krate, ..Common::default() } }))
    }
}

/// Checks that an agent takes no arguments: it receives only what the person says.
pub(crate) fn check(handler: &Handler, errors: &mut Errors) {
    let ident = &handler.signature.ident;
    if handler.signature.asyncness.is_none() {
        errors.refuse(ident, "an agent waits for its client: make the function `async`");
    }
    for parameter in handler.parameters.iter().filter(|parameter| parameter.is_argument()) {
        let message = "an agent has context parameters only: `Prompt` is what the person says, and \
                       `Turn` is how to answer";
        errors.refuse(&parameter.name_tokens(), message);
    }
}
