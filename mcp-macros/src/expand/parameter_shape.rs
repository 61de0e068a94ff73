//! The form in which a parameter is taken from a call and passed on.

use crate::foreign;
use crate::model::{Handler, Parameter};
use crate::runtime_path::RuntimePath;
use crate::types::{bare, is_strings, named, option, reference};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{GenericParam, Generics, Lifetime, Type};

/// A parameter as generated code has it.
pub(crate) struct Shape {
    /// The owned type that is taken from a call.
    pub(crate) owned: TokenStream,
    /// The trait of the runtime that takes it.
    pub(crate) by: TokenStream,
    /// Whether it has a definition and a position among the parameters. One that takes all
    /// arguments, or is certainly a context parameter, has none.
    pub(crate) defined: bool,
    /// The expression that is passed to the function.
    pub(crate) pass: TokenStream,
}

impl Shape {
    /// `at` is where the compiler shows what is wrong with the type.
    pub(crate) fn of(
        handler: &Handler,
        parameter: &Parameter,
        taken: &Ident,
        krate: &RuntimePath,
        at: Span,
    ) -> Self {
        let krate = krate.at(at);
        let ty = anonymous(&parameter.ty, &handler.signature.generics);
        if parameter.attributes.args.is_some() {
            return Self::plain(&ty, taken, quote_spanned!(at=> #krate::WholeParam));
        }
        if handler.is_context(parameter) {
            return Self::plain(&ty, taken, quote_spanned!(at=> #krate::ContextParam));
        }
        if let Some(spelled) = spelled(parameter, &ty, taken, &krate) {
            return spelled;
        }
        let (owned, pass) = if let Some(reader) = converted(parameter, &krate) {
            (reader, quote_spanned!(at=> #krate::plain(#taken)))
        } else if let Some(lent) = reference(&ty) {
            let elem = &lent.elem;
            if is_strings(elem) {
                let owned = quote_spanned!(at=> <[#krate::String] as #krate::RefParam<_>>::Owned);
                (owned, quote_spanned!(at=> &#krate::strs(&#taken)))
            } else {
                let owned = quote_spanned!(at=> <#elem as #krate::RefParam<_>>::Owned);
                (owned, quote_spanned!(at=> #krate::lend::<#elem, _>(&#taken)))
            }
        } else if let Some(lent) = option(&ty).and_then(reference) {
            let elem = &lent.elem;
            let owned_elem = quote_spanned!(at=> <#elem as #krate::RefParam<_>>::Owned);
            let owned = quote_spanned!(at=> ::core::option::Option<#owned_elem>);
            (owned, quote_spanned!(at=> #krate::lend_option::<#elem, _>(&#taken)))
        } else {
            (ty.to_token_stream(), taken.to_token_stream())
        };
        let by = match parameter.arg() {
            // `#[arg]` on a context parameter is an error.
            Some(_) => quote_spanned!(at=> #krate::ArgParam<_>),
            None => quote_spanned!(at=> #krate::Param<_>),
        };
        Self { owned, by, defined: true, pass }
    }

    /// A type with a single owned form is lent with a plain `&`.
    fn plain(ty: &Type, taken: &Ident, by: TokenStream) -> Self {
        let (owned, pass) = match (reference(ty), option(ty).and_then(reference)) {
            (Some(lent), _) => (lent.elem.to_token_stream(), quote!(&#taken)),
            (None, Some(lent)) => {
                let elem = &lent.elem;
                let at = elem.span();
                (quote_spanned!(at=> ::core::option::Option<#elem>), quote!(#taken.as_ref()))
            }
            (None, None) => (ty.to_token_stream(), taken.to_token_stream()),
        };
        Self { owned, by, defined: false, pass }
    }
}

/// A type that the runtime has a hint for; types that are lent in another form are not among those.
fn spelled(parameter: &Parameter, ty: &Type, taken: &Ident, krate: &TokenStream) -> Option<Shape> {
    let lent = option(ty).and_then(reference).or(reference(ty));
    let inner = lent.map_or(ty, |lent| &lent.elem);
    // `#[arg]` on a context parameter is an error, and not one of the type in it.
    let name = foreign::of_parameter(inner, parameter.arg().is_some())?;
    let is_lent_otherwise = matches!(bare(inner), Type::Slice(_)) || named(inner, &["Bytes"]);
    if lent.is_some() && is_lent_otherwise || converted(parameter, krate).is_some() {
        return None;
    }
    let module = foreign::module(name, krate, inner);
    let kind = match parameter.arg() {
        Some(_) => quote_spanned!(inner.span()=> #krate::Argument),
        None => quote_spanned!(inner.span()=> _),
    };
    let by = quote_spanned!(inner.span()=> #module::SpelledParam<#kind>);
    Some(Shape { defined: true, ..Shape::plain(ty, taken, by) })
}

/// The type that reads what the attribute says, in place of the type of the parameter.
fn converted(parameter: &Parameter, krate: &TokenStream) -> Option<TokenStream> {
    let arg = parameter.arg()?;
    if arg.nullable.0 {
        let inner = option(option(&parameter.ty)?)?;
        return Some(quote!(#krate::Nullable<#inner>));
    }
    let reader = if arg.seconds.0 {
        quote!(#krate::Seconds)
    } else if arg.humantime.0 {
        quote!(#krate::Humantime)
    } else {
        return None;
    };
    Some(match option(&parameter.ty) {
        Some(_) => quote!(::core::option::Option<#reader>),
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
