//! Checks of one parameter and its attributes.

use super::arg;
use super::types::{self, AllowedTypes};
use crate::attr::arg::{Arg, OURS};
use crate::errors::Errors;
use crate::item::handler_attribute::brings;
use crate::kind::Kind;
use crate::model::Parameter;
use crate::types::{Json, arguments, bare, is_provider_name, last, option, reference, text};
use syn::{Attribute, Pat, Type};

pub(super) fn check(kind: Kind, parameter: &Parameter, errors: &mut Errors) {
    binding(parameter, errors);
    let attributes = &parameter.attributes;
    if let Some(arg) = parameter.arg() {
        arg::check(kind, arg, &parameter.ty, errors);
    }
    if parameter.is_argument() && parameter.ident().is_some() {
        key(parameter, errors);
    }
    match &attributes.args {
        Some(attribute) => whole(kind, attribute, parameter, errors),
        None => {
            let arg = parameter.arg();
            let allowed = AllowedTypes {
                nullable: arg.is_some_and(|arg| arg.nullable.0),
                duration: arg.is_some_and(Arg::is_duration),
            };
            types::parameter(&parameter.name(), &parameter.ty, allowed, errors);
        }
    }
}

/// Checks that the parameter is bound to a name, which is that of the argument.
fn binding(parameter: &Parameter, errors: &mut Errors) {
    if let Some(cfg) = &parameter.cfg {
        let message = if brings(cfg, &OURS) {
            "an attribute of a parameter cannot be conditional: write it without `cfg_attr`"
        } else {
            "a parameter cannot be conditional, since it is part of the schema: put `#[cfg]` on the function"
        };
        errors.refuse(cfg, message);
    }
    match &parameter.pattern {
        Pat::Ident(_) => {}
        // `_` is not an expression, so syn reads it as tokens.
        Pat::Verbatim(_) | Pat::Wild(_) => {
            errors
                .refuse(&parameter.pattern, "the parameter has no name: give it one, or remove it");
        }
        // The way rmcp takes a struct.
        pattern if last(&parameter.ty).is_some_and(|last| last.ident == "Parameters") => {
            let inner = last(&parameter.ty)
                .map(arguments)
                .unwrap_or_default()
                .first()
                .map_or_else(|| "Arguments".to_owned(), text);
            let message = format!("take the struct itself: `#[args] arguments: {inner}`");
            errors.refuse(pattern, message);
        }
        pattern => {
            errors.refuse(
                pattern,
                "an argument cannot be a pattern: write `name: Type` and destructure it in the body",
            );
        }
    }
}

/// Whether the type is `serde_json::Value`, by its usual path.
fn is_json_value(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let segments: Vec<_> =
                path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            matches!(&segments[..], [value] if value == "Value")
                || matches!(&segments[..], [json, value] if json == "serde_json" && value == "Value")
        }
        _ => false,
    }
}

/// <https://docs.anthropic.com/en/docs/agents-and-tools/tool-use> refuses other keys.
fn key(parameter: &Parameter, errors: &mut Errors) {
    let name = parameter.name();
    if !is_provider_name(&name, "_.-") {
        let message = format!(
            "argument name `{name}` does not match `^[a-zA-Z0-9_.-]{{1,64}}$`: model providers \
             reject it; give another with `#[arg(name = \"..\")]`"
        );
        errors.refuse(&parameter.name_tokens(), message);
    }
}

/// `#[args]`: the parameter is a struct of arguments.
fn whole(kind: Kind, attribute: &Attribute, parameter: &Parameter, errors: &mut Errors) {
    let ty = bare(&parameter.ty);
    if types::borrowing(reference(ty).map_or(ty, |lent| &lent.elem), errors) {
        return;
    }
    if kind == Kind::Resource {
        errors.refuse(
            attribute,
            "the arguments of a resource are the variables of its URI: remove `#[args]`",
        );
    }
    if let Some((arg, _)) = &parameter.attributes.arg {
        errors
            .refuse(arg, "`#[arg]` has no effect on `#[args]`: write it on a field of the struct");
    }
    if option(ty).is_some() {
        errors
            .refuse(ty, "the struct of all arguments cannot be optional: make its fields optional");
    } else if is_json_value(ty) {
        let message = "the arguments of a tool are an object: use `serde_json::Map<String, Value>`, or name \
                       the parameters";
        errors.refuse(ty, message);
    } else if !matches!(Json::of(ty), Json::Unknown | Json::Map) || matches!(ty, Type::Tuple(_)) {
        errors.refuse(
            ty,
            "the arguments of a tool are an object: take a struct, or name the parameters",
        );
    }
}
