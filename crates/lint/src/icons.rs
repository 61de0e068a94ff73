//! Icons of tools, prompts and resources.

use serde_json::{Map, Value};

use super::Rule;
use super::findings::Subject;
use super::json::{is_not_string, quoted};

/// Checks the icons of one definition.
pub(super) fn check(definition: &Map<String, Value>, subject: &mut Subject<'_, '_>) {
    let Some(icons) = definition.get("icons") else {
        return;
    };
    let Some(icons) = icons.as_array() else {
        return subject.report(Rule::IconsType, "/icons");
    };
    subject.report(Rule::IconsVersion, "/icons");
    for (index, icon) in icons.iter().enumerate() {
        check_icon(icon, &format!("/icons/{index}"), subject);
    }
}

fn check_icon(icon: &Value, pointer: &str, subject: &mut Subject<'_, '_>) {
    let Some(src) = icon.get("src").and_then(Value::as_str) else {
        return subject.report(Rule::IconsType, pointer);
    };
    let scheme = src.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("https" | "data") => {}
        Some("http") => subject.report(Rule::IconsHttp, format!("{pointer}/src")),
        _ => subject.report_found(Rule::IconsSrc, format!("{pointer}/src"), quoted(src)),
    }
    let is_theme = |theme: &Value| theme == "light" || theme == "dark";
    if !icon.get("theme").is_none_or(is_theme) {
        subject.report(Rule::IconsType, format!("{pointer}/theme"));
    }
    if is_not_string(icon.get("mimeType")) {
        subject.report(Rule::IconsType, format!("{pointer}/mimeType"));
    }
    if let Some(sizes) = icon.get("sizes") {
        check_sizes(sizes, &format!("{pointer}/sizes"), subject);
    }
}

fn check_sizes(sizes: &Value, pointer: &str, subject: &mut Subject<'_, '_>) {
    let Some(sizes) = sizes.as_array().filter(|sizes| sizes.iter().all(Value::is_string)) else {
        return subject.report(Rule::IconsType, pointer);
    };
    if !sizes.iter().filter_map(Value::as_str).all(is_size) {
        subject.report(Rule::IconsSizes, pointer);
    }
}

fn is_size(size: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    size == "any" || size.split_once('x').is_some_and(|(w, h)| is_number(w) && is_number(h))
}
