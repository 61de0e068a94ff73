//! How one parameter is described, taken from a call and passed.

use super::parameter_shape::Shape;
use super::site::{Site, call, inputs};
use crate::attr::arg::{Arg, Preset};
use crate::attr::constraints::object;
use crate::attr::json::quoted;
use crate::literal::string;
use crate::model::{Handler, Parameter};
use crate::runtime_path::RuntimePath;
use crate::tokens::field;
use crate::types::{named, option, reference};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Path, Type};

/// The code generated for a parameter.
pub(crate) struct BoundParameter {
    /// The variable that holds the value.
    pub(crate) variable: Ident,
    /// The statement that describes it when the server is built.
    pub(crate) describe: TokenStream,
    /// The statement that takes it: `let variable = ..;`, an `Option`.
    pub(crate) take: TokenStream,
    /// The expression that is passed to the function.
    pub(crate) pass: TokenStream,
}

impl BoundParameter {
    pub(crate) fn all(handler: &Handler, site: &Site<'_>) -> Vec<Self> {
        let parameters = handler.parameters.iter().enumerate();
        parameters.map(|(place, parameter)| Self::of(handler, parameter, place, site)).collect()
    }

    fn of(handler: &Handler, parameter: &Parameter, place: usize, site: &Site<'_>) -> Self {
        let krate = site.krate;
        let inputs = inputs();
        // Errors of the traits of the runtime are reported at the type.
        let lent = option(&parameter.ty).unwrap_or(&parameter.ty);
        let at = reference(lent).map_or(parameter.ty.span(), |lent| lent.elem.span());
        let variable = format_ident!("__p{place}");
        let call = call();
        let place = Literal::usize_unsuffixed(place);
        let shape = Shape::of(handler, parameter, &variable, krate, at);
        let Shape { owned, by, defined, pass } = &shape;
        let default = parameter.arg().and_then(|arg| default(arg, lent, owned));
        let definition = defined.then(|| definition(parameter, default.as_ref(), krate));
        let take = match (defined, default) {
            (false, _) => quote_spanned!(at=> <#owned as #by>::take(#call)),
            (true, None) => quote_spanned!(at=> <#owned as #by>::take(#call, #place)),
            (true, Some(value)) => {
                quote_spanned!(at=> <#owned as #by>::take_or(#call, #place, #value))
            }
        };
        let complete = parameter
            .arg()
            .and_then(|arg| arg.complete.as_ref())
            .map(|by| complete_by(&by.0, &parameter.name(), site));
        Self {
            describe: quote_spanned!(at=> <#owned as #by>::describe(#inputs, #definition); #complete),
            take: quote_spanned!(at=> let #variable = #take;),
            pass: pass.clone(),
            variable,
        }
    }
}

/// The statement that registers the completion function of the argument.
fn complete_by(path: &Path, name: &str, site: &Site<'_>) -> TokenStream {
    let krate = site.krate;
    let inputs = inputs();
    let this = site.takes_state(path).then(|| quote!(&__this,));
    let at = path.span();
    let runtime = krate.at(at);
    let values = quote_spanned!(at=> #runtime::completion!(#path(#this &__asked)));
    quote!(#inputs.complete(#name, |__this, __asked| #values);)
}

/// A closure that returns the value of an absent argument. The two places that use it emit the same
/// tokens, so that the compiler reports an error in the value once.
fn default(arg: &Arg, ty: &Type, owned: &TokenStream) -> Option<TokenStream> {
    let value = match arg.default.as_ref()? {
        Preset::OfType => quote!(::core::default::Default::default()),
        Preset::Value(value) => match arg.duration(value) {
            Some(duration) => quote!(::core::convert::Into::into(#duration)),
            None if arg.is_duration() || is_text(value, ty) => {
                quote!(::core::convert::Into::into(#value))
            }
            None => value.to_token_stream(),
        },
    };
    Some(quote!(|| -> #owned { #value }))
}

/// Whether the default is a borrowed string for an owned argument: a literal, or a constant if the
/// type is known.
fn is_text(value: &Expr, ty: &Type) -> bool {
    let ty = reference(ty).map_or(ty, |lent| &lent.elem);
    let is_constant = matches!(value, Expr::Path(_)) && named(ty, &["str", "String"]);
    is_constant || string(value).is_some()
}

/// The definition of an argument; a context parameter does not read it.
fn definition(
    parameter: &Parameter,
    default: Option<&TokenStream>,
    krate: &RuntimePath,
) -> TokenStream {
    let name = parameter.name();
    let mut fields = quote!(name: #name,);
    let arg = parameter.arg();
    let description = parameter.docs.unless(arg.and_then(|arg| arg.description.as_ref()));
    fields.extend(description.map(|description| quote!(description: #description,)));
    if let Some(arg) = arg {
        let mut keywords = arg.constraints.keywords();
        let header = arg.header.as_ref().map(|header| quoted(&header.0.value()));
        keywords.extend(header.map(|header| ("x-mcp-header", header)));
        let schema = object(&keywords);
        if !schema.is_empty() {
            fields.extend(quote!(schema: #schema,));
        }
    }
    let json = default.map(|value| quote!(|| #krate::default_json!((#value)())));
    fields.extend(field("default", json));
    quote!(#krate::ArgDef { #fields ..#krate::ArgDef::EMPTY })
}
