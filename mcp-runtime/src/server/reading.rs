//! A resource that is being read.

use std::sync::{Arc, OnceLock};

use super::on_change::Watch;
use super::{Reply, Response};
use crate::jsonrpc::ErrorCode;
use crate::protocol::{CacheScope, Meta, ResourceNotFound};

/// What the definition says of the content.
pub(super) struct ContentHints {
    pub(super) mime_type: Option<String>,
    /// What a page needs.
    pub(super) meta: Option<Meta>,
    pub(super) ttl_ms: u64,
    pub(super) cache_scope: CacheScope,
}

impl ContentHints {
    /// Content for who asked, now.
    pub(super) fn now(mime_type: Option<String>) -> Self {
        Self { mime_type, meta: None, ttl_ms: 0, cache_scope: CacheScope::Private }
    }
}

/// A resource that is being read: what a handler leaves open is filled in from here.
#[derive(Clone)]
pub(crate) struct Reading {
    pub(super) uri: Arc<str>,
    pub(super) content: Arc<ContentHints>,
    /// Where to put what announces changes, if somebody wants to hear of them.
    pub(super) watch: Option<Arc<OnceLock<Watch>>>,
}

impl Reading {
    pub(super) fn uri(&self) -> &str {
        &self.uri
    }

    /// Fills in URI, media type and cache hints where the handler gave none.
    pub(crate) fn complete(&self, response: &mut Response) {
        if let Ok(Reply::Watched(result, watch)) = response {
            if let Some(place) = &self.watch {
                // The first one counts.
                let _ = place.set(watch.clone());
            }
            *response = Ok(Reply::Resource(std::mem::take(result)));
        }
        match response {
            Ok(Reply::Resource(result)) => {
                for contents in &mut result.contents {
                    let ContentHints { mime_type, meta, .. } = &*self.content;
                    contents.complete(&self.uri, mime_type.as_deref(), meta.as_ref());
                }
                result.ttl_ms.get_or_insert(self.content.ttl_ms);
                result.cache_scope.get_or_insert(self.content.cache_scope);
            }
            Err(error) if error.code == ErrorCode::RESOURCE_NOT_FOUND && error.data.is_none() => {
                *error = ResourceNotFound::new(&*self.uri).into();
            }
            _ => {}
        }
    }
}
