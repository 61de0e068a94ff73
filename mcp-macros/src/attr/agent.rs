//! The arguments of `#[agent]`: two of those that others take.

use super::common::Common;
use super::duration::DurationValue;
use super::named;
use crate::kind::Kind;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::TokenStream;

#[derive(Default, FromMeta)]
struct Agent {
    timeout: Option<DurationValue>,
    #[darling(rename = "crate")]
    krate: Option<RuntimePath>,
}

pub(crate) fn read(arguments: TokenStream) -> syn::Result<Box<Common>> {
    let Agent { timeout, krate } = named::read("agent", arguments)?;
    RuntimePath::check(krate.as_ref(), Kind::Agent)?;
    Ok(Box::new(Common { timeout, krate, ..Common::default() }))
}
