//! The table of requests.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;

use super::path::krate;
use crate::check::{CheckedOperation, CheckedParameter};
use crate::model::Operation;
use crate::operation::Place;

/// The entry of an operation in the table.
pub(super) fn request(operation: &Operation, checked: &CheckedOperation) -> TokenStream {
    let krate = krate();
    let method = variant(&operation.method.to_string());
    let path = operation.path.value();
    let parameters = operation.parameters.iter().zip(&checked.parameters);
    let parameters = parameters.map(|(parameter, checked)| {
        let argument = parameter.ident.unraw().to_string();
        let name = &checked.name;
        let place = place(checked);
        quote! {
            #krate::Parameter {
                argument: #krate::Cow::Borrowed(#argument),
                name: #krate::Cow::Borrowed(#name),
                place: #place,
            }
        }
    });
    let body = match &checked.body {
        Some(body) => {
            let kind = format_ident!("{}", body.kind);
            let (content_type, required) = (&body.content_type, body.required);
            quote! {
                ::core::option::Option::Some(#krate::Body {
                    kind: #krate::BodyKind::#kind,
                    content_type: #krate::Cow::Borrowed(#content_type),
                    required: #required,
                })
            }
        }
        None => quote!(::core::option::Option::None),
    };
    quote! {
        #krate::Operation {
            method: #krate::Method::#method,
            path: #krate::Cow::Borrowed(#path),
            parameters: #krate::Cow::Borrowed(&[#(#parameters),*]),
            body: #body,
        }
    }
}

/// `get` as `Get`.
fn variant(method: &str) -> Ident {
    let (first, rest) = method.split_at(method.len().min(1));
    format_ident!("{}{rest}", first.to_ascii_uppercase())
}

fn place(checked: &CheckedParameter) -> TokenStream {
    let krate = krate();
    let style = || {
        let style = format_ident!("{}", checked.style);
        quote!(#krate::Style::#style)
    };
    match checked.place {
        Place::Path => quote!(#krate::Place::Path),
        Place::Header => quote!(#krate::Place::Header),
        Place::Cookie => quote!(#krate::Place::Cookie),
        Place::Body => quote!(#krate::Place::Body),
        Place::Query => {
            let style = style();
            quote!(#krate::Place::Query(#style))
        }
        Place::Property => {
            let style = style();
            quote!(#krate::Place::Property(#style))
        }
    }
}
