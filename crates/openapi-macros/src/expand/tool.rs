//! The methods that are tools.

use proc_macro2::{TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::Attribute;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use super::path::{krate, krate_at};
use crate::model::{FnParameter, OperationFn};
use crate::operation::{Described, DescribedParameter};
use crate::rust_type;

/// The method that is the tool.
pub(super) fn method(at: usize, operation: &OperationFn, checked: &Described<'_>) -> TokenStream {
    let krate = krate();
    let OperationFn { ident, attributes, .. } = operation;
    let hints = hints(operation);
    let options = &operation.options;
    let written = attributes.iter().any(is_doc) || has_option(options, &["description"]);
    let described = if checked.description.is_empty() {
        format!("{} {}", operation.method.to_string().to_ascii_uppercase(), operation.path.value())
    } else {
        checked.description.clone()
    };
    let described = (!written).then(|| quote!(#[doc = #described]));
    let both = operation.parameters.iter().zip(&checked.parameters);
    let parameters = both.map(|(parameter, checked)| declared(parameter, checked));
    let arguments = operation.parameters.iter().map(argument);
    let (output, returned) = match &operation.output {
        Some(ty) if !rust_type::is_unit(ty) => {
            let krate = krate_at(ty.span());
            let returned =
                quote_spanned!(ty.span()=> #krate::decode::<#ty>(&__received, __operation));
            (quote_spanned!(ty.span()=> #krate::Result<#ty>), returned)
        }
        _ => (quote!(#krate::Result<()>), quote!(::core::result::Result::Ok(()))),
    };
    quote_spanned! {ident.span()=>
        #described
        #(#attributes)*
        #[#krate::mcp_runtime::tool(#hints #options)]
        #[allow(clippy::too_many_arguments, reason = "the API has as many")]
        async fn #ident(&self, #(#parameters),*) -> #output {
            let __client = &self.0;
            let __operation = &__OPERATIONS[#at];
            let __arguments = [#(#arguments),*];
            let __received = __client.exchange(__operation, &__arguments).await?;
            #returned
        }
    }
}

/// The hints that follow from the method, unless the user gives them.
fn hints(operation: &OperationFn) -> TokenStream {
    let hints: &[&str] = match operation.method.to_string().as_str() {
        "get" | "head" => &["strict", "read_only"],
        "put" | "delete" => &["strict", "destructive", "idempotent"],
        _ => &["strict", "destructive"],
    };
    let options = &operation.options;
    let is_settled = |hint| hint != "strict" && has_option(options, &["read_only", "pure"]);
    let missing = hints.iter().filter(|hint| !is_settled(**hint) && !has_option(options, &[hint]));
    let words = missing.map(|hint| format_ident!("{hint}"));
    quote!(#(#words,)*)
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
fn declared(parameter: &FnParameter, checked: &DescribedParameter<'_>) -> TokenStream {
    let FnParameter { ident, ty, options, attributes, .. } = parameter;
    let written = attributes.iter().any(is_doc) || has_option(options, &["description"]);
    let description = &checked.description;
    let described = (!written && !description.is_empty()).then(|| quote!(#[doc = #description]));
    let arg = (!options.is_empty()).then(|| quote!(#[arg(#options)]));
    quote!(#described #(#attributes)* #arg #ident: #ty)
}

/// The argument as JSON, unless it is absent.
fn argument(parameter: &FnParameter) -> TokenStream {
    let FnParameter { ident, ty, .. } = parameter;
    let name = ident.unraw().to_string();
    let at = ty.span();
    let krate = krate_at(at);
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

/// Whether an attribute is a doc comment.
pub(super) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}
