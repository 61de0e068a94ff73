//! Questions of a modern server: a result that asks, and a retry that answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};

use super::{
    base::ResultType,
    elicitation::{ElicitParams, ElicitResult},
    meta::ResultMeta,
    method::Method,
    params::RequestParams,
    roots::ListRootsResult,
    sampling::{CreateMessageParams, CreateMessageResult},
};

/// Questions by key; each is answered under the same key.
pub type InputRequests = BTreeMap<String, InputRequest>;

/// Answers by key.
pub type InputResponses = BTreeMap<String, InputResponse>;

/// The result that asks instead of answering.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InputRequiredResult {
    /// The questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_requests: Option<InputRequests>,
    /// What the client sends back unread with its answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
    /// Always [`ResultType::InputRequired`].
    pub result_type: ResultType,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

impl InputRequiredResult {
    /// Creates a result that asks.
    pub fn new(input_requests: InputRequests) -> Self {
        Self {
            input_requests: Some(input_requests),
            request_state: None,
            result_type: ResultType::InputRequired,
            meta: ResultMeta::default(),
        }
    }
}

/// A question of the server.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "method", content = "params")]
#[non_exhaustive]
pub enum InputRequest {
    /// To the person.
    #[serde(rename = "elicitation/create")]
    Elicit(ElicitParams),
    /// To the client's model.
    #[serde(rename = "sampling/createMessage")]
    CreateMessage(Box<CreateMessageParams>),
    /// For the directories that the client works in.
    #[serde(rename = "roots/list")]
    ListRoots(Option<RequestParams>),
}

impl InputRequest {
    /// Returns the method that asks the same in the legacy era.
    pub fn method(&self) -> Method {
        match self {
            Self::Elicit(_) => Method::Elicit,
            Self::CreateMessage(_) => Method::CreateMessage,
            Self::ListRoots(_) => Method::ListRoots,
        }
    }
}

impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut request = serializer.serialize_struct("InputRequest", 2)?;
        request.serialize_field("method", self.method().name())?;
        match self {
            Self::Elicit(params) => request.serialize_field("params", params)?,
            Self::CreateMessage(params) => request.serialize_field("params", params)?,
            Self::ListRoots(Some(params)) => request.serialize_field("params", params)?,
            Self::ListRoots(None) => request.skip_field("params")?,
        }
        request.end()
    }
}

/// An answer to a question of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum InputResponse {
    /// Of the person.
    Elicit(ElicitResult),
    /// Of the client's model.
    CreateMessage(Box<CreateMessageResult>),
    /// The directories that the client works in.
    ListRoots(ListRootsResult),
}
