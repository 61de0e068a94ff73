//! The arguments of `#[resource]`.

use super::app::App;
use super::common::Common;
use super::duration::DurationValue;
use super::refusal::{CACHE, hint, refused};
use super::values::{Code, Function, Switch, Text};
use super::words::Words;
use super::{named, parse};
use crate::literal::string;
use crate::template;
use darling::FromMeta;
use proc_macro2::{Span, TokenStream};
use syn::Expr;

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
    /// Lists the resources of a template.
    pub(crate) list: Option<Function>,
    pub(crate) app: Option<App>,
}

#[derive(FromMeta)]
#[darling(from_word = || hint(CACHE), from_expr = |_| hint(CACHE))]
pub(crate) struct Cache {
    pub(crate) ttl: DurationValue,
    #[darling(default)]
    pub(crate) public: Switch,
    #[darling(default)]
    pub(crate) private: Switch,
}

const URI_FIRST: &str = "write the URI first: `#[resource(\"notes://{name}\")]`";

impl Resource {
    /// Reads the URI, then the named arguments.
    pub(crate) fn read(arguments: &TokenStream, at: Span) -> syn::Result<Box<Self>> {
        if arguments.is_empty() {
            return Err(syn::Error::new(at, URI_FIRST));
        }
        // Parsed before the rest: a macro call is not an argument.
        let (first, rest) = parse::split_first(arguments.clone());
        let value = syn::parse2::<Expr>(first.clone()).ok();
        let Some(uri) = value.as_ref().and_then(string) else {
            return Err(match value {
                Some(Expr::Path(_) | Expr::Macro(_)) => {
                    refused(&first, "the URI is read at compile time: write it as a string literal")
                }
                _ => refused(arguments, URI_FIRST),
            }
            .into());
        };
        let uri = Some(Text(uri.clone()));
        Ok(Box::new(Self { uri, ..named::read("resource", rest)? }))
    }

    /// The variables of the URI template; none if it is not well formed.
    pub(crate) fn variables(&self) -> Vec<String> {
        let uri = self.uri.as_ref().map(|uri| template::variables(&uri.0.value()));
        uri.and_then(Result::ok).unwrap_or_default()
    }
}
