//! The self-description of a modern server: `server/discover`.

use serde::{Deserialize, Serialize};

use super::{
    base::{CacheScope, ResultType},
    capabilities::ServerCapabilities,
    meta::ResultMeta,
};

/// The result of `server/discover`; the server's identity is in its `_meta`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DiscoverResult {
    /// The revisions that the server supports; a client may know others.
    pub supported_versions: Vec<String>,
    /// The capabilities of the server.
    #[serde(default)]
    pub capabilities: ServerCapabilities,
    /// How to use the server, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// For how long the client may keep the result, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl_ms: Option<u64>,
    /// Who may share the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache_scope: Option<CacheScope>,
    /// What kind of result this is; `None` means complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

impl DiscoverResult {
    /// Creates the self-description of a server.
    pub fn new(supported_versions: Vec<String>, capabilities: ServerCapabilities) -> Self {
        Self { supported_versions, capabilities, ..Self::default() }
    }
}
