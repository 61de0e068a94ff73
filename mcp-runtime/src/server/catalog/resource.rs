//! A resource or a resource template of the catalog.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::{Entry, Feature, Features};
use crate::error::{Error, Result};
use crate::protocol::uri::normal;
use crate::protocol::{CacheScope, Resource, ResourceTemplate};
use crate::server::apps::AppDef;
use crate::server::feature_services::FeatureServices;
use crate::server::handler::{CacheDef, Handler, ResourceDef};
use crate::server::namespace::Namespace;
use crate::server::resource_reading::{ContentHints, ResourceRead, SubscribedRead};
use crate::server::resource_watch::Watch;
use crate::server::response::Step;
use crate::server::uri_template::UriTemplate;
use crate::server::{Context, specificity};

/// A resource or a resource template of the catalog.
pub(crate) struct ResourceEntry {
    pub(crate) handler: Arc<Handler>,
    pub(super) services: FeatureServices,
    is_watched: bool,
    listed: ListEntry,
    content: Arc<ContentHints>,
    location: String,
}

/// How it is listed.
enum ListEntry {
    Resource(Resource),
    Template(ResourceTemplate, Result<UriTemplate, String>),
}

impl ResourceEntry {
    #[inline]
    pub(crate) fn new(def: &ResourceDef, handler: Handler) -> Self {
        let page = def.app.map(|app| app.meta());
        let listed = if def.uri.contains('{') {
            ListEntry::Template(def.template(), UriTemplate::parse(def.uri))
        } else {
            ListEntry::Resource(def.resource(page.as_ref()))
        };
        // By default, content is private to the caller and expires at once.
        let cache = def.cache.unwrap_or(CacheDef { ttl: Duration::ZERO, public: false });
        let content = ContentHints {
            mime_type: def.mime_type().map(str::to_owned),
            meta: page,
            ttl_ms: u64::try_from(cache.ttl.as_millis()).unwrap_or(u64::MAX),
            cache_scope: if cache.public { CacheScope::Public } else { CacheScope::Private },
        };
        Self::from_entry(listed, def.is_watched, content, handler, def.location)
    }

    /// Creates the entry of a resource that has no definition.
    #[inline]
    pub(crate) fn of(
        resource: Resource,
        is_watched: bool,
        handler: Handler,
        location: &str,
    ) -> Self {
        let content = ContentHints::now(resource.mime_type.clone());
        Self::from_entry(ListEntry::Resource(resource), is_watched, content, handler, location)
    }

    /// Creates the entry of a resource template that has no definition.
    ///
    /// # Errors
    ///
    /// When the template cannot be parsed.
    #[inline]
    pub(crate) fn of_template(
        template: ResourceTemplate,
        handler: Handler,
        location: &str,
    ) -> Result<Self> {
        let parsed = UriTemplate::parse(&template.uri_template).map_err(Error::other)?;
        let content = ContentHints::now(template.mime_type.clone());
        let listed = ListEntry::Template(template, Ok(parsed));
        Ok(Self::from_entry(listed, false, content, handler, location))
    }

    #[inline]
    fn from_entry(
        listed: ListEntry,
        is_watched: bool,
        content: ContentHints,
        handler: Handler,
        location: &str,
    ) -> Self {
        let services = FeatureServices::of_resources().with_completion_of(&handler);
        let handler = Arc::new(handler);
        let content = Arc::new(content);
        let location = location.to_owned();
        Self { handler, services, is_watched, listed, content, location }
    }

    /// Returns the resource as clients see it through the server that its own is mounted in.
    #[inline]
    pub(in crate::server) fn within(&self, namespace: &Namespace, mounted: &str) -> Self {
        let listed = match &self.listed {
            ListEntry::Resource(resource) => {
                let mut resource = resource.clone();
                resource.uri = namespace.uri(&resource.uri).into_owned();
                ListEntry::Resource(resource)
            }
            ListEntry::Template(template, _) => {
                let mut template = template.clone();
                template.uri_template = namespace.uri(&template.uri_template).into_owned();
                let parsed = UriTemplate::parse(&template.uri_template);
                ListEntry::Template(template, parsed)
            }
        };
        Self {
            handler: Arc::clone(&self.handler),
            services: self.services,
            is_watched: self.is_watched,
            listed,
            content: Arc::clone(&self.content),
            location: format!("{}, {mounted}", self.location),
        }
    }

    #[inline]
    pub(crate) fn read(
        &self,
        context: &mut Context,
        uri: &str,
        variables: Vec<(&str, String)>,
    ) -> Step {
        self.read_with(context, uri, variables, None)
    }

    /// Reads the resource for a client that subscribes to it, and gets the watch that announces its
    /// changes, if it has one.
    #[inline]
    pub(crate) fn watch(
        &self,
        context: &mut Context,
        uri: &str,
        variables: Vec<(&str, String)>,
    ) -> SubscribedRead {
        let place = Arc::default();
        let step = self.read_with(context, uri, variables, Some(Arc::clone(&place)));
        SubscribedRead { step, place, is_watched: self.is_watched }
    }

    #[inline]
    fn read_with(
        &self,
        context: &mut Context,
        uri: &str,
        variables: Vec<(&str, String)>,
        watch: Option<Arc<OnceLock<Watch>>>,
    ) -> Step {
        // A handler knows a resource by the URI that it is listed with.
        let uri = self.resource().map_or(uri, |resource| &resource.uri).into();
        // Layers of a mounted server read it once more, inside the read of the outer one.
        let watch = watch.or_else(|| context.reading()?.watch.clone());
        context.set_reading(ResourceRead { uri, content: Arc::clone(&self.content), watch });
        self.handler.call_with_text(context, variables)
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Whether it is a page of an app.
    pub(crate) fn is_page(&self) -> bool {
        self.content.mime_type.as_deref() == Some(AppDef::MIME_TYPE)
    }

    pub(crate) fn is_template(&self) -> bool {
        matches!(self.listed, ListEntry::Template(..))
    }

    pub(crate) fn check(&self, mistakes: &mut Vec<String>) {
        if let ListEntry::Template(template, Err(error)) = &self.listed {
            let uri = &template.uri_template;
            mistakes.push(format!("resource template `{uri}` ({}): {error}", self.location));
        }
    }

    /// Rejects a template that matches the same URIs as an existing one: one of them would never be
    /// read.
    pub(crate) fn check_hidden(
        &self,
        templates: &Features<Self>,
        before: &[Self],
        mistakes: &mut Vec<String>,
    ) {
        let key = normal(self.key());
        let same = |other: &Self| {
            let other = normal(other.key());
            other != key && specificity::compare(&other, &key).is_eq()
        };
        let before = before.iter().filter(|resource| resource.is_template());
        let mut others = templates.iter().map(|template| &**template).chain(before);
        if let Some(other) = others.find(|other| same(other)).filter(|_| self.is_template()) {
            mistakes.push(format!(
                "resource templates `{}` ({}) and `{}` ({}) match the same URIs: change the \
                 text of one of them",
                other.key(),
                other.location,
                self.key(),
                self.location
            ));
        }
    }

    pub(crate) fn resource(&self) -> Option<&Resource> {
        match &self.listed {
            ListEntry::Resource(resource) => Some(resource),
            ListEntry::Template(..) => None,
        }
    }

    pub(crate) fn template(&self) -> Option<(&ResourceTemplate, &UriTemplate)> {
        match &self.listed {
            ListEntry::Template(listed, Ok(template)) => Some((listed, template)),
            _ => None,
        }
    }
}

impl Entry for ResourceEntry {
    const WHAT: &'static str = "resource";

    fn key(&self) -> &str {
        match &self.listed {
            ListEntry::Resource(resource) => &resource.uri,
            ListEntry::Template(template, _) => &template.uri_template,
        }
    }

    fn index_key(key: &str) -> Cow<'_, str> {
        normal(key)
    }

    fn location(&self) -> &str {
        &self.location
    }

    fn handler(&self) -> &Handler {
        &self.handler
    }

    fn feature(&self) -> Feature<'_> {
        match &self.listed {
            ListEntry::Resource(resource) => Feature::Resource(resource),
            ListEntry::Template(template, _) => Feature::ResourceTemplate(template),
        }
    }
}
