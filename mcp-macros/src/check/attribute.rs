//! Checks of the arguments of the attribute.

use super::extension_method;
use crate::agent;
use crate::app;
use crate::attr::confirm::{Piece, pieces};
use crate::attr::values::{Switch, Text};
use crate::attr::{self, Cache, Common, Icon, Scopes, Task};
use crate::command;
use crate::errors::Errors;
use crate::model::{AttributeArguments, Handler, Parameter};
use crate::serde::Case;
use crate::template;
use crate::tool::hints;
use quote::ToTokens;

pub(super) fn check(handler: &Handler, errors: &mut Errors) {
    common(handler.common(), errors);
    running(handler, errors);
    match &handler.attribute {
        AttributeArguments::Tool(of) => tool(handler, of, errors),
        AttributeArguments::Prompt(_) => {}
        AttributeArguments::Resource(of) => resource(handler, of, errors),
        AttributeArguments::Method(of) => extension_method::check(handler, of, errors),
        AttributeArguments::Agent(_) => agent::check(handler, errors),
        AttributeArguments::Command(_) => command::check(handler, errors),
    }
}

fn common(common: &Common, errors: &mut Errors) {
    common.icons.iter().for_each(|icon| check_icon(icon, errors));
    let mut keys: Vec<String> = Vec::new();
    for entry in common.meta.iter().flat_map(|entries| &entries.0) {
        let key = entry.key.value();
        if key.is_empty() || key.contains(char::is_whitespace) {
            errors.refuse(&entry.key, "a key of `_meta` is a name such as `example.com/version`");
        } else if keys.contains(&key) {
            errors.refuse(&entry.key, format!("`{key}` appears twice in `meta`: remove one"));
        }
        keys.push(key);
    }
    if let Some(scopes) = &common.scopes {
        check_scopes(scopes, errors);
    }
}

/// Source: [RFC 6749, section 3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
fn check_scopes(scopes: &Scopes, errors: &mut Errors) {
    let mut known = Vec::new();
    for scope in &scopes.0 {
        let text = scope.value();
        let fits = |c: char| matches!(c, '!' | '#'..='[' | ']'..='~');
        if text.contains(' ') {
            let each = text.split_whitespace().map(|scope| format!("\"{scope}\""));
            let each = each.collect::<Vec<_>>().join(", ");
            errors.refuse(
                scope,
                format!("write each scope as a string of its own: `scopes({each})`"),
            );
        } else if text.is_empty() || !text.chars().all(fits) {
            let message = "a scope is printable ASCII without spaces, quotes and backslashes";
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
    if let Some(timeout) = timeout
        && timeout.duration.is_zero()
    {
        errors.refuse(
            &timeout.literal,
            "a timeout of zero ends every call: remove it, or make it longer",
        );
    }
    if let (true, Some(asyncness)) = (blocking.0, &handler.signature.asyncness) {
        let message =
            "`blocking` runs a plain `fn` on a thread of its own: remove `async`, or `blocking`";
        errors.refuse(asyncness, message);
    }
    if let Some(rule) = rename_all
        && !Case::RULES.contains(&rule.0.value().as_str())
    {
        let rules = Case::RULES.map(|rule| format!("\"{rule}\"")).join(", ");
        errors.refuse(rule, format!("unknown `rename_all` rule: write one of {rules}"));
    }
}

fn check_icon(icon: &Icon, errors: &mut Errors) {
    let src = icon.src.0.value();
    if !["https://", "http://", "data:"].iter().any(|scheme| src.starts_with(scheme)) {
        errors.refuse(&icon.src, "an icon is an `https://` or a `data:` URI");
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
                "a size is width and height in pixels, such as \"48x48\", or \"any\"",
            );
        }
    }
    if let Some(theme) = &icon.theme
        && !["light", "dark"].contains(&theme.0.value().as_str())
    {
        errors.refuse(theme, "a theme is \"light\" or \"dark\"");
    }
}

fn tool(handler: &Handler, tool: &attr::Tool, errors: &mut Errors) {
    let is_read_only = tool.read_only.as_ref().is_some_and(|hint| hint.0);
    if let Some(destructive) = tool.destructive.as_ref().filter(|hint| is_read_only && hint.0) {
        let message = "a tool that is `read_only` destroys nothing: remove it or `destructive`";
        errors.refuse_at(destructive.span(), message);
    }
    for (name, hint, _) in hints(tool) {
        if let Some(hint) = hint.filter(|_| tool.pure.0) {
            let message = format!("`pure` sets every hint: remove it or `{name}`");
            errors.refuse_at(hint.span(), message);
        }
    }
    if let Some(question) = &tool.confirm {
        confirm(handler, question, errors);
    }
    if let Some(of) = &tool.task {
        task(handler, of, errors);
    }
    app::check_tool(tool, errors);
}

/// Checks how calls become tasks.
fn task(handler: &Handler, task: &Task, errors: &mut Errors) {
    if handler.signature.asyncness.is_none() && !handler.is_blocking() {
        let message = "a task runs while other requests are served: make the function `async`, or \
                       say `blocking` beside `task`";
        errors.refuse(&handler.signature.ident, message);
    }
    for (name, time) in [("ttl", &task.ttl), ("poll", &task.poll), ("grace", &task.grace)] {
        if let Some(time) = time.as_ref().filter(|time| time.duration.is_zero()) {
            errors.refuse(&time.literal, format!("`{name}` is zero: remove it, or make it longer"));
        }
    }
    if let Some(attempts) = task.attempts.as_ref().filter(|_| !task.resume.0) {
        let message = "`attempts` limits how often a task is resumed: add `resume`, or \
                       remove it";
        errors.refuse_at(attempts.span(), message);
    }
    if let Some(grace) = task.grace.as_ref().filter(|_| task.manual.0) {
        let message = "a `manual` task begins where `TaskContext::detach` is called: remove \
                       `grace`, or `manual`";
        errors.refuse(&grace.literal, message);
    }
}

/// Checks that the question only shows arguments. The fields of an `#[args]` parameter are not
/// known here; those are checked when the server is built.
fn confirm(handler: &Handler, question: &Text, errors: &mut Errors) {
    let pieces = match pieces(&question.0.value()) {
        Ok(pieces) => pieces,
        Err(wrong) => return errors.refuse(question, wrong),
    };
    if pieces.is_empty() {
        errors
            .refuse(question, "the question is empty: write it as in `confirm = \"Delete {id}?\"`");
    }
    if handler.parameters.iter().any(|parameter| parameter.attributes.args.is_some()) {
        return;
    }
    let names: Vec<String> = handler.parameters.iter().map(Parameter::name).collect();
    for piece in pieces {
        let Piece::Argument(name) = piece else { continue };
        if !names.contains(&name) {
            let known: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            let known = match &known[..] {
                [] => "there are no parameters".to_owned(),
                known => format!("the parameters are {}", known.join(", ")),
            };
            errors.refuse(question, format!("`{name}` is not an argument: {known}"));
        }
    }
}

fn resource(handler: &Handler, resource: &attr::Resource, errors: &mut Errors) {
    if let Some(uri) = &resource.uri {
        match template::variables(&uri.0.value()) {
            Ok(variables) => check_variables(handler, uri, &variables, errors),
            Err(wrong) => errors.refuse(uri, wrong),
        }
    }
    app::check_page(resource, errors);
    for word in resource.audience.iter().flat_map(|words| &words.0) {
        if word != "user" && word != "assistant" {
            errors.refuse(word, "the audience is `user`, `assistant` or both");
        }
    }
    if let Some(priority) = &resource.priority
        && !crate::attr::bounds::Number::of(&priority.0)
            .is_some_and(|number| (0.0..=1.0).contains(&number.value))
    {
        errors.refuse(priority, "a priority is a number from 0.0 (optional) to 1.0 (required)");
    }
    if let Some(cache) = &resource.cache
        && cache.public.0
        && cache.private.0
    {
        errors.refuse(&cache.ttl.literal, "a cached resource is `public` or `private`: remove one");
    }
    if let (Some(Cache { public: Switch(true), ttl, .. }), Some(_)) =
        (&resource.cache, &resource.common.scopes)
    {
        let message =
            "a handler that needs `scopes` is not public: write `private` instead of `public`";
        errors.refuse(&ttl.literal, message);
    }
}

/// Checks that each variable is a parameter, and that each certain argument is a variable. Whether
/// the other parameters are context parameters is left to the compiler.
fn check_variables(
    handler: &Handler,
    uri: &impl ToTokens,
    variables: &[String],
    errors: &mut Errors,
) {
    let parameters = &handler.parameters;
    let unbound: Vec<&String> = variables
        .iter()
        .filter(|variable| !parameters.iter().any(|parameter| parameter.name() == **variable))
        .collect();
    let unknown: Vec<&Parameter> = parameters
        .iter()
        .filter(|parameter| parameter.is_argument() && !variables.contains(&parameter.name()))
        .collect();
    if let ([variable], [parameter]) = (unbound.as_slice(), unknown.as_slice()) {
        let name = parameter.name();
        let message = format!(
            "the variable `{{{variable}}}` of the URI is not a parameter, and `{name}` is not a variable: use one name"
        );
        errors.refuse(uri, message);
        return;
    }
    for variable in unbound {
        let message = format!(
            "no parameter is called `{variable}`: add it to the function, or remove `{{{variable}}}`"
        );
        errors.refuse(uri, message);
    }
    for parameter in unknown {
        let name = parameter.name();
        let message =
            format!("the URI has no variable `{{{name}}}`: add it there, or remove the parameter");
        errors.refuse(&parameter.name_tokens(), message);
    }
}
