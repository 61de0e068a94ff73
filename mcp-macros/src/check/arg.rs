//! Checks of the arguments of `#[arg(..)]`.

use super::constraints;
use crate::attr::arg::{Arg, Preset};
use crate::attr::bounds::{Number, Range};
use crate::attr::values::Text;
use crate::errors::Errors;
use crate::kind::Kind;
use crate::literal::literal;
use crate::types::{Json, last, named, option, text};
use syn::{Lit, Type};

pub(super) fn check(kind: Kind, arg: &Arg, ty: &Type, errors: &mut Errors) {
    constraints::check(&arg.constraints, errors);
    constraints::fit(&arg.constraints, ty, errors);
    if let Some(preset) = &arg.default {
        default(preset, arg.constraints.range.as_ref(), ty, errors);
    }
    duration(arg, ty, errors);
    match &arg.header {
        Some(header) if kind != Kind::Tool => {
            errors.refuse(header, "only an argument of a tool can be a header: remove it");
        }
        Some(text) => header(text, ty, errors),
        None => {}
    }
    if let Some(complete) = &arg.complete
        && kind == Kind::Tool
    {
        errors.refuse(
            &complete.0,
            "only prompts and resources have argument completion, not tools: remove it",
        );
    }
    if arg.nullable.0 && option(ty).and_then(option).is_none() {
        let message =
            "`nullable` distinguishes null from absent: the type must be `Option<Option<T>>`";
        errors.refuse(ty, message);
    }
}

/// Rejects a header for which clients would drop the tool.
pub(crate) fn header(header: &Text, ty: &Type, errors: &mut Errors) {
    let token = |next: char| next.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(next);
    let name = header.0.value();
    if name.is_empty() || !name.chars().all(token) {
        errors.refuse(
            header,
            "not a valid HTTP header name, so clients would drop the tool: use letters, digits and `-`",
        );
    }
    if matches!(Json::of(ty), Json::Float | Json::List | Json::Map) {
        errors.refuse(
            ty,
            "only a string, an integer or a bool can be a header, so clients would drop the tool: change \
             the type, or remove `header`",
        );
    }
}

/// Rejects a default that contradicts the type or the range.
pub(crate) fn default(preset: &Preset, range: Option<&Range>, ty: &Type, errors: &mut Errors) {
    if let Some(inner) = option(ty) {
        let inner = text(inner);
        errors.refuse(
            ty,
            format!(
                "with a default, the value is never absent: use `{inner}`, or remove the default"
            ),
        );
    }
    if let (Preset::Value(value), Some(range)) = (preset, range)
        && let Some(number) = Number::of(value)
        && !range.contains(number.value)
    {
        errors.refuse(value, format!("the default {} is outside its range", number.text));
    }
}

fn duration(arg: &Arg, ty: &Type, errors: &mut Errors) {
    let flags = [("seconds", &arg.seconds), ("humantime", &arg.humantime)];
    let mut present = flags.into_iter().filter(|(_, flag)| flag.0);
    let Some((name, _)) = present.next() else {
        return written_default(arg, ty, errors);
    };
    if present.next().is_some() {
        errors.refuse(ty, "`seconds` and `humantime` are two ways to write a duration: keep one");
    }
    let inner = option(ty).unwrap_or(ty);
    if !last(inner).is_some_and(|last| last.ident.to_string().ends_with("Duration")) {
        errors.refuse(
            ty,
            format!("`{name}` applies only to a `Duration`: change the type, or remove `{name}`"),
        );
    }
    if let Some(Preset::Value(value)) = &arg.default
        && literal(value).is_some()
        && arg.duration(value).is_none()
    {
        let instead = if name == "seconds" { "30" } else { "\"30s\"" };
        let message =
            format!("with `{name}`, a default is a `Duration` or a literal such as `{instead}`");
        errors.refuse(value, message);
    }
}

/// Rejects a literal as the default of a `Duration` whose attribute does not say how it is written.
fn written_default(arg: &Arg, ty: &Type, errors: &mut Errors) {
    let Some(Preset::Value(value)) = &arg.default else { return };
    let flag = match literal(value) {
        Some(Lit::Str(_)) => "humantime",
        Some(Lit::Int(_) | Lit::Float(_)) => "seconds",
        _ => return,
    };
    if named(ty, &["Duration"]) {
        let message = format!("say how the `Duration` is written: `#[arg({flag}, default = ..)]`");
        errors.refuse(value, message);
    }
}
