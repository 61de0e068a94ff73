//! Authentication methods, as clients see them.
//!
//! Source: [ACP, "Authentication"](https://agentclientprotocol.com/protocol/authentication).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// An authentication method.
#[derive(Debug, Serialize)]
pub(crate) struct AuthMethod {
    /// If absent, the agent itself logs the user in.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<&'static str>,
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) args: Vec<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) env: BTreeMap<String, String>,
}

/// The parameters of `authenticate`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Authenticate {
    pub(crate) method_id: String,
}
