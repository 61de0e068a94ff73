//! The arguments of `#[tool]`, `#[prompt]`, `#[resource]` and `#[handlers]`.

pub(crate) mod bounds;
pub(crate) mod confirm;
pub(crate) mod constraints;
pub(crate) mod duration;
pub(crate) mod json;
pub(crate) mod parse;
pub(crate) mod rate;
pub(crate) mod values;

use crate::app::App;
use crate::attr::json::Entry;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use darling::util::SpannedValue;
use duration::DurationValue;
use proc_macro2::{Span, TokenStream};
use rate::Rate;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Lit, LitStr, Meta, Token};
use values::{Code, Count, Switch, Text, Texts, literal, name, parenthesized, refused};

/// The arguments that every kind of handler takes.
#[derive(Default, FromMeta)]
pub(crate) struct Common {
    pub(crate) name: Option<Text>,
    pub(crate) title: Option<Code>,
    pub(crate) description: Option<Code>,
    #[darling(multiple, rename = "icon")]
    pub(crate) icons: Vec<Icon>,
    #[darling(multiple)]
    pub(crate) meta: Vec<Entries>,
    pub(crate) visible: Option<Code>,
    /// The scopes that a request over HTTP needs.
    pub(crate) scopes: Option<Scopes>,
    pub(crate) timeout: Option<DurationValue>,
    #[darling(default)]
    pub(crate) blocking: Switch,
    pub(crate) rename_all: Option<Text>,
    #[darling(rename = "crate")]
    pub(crate) krate: Option<RuntimePath>,
}

#[derive(Default, FromMeta)]
pub(crate) struct Tool {
    #[darling(flatten)]
    pub(crate) common: Common,
    #[darling(default)]
    pub(crate) pure: Switch,
    pub(crate) read_only: Option<SpannedValue<Switch>>,
    pub(crate) destructive: Option<SpannedValue<Switch>>,
    pub(crate) idempotent: Option<SpannedValue<Switch>>,
    pub(crate) open_world: Option<SpannedValue<Switch>>,
    pub(crate) confirm: Option<Text>,
    /// An agent asks for permission first.
    #[darling(default)]
    pub(crate) ask: Switch,
    pub(crate) only: Option<Code>,
    pub(crate) rate: Option<Rate>,
    pub(crate) concurrency: Option<Count>,
    #[darling(default)]
    pub(crate) strict: Switch,
    #[darling(default)]
    pub(crate) allow_dots: Switch,
    pub(crate) task: Option<Task>,
    /// The page that shows what it does.
    pub(crate) ui: Option<Text>,
    pub(crate) ui_visibility: Option<Text>,
}

/// `task`, or `task(..)` with its settings.
#[derive(Default, FromMeta)]
#[darling(from_word = || Ok(Task::default()), from_expr = |_| task_hint())]
pub(crate) struct Task {
    #[darling(default)]
    pub(crate) required: Switch,
    #[darling(default)]
    pub(crate) manual: Switch,
    #[darling(default)]
    pub(crate) resume: Switch,
    pub(crate) attempts: Option<SpannedValue<Count>>,
    pub(crate) ttl: Option<DurationValue>,
    pub(crate) poll: Option<DurationValue>,
    pub(crate) grace: Option<DurationValue>,
    pub(crate) immediate: Option<Text>,
}

#[derive(Default, FromMeta)]
pub(crate) struct Prompt {
    #[darling(flatten)]
    pub(crate) common: Common,
}

#[derive(Default, FromMeta)]
pub(crate) struct Resource {
    /// Written first, without a name; parsed separately.
    #[darling(skip)]
    pub(crate) uri: Option<Text>,
    #[darling(flatten)]
    pub(crate) common: Common,
    pub(crate) mime: Option<Text>,
    pub(crate) audience: Option<Words>,
    pub(crate) priority: Option<Code>,
    pub(crate) cache: Option<Cache>,
    pub(crate) app: Option<App>,
}

#[derive(Default, FromMeta)]
pub(crate) struct Handlers {
    /// The name of this block, which is one of several.
    pub(crate) part: Option<Word>,
    /// The names of the others.
    pub(crate) parts: Option<Words>,
    #[darling(rename = "crate")]
    pub(crate) krate: Option<RuntimePath>,
}

#[derive(FromMeta)]
#[darling(from_word = icon_hint, from_expr = |_| icon_hint())]
pub(crate) struct Icon {
    pub(crate) src: Text,
    pub(crate) mime_type: Option<Text>,
    #[darling(default)]
    pub(crate) sizes: Texts,
    pub(crate) theme: Option<Text>,
}

#[derive(FromMeta)]
#[darling(from_word = cache_hint, from_expr = |_| cache_hint())]
pub(crate) struct Cache {
    pub(crate) ttl: DurationValue,
    #[darling(default)]
    pub(crate) public: Switch,
    #[darling(default)]
    pub(crate) private: Switch,
}

fn icon_hint() -> darling::Result<Icon> {
    Err(darling::Error::custom("write the icon as `icon(src = \"https://..\")`"))
}

fn task_hint() -> darling::Result<Task> {
    Err(darling::Error::custom(
        "write `task`, or its settings in parentheses: `task(ttl = \"1h\", resume)`",
    ))
}

fn cache_hint() -> darling::Result<Cache> {
    Err(darling::Error::custom("write how long as `cache(ttl = \"60s\", public)`"))
}

/// `meta("key" = JSON, ..)`.
pub(crate) struct Entries(pub(crate) Vec<Entry>);

impl FromMeta for Entries {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let Meta::List(list) = item else {
            return Err(refused(item, "write the entries in parentheses: `meta(\"key\" = ..)`"));
        };
        let entries = list.parse_args_with(Punctuated::<Entry, Token![,]>::parse_terminated)?;
        Ok(Self(entries.into_iter().collect()))
    }
}

/// `scopes("files:read", ..)`.
pub(crate) struct Scopes(pub(crate) Vec<LitStr>);

impl FromMeta for Scopes {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let Texts(scopes) = Texts::from_meta(item)?;
        if scopes.is_empty() {
            let message = "name the scopes that a call needs, as in `scopes(\"files:write\")`";
            return Err(refused(item, message));
        }
        Ok(Self(scopes))
    }
}

/// A word: `part = reading`.
pub(crate) struct Word(pub(crate) Ident);

impl FromMeta for Word {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::NameValue(pair) = item
            && let Expr::Path(path) = &pair.value
            && let Some(word) = path.path.get_ident()
        {
            return Ok(Self(word.clone()));
        }
        Err(refused(item, "write the name of the part, as in `part = reading`"))
    }
}

/// Words in parentheses: `audience(user, assistant)`.
pub(crate) struct Words(pub(crate) Vec<Ident>);

impl FromMeta for Words {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Some(words) = parenthesized(item) {
            return Ok(Self(words));
        }
        let name = name(item);
        let words = match &*name {
            "parts" => "reading, writing",
            "permissions" => "camera, clipboard_write",
            _ => "user, assistant",
        };
        Err(refused(item, format!("`{name}` takes words in parentheses: `{name}({words})`")))
    }
}

/// Reads the arguments of the attribute with this name.
pub(crate) fn read<T: FromMeta>(attribute: &str, arguments: TokenStream) -> syn::Result<T> {
    parse::read(attribute, &parse::list(arguments)?)
}

const URI_FIRST: &str = "write the URI first: `#[resource(\"notes://{name}\")]`";

impl Resource {
    /// Reads the URI, then the named arguments.
    pub(crate) fn read(arguments: TokenStream, at: Span) -> syn::Result<Self> {
        if arguments.is_empty() {
            return Err(syn::Error::new(at, URI_FIRST));
        }
        // Parsed before the rest: a macro call is not an argument.
        let first: TokenStream =
            arguments.clone().into_iter().take_while(|token| !parse::is_comma(token)).collect();
        let value = syn::parse2::<Expr>(first.clone()).ok();
        let Some(Lit::Str(uri)) = value.as_ref().and_then(literal) else {
            return Err(match value {
                Some(Expr::Path(_) | Expr::Macro(_)) => {
                    refused(&first, "the URI is read while compiling: write it as a string literal")
                }
                _ => refused(&arguments, URI_FIRST),
            }
            .into());
        };
        let uri = Text(uri.clone());
        let mut arguments = parse::list(arguments)?;
        arguments.remove(0);
        Ok(Self { uri: Some(uri), ..parse::read("resource", &arguments)? })
    }
}
