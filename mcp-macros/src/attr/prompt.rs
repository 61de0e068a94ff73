//! The arguments of `#[prompt]`.

use super::common::Common;
use darling::FromMeta;

#[derive(Default, FromMeta)]
pub(crate) struct Prompt {
    #[darling(flatten)]
    pub(crate) common: Common,
}
