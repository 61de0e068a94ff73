//! The table of requests.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;

use super::path::krate;
use crate::model::OperationFn;
use crate::operation::Described;

/// The entry of an operation in the table.
pub(super) fn request(operation: &OperationFn, checked: &Described<'_>) -> TokenStream {
    let krate = krate();
    let method = format_ident!("{}", operation.method.to_string().to_ascii_uppercase());
    let path = operation.path.value();
    let both = operation.parameters.iter().zip(&checked.parameters);
    let parameters = both.map(|(parameter, checked)| {
        let argument = parameter.ident.unraw().to_string();
        let name = &checked.name;
        let place = format_ident!("{}", format!("{:?}", checked.place));
        let style = checked.style.map(|style| {
            let style = format_ident!("{style}");
            quote!((#krate::Style::#style))
        });
        quote! {
            #krate::RequestParameter {
                argument: #krate::Cow::Borrowed(#argument),
                name: #krate::Cow::Borrowed(#name),
                place: #krate::RequestPart::#place #style,
            }
        }
    });
    let body = match &checked.body {
        Some(body) => {
            let kind = format_ident!("{}", body.kind);
            let content_type = &body.content_type;
            let required = body.required;
            quote! {
                ::core::option::Option::Some(#krate::OperationBody {
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
