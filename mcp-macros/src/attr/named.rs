//! Arguments with names, read into the struct that lists them.

use super::elsewhere;
use super::parse::{self, colon};
use super::refusal::{CACHE, ICON, name, refused};
use crate::errors::Errors;
use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Ident, Meta};

/// Reads the arguments of the attribute with this name.
pub(crate) fn read<T: FromMeta>(attribute: &str, arguments: TokenStream) -> syn::Result<T> {
    read_list(attribute, &parse::list(arguments)?)
}

/// Reads all attributes of this name.
pub(crate) fn all<T: FromMeta + Default>(
    attributes: &[Attribute],
    name: &str,
    errors: &mut Errors,
) -> T {
    let named = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    let mut arguments: Vec<_> =
        named.flat_map(|attribute| arguments_of(attribute, name, errors)).collect();
    if name == "schema" {
        arguments.retain(|argument| !elsewhere::of_serde(argument, errors));
    }
    let arguments: Vec<_> =
        arguments.into_iter().map(|argument| unalias(argument, &[LENGTH])).collect();
    errors.or_default(read_list(name, &arguments))
}

/// A shorter name of an argument.
pub(super) const LENGTH: (&str, &str) = ("len", "length");

/// Gives an argument with one of these aliases its name.
pub(super) fn unalias(mut argument: NestedMeta, aliases: &[(&str, &str)]) -> NestedMeta {
    let path = match &mut argument {
        NestedMeta::Meta(Meta::Path(path)) => path,
        NestedMeta::Meta(Meta::List(list)) => &mut list.path,
        NestedMeta::Meta(Meta::NameValue(pair)) => &mut pair.path,
        NestedMeta::NameValueInvalidExpr(pair) => &mut pair.path,
        NestedMeta::Lit(_) => return argument,
    };
    for (alias, name) in aliases {
        if let Some(ident) = path.get_ident().filter(|ident| ident == alias) {
            *path = Ident::new(name, ident.span()).into();
        }
    }
    argument
}

/// The arguments of an attribute with this name.
pub(super) fn arguments_of(
    attribute: &Attribute,
    name: &str,
    errors: &mut Errors,
) -> Vec<NestedMeta> {
    match &attribute.meta {
        Meta::List(list) => errors.or_default(parse::list(list.tokens.clone())),
        meta => {
            let instead = format!("write `#[{name}(..)]`, or remove it");
            errors.refuse(meta, format!("`#[{name}]` needs arguments in parentheses: {instead}"));
            Vec::new()
        }
    }
}

/// Reads arguments that all have names, of the attribute with this name.
pub(super) fn read_list<T: FromMeta>(attribute: &str, arguments: &[NestedMeta]) -> syn::Result<T> {
    for argument in arguments {
        match argument {
            NestedMeta::Lit(literal) => {
                return Err(refused(literal, "expected a named argument: write `name = ..`").into());
            }
            NestedMeta::Meta(meta) => {
                elsewhere::unknown(&name(meta), meta)?;
                without_name(meta)?;
            }
            NestedMeta::NameValueInvalidExpr(pair) if pair.value.is_empty() => {
                let name = pair.path.to_token_stream();
                let message = format!("`{name}` needs a value: `{name} = ..`");
                return Err(refused(&pair.path, message).into());
            }
            NestedMeta::NameValueInvalidExpr(pair) => {
                elsewhere::unknown(&pair.path.to_token_stream().to_string(), &pair.path)?;
            }
        }
    }
    T::from_list(arguments).map_err(|error| reworded(attribute, error))
}

/// Refuses a value without a name, or with a colon behind its name, in the parentheses of an argument.
fn without_name(meta: &Meta) -> syn::Result<()> {
    let Meta::List(list) = meta else { return Ok(()) };
    if NestedMeta::parse_meta_list(list.tokens.clone()).is_err()
        && let Some(colon) = colon(&list.tokens)
    {
        return Err(colon);
    }
    let hint = match name(meta).as_str() {
        "cache" => CACHE,
        "task" => "write its settings by name, as in `task(ttl = \"1h\", resume)`",
        "icon" => {
            elsewhere::unknown_of_icon(list)?;
            ICON
        }
        _ => return Ok(()),
    };
    match list.tokens.clone().into_iter().next() {
        Some(TokenTree::Literal(value)) => Err(refused(&value, hint).into()),
        _ => Ok(()),
    }
}

/// Rewords an error of darling: its fields are arguments to a user.
fn reworded(attribute: &str, error: darling::Error) -> syn::Error {
    const WORDS: [(&str, &str); 5] = [
        ("Unknown field: ", "unknown argument "),
        (". Did you mean", ": did you mean"),
        (". Available values:", ": write one of"),
        ("Missing field", "missing argument"),
        ("Duplicate field", "more than one argument"),
    ];
    let listed = format!("the documentation of `#[{attribute}]` lists its arguments");
    let errors = syn::Error::from(error).into_iter().map(|error| {
        let before = error.to_string();
        let after = WORDS.iter().fold(before.clone(), |text, (from, to)| text.replace(from, to));
        let is_bare = before.starts_with("Unknown field") && !before.contains(". ");
        let after = if is_bare { format!("{after}: {listed}") } else { after };
        if after == before { error } else { syn::Error::new(error.span(), after) }
    });
    let all = errors.reduce(|mut all, error| {
        all.combine(error);
        all
    });
    all.unwrap_or_else(|| syn::Error::new(Span::call_site(), "wrong arguments"))
}
