//! Pages that tools show inside a host: the `_meta` entries of tools and pages.
//!
//! Source: [MCP Apps, 2026-01-26](https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx).

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::base::or_default;
use super::extension::{ExtensionDeclaration, ExtensionId};
use super::extension_parts::Extension;
use super::meta::Meta;
use super::tool_definition::Tool;
use crate::base::to_value;

/// The media type of a page.
pub const APP_MIME_TYPE: &str = "text/html;profile=mcp-app";

/// The member of `_meta` in which a tool names its page, and a page declares its needs.
pub const UI: &str = "ui";

/// Where early hosts look for the URI of the page of a tool.
pub const FLAT_UI: &str = "ui/resourceUri";

/// The extension of pages that tools show inside a host, `io.modelcontextprotocol/ui`.
///
/// A server declares it automatically if one of its tools or resources uses it. In a handler
/// `Option<Negotiated<Apps>>` tells whether the client shows pages.
#[derive(Clone, Copy, Debug)]
pub struct Apps;

impl Apps {
    /// Returns the declaration of a host that shows pages.
    #[inline]
    pub fn of_host() -> ExtensionDeclaration {
        Self::ID.with(AppsClient { mime_types: vec![APP_MIME_TYPE.to_owned()] })
    }
}

impl Extension for Apps {
    const ID: ExtensionId = ExtensionId::UI;

    type Client = AppsClient;
}

/// Whether a host with these settings shows pages.
pub fn shows_pages(settings: &Value) -> bool {
    let mime_types = settings["mimeTypes"].as_array();
    mime_types.is_some_and(|mime_types| mime_types.iter().any(|it| it == APP_MIME_TYPE))
}

/// Returns the page that the `_meta` of a tool names, under the current key or the one of early
/// servers.
pub fn page_of(meta: &Meta) -> Option<&str> {
    let uri = match meta.get(UI).filter(|ui| ui.is_object()) {
        Some(ui) => &ui["resourceUri"],
        None => meta.get(FLAT_UI)?,
    };
    uri.as_str().filter(|uri| is_page_uri(uri))
}

/// The settings of a host: it shows pages if their media type is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AppsClient {
    /// The media types of pages that the host shows.
    pub mime_types: Vec<String>,
}

impl<'de> Deserialize<'de> for AppsClient {
    fn deserialize<D: Deserializer<'de>>(settings: D) -> Result<Self, D::Error> {
        let settings = Value::deserialize(settings)?;
        if !shows_pages(&settings) {
            return Err(D::Error::custom(format!("`{APP_MIME_TYPE}` is not in `mimeTypes`")));
        }
        let mime_types = settings["mimeTypes"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        Ok(Self { mime_types })
    }
}

/// What a tool declares about its page: `_meta.ui`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolUi {
    /// The page that shows what the tool does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_uri: Option<String>,
    /// Who may call the tool: `model`, `app`, or both if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Vec<String>>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Meta,
}

impl ToolUi {
    /// Returns whether the model may see and call the tool.
    #[inline]
    pub fn is_for_model(&self) -> bool {
        self.is_for("model")
    }

    /// Returns whether the page may call the tool.
    #[inline]
    pub fn is_for_app(&self) -> bool {
        self.is_for("app")
    }

    fn is_for(&self, whom: &str) -> bool {
        self.visibility.as_ref().is_none_or(|visibility| visibility.iter().any(|it| it == whom))
    }
}

impl Tool {
    /// Returns the page declaration of the tool, under the current key or the one of early servers.
    #[inline]
    pub fn ui(&self) -> Option<ToolUi> {
        let meta = self.meta.as_ref()?;
        let page = page_of(meta).map(str::to_owned);
        match member::<ToolUi>(Some(meta), UI) {
            Some(ui) => Some(ToolUi { resource_uri: page, ..ui }),
            None => page.map(|page| ToolUi { resource_uri: Some(page), ..ToolUi::default() }),
        }
    }
}

/// The needs of a page: `_meta.ui` of a resource.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AppMeta {
    /// The origins from which the page may load and to which it may connect; none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub csp: Option<AppCsp>,
    /// Other permissions that the page requests; the host may refuse them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permissions: Option<AppPermissions>,
    /// A dedicated origin for the page; the format depends on the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Whether the host draws a border around the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefers_border: Option<bool>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Meta,
}

impl AppMeta {
    /// Reads it from the `_meta` of a resource or of its content.
    #[inline]
    pub fn of(meta: Option<&Meta>) -> Option<Self> {
        member(meta, UI)
    }

    /// Returns it as a member of `_meta`.
    #[doc(hidden)]
    #[inline]
    pub fn to_meta(&self) -> Meta {
        let ui = to_value(self).unwrap_or_else(|_| Map::new().into());
        Meta::from_iter([(UI.to_owned(), ui)])
    }
}

/// The origins that a page may use. Empty lists are sent, too: some hosts treat missing ones as
/// forgotten.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct AppCsp {
    /// For `fetch`, `XMLHttpRequest` and `WebSocket`.
    #[serde(deserialize_with = "or_default")]
    pub connect_domains: Vec<String>,
    /// For scripts, styles, pictures, fonts and media.
    #[serde(deserialize_with = "or_default")]
    pub resource_domains: Vec<String>,
    /// For frames inside the page.
    #[serde(deserialize_with = "or_default")]
    pub frame_domains: Vec<String>,
    /// For `<base>`.
    #[serde(deserialize_with = "or_default")]
    pub base_uri_domains: Vec<String>,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Meta,
}

/// Permissions that a page requests in addition to those of every page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct AppPermissions {
    /// The camera.
    #[serde(with = "wanted", skip_serializing_if = "is_not")]
    pub camera: bool,
    /// The microphone.
    #[serde(with = "wanted", skip_serializing_if = "is_not")]
    pub microphone: bool,
    /// The location of the user.
    #[serde(with = "wanted", skip_serializing_if = "is_not")]
    pub geolocation: bool,
    /// Writing to the clipboard.
    #[serde(with = "wanted", skip_serializing_if = "is_not")]
    pub clipboard_write: bool,
    /// Members that this crate does not know.
    #[serde(flatten)]
    pub other: Meta,
}

/// A requested permission is an empty object.
mod wanted {
    use super::{Deserialize, Deserializer, Map, Serialize, Serializer, Value};

    pub(super) fn serialize<S: Serializer>(_: &bool, out: S) -> Result<S::Ok, S::Error> {
        Map::new().serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(json: D) -> Result<bool, D::Error> {
        Value::deserialize(json).map(|value| value.is_object())
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_not(wanted: &bool) -> bool {
    !wanted
}

/// A page: returned by a resource whose page declares its needs at each read, and received by a
/// host for a tool.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AppPage {
    /// The HTML document.
    pub html: String,
    /// The needs of the page; nothing but itself if absent.
    pub meta: Option<AppMeta>,
}

impl AppPage {
    /// Creates a page from an HTML document.
    pub fn new(html: impl Into<String>) -> Self {
        Self { html: html.into(), meta: None }
    }

    /// Sets the needs of the page, instead of those in the attribute of its function.
    #[must_use]
    #[inline]
    pub fn with(self, meta: AppMeta) -> Self {
        Self { meta: Some(meta), ..self }
    }
}

/// Whether a URI can be that of a page: `ui://` and more, without variables.
pub fn is_page_uri(uri: &str) -> bool {
    let rest = uri.strip_prefix("ui://");
    rest.is_some_and(|rest| {
        !rest.is_empty()
            && !rest.contains(|next: char| {
                next.is_whitespace() || next.is_control() || matches!(next, '{' | '}')
            })
    })
}

/// Keeps the part of `_meta` that hosts read in revisions whose objects do not have `_meta`: the
/// extension applies to all of them.
pub fn keep_ui(meta: &mut Option<Meta>) {
    if let Some(entries) = meta {
        entries.retain(|key, _| key == UI || key == FLAT_UI);
    }
    meta.take_if(|entries| entries.is_empty());
}

/// Reads an object from `_meta`.
fn member<T: DeserializeOwned>(meta: Option<&Meta>, name: &str) -> Option<T> {
    let member = meta?.get(name).filter(|member| member.is_object())?;
    T::deserialize(member).ok()
}
