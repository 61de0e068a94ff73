//! The arguments of an attribute, read into the struct that lists them.

use crate::attr::values::{name, refused};
use darling::FromMeta;
use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Token};

/// The arguments of an attribute, separated by commas.
///
/// A JSON object is not an expression, which the expression parser notices too late: it is
/// extracted first.
pub(crate) fn list(tokens: TokenStream) -> syn::Result<Vec<NestedMeta>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut objects, mut others) = (Vec::new(), TokenStream::new());
    let (mut rest, mut starts) = (&tokens[..], true);
    while let Some((token, after)) = rest.split_first() {
        if let Some(object) = object(rest).filter(|_| starts) {
            objects.push(object);
            rest = rest.get(4..).unwrap_or_default();
        } else {
            starts = is_comma(token);
            others.extend([token.clone()]);
            rest = after;
        }
    }
    let mut arguments = NestedMeta::parse_meta_list(others.clone())
        .map_err(|error| at_the_last(&error, &others))?;
    arguments.append(&mut objects);
    Ok(arguments)
}

/// `name = {..}`, up to a comma, if what is in the braces is not Rust.
fn object(tokens: &[TokenTree]) -> Option<NestedMeta> {
    let [TokenTree::Ident(name), TokenTree::Punct(sign), TokenTree::Group(value), after @ ..] =
        tokens
    else {
        return None;
    };
    let is_object = sign.as_char() == '='
        && after.first().is_none_or(is_comma)
        && value.delimiter() == Delimiter::Brace
        && syn::parse2::<Block>(value.to_token_stream()).is_err();
    is_object.then(|| {
        NestedMeta::NameValueInvalidExpr(MetaNameValueInvalidExpr {
            path: name.clone().into(),
            eq_token: Token![=](sign.span()),
            value: value.to_token_stream(),
            error: refused(value, "expected an expression"),
        })
    })
}

pub(crate) fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',')
}

/// Moves an "unexpected end" error, which would cover the whole macro, to the last token.
fn at_the_last(error: &syn::Error, tokens: &TokenStream) -> syn::Error {
    match (error.to_string(), tokens.clone().into_iter().last()) {
        (message, Some(last)) if message.starts_with("unexpected end") => {
            syn::Error::new_spanned(last, message)
        }
        _ => error.clone(),
    }
}

/// Reads arguments that all have names, of the attribute with this name.
pub(crate) fn read<T: FromMeta>(attribute: &str, arguments: &[NestedMeta]) -> syn::Result<T> {
    for argument in arguments {
        match argument {
            NestedMeta::Lit(literal) => {
                return Err(refused(literal, "arguments have names: write `name = ..`").into());
            }
            NestedMeta::Meta(meta) => {
                elsewhere(&name(meta), meta)?;
            }
            NestedMeta::NameValueInvalidExpr(pair) if pair.value.is_empty() => {
                let name = pair.path.to_token_stream();
                let message = format!("`{name}` lacks its value: `{name} = ..`");
                return Err(refused(&pair.path, message).into());
            }
            NestedMeta::NameValueInvalidExpr(pair) => {
                elsewhere(&pair.path.to_token_stream().to_string(), &pair.path)?;
            }
        }
    }
    T::from_list(arguments).map_err(|error| reworded(attribute, error))
}

fn elsewhere(name: &str, at: &impl ToTokens) -> syn::Result<()> {
    match ELSEWHERE.iter().find(|(other, _)| name == *other) {
        Some((_, instead)) => {
            Err(refused(at, format!("unknown argument `{name}`: write {instead}")).into())
        }
        None => Ok(()),
    }
}

/// Names of arguments in other crates and languages, and their names here.
const ELSEWHERE: [(&str, &str); 35] = [
    (
        "annotations",
        "what it holds by itself: `read_only`, `destructive = false`, `title = \"..\"`",
    ),
    ("read_only_hint", "`read_only`"),
    ("readOnlyHint", "`read_only`"),
    ("destructive_hint", "`destructive`"),
    ("destructiveHint", "`destructive`"),
    ("idempotent_hint", "`idempotent`"),
    ("idempotentHint", "`idempotent`"),
    ("open_world_hint", "`open_world`"),
    ("openWorldHint", "`open_world`"),
    ("input_schema", "the parameters, of which the schema is made"),
    ("inputSchema", "the parameters, of which the schema is made"),
    ("output_schema", "the type of the result, of which the schema is made"),
    ("outputSchema", "the type of the result, of which the schema is made"),
    ("task_support", "`task`, or `task(required)`"),
    ("execution", "`task`, or `task(required)`"),
    ("csp", "it where the page is: `#[resource(\"ui://..\", app(connect(\"https://..\")))]`"),
    ("permissions", "it where the page is: `#[resource(\"ui://..\", app(permissions(camera)))]`"),
    ("resource_uri", "`ui = \"ui://..\"`"),
    ("visibility", "`ui_visibility = \"app\"`, or whom it is for as `visible = path`"),
    ("exclude_args", "a context parameter, such as `State<T>`: it is not an argument"),
    ("aggr", "`#[args]` on the parameter"),
    ("tags", "`meta(\"example.com/tags\" = [\"..\"])`"),
    ("icons", "`icon(src = \"..\")`, once for each"),
    ("mime_type", "`mime = \"..\"`"),
    ("mimeType", "`mime = \"..\"`"),
    ("uri", "it first, without a name: `#[resource(\"..\")]`"),
    ("uri_template", "it first, without a name: `#[resource(\"..\")]`"),
    ("desc", "`description = \"..\"`, or a doc comment"),
    ("min", "the bounds of a number as `range(1..)`"),
    ("max", "the bounds of a number as `range(..=100)`"),
    ("minimum", "the bounds of a number as `range(1..)`"),
    ("maximum", "the bounds of a number as `range(..=100)`"),
    ("min_length", "the length as `length(1..)`"),
    ("max_length", "the length as `length(..=64)`"),
    ("regex", "the expression as `pattern = \"..\"`"),
];

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
