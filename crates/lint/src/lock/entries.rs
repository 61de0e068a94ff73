//! The entries of a lock for each part of a server.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::hash::{canonical, sha256};
use crate::protocol::apps::{FLAT_UI, UI};
use crate::protocol::{
    Icon, Implementation, Prompt, Resource, ResourceTemplate, TaskSupport, Tool, ToolAnnotations,
};

/// How a server describes itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LockedServer {
    /// Its name, by which clients and policies know it.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its human-readable name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where more about it can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
    /// The revisions of the protocol that it serves.
    #[serde(default)]
    pub revisions: Vec<String>,
    /// Its instructions for models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// Its capabilities, such as `resources.subscribe`.
    #[serde(default)]
    pub capabilities: Vec<String>,
}

impl LockedServer {
    pub(super) fn of(info: &Implementation, instructions: Option<&str>) -> Self {
        Self {
            name: info.name.clone(),
            version: info.version.clone(),
            title: info.title.clone(),
            website_url: info.website_url.clone(),
            instructions: instructions.map(str::to_owned),
            ..Self::default()
        }
    }
}

/// A tool.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct LockedTool {
    /// The SHA-256 of the rest, as canonical JSON (RFC 8785).
    #[serde(default)]
    pub hash: String,
    /// Its human-readable name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its effective hints: those of `read-only`, `destructive`, `idempotent`, `open-world` that
    /// are true.
    #[serde(default)]
    pub hints: String,
    /// Whether calls of it become tasks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskSupport>,
    /// The client capabilities that it needs, such as `elicitation.form`; unknown, and so empty,
    /// for a remote server.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// Whether the user is asked before it runs; only known for a server in this process.
    #[serde(default, skip_serializing_if = "is_not")]
    pub confirms: bool,
    /// Its icons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// The page that shows its results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ui: Option<Value>,
    /// The schema of its arguments.
    pub input: Value,
    /// The schema of its results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<Value>,
}

impl LockedTool {
    /// Creates the entry of a listed tool.
    #[must_use]
    pub fn of(tool: &Tool) -> Self {
        let meta = |key: &str| tool.meta.as_ref().and_then(|meta| meta.get(key).cloned());
        let locked = Self {
            hash: String::new(),
            title: tool.title.clone(),
            description: tool.description.clone(),
            hints: hints(tool.annotations.as_ref()),
            task: tool.execution.as_ref().and_then(|execution| execution.task_support),
            needs: Vec::new(),
            confirms: false,
            icons: tool.icons.clone(),
            ui: meta(UI).or_else(|| Some(json!({"resourceUri": meta(FLAT_UI)?}))),
            input: (*tool.input_schema).clone(),
            output: tool.output_schema.as_deref().cloned(),
        };
        locked.hashed()
    }

    /// Updates the hash, which only covers what a client can see.
    #[must_use]
    pub(super) fn hashed(self) -> Self {
        let (hash, needs, confirms) = Default::default();
        let seen = Self { hash, needs, confirms, ..self.clone() };
        // An entry is plain data, which always serializes.
        let json = serde_json::to_value(&seen).unwrap_or_default();
        Self { hash: format!("sha256-{}", sha256(&canonical(&json))), ..self }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_not(confirms: &bool) -> bool {
    !confirms
}

/// The hints that are true, with the defaults of the specification for those that a tool omits.
///
/// Source: [2026-07-28, schema, `ToolAnnotations`](https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations).
fn hints(annotations: Option<&ToolAnnotations>) -> String {
    let said = annotations.cloned().unwrap_or_default();
    let is_read_only = said.read_only_hint == Some(true);
    let hints = [
        ("read-only", is_read_only),
        // These two are meaningless for a read-only tool.
        ("destructive", !is_read_only && said.destructive_hint != Some(false)),
        ("idempotent", is_read_only || said.idempotent_hint == Some(true)),
        ("open-world", said.open_world_hint != Some(false)),
    ];
    let hold = hints.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name);
    hold.collect::<Vec<_>>().join(", ")
}

/// A prompt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LockedPrompt {
    /// Its human-readable name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its arguments, by their names.
    #[serde(default)]
    pub arguments: BTreeMap<String, LockedArgument>,
}

/// An argument of a prompt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LockedArgument {
    /// Whether it has to be given.
    #[serde(default)]
    pub required: bool,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl LockedPrompt {
    /// Creates the entry of a listed prompt.
    #[must_use]
    pub fn of(prompt: &Prompt) -> Self {
        let arguments = prompt.arguments.iter().flatten().map(|argument| {
            let required = argument.required.unwrap_or_default();
            let description = argument.description.clone();
            (argument.name.clone(), LockedArgument { required, description })
        });
        Self {
            title: prompt.title.clone(),
            description: prompt.description.clone(),
            arguments: arguments.collect(),
        }
    }
}

/// A resource, or a template of resources.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LockedResource {
    /// Its name.
    pub name: String,
    /// Its human-readable name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime: Option<String>,
    /// Its settings as a page, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ui: Option<Value>,
}

impl LockedResource {
    /// Creates the entry of a listed resource.
    #[must_use]
    pub fn of(resource: &Resource) -> Self {
        Self {
            name: resource.name.clone(),
            title: resource.title.clone(),
            description: resource.description.clone(),
            mime: resource.mime_type.clone(),
            ui: resource.meta.as_ref().and_then(|meta| meta.get(UI).cloned()),
        }
    }

    /// Creates the entry of a listed template.
    #[must_use]
    pub fn of_template(template: &ResourceTemplate) -> Self {
        Self {
            name: template.name.clone(),
            title: template.title.clone(),
            description: template.description.clone(),
            mime: template.mime_type.clone(),
            ui: template.meta.as_ref().and_then(|meta| meta.get(UI).cloned()),
        }
    }
}

/// An accepted change, which does not count, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Accepted {
    /// The fingerprint of the change, from the report.
    pub change: String,
    /// Why it is accepted.
    pub why: String,
}

impl Accepted {
    /// Accepts the change with this fingerprint.
    pub fn new(change: impl Into<String>, why: impl Into<String>) -> Self {
        Self { change: change.into(), why: why.into() }
    }
}
