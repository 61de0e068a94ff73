//! The derives for what an extension sends.

use super::attrs::{self, Entry, Notification, Request};
use crate::attr::values::Type;
use crate::errors::or_error;
use crate::tokens::implement;
use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, LitStr, Meta};

/// `#[derive(ExtensionRequest)]`
pub(crate) fn request(input: TokenStream) -> TokenStream {
    let hint = "the name of the method is missing: `#[request(\"batch/run\", extension = Batch, result = Report)]`";
    or_error(read(input, "request", hint).and_then(implement_request))
}

fn implement_request((input, method, request): Read<Request>) -> syn::Result<TokenStream> {
    let extension = extension(request.extension, &method)?;
    let krate = request.krate.unwrap_or_default();
    let result = request.result.map_or_else(|| quote!(()), Type::into_token_stream);
    let subject = request.name.map(|name| {
        quote!(const SUBJECT: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);)
    });
    let members = quote! {
        const EXTENSION: #krate::ExtensionId = <#extension as #krate::Extension>::ID;
        const METHOD: &'static str = #method;
        #subject
        type Result = #result;
    };
    Ok(implement(&input, &quote!(#krate::ExtensionRequest), &members))
}

/// `#[derive(ExtensionNotification)]`
pub(crate) fn notification(input: TokenStream) -> TokenStream {
    let hint = "the name of the notification is missing: `#[notification(\"notifications/batch/progress\", extension = Batch)]`";
    or_error(read(input, "notification", hint).and_then(implement_notification))
}

fn implement_notification(
    (input, method, notification): Read<Notification>,
) -> syn::Result<TokenStream> {
    let extension = extension(notification.extension, &method)?;
    let krate = notification.krate.unwrap_or_default();
    if let (Some(key), None) = (&notification.key, &notification.topic) {
        let message = "`key` distinguishes the subscribers of a topic: add `topic = \"..\"`";
        return Err(syn::Error::new_spanned(key, message));
    }
    let is_keyed = notification.key.is_some();
    let topic = notification.topic.map(|topic| {
        quote! {
            const TOPIC: ::core::option::Option<#krate::ExtensionTopic> =
                ::core::option::Option::Some(#krate::ExtensionTopic {
                    extension: <#extension as #krate::Extension>::ID,
                    name: #topic,
                    is_keyed: #is_keyed,
                });
        }
    });
    let key = notification.key.map(|key| {
        quote! {
            fn key(&self) -> ::core::option::Option<#krate::String> {
                ::core::option::Option::Some(#krate::string(&self.#key))
            }
        }
    });
    let members = quote! {
        const EXTENSION: #krate::ExtensionId = <#extension as #krate::Extension>::ID;
        const METHOD: &'static str = #method;
        #topic
        #key
    };
    Ok(implement(&input, &quote!(#krate::ExtensionNotification), &members))
}

/// `#[derive(MetaEntry)]`
pub(crate) fn meta(input: TokenStream) -> TokenStream {
    let hint = "write the key first: `#[meta(\"com.example/batch\")]`";
    or_error(read(input, "meta", hint).map(implement_meta))
}

fn implement_meta((input, key, entry): Read<Entry>) -> TokenStream {
    let krate = entry.krate.unwrap_or_default();
    let at = key.span();
    let runtime = krate.at(at);
    // A key is written like the identifier of an extension.
    let checked = quote_spanned!(at=> #runtime::ExtensionId::new(#key));
    let constant = quote!(const KEY: &'static str = #key;);
    let entry = implement(&input, &quote!(#krate::MetaEntry), &constant);
    let members = quote! {
        const ASKS: bool = false;
        const READS_REQUEST: bool = false;
        const READS_META: bool = true;
        const IS_READY: bool = true;

        async fn from_context(context: &#krate::Context) -> #krate::Result<Self> {
            #krate::take_entry(context)
        }

        fn is_available(context: &#krate::Context) -> bool {
            #krate::has_entry::<Self>(context)
        }
    };
    let parameter = implement(&input, &quote!(#krate::FromContext), &members);
    quote! {
        const _: #krate::ExtensionId = #checked;

        #entry

        #parameter
    }
}

/// A type, and the arguments of its attribute: the text that comes first, and those with names.
type Read<T> = (DeriveInput, LitStr, T);

/// Reads the type, and its attribute of this name.
fn read<T: FromMeta>(input: TokenStream, name: &str, hint: &str) -> syn::Result<Read<T>> {
    let input: DeriveInput = syn::parse2(input)?;
    let found = input.attrs.iter().find(|attribute| attribute.path().is_ident(name));
    let Some(attribute) = found else {
        return Err(syn::Error::new_spanned(&input.ident, hint));
    };
    let arguments = match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let at = attribute.span();
    let (text, named) = attrs::read(name, arguments, at, hint)?;
    Ok((input, text, named))
}

/// The extension that is named, or an error at the text.
fn extension(named: Option<Type>, text: &LitStr) -> syn::Result<Type> {
    let message = "name the extension that it belongs to: `extension = Batch`";
    named.ok_or_else(|| syn::Error::new_spanned(text, message))
}
