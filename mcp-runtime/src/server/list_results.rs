//! Lists: paginated, and encoded once per revision until something changes, unless callers see
//! different lists.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use super::catalog::{Catalog, Entry, Features};
use super::{Context, Reply, Server, not_offered};
use crate::jsonrpc::{ErrorObject, string};
use crate::protocol::{CacheScope, ExtensionResult, Method, ProtocolVersion, SendResult};

/// The encoded first page of each list, per revision.
#[derive(Default)]
pub(super) struct EncodedLists([[OnceLock<Arc<RawValue>>; ProtocolVersion::ALL.len()]; 4]);

impl EncodedLists {
    fn slot(&self, method: Method, version: ProtocolVersion) -> Option<&OnceLock<Arc<RawValue>>> {
        let list = match method {
            Method::ListTools => 0,
            Method::ListPrompts => 1,
            Method::ListResources => 2,
            Method::ListResourceTemplates => 3,
            _ => return None,
        };
        self.0.get(list)?.get(version as usize)
    }
}

/// The settings of all lists.
pub(super) struct ListSettings {
    /// The number of entries on a page.
    pub(super) page_size: usize,
    pub(super) cache: Cache,
}

/// How long, and for whom, lists may be cached.
///
/// Source: [2026-07-28, "Caching"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching).
#[derive(Clone, Copy)]
pub(super) struct Cache {
    pub(super) ttl: Duration,
    pub(super) scope: CacheScope,
}

impl Cache {
    /// As the members of a result.
    pub(super) fn stated(self) -> (Option<u64>, Option<CacheScope>) {
        let ttl_ms = u64::try_from(self.ttl.as_millis()).unwrap_or(u64::MAX);
        (Some(ttl_ms), Some(self.scope))
    }
}

impl Server {
    /// The number of entries on a page of a list, which lists of extensions should keep to, too.
    pub fn page_size(&self) -> usize {
        self.0.lists.page_size
    }

    /// Serves a list request: the features that `is_listed`, of which `build` creates the result of one
    /// page.
    pub(super) fn list<F: Entry, R: SendResult>(
        &self,
        method: Method,
        context: &Context,
        cursor: Option<&str>,
        features: fn(&Catalog) -> &Features<F>,
        is_listed: fn(&Self, &F) -> bool,
        build: fn(Vec<&F>, Option<String>, Cache) -> R,
    ) -> Result<Reply, ErrorObject> {
        let version = context.request().version;
        let current = self.current();
        let cursor = cursor.filter(|cursor| *cursor != "null");
        let is_filtered = current.is_filtered || self.0.mount.hooks.visible.is_some();
        let cache = self.list_cache(is_filtered);
        let encode = |cursor: Option<&str>| {
            let features = features(&current.catalog);
            let page = features.page(cursor, self.0.lists.page_size, |entry| {
                context.can_see(entry) && is_listed(self, entry)
            });
            let (page, next) = page.ok_or_else(unknown_cursor)?;
            encode(build(page, next, cache), version, self)
        };
        let shared = current.encoded.slot(method, version).filter(|_| !is_filtered);
        let json = match (cursor, shared) {
            (None, Some(slot)) => match slot.get() {
                Some(json) => Arc::clone(json),
                None => Arc::clone(slot.get_or_init({
                    let json = encode(None)?;
                    || json
                })),
            },
            (Some(cursor), _) => {
                let cursor = string(cursor)
                    .ok_or_else(|| ErrorObject::invalid_params("`cursor` must be a string"))?;
                encode(Some(&cursor))?
            }
            (None, None) => encode(None)?,
        };
        Ok(Reply::Encoded(json))
    }

    /// Serves the request for a list of what the server does not have. Clients request every list,
    /// so it is empty rather than an error.
    pub(super) fn empty_list(
        &self,
        context: &Context,
        method: Method,
        cursor: Option<&str>,
    ) -> Result<Reply, ErrorObject> {
        let list = member(method).ok_or_else(|| not_offered(method))?;
        if cursor.is_some_and(|cursor| cursor != "null") {
            return Err(unknown_cursor());
        }
        let version = context.request().version;
        let mut result = ExtensionResult::default();
        result.members.insert(list.to_owned(), json!([]));
        if version.has_cache_hints() {
            let is_filtered = self.current().is_filtered || self.0.mount.hooks.visible.is_some();
            let (ttl_ms, scope) = self.list_cache(is_filtered).stated();
            result.members.insert("ttlMs".to_owned(), json!(ttl_ms));
            result.members.insert("cacheScope".to_owned(), json!(scope));
        }
        encode(result, version, self).map(Reply::Encoded)
    }

    /// How lists may be cached: those that callers see differently are private.
    fn list_cache(&self, is_filtered: bool) -> Cache {
        if is_filtered {
            Cache { scope: CacheScope::Private, ..self.0.lists.cache }
        } else {
            self.0.lists.cache
        }
    }
}

/// The error for a cursor that no list of the server has given.
pub(super) fn unknown_cursor() -> ErrorObject {
    ErrorObject::invalid_params("`cursor` is not a cursor of this server")
}

/// The member of a result that has the entries of a list.
fn member(list: Method) -> Option<&'static str> {
    Some(match list {
        Method::ListPrompts => "prompts",
        Method::ListResources => "resources",
        Method::ListResourceTemplates => "resourceTemplates",
        _ => return None,
    })
}

/// Encodes a result for a revision.
pub(super) fn encode<R: SendResult>(
    mut result: R,
    version: ProtocolVersion,
    server: &Server,
) -> Result<Arc<RawValue>, ErrorObject> {
    to_raw_value(result.shape(version, server.shared_info())).map(Arc::from).map_err(|error| {
        ErrorObject::internal(format!("the list cannot be serialized as JSON: {error}"))
    })
}
