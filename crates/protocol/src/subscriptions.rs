//! Notifications of changes: the modern `subscriptions/listen` and the legacy
//! `resources/subscribe`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    base::ResultType,
    meta::{Meta, ResultMeta},
};

/// The changes that a client subscribes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SubscriptionFilter {
    /// Changes of the list of tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools_list_changed: Option<bool>,
    /// Changes of the list of prompts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompts_list_changed: Option<bool>,
    /// Changes of the list of resources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources_list_changed: Option<bool>,
    /// Changes of these resources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_subscriptions: Option<Vec<String>>,
    /// Changes of these tasks; part of the extension `io.modelcontextprotocol/tasks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_ids: Option<Vec<String>>,
    /// Topics that extensions define, by the name of the member.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The parameters of `subscriptions/listen`, and of its acknowledgement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SubscriptionsListenParams {
    /// The changes that the client requests, or that the server agrees to.
    pub notifications: SubscriptionFilter,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

/// The parameters of `notifications/subscriptions/acknowledged`.
pub type SubscriptionsAcknowledgedParams = SubscriptionsListenParams;

impl SubscriptionsListenParams {
    /// Creates parameters that request or acknowledge changes.
    pub fn new(notifications: SubscriptionFilter) -> Self {
        Self { notifications, meta: None }
    }
}

/// The result of `subscriptions/listen`: the stream has ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SubscriptionsListenResult {
    /// What kind of result this is; `None` means complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The `_meta`; it has to contain the id of the subscription.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

/// The parameters of `resources/subscribe` and `resources/unsubscribe`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SubscribeParams {
    /// The resource.
    pub uri: String,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl SubscribeParams {
    /// Creates parameters for a resource.
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), meta: None }
    }
}
