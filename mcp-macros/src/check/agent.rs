//! Checks that are specific to agents and their slash commands.

use crate::errors::Errors;
use crate::kind::Kind;
use crate::model::Handler;

/// Checks an agent, which takes no arguments: it receives only what the person says. A command takes
/// one, the text after its name.
pub(super) fn check(handler: &Handler, errors: &mut Errors) {
    let kind = handler.kind;
    if handler.signature.asyncness.is_none() {
        let article = if kind == Kind::Agent { "an" } else { "a" };
        let name = kind.name();
        errors.refuse(
            &handler.signature.ident,
            format!("{article} {name} waits for its client: make the function `async`"),
        );
    }
    let arguments = handler.parameters.iter().filter(|parameter| parameter.is_argument());
    if kind == Kind::Agent {
        let message = "an agent takes only context parameters: `Prompt` is the user's message, and \
                       `Turn` sends the answer";
        arguments.for_each(|argument| errors.refuse(&argument.name_tokens(), message));
        return;
    }
    for attribute in handler.parameters.iter().filter_map(|of| of.attributes.args.as_ref()) {
        errors.refuse(attribute, "a command takes one string: remove `#[args]`");
    }
    let message = "a command takes one string, the text after its name: parse that string";
    arguments.skip(1).for_each(|second| errors.refuse(&second.name_tokens(), message));
}
