//! Questions of a modern server: a result that asks, and a retry with the answers.

use std::collections::BTreeMap;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, IgnoredAny},
    ser::SerializeStruct,
};
use serde_json::value::RawValue;

use super::{
    ClientCapabilities, ClientCapability, IncludeContext,
    base::{ResultType, read_variant},
    elicitation::{ElicitParams, ElicitResult},
    meta::ResultMeta,
    method::Method,
    params::RequestParams,
    roots::ListRootsResult,
    sampling::{CreateMessageParams, CreateMessageResult},
};

/// Questions by key; each answer has the same key.
pub type InputRequests = BTreeMap<String, InputRequest>;

/// Answers by key.
pub type InputResponses = BTreeMap<String, InputResponse>;

/// A result that asks questions instead of completing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct InputRequiredResult {
    /// The questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_requests: Option<InputRequests>,
    /// Opaque state that the client returns with its answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_state: Option<String>,
    /// Always [`ResultType::InputRequired`].
    pub result_type: ResultType,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

impl InputRequiredResult {
    /// Creates a result with questions.
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
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InputRequest {
    /// For the user.
    Elicit(ElicitParams),
    /// For the client's model.
    CreateMessage(Box<CreateMessageParams>),
    /// For the client's working directories.
    ListRoots(Option<RequestParams>),
}

impl InputRequest {
    /// The capabilities that a question needs.
    #[doc(hidden)]
    pub fn needed(&self) -> ClientCapabilities {
        match self {
            Self::Elicit(ElicitParams::Form(_)) => ClientCapability::ElicitationForm.into(),
            Self::Elicit(ElicitParams::Url(_)) => ClientCapability::ElicitationUrl.into(),
            Self::CreateMessage(params) => {
                let mut needed = ClientCapabilities::from(ClientCapability::Sampling);
                needed.sampling_tools = params.tools.is_some() || params.tool_choice.is_some();
                needed.sampling_context =
                    params.include_context.is_some_and(|of| of != IncludeContext::None);
                needed
            }
            Self::ListRoots(_) => ClientCapability::Roots.into(),
        }
    }
}

impl InputRequest {
    /// Returns the method for the same question in the legacy era.
    pub fn method(&self) -> Method {
        match self {
            Self::Elicit(_) => Method::Elicit,
            Self::CreateMessage(_) => Method::CreateMessage,
            Self::ListRoots(_) => Method::ListRoots,
        }
    }
}

impl<'de> Deserialize<'de> for InputRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Request {
            method: String,
            #[serde(default)]
            params: Box<RawValue>,
        }
        let Request { method, params } = Request::deserialize(deserializer)?;
        match Method::parse(&method) {
            Some(Method::Elicit) => read_variant(&params, Self::Elicit),
            Some(Method::CreateMessage) => read_variant(&params, Self::CreateMessage),
            Some(Method::ListRoots) => read_variant(&params, Self::ListRoots),
            _ => Err(de::Error::custom(format!("`{method}` is not a request to a client"))),
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum InputResponse {
    /// From the user.
    Elicit(ElicitResult),
    /// From the client's model.
    CreateMessage(Box<CreateMessageResult>),
    /// The client's working directories.
    ListRoots(ListRootsResult),
}

impl<'de> Deserialize<'de> for InputResponse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Members {
            action: Option<IgnoredAny>,
            roots: Option<IgnoredAny>,
        }
        let response = Box::<RawValue>::deserialize(deserializer)?;
        let members = serde_json::from_str(response.get()).map_err(de::Error::custom)?;
        match members {
            Members { action: Some(_), .. } => read_variant(&response, Self::Elicit),
            Members { roots: Some(_), .. } => read_variant(&response, Self::ListRoots),
            _ => read_variant(&response, Self::CreateMessage),
        }
    }
}
