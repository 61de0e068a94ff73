//! The arguments of `#[agent]`.

use super::common::Common;
use super::duration::DurationValue;
use super::named;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::TokenStream;

#[derive(Default)]
pub(crate) struct Agent {
    pub(crate) common: Common,
}

#[derive(Default, FromMeta)]
struct Named {
    timeout: Option<DurationValue>,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

impl Agent {
    pub(crate) fn read(arguments: TokenStream) -> syn::Result<Box<Self>> {
        let Named { timeout, krate } = named::read("agent", arguments)?;
        Ok(Box::new(Self { common: Common { timeout, krate, ..Common::default() } }))
    }
}
