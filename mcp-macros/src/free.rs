//! `#[tool]`, `#[prompt]` and `#[resource]` on a function of its own: the function, and a struct of
//! the same name that carries its route.

use crate::check::{self, Place};
use crate::errors::Errors;
use crate::function::Function;
use crate::handler::{self, Site};
use crate::kind::Kind;
use crate::krate::Krate;
use crate::marked;
use crate::model::{Handler, conditional};
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// The argument with which `#[handlers]` leaves the attribute on a method: it is done. Were the
/// attribute removed, its import would be reported as unused.
pub(crate) const HANDLED: &str = "__handled";

pub(crate) fn expand(kind: Kind, arguments: TokenStream, item: TokenStream) -> TokenStream {
    if arguments.to_string() == HANDLED {
        return item;
    }
    let Ok(mut function) = syn::parse2::<Function>(item.clone()) else {
        let message = format!("`#[{}]` goes on a function", kind.name());
        let message = syn::Error::new(Span::call_site(), message).into_compile_error();
        return quote!(#item #message);
    };
    let mut errors = Errors::default();
    for attribute in &mut function.attributes {
        if let Some(other) = marked::mark(attribute) {
            errors.refuse(attribute, check::ONE_KIND);
            *attribute = other.emptied;
        }
    }
    let handler = Handler::read(kind, arguments, &mut function, &mut errors);
    check::handler(&handler, Place::Free, &mut errors);
    let krate = handler.common().krate.clone().unwrap_or_default();
    let body = match errors.finish() {
        Ok(()) => {
            let site = Site { krate: &krate, method: false, stateless: &[] };
            handler::route(&handler, &site)
        }
        // A method, or a name that belongs to a type: a struct would be a second mistake.
        Err(messages) if !check::can_name_a_struct(&handler) => return quote!(#function #messages),
        // The messages stand where the route would be, so that naming the handler is no mistake.
        Err(messages) => messages,
    };
    let carrier = carrier(&handler, &function, &krate, &body);
    quote!(#function #carrier)
}

/// The struct of the same name: types and functions have separate names.
fn carrier(
    handler: &Handler,
    function: &Function,
    krate: &Krate,
    body: &TokenStream,
) -> TokenStream {
    let Function { attributes, visibility, signature, .. } = function;
    let ident = &signature.ident;
    let cfgs: Vec<_> = attributes.iter().filter(|attribute| conditional(attribute)).collect();
    let doc = format!(
        " Names the {} [`{ident}`](fn@{ident}) where a type is asked for.",
        handler.kind.name()
    );
    let (carried, route) = (handler.kind.item("Fn"), handler.kind.item("Route"));
    quote! {
        #(#cfgs)*
        #[doc = #doc]
        #[allow(non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
        #visibility struct #ident {}

        #(#cfgs)*
        #[allow(clippy::needless_update)]
        impl #krate::#carried for #ident {
            fn route() -> #krate::#route<()> {
                #body
            }
        }
    }
}
