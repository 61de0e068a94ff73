//! Checks that are specific to agents.

use crate::errors::Errors;
use crate::model::Handler;

/// Checks that an agent takes no arguments: it receives only what the person says.
pub(super) fn check(handler: &Handler, errors: &mut Errors) {
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
