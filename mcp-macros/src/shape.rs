//! In which form a parameter is taken from a call, and how it is passed on.

use crate::krate::Krate;
use crate::model::{Handler, Parameter};
use crate::types::{is_strings, option, reference};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::visit_mut::VisitMut;
use syn::{GenericParam, Generics, Lifetime, Type, parse_quote};

/// Which pair of methods of the runtime describes and takes a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Value,
    Reference,
    OptionalReference,
    /// The whole object of arguments.
    All,
    Context,
}

/// A parameter as generated code has it.
pub(crate) struct Shape {
    pub(crate) way: Way,
    /// The type that the methods are asked for.
    pub(crate) ty: Type,
    /// The expression that is passed to the function.
    pub(crate) pass: TokenStream,
}

impl Shape {
    pub(crate) fn of(
        handler: &Handler,
        parameter: &Parameter,
        taken: &Ident,
        krate: &Krate,
        at: Span,
    ) -> Self {
        let ty = anonymous(&parameter.ty, &handler.signature.generics);
        let whole = parameter.attributes.args.is_some();
        if whole || handler.is_context(parameter) {
            return Self::lent(if whole { Way::All } else { Way::Context }, ty, taken);
        }
        if let Some(ty) = converted(parameter, krate) {
            return Self {
                way: Way::Value,
                ty,
                pass: quote_spanned!(at=> #krate::plain(#taken)),
            };
        }
        let (way, elem) = match (reference(&ty), option(&ty).and_then(reference)) {
            (Some(lent), _) => (Way::Reference, (*lent.elem).clone()),
            (None, Some(lent)) => (Way::OptionalReference, (*lent.elem).clone()),
            (None, None) => {
                return Self {
                    way: Way::Value,
                    ty,
                    pass: taken.to_token_stream(),
                };
            }
        };
        if is_strings(&elem) {
            let ty = parse_quote!([#krate::String]);
            return Self {
                way,
                ty,
                pass: quote_spanned!(at=> &#krate::strs(&#taken)),
            };
        }
        let lend = format_ident!(
            "{}",
            if way == Way::Reference {
                "lend"
            } else {
                "lend_option"
            }
        );
        Self {
            way,
            pass: quote_spanned!(at=> #krate::#lend::<#elem, _>(&#taken)),
            ty: elem,
        }
    }

    /// What has one owned form is taken in that form, and lent with a plain `&`.
    fn lent(way: Way, ty: Type, taken: &Ident) -> Self {
        let (ty, pass) = match (reference(&ty), option(&ty).and_then(reference)) {
            (Some(lent), _) => ((*lent.elem).clone(), quote!(&#taken)),
            (None, Some(lent)) => {
                let elem = &lent.elem;
                (
                    parse_quote!(::core::option::Option<#elem>),
                    quote!(#taken.as_ref()),
                )
            }
            (None, None) => (ty, taken.to_token_stream()),
        };
        Self { way, ty, pass }
    }
}

impl Way {
    /// The method that describes the parameter, or with a suffix one that takes it.
    pub(crate) fn method(self, suffix: &str) -> Ident {
        let name = match self {
            Self::Value => "value",
            Self::Reference => "reference",
            Self::OptionalReference => "optional_reference",
            Self::All => "all",
            Self::Context => "context",
        };
        format_ident!("{name}{suffix}")
    }

    /// Whether the parameter is one argument, with a definition and a place.
    pub(crate) fn is_argument(self) -> bool {
        !matches!(self, Self::All | Self::Context)
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
    Some(match option(&parameter.ty) {
        Some(_) => parse_quote!(::core::option::Option<#reader>),
        None => reader,
    })
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
