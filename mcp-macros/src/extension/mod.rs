//! `#[extension]` on a type, and the derives for what an extension sends: requests, notifications
//! and entries of `_meta`.

mod attrs;
mod derives;

pub(crate) use derives::{meta, notification, request};

use crate::errors::or_error;
use crate::item::unfinished;
use crate::tokens::implement;
use attrs::{Extension, Literals, Paths};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{DeriveInput, LitStr, WherePredicate, parse_quote};

/// `#[extension]`: the type, and its implementation of `Extension`.
pub(crate) fn expand(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(input) = syn::parse2::<DeriveInput>(item.clone()) else {
        return unfinished::refuse_item(item, "`#[extension]` goes on a struct or an enum");
    };
    let hint = "write the identifier first: `#[extension(\"com.example/batch\")]`";
    let read = attrs::read("extension", arguments, Span::call_site(), hint);
    let implemented = or_error(read.map(|(id, extension)| implementation(input, &id, &extension)));
    quote!(#item #implemented)
}

fn implementation(mut input: DeriveInput, id: &LitStr, extension: &Extension) -> TokenStream {
    let krate = extension.krate.clone().unwrap_or_default();
    let at = id.span();
    let runtime = krate.at(at);
    // In a constant of its own, so that the compiler evaluates it.
    let checked = if extension.official.0 {
        quote_spanned!(at=> #runtime::ExtensionId::new(#id))
    } else {
        quote_spanned!(at=> #runtime::ExtensionId::of_vendor(#id))
    };
    let since = extension.since.as_ref().map(|since| {
        let since = since.tokens(&krate);
        quote!(.since(#since))
    });
    let results = extension.results.as_ref().map(
        |Literals(results)| quote!(const RESULTS: &'static [&'static str] = &[#(#results),*];),
    );
    let topics = extension.notifies.as_ref().map(|Paths(notifies)| {
        quote! {
            const TOPICS: &'static [::core::option::Option<#krate::ExtensionTopic>] =
                &[#(<#notifies as #krate::ExtensionNotification>::TOPIC),*];
        }
    });
    let client = extension
        .client
        .as_ref()
        .map(ToTokens::to_token_stream)
        .unwrap_or_else(|| quote!(#krate::Settings));
    let settings = extension.settings.as_ref().map(|settings| {
        quote! {
            fn declaration(&self) -> #krate::ExtensionDeclaration {
                <Self as #krate::Extension>::ID.with((#settings)(self))
            }
        }
    });
    // Of a generic struct the compiler would demand them where the attribute is.
    if !input.generics.params.is_empty() {
        let shared: WherePredicate = parse_quote! {
            Self: ::core::marker::Send + ::core::marker::Sync + 'static
        };
        input.generics.make_where_clause().predicates.push(shared);
    }
    let members = quote! {
        const ID: #krate::ExtensionId = #krate::ExtensionId::new(#id)#since;
        #results
        #topics
        type Client = #client;
        #settings
    };
    let implementation = implement(&input, &quote!(#krate::Extension), &members);
    quote! {
        const _: #krate::ExtensionId = #checked;

        #implementation
    }
}
