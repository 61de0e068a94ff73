//! The parts that are specific to resources: a URI, a media type, annotations, cache hints and page
//! settings.

use super::page;
use crate::attr::bounds::Number;
use crate::attr::resource::{Cache, Resource};
use crate::runtime_path::RuntimePath;
use proc_macro2::TokenStream;
use quote::quote;

/// The fields of the definition.
pub(crate) fn definition(resource: &Resource, krate: &RuntimePath) -> TokenStream {
    let uri = &resource.uri;
    let mime = resource.mime.as_ref();
    let mime = mime.map(|mime| quote!(mime_type: ::core::option::Option::Some(#mime),));
    let audience = resource.audience.as_ref().map(|words| {
        let words = words.0.iter().map(ToString::to_string);
        quote!(audience: &[#(#words),*],)
    });
    let priority =
        resource.priority.as_ref().and_then(|priority| Number::of(&priority.0)).map(|priority| {
            let priority = priority.value;
            quote!(priority: ::core::option::Option::Some(#priority),)
        });
    let cache = resource.cache.as_ref().map(|Cache { ttl, public, .. }| {
        let public = public.0;
        let cache = quote!(#krate::CacheDef { ttl: #ttl, public: #public });
        quote!(cache: ::core::option::Option::Some(#cache),)
    });
    let app = resource.app.as_ref().map(|app| page::app(app, krate));
    quote!(uri: #uri, #mime #audience #priority #cache #app)
}
