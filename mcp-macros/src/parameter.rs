//! How one parameter is described, decoded and passed.

use crate::arg::{Arg, Preset};
use crate::constraints::object;
use crate::handler::{Site, inputs, some};
use crate::krate::Krate;
use crate::model::{Handler, Parameter};
use crate::types::{bare, named, option, reference};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, GenericParam, Generics, Lifetime, Lit, Type, parse_quote};

/// A parameter in the three places where generated code has it.
pub(crate) struct Taken {
    /// The variable that holds the decoded value.
    pub(crate) variable: Ident,
    /// The statement that describes it when the server is built.
    pub(crate) describe: TokenStream,
    /// The statement that decodes it: `let variable = ..;`, an `Option`.
    pub(crate) take: TokenStream,
    /// The expression that is passed to the function.
    pub(crate) pass: TokenStream,
}

/// Which pair of methods of the runtime describes and decodes a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Value,
    Reference,
    OptionalReference,
    /// The whole object of arguments.
    All,
    Context,
}

impl Way {
    fn method(self, suffix: &str) -> Ident {
        let name = match self {
            Self::Value => "value",
            Self::Reference => "reference",
            Self::OptionalReference => "optional_reference",
            Self::All => "all",
            Self::Context => "context",
        };
        format_ident!("{name}{suffix}")
    }
}

impl Taken {
    /// All parameters of a handler. An index is the position among those that have a definition.
    pub(crate) fn all(handler: &Handler, site: &Site<'_>) -> Vec<Self> {
        let mut index = 0_usize;
        let parameters = handler
            .parameters
            .iter()
            .enumerate()
            .map(|(position, parameter)| {
                let variable = format_ident!("__p{position}");
                let taken = Self::of(handler, parameter, variable, index, site);
                index += usize::from(!handler.is_context(parameter));
                taken
            });
        parameters.collect()
    }

    fn of(
        handler: &Handler,
        parameter: &Parameter,
        variable: Ident,
        index: usize,
        site: &Site<'_>,
    ) -> Self {
        let krate = site.krate;
        let (way, ty, pass) = shape(handler, parameter, &variable, krate);
        let default = parameter
            .arg()
            .and_then(|arg| default(arg, way, &ty, krate));
        let argument = match way {
            Way::Value | Way::Reference | Way::OptionalReference => {
                argument(parameter, default.as_ref(), krate)
            }
            Way::All => {
                let flatten = parameter
                    .attributes
                    .args
                    .as_ref()
                    .is_some_and(|(_, args)| args.flatten_enum.is_present());
                quote!(#krate::ArgsDef { flatten_enum: #flatten })
            }
            Way::Context => TokenStream::new(),
        };
        let place = match way {
            Way::Value | Way::Reference | Way::OptionalReference => index.to_token_stream(),
            Way::All | Way::Context => TokenStream::new(),
        };
        let inputs = inputs();
        let describe = way.method("");
        // What the traits of the runtime have to say, they say of the type.
        let at = Span::call_site().located_at(parameter.ty.span());
        let take = match default {
            Some(Default { value, .. }) => {
                let take = way.method("_or");
                quote_spanned!(at=> let #variable = __call.#take::<#ty, _>(#place, || #value);)
            }
            None => quote_spanned!(at=> let #variable = __call.#describe::<#ty, _>(#place);),
        };
        let complete = parameter.arg().and_then(|arg| arg.complete.as_ref()).map(|path| {
            let name = parameter.name();
            let this = site.takes_state(path).then(|| quote!(&__this,));
            quote!(#inputs.complete(#name, |__this, __prefix| #krate::completion!(#path(#this &__prefix)));)
        });
        let describe = quote_spanned!(at=> #inputs.#describe::<#ty, _>(#argument););
        Self {
            variable,
            describe: quote!(#describe #complete),
            take,
            pass,
        }
    }
}

/// The methods, the type they are asked for, and the expression that is passed.
fn shape(
    handler: &Handler,
    parameter: &Parameter,
    variable: &Ident,
    krate: &Krate,
) -> (Way, Type, TokenStream) {
    let ty = anonymous(&parameter.ty, &handler.signature.generics);
    let whole = parameter.attributes.args.is_some();
    if whole || handler.is_context(parameter) {
        let way = if whole { Way::All } else { Way::Context };
        return match (reference(&ty), option(&ty).and_then(reference)) {
            (Some(lent), _) => (way, (*lent.elem).clone(), quote!(&#variable)),
            (_, Some(lent)) => {
                let elem = &lent.elem;
                (
                    way,
                    parse_quote!(::core::option::Option<#elem>),
                    quote!(#variable.as_ref()),
                )
            }
            _ => (way, ty, variable.to_token_stream()),
        };
    }
    if let Some(converted) = converted(parameter, krate) {
        return (Way::Value, converted, quote!(#krate::plain(#variable)));
    }
    if let Some(lent) = reference(&ty) {
        let elem = (*lent.elem).clone();
        if is_strings(&elem) {
            return (
                Way::Reference,
                parse_quote!([#krate::String]),
                quote!(&#krate::strs(&#variable)),
            );
        }
        let pass = quote!(#krate::lend::<#elem, _>(&#variable));
        return (Way::Reference, elem, pass);
    }
    if let Some(lent) = option(&ty).and_then(reference) {
        let elem = (*lent.elem).clone();
        let pass = quote!(#krate::lend_option::<#elem, _>(&#variable));
        return (Way::OptionalReference, elem, pass);
    }
    (Way::Value, ty, variable.to_token_stream())
}

/// `[&str]`
fn is_strings(ty: &Type) -> bool {
    match bare(ty) {
        Type::Slice(slice) => {
            reference(&slice.elem).is_some_and(|item| named(&item.elem, &["str"]))
        }
        _ => false,
    }
}

/// The type that reads what the attribute says, in place of the type of the parameter.
fn converted(parameter: &Parameter, krate: &Krate) -> Option<Type> {
    let arg = parameter.arg()?;
    if arg.nullable.is_present() {
        let inner = option(option(&parameter.ty)?)?;
        return Some(parse_quote!(#krate::Nullable<#inner>));
    }
    let reader: Type = if arg.seconds.is_present() {
        parse_quote!(#krate::Seconds)
    } else if arg.humantime.is_present() {
        parse_quote!(#krate::Humantime)
    } else {
        return None;
    };
    Some(if option(&parameter.ty).is_some() {
        parse_quote!(::core::option::Option<#reader>)
    } else {
        reader
    })
}

struct Default {
    /// The value, in the owned form.
    value: TokenStream,
    /// The function that writes it as JSON, for the schema.
    json: TokenStream,
}

fn default(arg: &Arg, way: Way, ty: &Type, krate: &Krate) -> Option<Default> {
    let value = match arg.default.as_ref()? {
        Preset::OfType => quote!(::core::default::Default::default()),
        Preset::Value(value)
            if is_string(value) || arg.seconds.is_present() || arg.humantime.is_present() =>
        {
            quote!(::core::convert::Into::into(#value))
        }
        Preset::Value(value) => value.to_token_stream(),
    };
    let binding = match way {
        Way::Reference => quote!(let __default = #krate::owned::<#ty, _>(#value);),
        _ => quote!(let __default: #ty = #value;),
    };
    let json = quote!(|| { #binding #krate::default_json!(__default) });
    Some(Default { value, json })
}

fn is_string(value: &Expr) -> bool {
    matches!(crate::values::literal(value), Some(Lit::Str(_)))
}

/// The definition of an argument; a context parameter does not read it.
fn argument(parameter: &Parameter, default: Option<&Default>, krate: &Krate) -> TokenStream {
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
        keywords.extend(
            arg.header
                .as_ref()
                .map(|header| ("x-mcp-header", crate::json::quoted(&header.0.value()))),
        );
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

/// The type outside of the function: its lifetimes have no names there.
fn anonymous(ty: &Type, generics: &Generics) -> Type {
    struct Rename<'a>(&'a Generics);
    impl VisitMut for Rename<'_> {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            let own = |param: &GenericParam| matches!(param, GenericParam::Lifetime(param) if param.lifetime == *lifetime);
            if self.0.params.iter().any(own) {
                *lifetime = Lifetime::new("'_", lifetime.span());
            }
        }
    }
    let mut ty = ty.clone();
    Rename(generics).visit_type_mut(&mut ty);
    ty
}
