//! Definitions: what the macros know about a handler, as constants.

use std::time::Duration;

use super::Piece;
use crate::protocol::{ExtensionId, ExtensionMethod, Icon, IconTheme, Meta};
use crate::server::Context;
use crate::server::apps::{AppDef, UiDef};
use crate::server::result_limit::ResultLimit;
use crate::server::tasks::TaskDef;
use crate::store::RateLimit;

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

/// The definition of a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolDef {
    /// The name.
    pub name: &'static str,
    /// The human-readable title.
    pub title: Option<&'static str>,
    /// What it does.
    pub description: &'static str,
    /// Whether it is read-only.
    pub read_only: Option<bool>,
    /// Whether it may be destructive.
    pub destructive: Option<bool>,
    /// Whether repeating a call has no further effect.
    pub idempotent: Option<bool>,
    /// Whether it interacts with external entities.
    pub open_world: Option<bool>,
    /// Its icons.
    pub icons: &'static [IconDef],
    /// `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// The confirmation that the user is asked for before it runs; empty if there is none.
    pub confirm: &'static [Piece],
    /// Whether an agent asks for permission before it calls the tool.
    pub ask: bool,
    /// The kind of operation, as agents show it.
    pub kind: Option<&'static str>,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// How often each caller may call it.
    pub rate: Option<RateLimit>,
    /// How many of its calls may run at the same time.
    pub concurrency: Option<u32>,
    /// How large its results may be.
    pub max_result: Option<ResultLimit>,
    /// Whether clients are asked to show large results.
    pub large_result: bool,
    /// Whether unknown argument keys are rejected.
    pub strict: bool,
    /// Whether the name may contain dots.
    pub allow_dots: bool,
    /// Decides which callers may see it; `None` if all may.
    pub visible: Option<fn(&Context) -> bool>,
    /// The scopes that a request over HTTP needs for it.
    pub scopes: &'static [&'static str],
    /// How its calls become tasks; `None` if they do not.
    pub task: Option<TaskDef>,
    /// The extension that a client must declare to see the tool.
    pub only: Option<ExtensionId>,
    /// Its settings for a page.
    pub ui: Option<UiDef>,
    /// Its location in the source.
    pub location: &'static str,
}

impl ToolDef {
    /// An empty definition.
    pub const EMPTY: Self = Self {
        name: "",
        title: None,
        description: "",
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        icons: &[],
        meta: &[],
        confirm: &[],
        ask: false,
        kind: None,
        timeout: None,
        rate: None,
        concurrency: None,
        max_result: None,
        large_result: false,
        strict: false,
        allow_dots: false,
        visible: None,
        scopes: &[],
        task: None,
        only: None,
        ui: None,
        location: "",
    };
}

/// The definition of a prompt.
#[derive(Clone, Copy, Debug)]
pub struct PromptDef {
    /// The name.
    pub name: &'static str,
    /// The human-readable title.
    pub title: Option<&'static str>,
    /// What it is for.
    pub description: &'static str,
    /// Its icons.
    pub icons: &'static [IconDef],
    /// `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// Decides which callers may see it; `None` if all may.
    pub visible: Option<fn(&Context) -> bool>,
    /// The scopes that a request over HTTP needs for it.
    pub scopes: &'static [&'static str],
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// Its location in the source.
    pub location: &'static str,
}

impl PromptDef {
    /// An empty definition.
    pub const EMPTY: Self = Self {
        name: "",
        title: None,
        description: "",
        icons: &[],
        meta: &[],
        visible: None,
        scopes: &[],
        timeout: None,
        location: "",
    };
}

/// The definition of a method of an extension.
#[derive(Clone, Copy, Debug)]
pub struct MethodDef {
    /// The method.
    pub method: &'static ExtensionMethod,
    /// Whether clients that did not declare the extension may use it.
    pub open: bool,
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// Whether unknown members of the parameters are rejected.
    pub strict: bool,
    /// Its location in the source.
    pub location: &'static str,
}

/// How long, and for whom, a resource may be cached.
#[derive(Clone, Copy, Debug)]
pub struct CacheDef {
    /// How long.
    pub ttl: Duration,
    /// Whether a cache may share it between callers.
    pub public: bool,
}

/// The definition of a resource or of a resource template.
#[derive(Clone, Copy, Debug)]
pub struct ResourceDef {
    /// The URI, or the URI template.
    pub uri: &'static str,
    /// The name.
    pub name: &'static str,
    /// The human-readable title.
    pub title: Option<&'static str>,
    /// What it holds.
    pub description: &'static str,
    /// The media type of its content.
    pub mime_type: Option<&'static str>,
    /// Its icons.
    pub icons: &'static [IconDef],
    /// `_meta`: keys, and values as JSON text.
    pub meta: &'static [(&'static str, &'static str)],
    /// The intended audience: `user`, `assistant`.
    pub audience: &'static [&'static str],
    /// How important it is, from 0 to 1.
    pub priority: Option<f64>,
    /// How long it may be cached.
    pub cache: Option<CacheDef>,
    /// Its settings as a page, if it is one.
    pub app: Option<AppDef>,
    /// Decides which callers may see it; `None` if all may.
    pub visible: Option<fn(&Context) -> bool>,
    /// The scopes that a request over HTTP needs for it.
    pub scopes: &'static [&'static str],
    /// How long it may take.
    pub timeout: Option<Duration>,
    /// Its location in the source.
    pub location: &'static str,
}

impl ResourceDef {
    /// An empty definition.
    pub const EMPTY: Self = Self {
        uri: "",
        name: "",
        title: None,
        description: "",
        mime_type: None,
        icons: &[],
        meta: &[],
        audience: &[],
        priority: None,
        cache: None,
        app: None,
        visible: None,
        scopes: &[],
        timeout: None,
        location: "",
    };
}

/// Who sees a handler, as the compiler checks it.
pub const fn seen_by(
    decide: fn(&Context) -> bool, /* of the caller: `visible = path` */
) -> Option<fn(&Context) -> bool> {
    Some(decide)
}

/// The icons of a definition, as they are listed.
pub(crate) fn icons(defs: &[IconDef]) -> Vec<Icon> {
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
pub(crate) fn meta(defs: &[(&str, &str)]) -> Option<Meta> {
    let entry =
        |(key, json): &(&str, &str)| Some(((*key).to_owned(), serde_json::from_str(json).ok()?));
    Some(defs.iter().filter_map(entry).collect()).filter(|meta: &Meta| !meta.is_empty())
}
