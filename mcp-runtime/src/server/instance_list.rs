//! The list of resources, with those of templates that list theirs.

use std::sync::Arc;
use std::time::Duration;

use super::catalog::{Feature, ResourceEntry, decode_cursor, encode_cursor};
use super::instances::NewInstance;
use super::list_results::{Cache, encode, unknown_cursor};
use super::response::Step;
use super::{Context, Reply, Response, Server};
use crate::jsonrpc::{ErrorObject, string};
use crate::protocol::{CacheScope, ListResourcesResult, Method, Resource};

/// The maximum number of resources on a page of a list that templates contribute to.
const INSTANCES_PER_PAGE: usize = 1_000;

impl Server {
    /// Lists resources; if templates list theirs, those come after the fixed ones.
    #[inline]
    pub(super) fn list_all_resources(
        &self,
        context: Context,
        cursor: Option<&str>,
    ) -> Result<Step, ErrorObject> {
        let current = self.current();
        let has_instances = |template: &&Arc<ResourceEntry>| {
            template.handler.instances.is_some() && context.can_see(&***template)
        };
        let templates: Vec<_> =
            current.catalog.templates.iter().filter(has_instances).map(Arc::clone).collect();
        if templates.is_empty() {
            return self.list_resources(&context, cursor).map(|reply| Step::Ready(Ok(reply)));
        }
        let cursor = cursor.filter(|cursor| *cursor != "null").map(read_cursor).transpose()?;
        let fixed: Vec<_> = current
            .catalog
            .resources
            .iter()
            .filter(|entry| context.can_see(&***entry))
            .filter_map(|entry| entry.resource().cloned())
            .collect();
        let list = list(context, fixed, templates, cursor);
        Ok(Step::of_request(Method::ListResources, list))
    }
}

#[inline]
async fn list(
    context: Context,
    mut listed: Vec<Resource>,
    templates: Vec<Arc<ResourceEntry>>,
    cursor: Option<(u64, String)>,
) -> Response {
    for entry in &templates {
        let (Some(list), Some((template, uris))) = (&entry.handler.instances, entry.template())
        else {
            continue;
        };
        let mut inside = context.shared();
        inside.enter_mount(&entry.handler);
        let server = inside.server().clone();
        for instance in list(inside).await? {
            let mut resource = match instance {
                NewInstance::Resource(mut resource) => {
                    resource.uri = server.outermost_uri(&resource.uri).into_owned();
                    *resource
                }
                NewInstance::Value(value) => Resource::new(uris.expand(&value), value),
            };
            if resource.mime_type.is_none() {
                resource.mime_type.clone_from(&template.mime_type);
            }
            if context.sees(&entry.handler, Feature::Resource(&resource)) {
                listed.push(resource);
            }
        }
    }
    let server = context.server();
    let size = server.page_size().min(INSTANCES_PER_PAGE);
    let start = cursor.map_or(0, |cursor| start(cursor, &listed));
    let mut rest = listed.into_iter().skip(start);
    let mut result = ListResourcesResult::default();
    result.resources = rest.by_ref().take(size).collect();
    if let (Some(_), Some(last)) = (rest.next(), result.resources.last()) {
        result.next_cursor = Some(encode_cursor((start + size - 1) as u64, &last.uri));
    }
    // What a function returns may differ the next time, and for another caller.
    let cache = Cache { ttl: Duration::ZERO, scope: CacheScope::Private };
    (result.ttl_ms, result.cache_scope) = cache.stated();
    encode(result, context.version(), server).map(Reply::Encoded)
}

#[inline]
fn read_cursor(json: &str) -> Result<(u64, String), ErrorObject> {
    string(json).and_then(|cursor| decode_cursor(&cursor)).ok_or_else(unknown_cursor)
}

/// The place of the first resource of a page: after the one that its cursor names, and if that is
/// gone, where it was.
#[inline]
fn start((before, uri): (u64, String), listed: &[Resource]) -> usize {
    let before = usize::try_from(before).unwrap_or(usize::MAX);
    let is_meant = |resource: &Resource| resource.uri == uri;
    if listed.get(before).is_some_and(is_meant) {
        return before + 1;
    }
    listed.iter().position(is_meant).map_or(before, |place| place + 1)
}
