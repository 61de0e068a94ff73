//! `#[tool]`, `#[prompt]` and `#[resource]` on a free function: the function, and a struct of the
//! same name that carries its route.

use super::route::route;
use super::site::Site;
use crate::check::{self, Place};
use crate::errors::{Errors, beside};
use crate::item::function::Function;
use crate::item::handler_attribute::{self, HANDLED, conditional};
use crate::item::unfinished::{self, Start};
use crate::kind::Kind;
use crate::lints::{lints, unlinted};
use crate::model::{AttributeArguments, Handler};
use crate::runtime_path::RuntimePath;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Attribute, Generics, Meta, Token, Visibility};

pub(crate) fn expand(kind: Kind, arguments: TokenStream, item: TokenStream) -> TokenStream {
    if arguments.to_string() == HANDLED {
        return item;
    }
    if kind.is_of_extension() {
        return not_free(kind, &item);
    }
    let Ok(mut function) = syn::parse2::<Function>(item.clone()) else {
        return not_a_function(kind, arguments, item);
    };
    let mut errors = Errors::default();
    for attribute in &mut function.attributes {
        if let Some(other) = handler_attribute::mark(attribute) {
            errors.refuse(attribute, check::ONE_KIND);
            *attribute = other.emptied;
        }
    }
    let handler = Handler::read(kind, (arguments, Span::call_site()), &mut function, &mut errors);
    check::handler(&handler, Place::Free, &mut errors);
    let krate = handler.common().krate.clone().unwrap_or_else(|| RuntimePath::of(kind));
    let body = match errors.finish() {
        Ok(()) => {
            let generics = Generics::default();
            let site = Site { krate: &krate, method: false, generics: &generics, stateless: &[] };
            route(&handler, &site)
        }
        // A method, or a name that belongs to a type: a struct would cause a second error.
        Err(messages) if !check::can_name_a_struct(&handler) => return quote!(#function #messages),
        // The errors take the place of the route, so that the handler can still be named.
        Err(messages) => messages,
    };
    let Function { attributes, visibility, signature, .. } = &function;
    let carrier = carrier(kind, attributes, visibility, &signature.ident, &krate, &body);
    quote!(#function #carrier)
}

/// Refuses a handler of an extension outside the impl block of its type.
fn not_free(kind: Kind, item: &TokenStream) -> TokenStream {
    let name = kind.name();
    let place = "put `#[handlers]` on the impl block of the extension";
    beside(item, format!("`#[{name}]` goes on a method: {place}"))
}

/// An error, or a function that is still being written.
fn not_a_function(kind: Kind, arguments: TokenStream, item: TokenStream) -> TokenStream {
    if unfinished::is_item(&item) {
        return beside(&item, format!("`#[{}]` goes on a function with a body", kind.name()));
    }
    let start = syn::parse2::<Start>(item.clone());
    let item = unfinished::without_ours(item);
    let Ok(Start { attributes, visibility, ident }) = start else { return item };
    let attribute =
        AttributeArguments::read(kind, arguments, Span::call_site(), &mut Errors::default());
    let krate = attribute.common().krate.clone().unwrap_or_else(|| RuntimePath::of(kind));
    let carrier = carrier(kind, &attributes, &visibility, &ident, &krate, &unfinished::body());
    quote!(#item #carrier)
}

/// The struct of the same name: types and functions have separate names.
fn carrier(
    kind: Kind,
    attributes: &[Attribute],
    visibility: &Visibility,
    ident: &Ident,
    krate: &RuntimePath,
    body: &TokenStream,
) -> TokenStream {
    let cfgs: Vec<_> = attributes.iter().filter(|attribute| conditional(attribute)).collect();
    let hidden = attributes.iter().filter(|attribute| is_hidden(attribute));
    let lints = lints(attributes);
    // In code of another crate the compiler does not lint the case of a name, or missing derives.
    let carrier = unlinted(ident);
    let doc = format!(" A type that stands for the {} [`{ident}`](fn@{ident}).", kind.name());
    let carried = kind.of_function();
    let route = kind.item("Route");
    quote! {
        #(#cfgs)*
        #(#hidden)*
        #[doc = #doc]
        #visibility struct #carrier {}

        #(#cfgs)*
        #(#lints)*
        #[allow(clippy::needless_update)]
        impl #krate::#carried for #carrier {
            fn route() -> #krate::#route<()> {
                #body
            }
        }
    }
}

/// Whether the attribute keeps an item out of the documentation.
fn is_hidden(attribute: &Attribute) -> bool {
    let list = Punctuated::<Meta, Token![,]>::parse_terminated;
    attribute.path().is_ident("doc")
        && attribute
            .parse_args_with(list)
            .is_ok_and(|metas| metas.iter().any(|meta| meta.path().is_ident("hidden")))
}
