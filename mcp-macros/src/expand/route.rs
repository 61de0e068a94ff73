//! The part that all kinds of handlers share: the route, which is a definition, a description of
//! the parameters, and a closure that calls the function.

use super::parameter::BoundParameter;
use super::site::{Site, call, inputs};
use super::{definition, method, resource, tool};
use crate::attr::arg::Arg;
use crate::check;
use crate::foreign;
use crate::kind::Kind;
use crate::model::{AttributeArguments, Handler};
use crate::runtime_path::RuntimePath;
use crate::tokens::{field, if_standard, located};
use crate::types::{IfStandard, mentions};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ReturnType;
use syn::spanned::Spanned;

/// The expression that makes the route.
pub(crate) fn route(handler: &Handler, site: &Site<'_>) -> TokenStream {
    let krate = site.krate;
    let state = if site.method { quote!(Self) } else { quote!(()) };
    let definition = match &handler.attribute {
        AttributeArguments::Tool(of) => {
            let fields = tool::definition(of, krate);
            let output = ask_output(handler, site, "tool_output");
            quote!(#fields output: #output,)
        }
        AttributeArguments::Resource(of) => {
            let fields = resource::definition(of, krate);
            let is_watched = ask_output(handler, site, "resource_watched");
            quote!(#fields is_watched: #is_watched,)
        }
        AttributeArguments::Command(of) => field("hint", of.hint.as_ref()).unwrap_or_default(),
        AttributeArguments::Prompt(_)
        | AttributeArguments::Agent(_)
        | AttributeArguments::Method(_) => TokenStream::new(),
    };
    let (common, rest) = match &handler.attribute {
        AttributeArguments::Method(of) => (method::definition(handler, of, krate), None),
        _ => (definition::common(handler, krate), Some(rest(handler.kind, krate))),
    };
    let taken: Vec<BoundParameter> = BoundParameter::all(handler, site);
    let describe = taken.iter().map(|taken| &taken.describe);
    let list = match &handler.attribute {
        AttributeArguments::Resource(of) => resource::list(of, site),
        _ => None,
    };
    let is_described = !taken.is_empty() || list.is_some();
    let inputs = if is_described { inputs().to_token_stream() } else { quote!(_) };
    let answer = answer(handler, site, &taken);
    let taken_from = call();
    let route = handler.kind.item("Route");
    let def = handler.kind.item("Def");
    let route = quote! {
        #krate::#route::<#state>::new(
            #krate::#def { #common #definition #rest },
            |#inputs| { #(#describe)* #list },
            |__this, #taken_from| { #answer },
        )
    };
    let preview = preview(handler, site, &taken);
    let route = quote!(#route #preview);
    let unexpected: Vec<TokenStream> =
        unexpected(handler).iter().map(|unexpected| refusal(unexpected, site)).collect();
    if unexpected.is_empty() { route } else { quote!({ #(#unexpected)* #route }) }
}

/// The fields of a definition that are not given. That of another protocol is in its crate.
fn rest(kind: Kind, krate: &RuntimePath) -> TokenStream {
    match kind {
        Kind::Agent => quote!(..#krate::AGENT),
        Kind::Command => quote!(..#krate::COMMAND),
        _ => {
            let def = kind.item("Def");
            quote!(..#krate::#def::EMPTY)
        }
    }
}

/// What is wrong with the types of the handler if they are those of the standard library.
fn unexpected(handler: &Handler) -> Vec<IfStandard<'_>> {
    let arguments = handler
        .parameters
        .iter()
        .filter(|parameter| {
            parameter.attributes.args.is_none() && !parameter.arg().is_some_and(Arg::is_duration)
        })
        .flat_map(|parameter| {
            let ty = &parameter.ty;
            check::unexpected(ty).into_iter().chain(check::unfit_keys(ty))
        });
    let result = match &handler.signature.output {
        ReturnType::Type(_, ty) if handler.kind != Kind::Around => check::unfit_keys_of_result(ty),
        _ => Vec::new(),
    };
    arguments.chain(result).collect()
}

/// Refuses a type if it is one of the standard library. One that only the impl block can name is taken
/// for what its name says.
fn refusal(unexpected: &IfStandard<'_>, site: &Site<'_>) -> TokenStream {
    if mentions(unexpected.ty.to_token_stream(), site.generics) {
        syn::Error::new_spanned(unexpected.at, &unexpected.message).into_compile_error()
    } else {
        if_standard(unexpected, site.krate)
    }
}

/// Makes the preview of a tool, from a function with the same parameters.
fn preview(handler: &Handler, site: &Site<'_>, taken: &[BoundParameter]) -> Option<TokenStream> {
    let AttributeArguments::Tool(tool) = &handler.attribute else { return None };
    let path = &tool.preview.as_ref()?.0;
    let at = path.span();
    let taken_from = call();
    let decoded = decoded(taken);
    let runtime = site.krate.at(at);
    let takes_state = site.takes_state(path);
    let own = takes_state.then(|| quote!(let __this = ::core::clone::Clone::clone(__this);));
    let this = takes_state.then(|| quote!(&__this,));
    // The function may have others than the tool.
    let parameters = handler.parameters.iter().zip(taken);
    let passed =
        parameters.map(|(parameter, taken)| located(&taken.pass, parameter.pattern.span()));
    let shown = quote_spanned!(at=> #runtime::preview_result!(#path(#this #(#passed),*)));
    let step = quote_spanned!(at=> #runtime::Step::future(#taken_from, async move { #shown }));
    Some(quote!(.preview(|__this, #taken_from| { #decoded #own #step })))
}

/// Takes the parameters, or refuses the call.
fn decoded(taken: &[BoundParameter]) -> Option<TokenStream> {
    let lets = taken.iter().map(|taken| &taken.take);
    let variables: Vec<&Ident> = taken.iter().map(|taken| &taken.variable).collect();
    let taken_from = call();
    (!taken.is_empty()).then(|| {
        quote! {
            #(#lets)*
            let (#(::core::option::Option::Some(#variables),)*) = (#(#variables,)*) else {
                return #taken_from.refuse();
            };
        }
    })
}

/// Takes the parameters, calls the function and turns its result into a response.
fn answer(handler: &Handler, site: &Site<'_>, taken: &[BoundParameter]) -> TokenStream {
    let krate = site.krate;
    let taken_from = call();
    let decoded = decoded(taken);
    // A handler that is confirmed first also completes later.
    let waits = handler.signature.asyncness.is_some() || handler.is_confirmed();
    let later = handler.is_blocking() || waits;
    let (own, this) = match (handler.signature.receiver().is_some(), later) {
        (false, _) => (None, None),
        (true, false) => (None, Some(quote!(__this,))),
        (true, true) => {
            let own = quote!(let __this = ::core::clone::Clone::clone(__this););
            (Some(own), Some(quote!(&__this,)))
        }
    };
    let response = response(handler, site, this.as_ref(), taken);
    // An error about the future (such as that it is not `Send`) is reported at the function.
    let at = handler.signature.ident.span();
    let runtime = krate.at(at);
    let step = if handler.is_blocking() {
        quote_spanned!(at=> #runtime::Step::blocking(#taken_from, move || #response))
    } else if waits {
        quote_spanned!(at=> #runtime::Step::future(#taken_from, async move { #response }))
    } else {
        quote_spanned!(at=> #runtime::Step::Ready(#response))
    };
    quote! {
        #decoded
        #own
        #step
    }
}

/// Calls the function, and turns what it returns into a response.
fn response(
    handler: &Handler,
    site: &Site<'_>,
    this: Option<&TokenStream>,
    taken: &[BoundParameter],
) -> TokenStream {
    let at = output_span(handler);
    let passed = taken.iter().map(|taken| &taken.pass);
    let call = call_of(handler, site, &quote!(#this #(#passed),*));
    let wait = handler.signature.asyncness.is_some().then(|| quote_spanned!(at=> .await));
    let convert = Ident::new(&format!("{}_result", handler.kind.served_as()), at);
    let runtime = site.krate.at(at);
    let by = match (handler.kind, &handler.signature.output) {
        (Kind::Tool, ReturnType::Type(_, ty)) => foreign::named_in(ty).map(|name| {
            let module = foreign::module(name, &runtime, ty);
            quote_spanned!(at=> , #module::SpelledResult)
        }),
        _ => None,
    };
    quote_spanned!(at=> #runtime::#convert!(#call #wait #by))
}

/// Asks a macro of the runtime about the type that the function returns. The type is taken from a
/// call that is never made: written out again, with its lifetimes and its errors, it would be a
/// different type.
pub(crate) fn ask_output(handler: &Handler, site: &Site<'_>, macro_name: &str) -> TokenStream {
    let at = output_span(handler);
    let runtime = site.krate.at(at);
    let inputs = handler.signature.inputs.iter().map(|_| quote_spanned!(at=> #runtime::any()));
    let call = call_of(handler, site, &quote!(#(#inputs),*));
    let returned = if handler.signature.asyncness.is_some() { "awaited" } else { "returned" };
    let ask = Ident::new(macro_name, at);
    let returned = Ident::new(returned, at);
    // With an argument of its own, the closure can never be replaced by the function.
    quote_spanned!(at=> #runtime::#ask!(#runtime::OutputOf::#returned(|()| #call)))
}

/// A call of the function. Errors about its result are reported at its type.
fn call_of(handler: &Handler, site: &Site<'_>, inputs: &TokenStream) -> TokenStream {
    let at = output_span(handler);
    let mut function = handler.signature.ident.clone();
    function.set_span(function.span().located_at(at));
    let prefix = site.method.then(|| quote_spanned!(at=> Self::));
    quote_spanned!(at=> #prefix #function(#inputs))
}

/// The span for errors about the type that the function returns.
fn output_span(handler: &Handler) -> Span {
    match &handler.signature.output {
        ReturnType::Default => handler.signature.ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    }
}
