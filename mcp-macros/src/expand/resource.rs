//! The parts that are specific to resources: a URI, a media type, annotations, cache hints and page
//! settings.

use super::page;
use super::site::{Site, inputs};
use crate::attr::bounds::Number;
use crate::attr::resource::{Cache, Resource};
use crate::attr::values::Switch;
use crate::runtime_path::RuntimePath;
use crate::tokens::field;
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// The fields of the definition.
pub(crate) fn definition(resource: &Resource, krate: &RuntimePath) -> TokenStream {
    let uri = &resource.uri;
    let mime = field("mime_type", resource.mime.as_ref());
    let audience = resource.audience.as_ref().map(|words| {
        let words = words.texts();
        quote!(audience: &[#(#words),*],)
    });
    let number = resource.priority.as_ref().and_then(|priority| Number::of(&priority.0));
    let priority = field("priority", number.map(|number| number.value));
    let cache_def = resource.cache.as_ref().map(|Cache { ttl, public: Switch(public), .. }| {
        quote!(#krate::CacheDef { ttl: #ttl, public: #public })
    });
    let cache = field("cache", cache_def);
    let app = field("app", resource.app.as_ref().map(|app| page::app(app, krate)));
    quote!(uri: #uri, #mime #audience #priority #cache #app)
}

/// The statement that registers the function that lists the resources of a template.
pub(crate) fn list(resource: &Resource, site: &Site<'_>) -> Option<TokenStream> {
    let path = &resource.list.as_ref()?.0;
    let variables = Literal::usize_unsuffixed(resource.variables().len());
    let this = site.takes_state(path).then(|| quote!(&__this,));
    let inputs = inputs();
    let at = path.span();
    let runtime = site.krate.at(at);
    let listed = quote_spanned!(at=> #runtime::instances!(#variables, #path(#this &__context)));
    Some(quote!(#inputs.list(|__this, __context| #listed);))
}
