//! Reads the trait, and the attributes of its functions and their parameters.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, FnArg, Ident, ItemTrait, LitStr, Meta, Pat, PatType, Result, ReturnType,
    Token, TraitItem, TraitItemFn, parenthesized,
};

use crate::errors::Errors;
use crate::model::{ApiTrait, FnParameter, OperationFn};

/// The methods, as attributes and in a document.
pub(crate) const METHODS: [&str; 6] = ["get", "head", "post", "put", "patch", "delete"];

const EXPECTED: &str = "expected the path of a document, such as `#[openapi(\"petstore.json\")]`";

/// # Errors
///
/// When the attributes or the trait are something else; all mistakes are reported.
pub(crate) fn parse(arguments: TokenStream, item: TokenStream) -> Result<ApiTrait> {
    let arguments = Arguments::parse.parse2(arguments)?;
    let item: ItemTrait = syn::parse2(item.clone()).map_err(|error| {
        let is_word = |token| matches!(token, TokenTree::Ident(word) if word == "trait");
        let why = "`#[openapi]` goes on a trait with a function for each operation";
        if item.into_iter().any(is_word) { error } else { Error::new(Span::call_site(), why) }
    })?;
    let mut errors = Errors::default();
    if !item.generics.params.is_empty() {
        errors.refuse(&item.generics, "the trait of an API cannot have generic parameters");
    }
    if !item.supertraits.is_empty() {
        errors.refuse(&item.supertraits, "the trait of an API cannot have supertraits");
    }
    let mut operations = Vec::new();
    for item in item.items {
        let read = match item {
            TraitItem::Fn(function) => operation(function),
            other => Err(Error::new_spanned(other, "the trait of an API can have only functions")),
        };
        operations.extend(errors.keep(read));
    }
    errors.finish()?;
    Ok(ApiTrait {
        document: arguments.document,
        provided: arguments.provided,
        attributes: item.attrs,
        visibility: item.vis,
        ident: item.ident,
        operations,
    })
}

/// `"petstore.json", provided("Api-Version")`
struct Arguments {
    document: LitStr,
    provided: Vec<LitStr>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let document = input.parse().map_err(|error| Error::new(error.span(), EXPECTED))?;
        let mut provided = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let name: Ident = input.call(Ident::parse_any)?;
            if name != "provided" {
                let expected = "expected `provided(\"Header-Name\")`, the headers that are set with `Api::header`";
                return Err(Error::new(
                    name.span(),
                    format!("unknown option `{name}`: {expected}"),
                ));
            }
            let names;
            parenthesized!(names in input);
            provided.extend(Punctuated::<LitStr, Token![,]>::parse_terminated(&names)?);
        }
        Ok(Self { document, provided })
    }
}

fn operation(function: TraitItemFn) -> Result<OperationFn> {
    let TraitItemFn { attrs, sig, default, .. } = function;
    let (methods, attributes): (Vec<_>, Vec<_>) =
        attrs.into_iter().partition(|attribute| method(attribute).is_some());
    let mut errors = Errors::default();
    if let [_, second, ..] = methods.as_slice() {
        errors.refuse(second, "a function is one operation: remove one of the attributes");
    }
    let request = errors.keep(match methods.first() {
        Some(attribute) => request(attribute),
        None => {
            let instead = "such as `#[get(\"/path\")]` or `#[post(\"/path\")]`";
            let why = format!("`{}` needs a method attribute, {instead}", sig.ident);
            Err(Error::new_spanned(&sig.ident, why))
        }
    });
    if sig.asyncness.is_none() {
        errors.refuse(&sig.fn_token, "operations are async: write `async fn`");
    }
    if !sig.generics.params.is_empty() {
        errors.refuse(&sig.generics, "an operation cannot have generic parameters");
    }
    if let Some(body) = &default {
        errors.refuse(body, "the macro writes the body: end the function with `;`");
    }
    let mut parameters = Vec::new();
    for input in sig.inputs {
        let read = match input {
            FnArg::Receiver(receiver) => {
                Err(Error::new_spanned(receiver, "an operation takes no `self`: remove it"))
            }
            FnArg::Typed(typed) => parameter(typed),
        };
        parameters.extend(errors.keep(read));
    }
    errors.finish()?;
    // Without one, there is an error.
    let none = || Error::new(sig.ident.span(), "this function is no operation");
    let (method, (path, options)) = request.ok_or_else(none)?;
    let output = match sig.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(*ty),
    };
    Ok(OperationFn { method, path, options, attributes, ident: sig.ident, parameters, output })
}

/// The method that an attribute names.
fn method(attribute: &Attribute) -> Option<Ident> {
    let name = &attribute.path().segments.last()?.ident;
    METHODS.iter().any(|method| name == method).then(|| name.clone())
}

/// `#[get("/path", name = "..")]`: the method, the path, and the options of the tool.
fn request(attribute: &Attribute) -> Result<(Ident, (LitStr, TokenStream))> {
    let name = method(attribute).unwrap_or_else(|| Ident::new("get", Span::call_site()));
    let expected = || format!("expected the path of an operation, such as `#[{name}(\"/pets\")]`");
    let Meta::List(list) = &attribute.meta else {
        return Err(Error::new_spanned(attribute, expected()));
    };
    let parts = |input: ParseStream<'_>| {
        let path: LitStr = input.parse().map_err(|error| Error::new(error.span(), expected()))?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((path, input.parse::<TokenStream>()?))
    };
    let parts = parts.parse2(list.tokens.clone())?;
    Ok((name, parts))
}

fn parameter(typed: PatType) -> Result<FnParameter> {
    let Pat::Ident(binding) = &*typed.pat else {
        return Err(Error::new_spanned(&typed.pat, "a parameter of an operation needs a name"));
    };
    let mut parameter = FnParameter {
        ident: binding.ident.clone(),
        ty: *typed.ty,
        name: None,
        place: None,
        options: TokenStream::new(),
        attributes: Vec::new(),
    };
    for attribute in typed.attrs {
        if !attribute.path().is_ident("arg") {
            parameter.attributes.push(attribute);
            continue;
        }
        let arguments = |input: ParseStream<'_>| arg(input, &mut parameter);
        match &attribute.meta {
            Meta::List(list) => arguments.parse2(list.tokens.clone())?,
            other => {
                let why = "expected arguments, such as `#[arg(name = \"petId\")]`";
                return Err(Error::new_spanned(other, why));
            }
        }
    }
    Ok(parameter)
}

/// The arguments of `#[arg(..)]`: two are ours, the others are for the tool.
fn arg(input: ParseStream<'_>, parameter: &mut FnParameter) -> Result<()> {
    while !input.is_empty() {
        let fork = input.fork();
        let word = fork.call(Ident::parse_any)?;
        if word == "in" || word == "name" {
            let word = input.call(Ident::parse_any)?;
            input.parse::<Token![=]>()?;
            let value: LitStr = input.parse()?;
            let place = if word == "in" { &mut parameter.place } else { &mut parameter.name };
            if place.replace(value).is_some() {
                let why = format!("`{word}` is already given: remove one");
                return Err(Error::new(word.span(), why));
            }
        } else {
            let option = input.parse::<Meta>()?.into_token_stream();
            let before = &parameter.options;
            parameter.options = if before.is_empty() { option } else { quote!(#before, #option) };
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}
