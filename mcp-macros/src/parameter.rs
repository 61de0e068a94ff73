//! How one parameter is described, taken from a call and passed.

use crate::arg::{Arg, Preset};
use crate::constraints::object;
use crate::handler::{Site, inputs, some};
use crate::json::quoted;
use crate::krate::Krate;
use crate::model::{Handler, Parameter};
use crate::shape::{Shape, Way};
use crate::values::literal;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Lit, Path};

/// A parameter in the places where generated code has it.
pub(crate) struct Taken {
    /// The variable that holds the value.
    pub(crate) variable: Ident,
    /// The statement that describes it when the server is built.
    pub(crate) describe: TokenStream,
    /// The statement that takes it: `let variable = ..;`, an `Option`.
    pub(crate) take: TokenStream,
    /// The expression that is passed to the function.
    pub(crate) pass: TokenStream,
}

impl Taken {
    pub(crate) fn all(handler: &Handler, site: &Site<'_>) -> Vec<Self> {
        let parameters = handler.parameters.iter().enumerate();
        parameters
            .map(|(place, parameter)| Self::of(handler, parameter, place, site))
            .collect()
    }

    fn of(handler: &Handler, parameter: &Parameter, place: usize, site: &Site<'_>) -> Self {
        let (krate, inputs) = (site.krate, inputs());
        let variable = format_ident!("__p{place}");
        let place = Literal::usize_unsuffixed(place);
        let shape = Shape::of(handler, parameter, &variable, krate);
        let Shape { way, ty, pass } = &shape;
        let method = way.method("");
        // What the traits of the runtime have to say, they say of the type.
        let at = Span::call_site().located_at(parameter.ty.span());
        let (describe, take) = if way.is_argument() {
            let default = parameter.arg().and_then(|arg| default(arg, &shape, krate));
            let definition = definition(parameter, default.as_ref(), krate);
            let take = match default {
                Some(Default { value, .. }) => {
                    let method = way.method("_or");
                    quote_spanned!(at=> #method::<#ty, _>(#place, || #value))
                }
                None => quote_spanned!(at=> #method::<#ty, _>(#place)),
            };
            (quote_spanned!(at=> #method::<#ty, _>(#definition)), take)
        } else {
            let flags = parameter.attributes.args.as_ref().map(|(_, args)| {
                let flatten_enum = args.flatten_enum.is_present();
                quote!(#krate::ArgsDef { flatten_enum: #flatten_enum })
            });
            (
                quote_spanned!(at=> #method::<#ty>(#flags)),
                quote_spanned!(at=> #method::<#ty>()),
            )
        };
        let complete = parameter.arg().and_then(|arg| arg.complete.as_ref());
        let complete = complete.map(|path| complete_by(path, &parameter.name(), site));
        Self {
            describe: quote!(#inputs.#describe; #complete),
            take: quote!(let #variable = __call.#take;),
            pass: pass.clone(),
            variable,
        }
    }
}

/// The statement that lets a function complete the argument.
fn complete_by(path: &Path, name: &str, site: &Site<'_>) -> TokenStream {
    let (krate, inputs) = (site.krate, inputs());
    let this = site.takes_state(path).then(|| quote!(&__this,));
    quote! {
        #inputs.complete(#name, |__this, __prefix| #krate::completion!(#path(#this &__prefix)));
    }
}

/// The value of an argument that is absent.
struct Default {
    /// In the owned form.
    value: TokenStream,
    /// The function that writes it as JSON, for the schema.
    json: TokenStream,
}

fn default(arg: &Arg, shape: &Shape, krate: &Krate) -> Option<Default> {
    let value = match arg.default.as_ref()? {
        Preset::OfType => quote!(::core::default::Default::default()),
        Preset::Value(value) => {
            let converted = arg.seconds.is_present() || arg.humantime.is_present();
            if converted || matches!(literal(value), Some(Lit::Str(_))) {
                quote!(::core::convert::Into::into(#value))
            } else {
                value.to_token_stream()
            }
        }
    };
    let ty = &shape.ty;
    let binding = match shape.way {
        Way::Reference => quote!(let __default = #krate::owned::<#ty, _>(#value);),
        _ => quote!(let __default: #ty = #value;),
    };
    let json = quote!(|| { #binding #krate::default_json!(__default) });
    Some(Default { value, json })
}

/// The definition of an argument; a context parameter does not read it.
fn definition(parameter: &Parameter, default: Option<&Default>, krate: &Krate) -> TokenStream {
    let name = parameter.name();
    let mut fields = quote!(name: #name,);
    let arg = parameter.arg();
    match arg.and_then(|arg| arg.description.as_ref()) {
        Some(description) => fields.extend(quote!(description: #description,)),
        None if parameter.docs.is_empty() => {}
        None => {
            let docs = &parameter.docs;
            fields.extend(quote!(description: #docs,));
        }
    }
    if let Some(arg) = arg {
        let mut keywords = arg.constraints.keywords();
        let header = arg.header.as_ref().map(|header| quoted(&header.0.value()));
        keywords.extend(header.map(|header| ("x-mcp-header", header)));
        let schema = object(&keywords);
        if !schema.is_empty() {
            fields.extend(quote!(schema: #schema,));
        }
        if let Some(length) = &arg.constraints.length {
            let (min, max) = (some(&length.min), some(&length.max));
            fields.extend(quote!(length: (#min, #max),));
        }
    }
    if let Some(Default { json, .. }) = default {
        fields.extend(quote!(default: ::core::option::Option::Some(#json),));
    }
    quote!(#krate::ArgDef { #fields ..#krate::ArgDef::EMPTY })
}
