//! Writes the table of requests, and the block whose methods are tools.

mod path;
mod table;
mod tool;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Error;

use crate::model::ApiTrait;
use crate::operation::Described;

use path::krate;
use table::request;
use tool::{is_doc, method};

/// The trait, and the implementation that makes tools of it.
pub(crate) fn expand(api: &ApiTrait, file: &str, operations: &[Described<'_>]) -> TokenStream {
    let krate = krate();
    let docs = api.attributes.iter().filter(|attribute| is_doc(attribute));
    let both = || api.operations.iter().zip(operations);
    let requests = both().map(|(operation, checked)| request(operation, checked));
    let methods =
        both().enumerate().map(|(at, (operation, checked))| method(at, operation, checked));
    let count = operations.len();
    let body = quote! {
        const _: &[::core::primitive::u8] = ::core::include_bytes!(#file);

        struct __Api(#krate::ApiClient);

        static __OPERATIONS: [#krate::Operation; #count] = [#(#requests),*];

        #(#docs)*
        #[#krate::mcp_runtime::handlers(crate = #krate::mcp_runtime)]
        impl __Api {
            #(#methods)*
        }
    };
    let add = quote! {
        __server.handlers_from(move || async move {
            #krate::ApiClient::open(&__api, &__OPERATIONS).map(__Api)
        })
    };
    implement(api, &body, &add)
}

/// The trait and the errors. The program sees a trait without operations, so that its use is no
/// further error.
pub(crate) fn refuse(api: &ApiTrait, error: &Error) -> TokenStream {
    let mut tokens = implement(api, &TokenStream::new(), &quote!(__server));
    tokens.extend(error.to_compile_error());
    tokens
}

fn implement(api: &ApiTrait, body: &TokenStream, add: &TokenStream) -> TokenStream {
    let krate = krate();
    let ApiTrait { attributes, visibility, ident, .. } = api;
    quote! {
        #(#attributes)*
        #visibility trait #ident {}

        const _: () = {
            #body

            impl ::mcp_runtime_openapi::Operations for dyn #ident {
                #[allow(unused_variables, reason = "without operations, there is nothing to call")]
                fn add_to(__server: #krate::ServerBuilder, __api: #krate::Api) -> #krate::ServerBuilder {
                    #add
                }
            }
        };
    }
}
