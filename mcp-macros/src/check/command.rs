//! Checks that are specific to slash commands of agents.

use crate::errors::Errors;
use crate::model::Handler;

/// Checks that a command takes one input: the text after its name.
pub(super) fn check(handler: &Handler, errors: &mut Errors) {
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
