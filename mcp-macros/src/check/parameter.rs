//! What one parameter may be, and what its attributes may say.

use super::types::{self, Allowed};
use crate::arg::{Arg, Preset};
use crate::bounds::{Length, Number, Range};
use crate::errors::Errors;
use crate::model::{Kind, Parameter};
use crate::types::{Json, bare, last, named, option};
use syn::{Attribute, Pat, Type};

pub(super) fn check(kind: Kind, parameter: &Parameter, errors: &mut Errors) {
    binding(parameter, errors);
    let attributes = &parameter.attributes;
    if let Some((_, arg)) = &attributes.arg {
        check_arg(kind, arg, &parameter.ty, errors);
        key(parameter, errors);
    }
    match &attributes.args {
        Some((attribute, _)) => whole(kind, attribute, parameter, errors),
        None => {
            let arg = attributes.arg.as_ref().map(|(_, arg)| arg);
            let allowed = Allowed {
                nullable: arg.is_some_and(|arg| arg.nullable.is_present()),
                duration: arg
                    .is_some_and(|arg| arg.seconds.is_present() || arg.humantime.is_present()),
            };
            types::parameter(&parameter.name(), &parameter.ty, allowed, errors);
        }
    }
}

/// A parameter is bound to a name: that of the argument.
fn binding(parameter: &Parameter, errors: &mut Errors) {
    if let Some(cfg) = &parameter.cfg {
        errors.refuse(
            cfg,
            "put `#[cfg]` on the function: a parameter is part of the schema or it is not",
        );
    }
    match &parameter.pattern {
        Pat::Ident(_) => {}
        // `_` is no expression, so syn reads it as tokens.
        Pat::Verbatim(_) | Pat::Wild(_) => {
            errors.refuse(
                &parameter.pattern,
                "parameter without a name: give it one, or remove it",
            );
        }
        pattern => {
            errors.refuse(
                pattern,
                "argument patterns have no name: write `name: Type` and take it apart in the body",
            );
        }
    }
}

/// <https://docs.anthropic.com/en/docs/agents-and-tools/tool-use> refuses other keys.
fn key(parameter: &Parameter, errors: &mut Errors) {
    let name = parameter.name();
    let legal = |next: char| next.is_ascii_alphanumeric() || "_.-".contains(next);
    if name.is_empty() || name.len() > 64 || !name.chars().all(legal) {
        let message = format!(
            "argument name `{name}` is outside `^[a-zA-Z0-9_.-]{{1,64}}$`: providers refuse it"
        );
        errors.refuse(&parameter.name_tokens(), message);
    }
}

fn check_arg(kind: Kind, arg: &Arg, ty: &Type, errors: &mut Errors) {
    arg.constraints.check(errors);
    fits(arg, ty, errors);
    default(arg, ty, errors);
    duration(arg, ty, errors);
    if let Some(header) = &arg.header {
        let token = |next: char| next.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(next);
        let text = header.0.value();
        if kind != Kind::Tool {
            errors.refuse(
                header,
                "only an argument of a tool can be a header: remove it",
            );
        } else if text.is_empty() || !text.chars().all(token) {
            errors.refuse(
                header,
                "no name of an HTTP header: clients drop the tool. Use letters, digits and `-`",
            );
        }
    }
    if let Some(path) = &arg.complete
        && kind == Kind::Tool
    {
        errors.refuse(
            path,
            "arguments of a tool are not completed, only those of prompts and resources: remove it",
        );
    }
    if arg.nullable.is_present() && option(ty).and_then(option).is_none() {
        let message = "`nullable` tells null from absent: the type has to be `Option<Option<T>>`";
        errors.refuse(ty, message);
    }
}

/// Constraints that can never hold for the type, as far as it is known.
fn fits(arg: &Arg, ty: &Type, errors: &mut Errors) {
    let json = Json::of(ty);
    let number = matches!(json, Json::Integer | Json::Float);
    let constraints = &arg.constraints;
    if let Some(Range { tokens, .. }) = &constraints.range
        && !number
        && json != Json::Unknown
    {
        let instead = if json == Json::Bool {
            "remove it"
        } else {
            "use `length(..)`"
        };
        errors.refuse(tokens, format!("`range` bounds numbers: {instead}"));
    }
    if let Some(Length { tokens, .. }) = &constraints.length
        && (number || json == Json::Bool)
    {
        let instead = if number {
            "use `range(..)`"
        } else {
            "remove it"
        };
        errors.refuse(
            tokens,
            format!("`length` bounds strings, lists and maps: {instead}"),
        );
    }
    for text in [&constraints.pattern, &constraints.format]
        .into_iter()
        .flatten()
    {
        if !matches!(json, Json::Text | Json::Unknown) {
            errors.refuse(text, "`pattern` and `format` are for strings: remove it");
        }
    }
    if arg.header.is_some() && matches!(json, Json::Float | Json::List | Json::Map) {
        errors.refuse(
            ty,
            "x-mcp-header needs a string, integer or bool: clients drop the tool",
        );
    }
}

fn default(arg: &Arg, ty: &Type, errors: &mut Errors) {
    let Some(preset) = &arg.default else { return };
    if let Some(inner) = option(ty) {
        let inner = types::text(inner);
        errors.refuse(
            ty,
            format!("with a default it is never absent: take `{inner}`, or remove the default"),
        );
    }
    if let (Preset::Value(value), Some(range)) = (preset, &arg.constraints.range)
        && let Some(number) = Number::of(value)
        && !range.contains(number.value)
    {
        errors.refuse(
            value,
            format!("the default {} is outside of its own range", number.text),
        );
    }
}

fn duration(arg: &Arg, ty: &Type, errors: &mut Errors) {
    let flags = [("seconds", &arg.seconds), ("humantime", &arg.humantime)];
    let mut present = flags.into_iter().filter(|(_, flag)| flag.is_present());
    let Some((name, _)) = present.next() else {
        return;
    };
    if present.next().is_some() {
        errors.refuse(
            ty,
            "`seconds` and `humantime` are two ways to write a duration: keep one",
        );
    }
    let inner = option(ty).unwrap_or(ty);
    if !last(inner).is_some_and(|last| last.ident.to_string().ends_with("Duration")) {
        errors.refuse(
            ty,
            format!("`{name}` reads a `Duration`: take one, or remove `{name}`"),
        );
    }
}

/// `#[args]`: the parameter is the whole object of arguments.
fn whole(kind: Kind, attribute: &Attribute, parameter: &Parameter, errors: &mut Errors) {
    let ty = bare(&parameter.ty);
    if kind == Kind::Resource {
        errors.refuse(
            attribute,
            "a resource has no arguments but the variables of its URI: remove `#[args]`",
        );
    }
    if let Some((arg, _)) = &parameter.attributes.arg {
        errors.refuse(
            arg,
            "`#[args]` is the whole object: say it on a field of the struct",
        );
    }
    if option(ty).is_some() {
        errors.refuse(
            ty,
            "all arguments together cannot be optional: make the fields optional",
        );
    } else if named(ty, &["Value"]) || last(ty).is_some_and(|last| last.ident == "Value") {
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
