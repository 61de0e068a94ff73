//! `#[extension]` on a type, and the derives for what an extension sends: requests, notifications
//! and entries of `_meta`.

use crate::attr::refusal::{name, refused};
use crate::attr::values::{Code, Switch, Text, literal};
use crate::attr::version::Version;
use crate::attr::words::parenthesized;
use crate::attr::{named, parse};
use crate::item::unfinished;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{DeriveInput, Expr, Lit, LitStr, Meta, Path, WherePredicate, parse_quote};

/// The named arguments of `#[extension]`.
#[derive(Default, FromMeta)]
struct Extension {
    since: Option<Version>,
    settings: Option<Code>,
    client: Option<Kind>,
    results: Option<Literals>,
    notifies: Option<Paths>,
    #[darling(default)]
    official: Switch,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

/// A type: `client = Settings`.
struct Kind(TokenStream);

impl FromMeta for Kind {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::NameValue(pair) = item
            && let Ok(ty) = syn::parse2::<syn::Type>(pair.value.to_token_stream())
        {
            return Ok(Self(ty.to_token_stream()));
        }
        let name = name(item);
        Err(refused(item, format!("`{name}` takes a type: `{name} = Type`")))
    }
}

/// Strings in parentheses: `results("batch")`.
struct Literals(Vec<LitStr>);

impl FromMeta for Literals {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let message = "write the kinds of results in parentheses: `results(\"batch\")`";
        parenthesized(item).map(Self).ok_or_else(|| refused(item, message))
    }
}

/// Types in parentheses: `notifies(Progress)`.
struct Paths(Vec<Path>);

impl FromMeta for Paths {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let message = "write the types of notifications in parentheses: `notifies(Progress)`";
        parenthesized(item).map(Self).ok_or_else(|| refused(item, message))
    }
}

/// Reads the leading string literal, and the named arguments after it.
fn first_text<T: FromMeta>(
    name: &str,
    arguments: TokenStream,
    at: Span,
    hint: &str,
) -> syn::Result<(LitStr, T)> {
    let first: TokenStream =
        arguments.clone().into_iter().take_while(|token| !parse::is_comma(token)).collect();
    if first.is_empty() {
        return Err(syn::Error::new(at, hint));
    }
    let text = syn::parse2::<Expr>(first.clone()).ok();
    let Some(Lit::Str(text)) = text.as_ref().and_then(literal) else {
        return Err(refused(&first, hint).into());
    };
    let rest = arguments.into_iter().skip(first.into_iter().count() + 1);
    Ok((text.clone(), named::read(name, rest.collect())?))
}

/// `#[extension]`: the type, and its implementation of `Extension`.
pub(crate) fn expand(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(input) = syn::parse2::<DeriveInput>(item.clone()) else {
        if !unfinished::is_item(item) {
            return item.clone();
        }
        let message = "`#[extension]` goes on a struct or an enum";
        let message = syn::Error::new(Span::call_site(), message).into_compile_error();
        return quote!(#item #message);
    };
    let hint = "write the identifier first: `#[extension(\"com.example/batch\")]`";
    let implemented = match first_text::<Extension>("extension", arguments, Span::call_site(), hint)
    {
        Ok((id, extension)) => implementation(&input, &id, &extension),
        Err(error) => error.into_compile_error(),
    };
    quote!(#item #implemented)
}

fn implementation(input: &DeriveInput, id: &LitStr, extension: &Extension) -> TokenStream {
    let krate = extension.krate.clone().unwrap_or_default();
    let at = id.span();
    let runtime = krate.at(at);
    // In a constant of its own, so that the compiler evaluates it.
    let checked = match extension.official.0 {
        true => quote_spanned!(at=> #runtime::ExtensionId::new(#id)),
        false => quote_spanned!(at=> #runtime::ExtensionId::of_vendor(#id)),
    };
    let since = extension.since.as_ref().map(|since| {
        let since = since.tokens(&krate);
        quote!(.since(#since))
    });
    let results = extension.results.as_ref().map(|results| {
        let results = &results.0;
        quote!(const RESULTS: &'static [&'static str] = &[#(#results),*];)
    });
    let topics = extension.notifies.as_ref().map(|notifies| {
        let notifies = &notifies.0;
        quote! {
            const TOPICS: &'static [::core::option::Option<#krate::ExtensionTopic>] =
                &[#(<#notifies as #krate::ExtensionNotification>::TOPIC),*];
        }
    });
    let client = match &extension.client {
        Some(client) => client.0.clone(),
        None => quote!(#krate::Settings),
    };
    let settings = extension.settings.as_ref().map(|settings| {
        quote! {
            fn declaration(&self) -> #krate::ExtensionDeclaration {
                <Self as #krate::Extension>::ID.with((#settings)(self))
            }
        }
    });
    // Of a generic struct the compiler would demand them where the attribute is.
    let mut generics = input.generics.clone();
    if !generics.params.is_empty() {
        let shared: WherePredicate = parse_quote! {
            Self: ::core::marker::Send + ::core::marker::Sync + 'static
        };
        generics.make_where_clause().predicates.push(shared);
    }
    let (parameters, arguments, conditions) = generics.split_for_impl();
    let name = &input.ident;
    quote! {
        const _: #krate::ExtensionId = #checked;

        impl #parameters #krate::Extension for #name #arguments #conditions {
            const ID: #krate::ExtensionId = #krate::ExtensionId::new(#id)#since;
            #results
            #topics
            type Client = #client;
            #settings
        }
    }
}

/// The attributes of `#[derive(ExtensionRequest)]`.
#[derive(Default, FromMeta)]
struct Request {
    extension: Option<Path>,
    result: Option<Kind>,
    name: Option<Text>,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

/// The attributes of `#[derive(ExtensionNotification)]`.
#[derive(Default, FromMeta)]
struct Notification {
    extension: Option<Path>,
    topic: Option<Text>,
    key: Option<Code>,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

/// The attributes of `#[derive(MetaEntry)]`.
#[derive(Default, FromMeta)]
struct Entry {
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

/// Reads the type, and its attribute of this name.
fn read<T: FromMeta>(
    input: TokenStream,
    name: &str,
    hint: &str,
) -> syn::Result<(DeriveInput, LitStr, T)> {
    let input: DeriveInput = syn::parse2(input)?;
    let found = input.attrs.iter().find(|attribute| attribute.path().is_ident(name));
    let Some(attribute) = found else {
        return Err(syn::Error::new_spanned(&input.ident, hint));
    };
    let arguments = match &attribute.meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    let at = syn::spanned::Spanned::span(attribute);
    let (text, named) = first_text(name, arguments, at, hint)?;
    Ok((input, text, named))
}

fn lacks_extension(at: &LitStr) -> TokenStream {
    let message = "name the extension that it belongs to: `extension = Batch`";
    syn::Error::new_spanned(at, message).into_compile_error()
}

/// `#[derive(ExtensionRequest)]`
pub(crate) fn request(input: TokenStream) -> TokenStream {
    let hint = "the name of the method is missing: `#[request(\"batch/run\", extension = Batch, result = Report)]`";
    let (input, method, request) = match read::<Request>(input, "request", hint) {
        Ok(read) => read,
        Err(error) => return error.into_compile_error(),
    };
    let Some(extension) = &request.extension else { return lacks_extension(&method) };
    let krate = request.krate.clone().unwrap_or_default();
    let result = request.result.map_or_else(|| quote!(()), |result| result.0);
    let subject = request.name.map(|name| {
        quote!(const SUBJECT: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);)
    });
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    let name = &input.ident;
    quote! {
        impl #parameters #krate::ExtensionRequest for #name #arguments #conditions {
            const EXTENSION: #krate::ExtensionId = <#extension as #krate::Extension>::ID;
            const METHOD: &'static str = #method;
            #subject
            type Result = #result;
        }
    }
}

/// `#[derive(ExtensionNotification)]`
pub(crate) fn notification(input: TokenStream) -> TokenStream {
    let hint = "the name of the notification is missing: `#[notification(\"notifications/batch/progress\", extension = Batch)]`";
    let (input, method, notification) = match read::<Notification>(input, "notification", hint) {
        Ok(read) => read,
        Err(error) => return error.into_compile_error(),
    };
    let Some(extension) = &notification.extension else { return lacks_extension(&method) };
    let krate = notification.krate.clone().unwrap_or_default();
    if let (Some(key), None) = (&notification.key, &notification.topic) {
        let message = "`key` distinguishes the subscribers of a topic: add `topic = \"..\"`";
        return syn::Error::new_spanned(key, message).into_compile_error();
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
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    let name = &input.ident;
    quote! {
        impl #parameters #krate::ExtensionNotification for #name #arguments #conditions {
            const EXTENSION: #krate::ExtensionId = <#extension as #krate::Extension>::ID;
            const METHOD: &'static str = #method;
            #topic
            #key
        }
    }
}

/// `#[derive(MetaEntry)]`
pub(crate) fn meta(input: TokenStream) -> TokenStream {
    let hint = "say under which key: `#[meta(\"com.example/batch\")]`";
    let (input, key, entry) = match read::<Entry>(input, "meta", hint) {
        Ok(read) => read,
        Err(error) => return error.into_compile_error(),
    };
    let krate = entry.krate.unwrap_or_default();
    let at = key.span();
    let runtime = krate.at(at);
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    let name = &input.ident;
    // A key is written like the identifier of an extension.
    let checked = quote_spanned!(at=> #runtime::ExtensionId::new(#key));
    quote! {
        const _: #krate::ExtensionId = #checked;

        impl #parameters #krate::MetaEntry for #name #arguments #conditions {
            const KEY: &'static str = #key;
        }

        impl #parameters #krate::FromContext for #name #arguments #conditions {
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
        }
    }
}
