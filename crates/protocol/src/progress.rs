//! Progress of a running request: `notifications/progress`.

use serde::{Deserialize, Serialize};

use super::meta::Meta;
use crate::jsonrpc::RequestId;

/// The token under which a sender wants to be notified of the progress of its request.
///
/// It may have any value that a request id may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProgressToken(pub RequestId);

/// The parameters of `notifications/progress`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ProgressParams {
    /// The token of the request.
    pub progress_token: ProgressToken,
    /// The progress so far; it only increases.
    pub progress: f64,
    /// The total amount of work, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// A description of the current work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ProgressParams {
    /// Creates a progress report.
    pub fn new(progress_token: ProgressToken, progress: f64) -> Self {
        Self { progress_token, progress, total: None, message: None, meta: None }
    }
}
