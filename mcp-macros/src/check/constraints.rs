//! Checks of the constraints of an argument or a field.

use crate::attr::bounds::{Length, Number, Range};
use crate::attr::constraints::Constraints;
use crate::attr::values;
use crate::ecma;
use crate::errors::Errors;
use crate::types::{Json, bare, last, option, reference};
use syn::Type;

/// The formats of JSON Schema, as in `crates/schema/src/keywords.rs`; a client's validator warns
/// about any other, or throws.
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Rejects constraints that are wrong for every type.
pub(crate) fn check(constraints: &Constraints, errors: &mut Errors) {
    if let Some(text) = &constraints.pattern
        && let Some(refusal) = ecma::read(&text.0.value()).refusal
    {
        errors.refuse(text, refusal);
    }
    if let Some(text) = &constraints.format
        && !FORMATS.contains(&text.0.value().as_str())
    {
        let formats = FORMATS.join(", ");
        errors.refuse(text, format!("unknown JSON Schema format; the known ones are: {formats}"));
    }
}

/// Rejects constraints that can never hold for the type, as far as its tokens show.
pub(crate) fn fit(constraints: &Constraints, ty: &Type, errors: &mut Errors) {
    let json = Json::of(ty);
    let number = matches!(json, Json::Integer | Json::Float);
    if let Some(Range { tokens, .. }) = &constraints.range
        && !number
        && json != Json::Unknown
    {
        let instead = if json == Json::Bool { "remove it" } else { "use `length(..)`" };
        errors.refuse(tokens, format!("`range` applies only to numbers: {instead}"));
    }
    if let Some(Length { tokens, .. }) = &constraints.length
        && (number || json == Json::Bool)
    {
        let instead = if number { "use `range(..)`" } else { "remove it" };
        let message = format!("`length` applies only to strings, lists and maps: {instead}");
        errors.refuse(tokens, message);
    }
    for text in [&constraints.pattern, &constraints.format].into_iter().flatten() {
        if !matches!(json, Json::Text | Json::Unknown) {
            errors.refuse(text, "`pattern` and `format` apply only to strings: remove it");
        }
    }
    if let Some(range) = &constraints.range
        && let Some(refusal) = range_refusal(range, ty)
    {
        errors.refuse(&range.tokens, refusal);
    }
    for example in &constraints.examples {
        if let Some(refusal) = example_refusal(example, constraints, ty) {
            errors.refuse(&example.written, refusal);
        }
    }
}

/// Why the bounds are not those of an integer type, as far as its tokens show.
fn range_refusal(range: &Range, ty: &Type) -> Option<String> {
    let (name, [least, most]) = integer(ty)?;
    let min = range.min.as_ref();
    let max = range.max.as_ref();
    let is_excluded = |max: &Number| range.half_open && max.value.fract() == 0.0;
    let whole_max = max.map(|max| max.value.floor() - f64::from(is_excluded(max)));
    if let (Some(min), Some(whole_max), Some(max)) = (min, whole_max, max)
        && min.value.ceil() > whole_max
    {
        return Some(format!(
            "the range is empty: no integer is between {} and {}",
            min.text, max.text
        ));
    }
    let below = min.filter(|min| min.value < least);
    let above = whole_max.filter(|max| *max > most);
    match (below, above) {
        (Some(_), _) => Some(format!("the minimum of `{name}` is {least}: raise the lower bound")),
        (None, Some(_)) => {
            Some(format!("the maximum of `{name}` is {most}: lower the upper bound"))
        }
        (None, None) => None,
    }
}

/// The integer type that this is, or holds, with its bounds as far as a `f64` can tell them.
fn integer(ty: &Type) -> Option<(String, [f64; 2])> {
    let ty = bare(ty);
    if let Some(inner) = option(ty).or_else(|| reference(ty).map(|lent| &*lent.elem)) {
        return integer(inner);
    }
    let name = last(ty).filter(|_| Json::of(ty) == Json::Integer)?.ident.to_string();
    let bits = match name.get(1..)? {
        "size" => 64,
        bits => bits.parse::<i32>().ok()?,
    };
    let bounds = if name.starts_with('u') {
        [0.0, 2_f64.powi(bits) - 1.0]
    } else {
        [-2_f64.powi(bits - 1), 2_f64.powi(bits - 1) - 1.0]
    };
    Some((name, bounds))
}

/// Why the example is not one, as far as the tokens of the type show.
fn example_refusal(example: &values::Json, of: &Constraints, ty: &Type) -> Option<String> {
    let text = example.text.as_str();
    let number = text.parse::<f64>().ok();
    let (fits, kind) = match Json::of(ty) {
        Json::Integer => (number.is_some_and(|number| number.fract() == 0.0), "an integer"),
        Json::Float => (number.is_some(), "a number"),
        Json::Text => (text.starts_with('"'), "a string"),
        Json::Bool => (matches!(text, "true" | "false"), "`true` or `false`"),
        Json::List => (text.starts_with('['), "a list, as in `[1, 2]`"),
        Json::Map => (text.starts_with('{'), "an object, as in `{\"key\": 1}`"),
        Json::Unknown => (true, ""),
    };
    let is_absent = text == "null" && option(ty).is_some();
    if !fits && !is_absent {
        return Some(format!("the example does not match the type: write {kind}"));
    }
    let range = of.range.as_ref()?;
    let outside = number.is_some_and(|number| !range.contains(number));
    outside.then(|| format!("the example {text} is outside its range"))
}
