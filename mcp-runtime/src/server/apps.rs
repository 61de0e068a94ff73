//! Pages that tools show inside a host: what the macros know of them, and how it is listed.

use serde_json::json;

use crate::protocol::apps::{APP_MIME_TYPE, FLAT_UI, UI};
use crate::protocol::{AppCsp, AppMeta, AppPermissions, Meta};

/// What the definition of a tool says of a page.
#[derive(Clone, Copy, Debug)]
pub struct UiDef {
    /// The page that shows what the tool does.
    pub uri: Option<&'static str>,
    /// Who may call the tool, if not everybody: `model`, `app`.
    pub visibility: &'static [&'static str],
}

impl UiDef {
    /// Whether the tool is for pages alone.
    pub(crate) fn is_for_app_only(&self) -> bool {
        !self.visibility.is_empty() && !self.visibility.contains(&"model")
    }

    /// Says it in `_meta`, under the key of today and under that of early hosts.
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

/// What the definition of a resource says that is a page.
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
    /// What it wants to use: `camera`, `microphone`, `geolocation`, `clipboard_write`.
    pub permissions: &'static [&'static str],
    /// An origin of its own.
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

    /// As it is listed, and said where the page is read.
    pub(crate) fn meta(&self) -> Meta {
        let all = |origins: &[&str]| origins.iter().map(|origin| (*origin).to_owned()).collect();
        let wants = |name| self.permissions.contains(&name);
        let csp = AppCsp {
            connect_domains: all(self.connect),
            resource_domains: all(self.resources),
            frame_domains: all(self.frames),
            base_uri_domains: all(self.base),
            ..AppCsp::default()
        };
        let permissions = AppPermissions {
            camera: wants("camera"),
            microphone: wants("microphone"),
            geolocation: wants("geolocation"),
            clipboard_write: wants("clipboard_write"),
            ..AppPermissions::default()
        };
        let meta = AppMeta {
            csp: Some(csp),
            permissions: (!self.permissions.is_empty()).then_some(permissions),
            domain: self.domain.map(str::to_owned),
            prefers_border: self.border,
            ..AppMeta::default()
        };
        meta.to_meta()
    }
}
