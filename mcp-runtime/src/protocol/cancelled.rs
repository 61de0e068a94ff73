//! A request that nobody waits for any more: `notifications/cancelled`.

use serde::{Deserialize, Serialize};

use super::meta::Meta;
use crate::jsonrpc::RequestId;

/// The parameters of `notifications/cancelled`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CancelledParams {
    /// The request; only 2025-11-25 lets it be absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<RequestId>,
    /// Why, for the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl CancelledParams {
    /// Creates the notification that a request is cancelled.
    pub fn new(request_id: RequestId) -> Self {
        Self { request_id: Some(request_id), ..Self::default() }
    }
}
