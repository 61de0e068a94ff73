//! The definition of a resource or of a resource template.

use std::time::Duration;

use super::{CallDef, IconDef, icons, meta, text};
use crate::protocol::{Annotations, Meta, Resource, ResourceTemplate, Role};
use crate::server::apps::AppDef;

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
    /// Whether it announces its changes.
    pub is_watched: bool,
    /// How its calls run.
    pub call: CallDef,
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
        is_watched: false,
        call: CallDef::EMPTY,
        location: "",
    };

    /// The resource as it is listed, with the `_meta` of a page if it is one.
    #[inline]
    pub(crate) fn resource(&self, page: Option<&Meta>) -> Resource {
        let mut resource = Resource::new(self.uri, self.name);
        resource.title = self.title.map(str::to_owned);
        resource.description = text(self.description);
        resource.mime_type = self.mime_type().map(str::to_owned);
        resource.annotations = self.annotations();
        resource.icons = icons(self.icons);
        resource.meta = meta(self.meta);
        if let Some(page) = page {
            resource.meta.get_or_insert_default().extend(page.clone());
        }
        resource
    }

    /// The resource template as it is listed.
    #[inline]
    pub(crate) fn template(&self) -> ResourceTemplate {
        let mut template = ResourceTemplate::new(self.uri, self.name);
        template.title = self.title.map(str::to_owned);
        template.description = text(self.description);
        template.mime_type = self.mime_type().map(str::to_owned);
        template.annotations = self.annotations();
        template.icons = icons(self.icons);
        template.meta = meta(self.meta);
        template
    }

    /// The media type of its content, which a page has without saying so.
    pub(crate) fn mime_type(&self) -> Option<&'static str> {
        self.mime_type.or(self.app.map(|_| AppDef::MIME_TYPE))
    }

    #[inline]
    fn annotations(&self) -> Option<Annotations> {
        let audience = self.audience.iter().map(|role| match *role {
            "assistant" => Role::Assistant,
            _ => Role::User,
        });
        let mut annotations = Annotations::default();
        annotations.audience =
            Some(audience.collect()).filter(|audience: &Vec<_>| !audience.is_empty());
        annotations.priority = self.priority;
        Some(annotations).filter(|annotations| *annotations != Annotations::default())
    }
}
