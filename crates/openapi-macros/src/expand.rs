//! Writes the table of requests, and the block whose methods are tools.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, Error, Ident};

use crate::check::{Checked, CheckedOperation, CheckedParameter};
use crate::model::{ApiTrait, Operation, Parameter};
use crate::operation::Place;
use crate::rust_type;

/// The trait, and the implementation that makes tools of it.
pub(crate) fn expand(api: &ApiTrait, checked: &Checked) -> TokenStream {
    let krate = krate();
    let docs = api.attributes.iter().filter(|attribute| is_doc(attribute));
    let requests = api.operations.iter().zip(&checked.operations);
    let requests = requests.map(|(operation, checked)| request(operation, checked));
    let count = api.operations.len();
    let methods = api.operations.iter().zip(&checked.operations).enumerate();
    let methods = methods.map(|(at, (operation, checked))| method(at, operation, checked));
    let file = &checked.file;
    let body = quote! {
        const _: &[::core::primitive::u8] = ::core::include_bytes!(#file);

        struct __Api(#krate::Client);

        static __OPERATIONS: [#krate::Operation; #count] = [#(#requests),*];

        #(#docs)*
        #[#krate::mcp_runtime::handlers(crate = #krate::mcp_runtime)]
        impl __Api {
            #(#methods)*
        }
    };
    let add = quote! {
        __server.handlers_from(move || async move {
            #krate::Client::open(&__api, &__OPERATIONS).map(__Api)
        })
    };
    implement(api, &body, &add)
}

/// The trait and the errors. The program sees a trait without operations, so that its use is no
/// further error.
pub(crate) fn refuse(api: &ApiTrait, error: &Error) -> TokenStream {
    let errors = error.to_compile_error();
    let mut tokens = implement(api, &TokenStream::new(), &quote!(__server));
    tokens.extend(errors);
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

/// The hidden module that generated code imports from.
fn krate() -> TokenStream {
    quote_spanned!(Span::mixed_site()=> ::mcp_runtime_openapi::__private)
}

/// The entry of an operation in the table.
fn request(operation: &Operation, checked: &CheckedOperation) -> TokenStream {
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

/// The method that is the tool.
fn method(at: usize, operation: &Operation, checked: &CheckedOperation) -> TokenStream {
    let krate = krate();
    let Operation { ident, attributes, .. } = operation;
    let hints = hints(operation);
    let options = &operation.options;
    let written = attributes.iter().any(is_doc) || has_option(options, &["description"]);
    let described = if checked.description.is_empty() {
        format!("{} {}", operation.method.to_string().to_ascii_uppercase(), operation.path.value())
    } else {
        checked.description.clone()
    };
    let described = (!written).then(|| quote!(#[doc = #described]));
    let parameters = operation.parameters.iter().zip(&checked.parameters);
    let parameters = parameters.map(|(parameter, checked)| declared(parameter, checked));
    let arguments = operation.parameters.iter().map(argument);
    let operations = format_ident!("__OPERATIONS");
    let (output, call) = match &operation.output {
        Some(ty) if !rust_type::is_unit(ty) => (
            ty.to_token_stream(),
            quote_spanned!(ty.span()=> #krate::call::<#ty>(__client, __operation, &__arguments).await),
        ),
        _ => (quote!(()), quote!(__client.send(__operation, &__arguments).await)),
    };
    quote_spanned! {ident.span()=>
        #described
        #(#attributes)*
        #[#krate::mcp_runtime::tool(#hints #options)]
        #[allow(clippy::too_many_arguments, reason = "the API has as many")]
        async fn #ident(&self, #(#parameters),*) -> #krate::Result<#output> {
            let __client = &self.0;
            let __operation = &#operations[#at];
            let __arguments = [#(#arguments),*];
            #call
        }
    }
}

/// The hints that follow from the method, unless the user gives them.
fn hints(operation: &Operation) -> TokenStream {
    let hints: &[&str] = match operation.method.to_string().as_str() {
        "get" | "head" => &["read_only"],
        "put" | "delete" => &["destructive", "idempotent"],
        _ => &["destructive"],
    };
    let options = &operation.options;
    let is_settled = has_option(options, &["read_only", "pure"]);
    let hints = hints.iter().filter(|hint| !is_settled && !has_option(options, &[hint]));
    let strict = ["strict"].iter().filter(|strict| !has_option(options, &[strict]));
    let hints = hints.chain(strict).map(|hint| format_ident!("{hint}"));
    quote!(#(#hints,)*)
}

/// Whether the options have one of these names.
fn has_option(options: &TokenStream, names: &[&str]) -> bool {
    let mut is_name = true;
    options.clone().into_iter().any(|token| {
        let found = matches!(&token, TokenTree::Ident(word) if is_name && names.iter().any(|name| word == name));
        is_name = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ',');
        found
    })
}

/// A parameter of the method.
fn declared(parameter: &Parameter, checked: &CheckedParameter) -> TokenStream {
    let Parameter { ident, ty, options, attributes, .. } = parameter;
    let written = attributes.iter().any(is_doc) || has_option(options, &["description"]);
    let description = &checked.description;
    let described = (!written && !description.is_empty()).then(|| quote!(#[doc = #description]));
    let arg = (!options.is_empty()).then(|| quote!(#[arg(#options)]));
    quote!(#described #(#attributes)* #arg #ident: #ty)
}

/// The argument as JSON, unless it is absent.
fn argument(parameter: &Parameter) -> TokenStream {
    let krate = krate();
    let Parameter { ident, ty, .. } = parameter;
    let name = ident.unraw().to_string();
    let at = ty.span();
    if rust_type::option(ty).is_some() {
        quote_spanned! {at=>
            match &#ident {
                ::core::option::Option::Some(__value) => {
                    ::core::option::Option::Some(#krate::argument(#name, __value)?)
                }
                ::core::option::Option::None => ::core::option::Option::None,
            }
        }
    } else {
        quote_spanned!(at=> ::core::option::Option::Some(#krate::argument(#name, &#ident)?))
    }
}

fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}
