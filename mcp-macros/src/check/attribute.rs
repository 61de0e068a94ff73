//! Checks of the arguments of the attribute.

use super::{agent, method, resource, tool};
use crate::attr::Defaults;
use crate::attr::common::{Common, Icon, Scopes};
use crate::attr::duration::DurationValue;
use crate::errors::Errors;
use crate::model::{AttributeArguments, Handler};
use crate::serde::Case;

pub(super) fn check(handler: &Handler, errors: &mut Errors) {
    common(handler.common(), errors);
    running(handler, errors);
    match &handler.attribute {
        AttributeArguments::Tool(of) => tool::check(handler, of, errors),
        AttributeArguments::Prompt(_) => {}
        AttributeArguments::Resource(of) => resource::check(handler, of, errors),
        AttributeArguments::Method(of) => method::check(handler, of, errors),
        AttributeArguments::Agent(_) | AttributeArguments::Command(_) => {
            agent::check(handler, errors);
        }
    }
}

fn common(common: &Common, errors: &mut Errors) {
    common.icons.iter().for_each(|icon| check_icon(icon, errors));
    let mut keys: Vec<String> = Vec::new();
    for entry in common.meta.iter().flat_map(|entries| &entries.0) {
        let key = entry.key.value();
        if key.is_empty() || key.contains(char::is_whitespace) {
            errors.refuse(
                &entry.key,
                "a key of `_meta` must be a name such as `example.com/version`",
            );
        } else if keys.contains(&key) {
            errors.refuse(&entry.key, format!("`{key}` appears twice in `meta`: remove one"));
        }
        keys.push(key);
    }
    if let Some(scopes) = &common.scopes {
        check_scopes(scopes, errors);
    }
}

/// Checks what `#[handlers]` says for all handlers of its block.
pub(super) fn defaults(defaults: &Defaults, errors: &mut Errors) {
    tool::check_destructive(defaults.read_only.as_ref(), defaults.destructive.as_ref(), errors);
    if let Some(scopes) = &defaults.scopes {
        check_scopes(scopes, errors);
    }
    check_timeout(defaults.timeout.as_ref(), errors);
}

/// Source: [RFC 6749, section 3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
fn check_scopes(scopes: &Scopes, errors: &mut Errors) {
    let mut known = Vec::new();
    for scope in &scopes.0 {
        let text = scope.value();
        let fits = |c: char| matches!(c, '!' | '#'..='[' | ']'..='~');
        if text.contains(' ') {
            let each = text
                .split_whitespace()
                .map(|scope| format!("\"{scope}\""))
                .collect::<Vec<_>>()
                .join(", ");
            errors.refuse(
                scope,
                format!("write each scope as a string of its own: `scopes({each})`"),
            );
        } else if text.is_empty() || !text.chars().all(fits) {
            let message = "a scope must be printable ASCII without spaces, quotes and backslashes";
            errors.refuse(scope, message);
        } else if known.contains(&text) {
            errors.refuse(scope, format!("`{text}` appears twice in `scopes`: remove one"));
        }
        known.push(text);
    }
}

/// Checks how the handler runs, and how its arguments are renamed.
fn running(handler: &Handler, errors: &mut Errors) {
    let Common { timeout, blocking, rename_all, .. } = handler.common();
    check_timeout(timeout.as_ref(), errors);
    if let (true, Some(asyncness)) = (blocking.0, &handler.signature.asyncness) {
        let message =
            "`blocking` runs a plain `fn` on a thread of its own: remove `async`, or `blocking`";
        errors.refuse(asyncness, message);
    }
    if let Some(rule) = rename_all
        && let Some(refusal) = Case::refusal(&rule.0.value())
    {
        errors.refuse(rule, refusal);
    }
}

fn check_timeout(timeout: Option<&DurationValue>, errors: &mut Errors) {
    if let Some(timeout) = timeout.filter(|timeout| timeout.duration.is_zero()) {
        let message = "a timeout of zero ends every call: remove it, or make it longer";
        errors.refuse(&timeout.literal, message);
    }
}

fn check_icon(icon: &Icon, errors: &mut Errors) {
    let src = icon.src.0.value();
    if !["https://", "http://", "data:"].iter().any(|scheme| src.starts_with(scheme)) {
        errors.refuse(&icon.src, "an icon must be an `https://` or a `data:` URI");
    }
    for size in &icon.sizes.0 {
        let text = size.value();
        let digits =
            |side: &str| !side.is_empty() && side.chars().all(|next| next.is_ascii_digit());
        let pixels =
            text.split_once('x').is_some_and(|(width, height)| digits(width) && digits(height));
        if !pixels && text != "any" {
            errors.refuse(
                size,
                "a size must be width and height in pixels, such as \"48x48\", or \"any\"",
            );
        }
    }
    if let Some(theme) = &icon.theme
        && !["light", "dark"].contains(&theme.0.value().as_str())
    {
        errors.refuse(theme, "a theme must be \"light\" or \"dark\"");
    }
}
