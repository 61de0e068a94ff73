//! Questions to the user: `elicitation/create`.

mod answer;
mod read_field;
mod schema;

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value, value::RawValue};

pub use answer::Answer;
pub use schema::{
    BooleanSchema, EnumOption, MultiSelectItems, MultiSelectSchema, NumberSchema, NumberType,
    PrimitiveSchema, Properties, RequestedSchema, StringFormat, StringSchema, TitledItems,
    TitledSelectSchema, UntitledItems, UntitledSelectSchema,
};

use super::{base::read_variant, meta::Meta, tasks::TaskMetadata};

/// The parameters of `elicitation/create`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum ElicitParams {
    /// The user opens a URL.
    Url(ElicitUrlParams),
    /// The user fills in a form.
    Form(ElicitFormParams),
}

impl<'de> Deserialize<'de> for ElicitParams {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Mode {
            mode: Option<String>,
        }
        let params = Box::<RawValue>::deserialize(deserializer)?;
        let Mode { mode } = serde_json::from_str(params.get()).map_err(de::Error::custom)?;
        match mode.as_deref() {
            Some("url") => read_variant(&params, Self::Url),
            _ => read_variant(&params, Self::Form),
        }
    }
}

/// A form to fill in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ElicitFormParams {
    /// Marks it as a form; absent before 2025-11-25, and optional after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<FormMode>,
    /// The question to the user.
    pub message: String,
    /// The fields of the form.
    pub requested_schema: RequestedSchema,
    /// Requests a task; only in 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskMetadata>,
    /// The `_meta`; only of a legacy request.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ElicitFormParams {
    /// Creates a form.
    pub fn new(message: impl Into<String>, requested_schema: RequestedSchema) -> Self {
        Self {
            mode: Some(FormMode::Form),
            message: message.into(),
            requested_schema,
            task: None,
            meta: None,
        }
    }
}

/// The mode of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FormMode {
    /// `form`.
    Form,
}

/// A URL to open; what happens there stays between the user and the site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ElicitUrlParams {
    /// Marks it as a URL.
    pub mode: UrlMode,
    /// The reason for opening it.
    pub message: String,
    /// The URL.
    pub url: String,
    /// The id by which its completion is announced; only in 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elicitation_id: Option<String>,
    /// Requests a task; only in 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskMetadata>,
    /// The `_meta`; only of a legacy request.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ElicitUrlParams {
    /// Creates a request to open a URL.
    pub fn new(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self {
            mode: UrlMode::Url,
            message: message.into(),
            url: url.into(),
            elicitation_id: None,
            task: None,
            meta: None,
        }
    }
}

/// The mode of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UrlMode {
    /// `url`.
    Url,
}

/// The user's response to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ElicitResult {
    /// The user's action.
    pub action: ElicitAction,
    /// The completed form; only with [`ElicitAction::Accept`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Map<String, Value>>,
    /// The `_meta`; only of a legacy result.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ElicitResult {
    /// Creates a response without content.
    pub fn new(action: ElicitAction) -> Self {
        Self { action, content: None, meta: None }
    }

    /// Creates a response with a completed form.
    pub fn accept(content: Map<String, Value>) -> Self {
        Self { content: Some(content), ..Self::new(ElicitAction::Accept) }
    }
}

/// The user's response to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ElicitAction {
    /// The user accepted.
    Accept,
    /// The user declined.
    Decline,
    /// The user dismissed the question.
    Cancel,
}

/// The parameters of `notifications/elicitation/complete`; only 2025-11-25 has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ElicitationCompleteParams {
    /// The `elicitationId` of the URL.
    pub elicitation_id: String,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ElicitationCompleteParams {
    /// Creates a notification that the interaction at a URL is complete.
    pub fn new(elicitation_id: impl Into<String>) -> Self {
        Self { elicitation_id: elicitation_id.into(), meta: None }
    }
}
