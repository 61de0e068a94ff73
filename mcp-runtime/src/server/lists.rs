//! Lists: paged, and encoded once per revision until something changes.

use std::sync::{Arc, OnceLock};

use serde_json::value::{RawValue, to_raw_value};

use super::catalog::{Catalog, Feature, Features};
use super::{Cache, Context, Reply, Server};
use crate::jsonrpc::{ErrorObject, string};
use crate::protocol::{Method, ProtocolVersion, SendResult};

/// The first page of each list, as it is sent in each revision.
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

impl Server {
    /// Answers a list request; `build` makes the result of one page.
    pub(super) fn list<F: Feature, R: SendResult>(
        &self,
        method: Method,
        context: &Context,
        cursor: Option<&str>,
        features: fn(&Catalog) -> &Features<F>,
        build: fn(&[Arc<F>], Option<String>, Cache) -> R,
    ) -> Result<Reply, ErrorObject> {
        let version = context.request().version;
        let current = self.current();
        let cursor = cursor.filter(|cursor| *cursor != "null");
        let encode = |cursor: Option<&str>| {
            let (page, next) =
                features(&current.catalog).page(cursor, self.0.page_size).ok_or_else(|| {
                    ErrorObject::invalid_params("`cursor` is not one of this server's")
                })?;
            let result = build(page, next, self.0.cache);
            encode(result, version, self)
        };
        let json = match (cursor, current.encoded.slot(method, version)) {
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
}

/// A result as it goes out in a revision.
pub(super) fn encode<R: SendResult>(
    mut result: R,
    version: ProtocolVersion,
    server: &Server,
) -> Result<Arc<RawValue>, ErrorObject> {
    to_raw_value(result.shape(version, server.shared_info()))
        .map(Arc::from)
        .map_err(|error| ErrorObject::internal(format!("the list is not JSON: {error}")))
}
