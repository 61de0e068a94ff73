//! The definition of a tool, which the client's model may read, too.
//!
//! What an attribute sets comes from the runtime's `server/handler/definition/tool.rs`. Older
//! revisions have every member that no step of `older_revisions` drops.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::base::or_default;
use super::{base::Icon, meta::Meta};

/// The definition of a tool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Tool {
    /// The name for programs.
    pub name: String,
    /// The human-readable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the tool does, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The JSON Schema of the arguments; its root is an object.
    pub input_schema: Arc<Value>,
    /// The JSON Schema of the structured content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Arc<Value>>,
    /// How the tool behaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ToolAnnotations>,
    /// Icons that represent the tool.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// How the tool may be run; only in 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution: Option<ToolExecution>,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
    /// Whether `output_schema` is sent as that of `{"result": …}` up to 2025-11-25; not on the
    /// wire.
    #[serde(skip)]
    pub wrap: bool,
}

impl Tool {
    /// Creates a tool from its name and the schema of its arguments.
    pub fn new(name: impl Into<String>, input_schema: impl Into<Arc<Value>>) -> Self {
        Self { name: name.into(), input_schema: input_schema.into(), ..Self::default() }
    }
}

/// Hints about the behaviour of a tool; a client must not trust those of an untrusted server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// The human-readable name, if the tool has no `title`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether the tool changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// Whether the tool may destroy data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// Whether repeating a call with the same arguments has no additional effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// Whether the tool interacts with the outside world, such as the web.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
}

/// How a tool may be run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolExecution {
    /// Whether a call may, or must, be a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_support: Option<TaskSupport>,
}

/// Whether a call of a tool is a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TaskSupport {
    /// Never.
    Forbidden,
    /// If the client requests it.
    Optional,
    /// Always.
    Required,
}
