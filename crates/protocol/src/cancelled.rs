//! Cancelled requests: `notifications/cancelled`.

use serde::{Deserialize, Serialize};

use super::meta::Meta;
use crate::jsonrpc::RequestId;

/// The parameters of `notifications/cancelled`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CancelledParams {
    /// The request; it may be absent only in 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<RequestId>,
    /// The reason, for the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl CancelledParams {
    /// Creates a notification that a request is cancelled.
    pub fn new(request_id: RequestId) -> Self {
        Self { request_id: Some(request_id), ..Self::default() }
    }
}
