//! Argument completion: `completion/complete`.

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
    /// The owner of the completed argument.
    #[serde(rename = "ref")]
    pub reference: CompletionReference,
    /// The partially typed argument.
    pub argument: CompletionArgument,
    /// Additional context.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<CompletionContext>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl CompleteParams {
    /// Creates a request to complete an argument.
    pub fn new(
        reference: CompletionReference,
        name: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        let argument = CompletionArgument { name: name.into(), value: value.into() };
        Self { reference, argument, context: None, meta: None }
    }
}

/// The owner of the completed argument.
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

    /// Refers to a resource template by its URI template.
    pub fn resource_template(uri: impl Into<String>) -> Self {
        Self::ResourceTemplate(ResourceTemplateReference { uri: uri.into() })
    }
}

/// A reference to a prompt by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PromptReference {
    /// The name for programs.
    pub name: String,
    /// The human-readable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// A reference to a resource template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ResourceTemplateReference {
    /// The template, or the URI of one resource.
    pub uri: String,
}

/// A partially typed argument.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CompletionArgument {
    /// The name of the argument.
    pub name: String,
    /// The beginning of its value.
    pub value: String,
}

/// The context of a completion.
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
    /// The suggested completions.
    pub completion: Completion,
    /// What kind of result this is; `None` means complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_type: Option<ResultType>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", default, skip_serializing_if = "ResultMeta::is_empty")]
    pub meta: ResultMeta,
}

/// The suggested completions of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Completion {
    /// Values, the best first; at most [`Completion::MAX_VALUES`].
    pub values: Vec<String>,
    /// The total number of values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Whether there are more values than these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_more: Option<bool>,
}

impl Completion {
    /// The maximum number of values in one result.
    pub const MAX_VALUES: usize = 100;

    /// Creates a completion; values beyond [`Self::MAX_VALUES`] are counted, but not included.
    pub fn new(mut values: Vec<String>) -> Self {
        let total = values.len();
        values.truncate(Self::MAX_VALUES);
        let has_more = total > values.len();
        Self { values, total: Some(total as u64), has_more: Some(has_more) }
    }
}

/// What a completion function may return, directly or in a future, and also in a `Result`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a completion",
    label = "not a list of strings",
    note = "return a `Vec<String>`, another list of strings, or an `mcp_runtime::protocol::Completion`, or a `Result` of one; the function may be `async`"
)]
pub trait Completes {
    /// The values.
    fn completion(self) -> Completion;
}

#[diagnostic::do_not_recommend]
impl<T: IntoIterator<Item: Into<String>>> Completes for T {
    fn completion(self) -> Completion {
        Completion::new(self.into_iter().map(Into::into).collect())
    }
}

#[diagnostic::do_not_recommend]
impl Completes for Completion {
    fn completion(self) -> Completion {
        self
    }
}
