//! Resources and resource templates: how they are listed and read.
//!
//! Source: [2026-07-28, "Resources"](https://modelcontextprotocol.io/specification/2026-07-28/server/resources).

use super::catalog::{Entry, ResourceEntry};
use super::observe::Observation;
use super::resource_reading::SubscribedRead;
use super::response::Step;
use super::uri_template::UriTemplate;
use super::{Context, Current, Reply, Server, specificity};
use crate::jsonrpc::{ErrorObject, string};
use crate::negotiation::Params;
use crate::protocol::uri::normal;
use crate::protocol::{ListResourceTemplatesResult, ListResourcesResult, Method, ResourceNotFound};

impl Server {
    /// Serves the requests for resources.
    #[inline]
    pub(super) fn serve_resources(
        &self,
        mut context: Context,
        method: Method,
        params: &Params<'_>,
        _: Option<&mut Observation>,
    ) -> Result<Step, ErrorObject> {
        match method {
            Method::ListResources => self.list_all_resources(context, params.cursor),
            Method::ListResourceTemplates => {
                self.list_resource_templates(&context, params.cursor).map(Step::of)
            }
            Method::Subscribe => self.subscribe(context, params),
            Method::Unsubscribe => self.unsubscribe(&context, params).map(Step::of),
            _ => {
                context.read_retry(params)?;
                self.current().read_resource(&mut context, params)
            }
        }
    }

    #[inline]
    pub(super) fn list_resources(
        &self,
        context: &Context,
        cursor: Option<&str>,
    ) -> Result<Reply, ErrorObject> {
        self.list(
            Method::ListResources,
            context,
            cursor,
            |catalog| &catalog.resources,
            |_, _| true,
            |resources, next_cursor, cache| {
                let mut result = ListResourcesResult::default();
                result.resources =
                    resources.into_iter().filter_map(|entry| entry.resource().cloned()).collect();
                result.next_cursor = next_cursor;
                (result.ttl_ms, result.cache_scope) = cache.stated();
                result
            },
        )
    }

    #[inline]
    fn list_resource_templates(
        &self,
        context: &Context,
        cursor: Option<&str>,
    ) -> Result<Reply, ErrorObject> {
        self.list(
            Method::ListResourceTemplates,
            context,
            cursor,
            |catalog| &catalog.templates,
            |_, _| true,
            |templates, next_cursor, cache| {
                let mut result = ListResourceTemplatesResult::default();
                result.resource_templates = templates
                    .into_iter()
                    .filter_map(|entry| Some(entry.template()?.0.clone()))
                    .collect();
                result.next_cursor = next_cursor;
                (result.ttl_ms, result.cache_scope) = cache.stated();
                result
            },
        )
    }
}

impl Current {
    #[inline]
    fn read_resource(
        &self,
        context: &mut Context,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let uri = params
            .uri
            .and_then(string)
            .ok_or_else(|| ErrorObject::invalid_params("`uri` must be the URI of a resource"))?;
        if uri.len() > UriTemplate::MAX_URI_BYTES {
            let most = UriTemplate::MAX_URI_BYTES;
            return Err(ErrorObject::invalid_params(format!("`uri` is longer than {most} bytes")));
        }
        let (entry, variables) = self
            .find_resource(&uri, |entry| context.can_see(entry))
            .ok_or_else(|| not_found(&uri))?;
        entry.handler.set_meta(context, params);
        Ok(entry.read(context, &uri, variables))
    }

    /// Starts to watch a resource for a client that subscribes to it; `None` if it does not exist.
    #[inline]
    pub(super) fn watch_resource(&self, mut context: Context, uri: &str) -> Option<SubscribedRead> {
        let (entry, variables) = self.find_resource(uri, |entry| context.can_see(entry))?;
        Some(entry.watch(&mut context, uri, variables))
    }

    /// The resource at a URI, however it is spelled, among those that are visible.
    #[inline]
    pub(super) fn find_resource(
        &self,
        uri: &str,
        is_visible: impl Fn(&ResourceEntry) -> bool,
    ) -> Option<(&ResourceEntry, Vec<(&str, String)>)> {
        if uri.len() > UriTemplate::MAX_URI_BYTES {
            return None;
        }
        let uri = normal(uri);
        if let Some(entry) = self.catalog.resources.get(&uri).filter(|entry| is_visible(entry)) {
            return Some((entry, Vec::new()));
        }
        let matching = self.catalog.templates.iter().filter_map(|entry| {
            let (_, template) = entry.template()?;
            let variables = template.matches(&uri)?;
            is_visible(entry).then_some((&**entry, variables))
        });
        matching.min_by(|(one, _), (other, _)| specificity::compare(one.key(), other.key()))
    }
}

#[inline]
pub(super) fn not_found(uri: &str) -> ErrorObject {
    ResourceNotFound::new(uri).into()
}
