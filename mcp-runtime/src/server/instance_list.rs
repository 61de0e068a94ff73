//! The list of resources, with those of templates that list theirs.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::catalog::{Feature, ResourceEntry};
use super::instances::NewInstance;
use super::list_results::{Cache, encode};
use super::response::Step;
use super::{Context, Reply, Response, Server};
use crate::jsonrpc::{ErrorObject, string};
use crate::protocol::{CacheScope, ListResourcesResult, Method, Resource};

/// The maximum number of resources on a page of a list that templates contribute to.
const INSTANCES_PER_PAGE: usize = 1_000;

impl Server {
    /// Lists resources; if templates list theirs, those come after the fixed ones.
    pub(super) fn list_all_resources(
        &self,
        context: Context,
        cursor: Option<&str>,
    ) -> Result<Step, ErrorObject> {
        let current = self.current();
        let has_instances = |template: &&Arc<ResourceEntry>| {
            template.handler.instances.is_some() && context.can_see(&***template)
        };
        let templates: Vec<_> = current.catalog.templates.iter().filter(has_instances).collect();
        if templates.is_empty() {
            return self.list_resources(&context, cursor).map(|reply| Step::Ready(Ok(reply)));
        }
        let cursor = cursor.filter(|cursor| *cursor != "null").map(Cursor::read).transpose()?;
        let templates: Vec<_> = templates.into_iter().map(Arc::clone).collect();
        let fixed = current.catalog.resources.iter().filter(|entry| context.can_see(&***entry));
        let fixed: Vec<_> = fixed.filter_map(|entry| entry.resource().cloned()).collect();
        let list = list(context, fixed, templates, cursor);
        Ok(Step::of_request(Method::ListResources, list))
    }
}

async fn list(
    context: Context,
    mut listed: Vec<Resource>,
    templates: Vec<Arc<ResourceEntry>>,
    cursor: Option<Cursor>,
) -> Response {
    for entry in &templates {
        let (Some(list), Some((template, uris))) = (&entry.handler.instances, entry.template())
        else {
            continue;
        };
        for instance in list(context.shared()).await? {
            let mut resource = match instance {
                NewInstance::Resource(resource) => *resource,
                NewInstance::Value(value) => Resource::new(uris.expand(&value), value),
            };
            if resource.mime_type.is_none() {
                resource.mime_type.clone_from(&template.mime_type);
            }
            if context.sees(Feature::Resource(&resource)) {
                listed.push(resource);
            }
        }
    }
    let server = context.server();
    let size = server.page_size().min(INSTANCES_PER_PAGE);
    let start = cursor.map_or(0, |cursor| cursor.start(&listed));
    let mut rest = listed.into_iter().skip(start);
    let mut result = ListResourcesResult::default();
    result.resources = rest.by_ref().take(size).collect();
    if let (Some(_), Some(last)) = (rest.next(), result.resources.last()) {
        result.next_cursor = Some(Cursor { after: start + size, uri: last.uri.clone() }.write());
    }
    // What a function returns may differ the next time, and for another caller.
    let cache = Cache { ttl: Duration::ZERO, scope: CacheScope::Private };
    (result.ttl_ms, result.cache_scope) = cache.stated();
    encode(result, context.version(), server).map(Reply::Encoded)
}

/// Where a page begins: after a resource, and where that was.
struct Cursor {
    after: usize,
    uri: String,
}

impl Cursor {
    fn read(json: &str) -> Result<Self, ErrorObject> {
        let decoded = || {
            let text = URL_SAFE_NO_PAD.decode(&*string(json)?).ok()?;
            let text = String::from_utf8(text).ok()?;
            let (after, uri) = text.split_once(' ')?;
            Some(Self { after: after.parse().ok()?, uri: uri.to_owned() })
        };
        decoded()
            .ok_or_else(|| ErrorObject::invalid_params("`cursor` is not a cursor of this server"))
    }

    fn write(&self) -> String {
        URL_SAFE_NO_PAD.encode(format!("{} {}", self.after, self.uri))
    }

    /// The place of the first resource of the page; if the one before it is gone, that where it was.
    fn start(&self, listed: &[Resource]) -> usize {
        let before = self.after.checked_sub(1).and_then(|place| listed.get(place));
        if before.is_some_and(|resource| resource.uri == self.uri) {
            return self.after;
        }
        let place = listed.iter().position(|resource| resource.uri == self.uri);
        place.map_or(self.after.saturating_sub(1), |place| place + 1)
    }
}
