//! The arguments of `#[command]`.

use super::common::Common;
use super::duration::DurationValue;
use super::named;
use super::values::{Code, Text};
use crate::kind::Kind;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::TokenStream;

#[derive(Default)]
pub(crate) struct Command {
    pub(crate) common: Common,
    /// The hint that the person sees where the input goes.
    pub(crate) hint: Option<Text>,
}

#[derive(Default, FromMeta)]
struct Named {
    name: Option<Text>,
    description: Option<Code>,
    hint: Option<Text>,
    timeout: Option<DurationValue>,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

impl Command {
    pub(crate) fn read(arguments: TokenStream) -> syn::Result<Box<Self>> {
        let Named { name, description, hint, timeout, krate } = named::read("command", arguments)?;
        RuntimePath::check(krate.as_ref(), Kind::Command)?;
        let common = Common { name, description, timeout, krate, ..Common::default() };
        Ok(Box::new(Self { common, hint }))
    }
}
