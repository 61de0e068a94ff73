//! The attributes of a parameter: `#[arg(..)]` and `#[args]`.

use super::bounds::Number;
use super::constraints::Constraints;
use super::duration::duration_tokens;
use super::named;
use super::refusal::refused;
use super::values::{Code, Function, Switch, Text};
use crate::errors::Errors;
use crate::literal::literal;
use crate::serde::Serde;
use darling::FromMeta;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::time::Duration;
use syn::{Attribute, Expr, Lit, Meta};

/// `#[arg(..)]`: one argument.
#[derive(Clone, Default, FromMeta)]
pub(crate) struct Arg {
    pub(crate) name: Option<Text>,
    pub(crate) description: Option<Code>,
    pub(crate) default: Option<Preset>,
    #[darling(flatten)]
    pub(crate) constraints: Constraints,
    pub(crate) header: Option<Text>,
    pub(crate) complete: Option<Function>,
    #[darling(default)]
    pub(crate) seconds: Switch,
    #[darling(default)]
    pub(crate) humantime: Switch,
    #[darling(default)]
    pub(crate) nullable: Switch,
}

impl Arg {
    /// Whether it is a `Duration`, which is deserialized differently.
    pub(crate) fn is_duration(&self) -> bool {
        self.seconds.0 || self.humantime.0
    }

    /// The duration of a default that is written like the argument: a number of seconds, or a
    /// string. `None` if it is neither.
    pub(crate) fn duration(&self, value: &Expr) -> Option<TokenStream> {
        let duration = match literal(value)? {
            Lit::Str(text) if self.humantime.0 => humantime::parse_duration(&text.value()).ok()?,
            Lit::Int(_) | Lit::Float(_) if self.seconds.0 => {
                Duration::try_from_secs_f64(Number::of(value)?.value).ok()?
            }
            _ => return None,
        };
        Some(duration_tokens(duration))
    }
}

/// The value of an argument that is absent.
#[derive(Clone)]
pub(crate) enum Preset {
    /// `default`: that of the type.
    OfType,
    /// `default = EXPR`
    Value(Expr),
}

impl FromMeta for Preset {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match item {
            Meta::Path(_) => Ok(Self::OfType),
            Meta::NameValue(pair) => Ok(Self::Value(pair.value.clone())),
            Meta::List(_) => Err(refused(item, "write `default` or `default = ..`")),
        }
    }
}

/// Our attributes of one parameter: the tokens, for error messages, and the parsed values.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) arg: Option<(Attribute, Arg)>,
    /// `#[args]`: all arguments as one value.
    pub(crate) args: Option<Attribute>,
}

impl Attributes {
    /// Removes our attributes and the doc comments from the list.
    pub(crate) fn take(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Self {
        let mut found = Self::default();
        let mut arguments = Vec::new();
        for attribute in attributes.extract_if(.., |attribute| is(attribute, &OF_FIELDS)) {
            errors.refuse(&attribute, instead(&attribute));
        }
        for attribute in attributes.extract_if(.., |attribute| is(attribute, &OURS)) {
            if is(&attribute, &["arg"]) {
                let more = named::arguments_of(&attribute, "arg", errors);
                arguments.extend(more.into_iter().map(|one| named::unalias(one, &ALIASES)));
                found.arg.get_or_insert_with(|| (attribute, Arg::default()));
            } else if is(&attribute, &["args"]) {
                if !matches!(attribute.meta, Meta::Path(_)) {
                    errors.refuse(&attribute.meta, "`#[args]` takes no arguments: write `#[args]`");
                }
                found.args = Some(attribute);
            }
        }
        if let Some((_, arg)) = &mut found.arg {
            *arg = errors.or_default(named::read_list("arg", &arguments));
        }
        found
    }
}

/// The attributes of a parameter that the compiler does not know there.
pub(crate) const OURS: [&str; 3] = ["arg", "args", "doc"];

/// Whether the attribute has one of these names.
pub(crate) fn is(attribute: &Attribute, names: &[&str]) -> bool {
    names.iter().any(|name| attribute.path().is_ident(name))
}

/// Attributes of fields in other crates, and of parameters in rmcp.
const OF_FIELDS: [&str; 5] = ["serde", "schemars", "schema", "validate", "tool"];

/// The attribute that has the same effect on a parameter.
fn instead(attribute: &Attribute) -> String {
    const WORDS: [(&str, &str); 9] = [
        ("rename", "write `#[arg(name = \"..\")]`"),
        ("default", "write `#[arg(default)]`, or `#[arg(default = ..)]`"),
        ("description", "write `#[arg(description = \"..\")]`, or a doc comment"),
        ("title", "write `#[arg(description = \"..\")]`, or a doc comment"),
        ("range", "write `#[arg(range(1..=100))]`"),
        ("length", "write `#[arg(length(1..=64))]`"),
        ("regex", "write `#[arg(pattern = \"..\")]`"),
        ("param", "remove it, since parameters are arguments without it"),
        ("aggr", "write `#[args]`"),
    ];
    let name = attribute.path().to_token_stream();
    let said = Serde::named(std::slice::from_ref(attribute), &name.to_string());
    let instead = WORDS.iter().find(|(word, _)| said.has(word)).map_or(
        "move its settings to `#[arg(..)]`, or take a struct with `#[args]`",
        |(_, instead)| instead,
    );
    format!("`#[{name}(..)]` has no effect on a parameter: {instead}")
}

/// `rename` is serde's word for `name`, and `len` is short for `length`.
const ALIASES: [(&str, &str); 2] = [("rename", "name"), named::LENGTH];
