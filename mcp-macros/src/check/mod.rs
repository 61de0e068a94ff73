//! Every rejection of a handler, at the tokens that it is about: of the arguments of its attribute
//! in `attribute`, of each parameter in `parameter`, of their `#[arg(..)]` in `arg`.
//!
//! What only the compiler knows (whether a type is an argument, a context parameter or neither) is
//! left to the traits of the runtime.

mod agent;
mod arg;
mod attribute;
mod block;
pub(crate) mod constraints;
mod method;
mod page;
mod parameter;
mod resource;
mod result;
mod tool;
mod types;

pub(crate) use arg::{default, header};
pub(crate) use block::block;
pub(crate) use result::unfit_keys_of_result;
pub(crate) use types::{is_unit, unexpected, unfit_keys};

use crate::errors::Errors;
use crate::kind::Kind;
use crate::model::{AttributeArguments, Handler};
use crate::types::{INTEGERS, is_provider_name};
use syn::{GenericParam, Receiver, ReceiverKind, ReturnType, Safety};

/// Where a handler is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A free function, with a struct of the same name beside it.
    Free,
    /// A function of an impl block with `#[handlers]`.
    Impl,
}

/// The error for a second attribute that makes a function a handler.
pub(crate) const ONE_KIND: &str =
    "a function can have only one handler attribute: write a second function for this one";

/// Checks one handler.
pub(crate) fn handler(handler: &Handler, place: Place, errors: &mut Errors) {
    if !handler.kind.is_of_extension() {
        name(handler, place, errors);
    }
    signature(handler, place, errors);
    attribute::check(handler, errors);
    for parameter in &handler.parameters {
        parameter::check(handler.kind, parameter, errors);
    }
    together(handler, errors);
}

/// Checks the name: for any other, providers reject every tool of the server.
fn name(handler: &Handler, place: Place, errors: &mut Errors) {
    let kind = handler.kind.name();
    let name = handler.name();
    let at = handler.name_tokens();
    let dots = matches!(&handler.attribute, AttributeArguments::Tool(tool) if tool.allow_dots.0);
    let signs = if dots { "_.-" } else { "_-" };
    if handler.kind == Kind::Resource {
        if name.is_empty() {
            errors
                .refuse(&at, "the name of a resource cannot be empty: write one, or remove `name`");
        }
    } else if !is_provider_name(&name, signs) {
        let dotted = name.contains('.') && handler.kind == Kind::Tool && !dots;
        let way_out = match (dotted, &handler.common().name) {
            (true, _) => {
                " (Anthropic rejects `.`): rename it, or write `#[tool(allow_dots)]`".to_owned()
            }
            (false, Some(_)) => ": model providers reject it, so choose another".to_owned(),
            (false, None) => format!(": give it another with `#[{kind}(name = \"..\")]`"),
        };
        errors.refuse(
            &at,
            format!("{kind} name `{name}` does not match `^[A-Za-z0-9{signs}]{{1,64}}$`{way_out}"),
        );
    }
    let ident = &handler.signature.ident;
    if place == Place::Free && is_primitive(&ident.to_string()) {
        let message = format!(
            "`{ident}` is a type: rename the function, and keep the name with `name = \"{ident}\"`"
        );
        errors.refuse(ident, message);
    }
}

/// Whether a struct can have the name of the function: it cannot beside a method, and it would hide
/// a type that every program uses.
pub(crate) fn can_name_a_struct(handler: &Handler) -> bool {
    handler.signature.receiver().is_none() && !is_primitive(&handler.signature.ident.to_string())
}

fn is_primitive(name: &str) -> bool {
    INTEGERS.contains(&name) || ["bool", "char", "str", "f32", "f64"].contains(&name)
}

fn signature(handler: &Handler, place: Place, errors: &mut Errors) {
    let kind = handler.kind.name();
    let signature = &handler.signature;
    for generic in &signature.generics.params {
        if !matches!(generic, GenericParam::Lifetime(_)) {
            errors.refuse(
                generic,
                format!("a {kind} function cannot be generic: write one {kind} per type"),
            );
        }
    }
    if let Safety::Unsafe(safety) = &signature.safety {
        errors.refuse(
            safety,
            format!(
                "a {kind} cannot be `unsafe`, since clients call it with any arguments: remove `unsafe`"
            ),
        );
    }
    match signature.receiver() {
        Some(found) if place == Place::Free => {
            errors.refuse(
                found,
                format!(
                    "a function with `self` is allowed only in an impl block with `#[handlers]`: \
                     add `#[handlers]` to the block of this {kind} (it does not see methods that \
                     a macro generates)"
                ),
            );
        }
        Some(found) => receiver(found, errors),
        None => {}
    }
    if handler.kind != Kind::Around
        && let ReturnType::Type(_, ty) = &signature.output
    {
        result::check(ty, errors);
    }
}

fn receiver(receiver: &Receiver, errors: &mut Errors) {
    let why = match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => return,
        ReceiverKind::Reference(_, _, Some(_)) => {
            "calls run concurrently: take `&self`, and change state through a `Mutex` or an atomic"
        }
        _ => "the state is shared by all calls: take `&self`",
    };
    errors.refuse(receiver, why);
}

/// Checks for conflicts between the parameters.
fn together(handler: &Handler, errors: &mut Errors) {
    let mut names: Vec<String> = Vec::new();
    let mut headers: Vec<String> = Vec::new();
    for parameter in &handler.parameters {
        let name = parameter.name();
        if !name.is_empty() && names.contains(&name) {
            errors.refuse(
                &parameter.name_tokens(),
                format!("two parameters are called `{name}`: rename one"),
            );
        }
        names.push(name);
        if let Some(header) = parameter.arg().and_then(|arg| arg.header.as_ref()) {
            let text = header.0.value().to_ascii_lowercase();
            if headers.contains(&text) {
                errors.refuse(
                    header,
                    "two arguments have this header, so clients would drop the tool: rename one",
                );
            }
            headers.push(text);
        }
    }
    let whole = handler.parameters.iter().filter_map(|of| of.attributes.args.as_ref());
    for attribute in whole.skip(1) {
        errors.refuse(
            attribute,
            "only one parameter can be `#[args]`: put all fields into one struct",
        );
    }
}
