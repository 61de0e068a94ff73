//! The arguments of `#[handlers]`.

use super::defaults::Defaults;
use super::words::{Word, Words};
use crate::runtime_path::RuntimePath;
use darling::FromMeta;

#[derive(Default, FromMeta)]
pub(crate) struct Handlers {
    /// The name of this block, which is one of several.
    pub(crate) part: Option<Word>,
    /// The names of the others.
    pub(crate) parts: Option<Words>,
    #[darling(flatten)]
    pub(crate) defaults: Defaults,
    #[darling(rename = "crate")]
    pub(crate) krate: Option<RuntimePath>,
}
