//! The parts that are specific to resources: a URI, a media type, annotations, cache hints and page
//! settings.

use super::page;
use crate::attr::bounds::Number;
use crate::attr::resource::{Cache, Resource};
use crate::attr::values::Switch;
use crate::runtime_path::RuntimePath;
use crate::tokens::field;
use proc_macro2::TokenStream;
use quote::quote;

/// The fields of the definition.
pub(crate) fn definition(resource: &Resource, krate: &RuntimePath) -> TokenStream {
    let uri = &resource.uri;
    let mime = field("mime_type", resource.mime.as_ref());
    let audience = resource.audience.as_ref().map(|words| {
        let words = words.texts();
        quote!(audience: &[#(#words),*],)
    });
    let priority = resource.priority.as_ref().and_then(|priority| Number::of(&priority.0));
    let priority = field("priority", priority.map(|priority| priority.value));
    let cache = resource.cache.as_ref().map(|Cache { ttl, public: Switch(public), .. }| {
        quote!(#krate::CacheDef { ttl: #ttl, public: #public })
    });
    let cache = field("cache", cache);
    let app = field("app", resource.app.as_ref().map(|app| page::app(app, krate)));
    quote!(uri: #uri, #mime #audience #priority #cache #app)
}
