//! Completion of arguments: `completion/complete`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    base::ResultType,
    meta::{Meta, ResultMeta},
};

/// The parameters of `completion/complete`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompleteParams {
    /// Whose argument is completed.
    #[serde(rename = "ref")]
    pub reference: CompletionReference,
    /// The argument, as far as it is typed.
    pub argument: CompletionArgument,
    /// What is known besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<CompletionContext>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl CompleteParams {
    /// Asks how the value of an argument may continue.
    pub fn new(
        reference: CompletionReference,
        name: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        let argument = CompletionArgument { name: name.into(), value: value.into() };
        Self { reference, argument, context: None, meta: None }
    }
}

/// Whose argument is completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type")]
#[non_exhaustive]
pub enum CompletionReference {
    /// A prompt.
    #[serde(rename = "ref/prompt")]
    Prompt(PromptReference),
    /// A resource template.
    #[serde(rename = "ref/resource")]
    ResourceTemplate(ResourceTemplateReference),
}

impl CompletionReference {
    /// Refers to a prompt by name.
    pub fn prompt(name: impl Into<String>) -> Self {
        Self::Prompt(PromptReference { name: name.into(), title: None })
    }

    /// Refers to a resource template by its template.
    pub fn resource_template(uri: impl Into<String>) -> Self {
        Self::ResourceTemplate(ResourceTemplateReference { uri: uri.into() })
    }
}

/// The name of a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PromptReference {
    /// The name for programs.
    pub name: String,
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// The template of a family of resources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ResourceTemplateReference {
    /// The template, or the URI of one resource.
    pub uri: String,
}

/// An argument, as far as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompletionArgument {
    /// The name of the argument.
    pub name: String,
    /// The beginning of its value.
    pub value: String,
}

/// What is known when an argument is completed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompletionContext {
    /// The arguments that have a value already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<BTreeMap<String, String>>,
}

/// The result of `completion/complete`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CompleteResult {
    /// What may come.
    pub completion: Completion,
    /// What kind of result this is; `None` means complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

/// How a value may continue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Completion {
    /// Values, the best first; at most [`Completion::MAX_VALUES`].
    pub values: Vec<String>,
    /// How many values there are in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// There are more values than these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_more: Option<bool>,
}

impl Completion {
    /// How many values one result may carry.
    pub const MAX_VALUES: usize = 100;

    /// Creates a completion; values beyond [`Self::MAX_VALUES`] are counted, not carried.
    pub fn new(mut values: Vec<String>) -> Self {
        let total = values.len();
        values.truncate(Self::MAX_VALUES);
        let has_more = total > values.len();
        Self { values, total: Some(total as u64), has_more: Some(has_more) }
    }
}
