//! The argument `app` of `#[resource("ui://..", app(..))]`: a page that tools show inside a host.

use super::refusal::hint;
use super::values::{Switch, Text};
use super::words::{Texts, Words};
use darling::FromMeta;

const APP: &str = "write `app`, or what the page needs in parentheses: \
                   `app(connect(\"https://api.example.com\"))`";

/// `app`, or `app(..)` with the settings of the page.
#[derive(Default, FromMeta)]
#[darling(from_word = || Ok(App::default()), from_expr = |_| hint(APP))]
pub(crate) struct App {
    #[darling(default)]
    pub(crate) connect: Texts,
    #[darling(default)]
    pub(crate) resources: Texts,
    #[darling(default)]
    pub(crate) frames: Texts,
    #[darling(default)]
    pub(crate) base: Texts,
    pub(crate) permissions: Option<Words>,
    pub(crate) domain: Option<Text>,
    pub(crate) border: Option<Switch>,
}
