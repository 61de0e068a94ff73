//! Checks for conflicts between the handlers of one impl block.

use super::attribute;
use crate::attr::Handlers;
use crate::errors::Errors;
use crate::kind::Kind;
use crate::model::{AttributeArguments, Handler, Member};
use quote::ToTokens;
use syn::ItemImpl;

pub(crate) fn block(
    head: &ItemImpl,
    arguments: &Handlers,
    members: &[Member],
    errors: &mut Errors,
) {
    if let Some((path, _)) = &head.trait_ {
        errors
            .refuse(path, "`#[handlers]` goes on an inherent impl block: move the handlers there");
    }
    if let (Some(part), Some(_)) = (&arguments.part, &arguments.parts) {
        let message =
            "a block with `part` cannot have `parts`: list all parts in the block without `part`";
        errors.refuse(&part.0, message);
    }
    attribute::defaults(&arguments.defaults, errors);
    if members.is_empty() && arguments.parts.is_none() {
        let message =
            "no function here is a handler: mark one with `#[tool]`, `#[prompt]` or `#[resource]`";
        errors.refuse(&head.self_ty, message);
    }
    for (position, second) in members.iter().enumerate() {
        for first in members.iter().take(position) {
            // With `#[cfg]` they may exclude each other; the runtime checks those that remain.
            if first.cfgs.is_empty() && second.cfgs.is_empty() {
                pair(&first.handler, &second.handler, errors);
            }
        }
    }
}

fn pair(first: &Handler, second: &Handler, errors: &mut Errors) {
    // The runtime checks the methods of all extensions, and of the protocol.
    if first.kind != second.kind || first.kind.is_of_extension() {
        return;
    }
    let kind = first.kind.name();
    let mut same = |what: &str, tokens: [&dyn ToTokens; 2]| {
        let functions = [&first.signature.ident, &second.signature.ident];
        for (at, other) in tokens.into_iter().zip(functions.into_iter().rev()) {
            let message = format!(
                "two {kind}s of this type have {what}, this one and `fn {other}`: change one"
            );
            errors.refuse(&at.to_token_stream(), message);
        }
    };
    let name = second.name();
    if first.kind != Kind::Resource && first.name() == name {
        same(&format!("the name `{name}`"), [&first.name_tokens(), &second.name_tokens()]);
    }
    if let (AttributeArguments::Resource(first), AttributeArguments::Resource(second)) =
        (&first.attribute, &second.attribute)
        && let (Some(one), Some(two)) = (&first.uri, &second.uri)
        && one.0.value() == two.0.value()
    {
        same(&format!("the URI `{}`", one.0.value()), [one, two]);
    }
}
