//! A schema with its reference followed.

use std::sync::LazyLock;

use mcp_runtime_protocol::reference::target;
use serde_json::{Map, Value, json};

/// The schema that accepts everything.
pub(super) static ANY: LazyLock<Value> = LazyLock::new(|| json!({}));

/// The maximum number of references to follow to a schema.
const MAX_HOPS: usize = 32;

/// Annotations of a schema, which do not affect what it accepts.
pub(super) const TEXTS: [&str; 4] = ["description", "title", "examples", "deprecated"];

pub(super) fn is_annotation(keyword: &str) -> bool {
    TEXTS.contains(&keyword) || matches!(keyword, "default" | "readOnly" | "writeOnly")
}

/// A schema; for a reference, its target and the annotations beside it.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    beside: &'a Map<String, Value>,
    pub(super) members: &'a Map<String, Value>,
}

impl<'a> Node<'a> {
    /// Resolves a schema of `root`; `None` if its reference cannot be resolved, or if it is not a
    /// schema.
    pub(super) fn of(schema: &'a Value, root: &'a Value) -> Option<Self> {
        let beside = schema.as_object()?;
        let mut members = beside;
        for _ in 0..MAX_HOPS {
            let Some(reference) = members.get("$ref") else {
                return Some(Self { beside, members });
            };
            members = target(root, reference.as_str()?)?.as_object()?;
        }
        None
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&'a Value> {
        let beside = self.beside.get(keyword).filter(|_| is_annotation(keyword));
        beside.or_else(|| self.members.get(keyword))
    }

    /// The schemas of a keyword, by name.
    pub(super) fn map(&self, keyword: &str) -> Option<&'a Map<String, Value>> {
        self.get(keyword)?.as_object()
    }
}
