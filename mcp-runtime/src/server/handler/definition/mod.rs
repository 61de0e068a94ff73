//! Definitions: what the macros know about a handler, as constants, and how that is listed.

mod call;
mod confirm;
mod prompt;
mod resource;
mod tool;

use crate::protocol::{ExtensionMethod, Icon, IconTheme, Meta};

pub use call::{CallDef, seen_by};
pub use confirm::{Confirm, Piece};
pub use prompt::PromptDef;
pub use resource::{CacheDef, ResourceDef};
pub use tool::ToolDef;

/// An icon in a definition.
#[derive(Clone, Copy, Debug)]
pub struct IconDef {
    /// The URL of the image: `https:` or `data:`.
    pub src: &'static str,
    /// Its media type.
    pub mime_type: Option<&'static str>,
    /// Its sizes, like `48x48`.
    pub sizes: &'static [&'static str],
    /// The theme it is designed for: `light` or `dark`.
    pub theme: Option<&'static str>,
}

/// The definition of a method of an extension.
#[derive(Clone, Copy, Debug)]
pub struct MethodDef {
    /// The method.
    pub method: &'static ExtensionMethod,
    /// Whether clients that did not declare the extension may use it.
    pub open: bool,
    /// How its calls run.
    pub call: CallDef,
    /// Its location in the source.
    pub location: &'static str,
}

/// The icons of a definition, as they are listed.
fn icons(defs: &[IconDef]) -> Vec<Icon> {
    let icon = |def: &IconDef| {
        let mut icon = Icon::new(def.src);
        icon.mime_type = def.mime_type.map(str::to_owned);
        icon.sizes = Some(def.sizes.iter().map(|size| (*size).to_owned()).collect())
            .filter(|sizes: &Vec<_>| !sizes.is_empty());
        icon.theme = def.theme.and_then(|theme| match theme {
            "light" => Some(IconTheme::Light),
            "dark" => Some(IconTheme::Dark),
            _ => None,
        });
        icon
    };
    defs.iter().map(icon).collect()
}

/// The `_meta` of a definition, as it is listed.
fn meta(defs: &[(&str, &str)]) -> Option<Meta> {
    let entry =
        |(key, json): &(&str, &str)| Some(((*key).to_owned(), serde_json::from_str(json).ok()?));
    Some(defs.iter().filter_map(entry).collect()).filter(|meta: &Meta| !meta.is_empty())
}

/// A text of a definition, as it is listed: one that is empty is not.
fn text(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}
