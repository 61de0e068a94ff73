//! Pages that tools show inside a host: what the macros know about them, and how it is listed.

use serde_json::json;

use crate::protocol::Meta;
use crate::protocol::apps::{APP_MIME_TYPE, FLAT_UI, UI};

/// The page settings in the definition of a tool.
#[derive(Clone, Copy, Debug)]
pub struct UiDef {
    /// The page that shows what the tool does.
    pub uri: Option<&'static str>,
    /// Who may call the tool: `model`, `app`; everyone if empty.
    pub visibility: &'static [&'static str],
}

impl UiDef {
    /// Whether the tool is only for pages.
    pub(crate) fn is_for_app_only(&self) -> bool {
        !self.visibility.is_empty() && !self.visibility.contains(&"model")
    }

    /// Writes it into `_meta`, under the current key and under that of early hosts.
    pub(crate) fn write(&self, meta: &mut Option<Meta>) {
        let meta = meta.get_or_insert_default();
        let mut ui = Meta::new();
        if let Some(uri) = self.uri {
            ui.insert("resourceUri".to_owned(), uri.into());
            meta.insert(FLAT_UI.to_owned(), uri.into());
        }
        if !self.visibility.is_empty() {
            ui.insert("visibility".to_owned(), json!(self.visibility));
        }
        meta.insert(UI.to_owned(), ui.into());
    }
}

/// The page settings in the definition of a resource.
#[derive(Clone, Copy, Debug)]
pub struct AppDef {
    /// Origins to connect to.
    pub connect: &'static [&'static str],
    /// Origins to load from.
    pub resources: &'static [&'static str],
    /// Origins of frames.
    pub frames: &'static [&'static str],
    /// Origins of `<base>`.
    pub base: &'static [&'static str],
    /// The permissions that it needs: `camera`, `microphone`, `geolocation`, `clipboard_write`.
    pub permissions: &'static [&'static str],
    /// A dedicated origin.
    pub domain: Option<&'static str>,
    /// Whether the host draws a border.
    pub border: Option<bool>,
}

impl AppDef {
    /// A page that needs nothing but itself.
    pub const EMPTY: Self = Self {
        connect: &[],
        resources: &[],
        frames: &[],
        base: &[],
        permissions: &[],
        domain: None,
        border: None,
    };

    pub(crate) const MIME_TYPE: &'static str = APP_MIME_TYPE;

    /// The `_meta` with which the page is listed and read. Empty lists are included, since some
    /// hosts treat a missing list as an oversight.
    #[inline]
    pub(crate) fn meta(&self) -> Meta {
        let csp = json!({
            "connectDomains": self.connect,
            "resourceDomains": self.resources,
            "frameDomains": self.frames,
            "baseUriDomains": self.base,
        });
        let mut ui = Meta::from_iter([("csp".to_owned(), csp)]);
        if !self.permissions.is_empty() {
            let permission = |name: &&str| match *name {
                "clipboard_write" => ("clipboardWrite".to_owned(), json!({})),
                name => (name.to_owned(), json!({})),
            };
            let permissions: Meta = self.permissions.iter().map(permission).collect();
            ui.insert("permissions".to_owned(), permissions.into());
        }
        if let Some(domain) = self.domain {
            ui.insert("domain".to_owned(), domain.into());
        }
        if let Some(border) = self.border {
            ui.insert("prefersBorder".to_owned(), border.into());
        }
        Meta::from_iter([(UI.to_owned(), ui.into())])
    }
}
