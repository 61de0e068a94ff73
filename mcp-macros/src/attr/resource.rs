//! The arguments of `#[resource]`.

use super::app::App;
use super::common::Common;
use super::duration::DurationValue;
use super::refusal::refused;
use super::values::{Code, Switch, Text, literal};
use super::words::Words;
use super::{named, parse};
use crate::template;
use darling::FromMeta;
use proc_macro2::{Span, TokenStream};
use syn::{Expr, Lit};

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

#[derive(FromMeta)]
#[darling(from_word = cache_hint, from_expr = |_| cache_hint())]
pub(crate) struct Cache {
    pub(crate) ttl: DurationValue,
    #[darling(default)]
    pub(crate) public: Switch,
    #[darling(default)]
    pub(crate) private: Switch,
}

fn cache_hint() -> darling::Result<Cache> {
    Err(darling::Error::custom("write how long as `cache(ttl = \"60s\", public)`"))
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
        Ok(Self { uri: Some(uri), ..named::read_list("resource", &arguments)? })
    }

    /// The variables of the URI template; none if it is not well formed.
    pub(crate) fn variables(&self) -> Vec<String> {
        let uri = self.uri.as_ref().map(|uri| template::variables(&uri.0.value()));
        uri.and_then(Result::ok).unwrap_or_default()
    }
}
