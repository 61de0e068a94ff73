//! Checks that are specific to resources.

use super::page;
use crate::attr::Resource;
use crate::attr::bounds::Number;
use crate::attr::resource::Cache;
use crate::attr::values::Switch;
use crate::errors::Errors;
use crate::model::{Handler, Parameter};
use crate::template;
use quote::ToTokens;

pub(super) fn check(handler: &Handler, resource: &Resource, errors: &mut Errors) {
    if let Some(uri) = &resource.uri {
        match template::variables(&uri.0.value()) {
            Ok(variables) => check_variables(handler, uri, &variables, errors),
            Err(wrong) => errors.refuse(uri, wrong),
        }
    }
    if let Some(list) = resource.list.as_ref().filter(|_| resource.variables().is_empty()) {
        let message =
            "a resource without variables in its URI is listed automatically: remove `list`";
        errors.refuse(&list.0, message);
    }
    page::resource(resource, errors);
    for word in resource.audience.iter().flat_map(|words| &words.0) {
        if word != "user" && word != "assistant" {
            errors.refuse(word, "the audience must be `user`, `assistant` or both");
        }
    }
    if let Some(priority) = &resource.priority
        && !Number::of(&priority.0).is_some_and(|number| (0.0..=1.0).contains(&number.value))
    {
        errors
            .refuse(priority, "a priority must be a number from 0.0 (optional) to 1.0 (required)");
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
