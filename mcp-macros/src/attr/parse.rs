//! The arguments of an attribute, read into the struct that lists them.

use crate::attr::values::{name, refused};
use darling::FromMeta;
use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, Meta, Token};

/// The arguments of an attribute, separated by commas.
///
/// A JSON object is not an expression, which the expression parser notices too late: it is
/// extracted first, and so is a list with one in it.
pub(crate) fn list(tokens: TokenStream) -> syn::Result<Vec<NestedMeta>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut extracted, mut others) = (Vec::new(), TokenStream::new());
    let (mut rest, mut starts) = (&tokens[..], true);
    while let Some((token, after)) = rest.split_first() {
        if let Some(json) = json(rest).filter(|_| starts) {
            extracted.push(json);
            rest = rest.get(4..).unwrap_or_default();
        } else {
            starts = is_comma(token);
            others.extend([token.clone()]);
            rest = after;
        }
    }
    let mut arguments = NestedMeta::parse_meta_list(others.clone())
        .map_err(|error| wrong_syntax(&error, &others))?;
    arguments.append(&mut extracted);
    Ok(arguments)
}

/// `name = {..}` or `name = [..]`, up to a comma, if what is in the braces or brackets is not Rust.
fn json(tokens: &[TokenTree]) -> Option<NestedMeta> {
    let [TokenTree::Ident(name), TokenTree::Punct(sign), TokenTree::Group(value), after @ ..] =
        tokens
    else {
        return None;
    };
    let is_rust = match value.delimiter() {
        Delimiter::Brace => syn::parse2::<Block>(value.to_token_stream()).is_ok(),
        Delimiter::Bracket => syn::parse2::<Expr>(value.to_token_stream()).is_ok(),
        Delimiter::Parenthesis | Delimiter::None => true,
    };
    let is_json = sign.as_char() == '=' && after.first().is_none_or(is_comma) && !is_rust;
    is_json.then(|| {
        NestedMeta::NameValueInvalidExpr(MetaNameValueInvalidExpr {
            path: name.clone().into(),
            eq_token: Token![=](sign.span()),
            value: value.to_token_stream(),
            error: refused(value, "expected a Rust expression, and not JSON"),
        })
    })
}

pub(crate) fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',')
}

/// Moves an "unexpected end" error, which would cover the whole macro, to the last token, and
/// explains a colon, which the parser would take for the end of an argument.
fn wrong_syntax(error: &syn::Error, tokens: &TokenStream) -> syn::Error {
    if let Some(colon) = colon(tokens) {
        return colon;
    }
    match (error.to_string(), tokens.clone().into_iter().last()) {
        (message, Some(last)) if message.starts_with("unexpected end") => {
            syn::Error::new_spanned(last, message)
        }
        _ => error.clone(),
    }
}

/// The error for `name: value`, if that is written somewhere.
fn colon(tokens: &TokenStream) -> Option<syn::Error> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.windows(3).find_map(|three| match three {
        [TokenTree::Ident(name), TokenTree::Punct(colon), after] if colon.as_char() == ':' => {
            let is_path = matches!(after, TokenTree::Punct(sign) if sign.as_char() == ':');
            let message = format!("write `{name} = ..`, with an equals sign");
            (!is_path).then(|| refused(colon, message).into())
        }
        _ => None,
    })
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
                of_another(attribute, meta)?;
                without_name(meta)?;
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

/// Refuses an argument that belongs into the parentheses of another one, or to another attribute.
fn of_another(attribute: &str, meta: &Meta) -> syn::Result<()> {
    let name = name(meta);
    let is_among = |names: &[&str]| names.contains(&name.as_str());
    let written = if let Meta::Path(_) = meta { name.clone() } else { format!("{name} = ..") };
    let instead = match attribute {
        "tool" if is_among(&OF_TASK) => format!("write `task({written})`"),
        "resource" if is_among(&["ttl", "public", "private"]) => {
            "write `cache(ttl = \"60s\")`, with `public` if all callers may share it".to_owned()
        }
        "prompt" | "resource" if is_among(&OF_TOOL) => {
            format!("only a tool takes it, and not a {attribute}: remove it")
        }
        "tool" | "prompt" if is_among(&OF_RESOURCE) => {
            format!("only a resource takes it, and not a {attribute}: remove it")
        }
        _ => return Ok(()),
    };
    Err(refused(meta, format!("unknown argument `{name}`: {instead}")).into())
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
        "cache" => "write how long as `cache(ttl = \"60s\", public)`",
        "task" => "write its settings by name, as in `task(ttl = \"1h\", resume)`",
        "icon" => "write the icon as `icon(src = \"https://..\")`",
        _ => return Ok(()),
    };
    match list.tokens.clone().into_iter().next() {
        Some(TokenTree::Literal(value)) => Err(refused(&value, hint).into()),
        _ => Ok(()),
    }
}

/// The settings of a task.
const OF_TASK: [&str; 8] =
    ["ttl", "poll", "grace", "immediate", "resume", "attempts", "manual", "required"];

/// What only tools have.
const OF_TOOL: [&str; 15] = [
    "pure",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "ask",
    "confirm",
    "rate",
    "concurrency",
    "strict",
    "allow_dots",
    "task",
    "only",
    "ui",
    "ui_visibility",
];

/// What only resources have.
const OF_RESOURCE: [&str; 5] = ["mime", "audience", "priority", "cache", "app"];

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
