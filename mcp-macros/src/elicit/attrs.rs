//! `#[elicit(..)]`: what a form declares besides its types and docs.

use darling::FromMeta;

use crate::attr::arg::Preset;
use crate::attr::constraints::{Constraints, object};
use crate::attr::json::quoted;
use crate::attr::values::{Code, Text};
use crate::runtime_path::RuntimePath;

/// On the struct or enum.
#[derive(Default, FromMeta)]
pub(super) struct Container {
    #[darling(rename = "crate")]
    pub(super) krate: Option<RuntimePath>,
}

/// On a variant.
#[derive(Default, FromMeta)]
pub(super) struct Variant {
    pub(super) title: Option<Text>,
}

/// On a field.
#[derive(Default, FromMeta)]
pub(super) struct Field {
    pub(super) title: Option<Text>,
    pub(super) description: Option<Code>,
    pub(super) default: Option<Preset>,
    #[darling(flatten)]
    pub(super) constraints: Constraints,
}

impl Field {
    /// The keywords of the schema, as the text of a JSON object.
    pub(super) fn keywords(&self) -> String {
        let mut keywords = self.constraints.keywords();
        keywords.extend(self.title.as_ref().map(|title| ("title", quoted(&title.0.value()))));
        object(&keywords)
    }
}
