//! A schema with its reference followed.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

/// The schema that accepts everything.
pub(super) static ANY: LazyLock<Value> = LazyLock::new(|| json!({}));

/// Through how many references a schema is looked for.
const MAX_HOPS: usize = 32;

/// Words about a schema that change nothing of what it accepts.
pub(super) const TEXTS: [&str; 4] = ["description", "title", "examples", "deprecated"];

pub(super) fn is_annotation(keyword: &str) -> bool {
    TEXTS.contains(&keyword) || matches!(keyword, "default" | "readOnly" | "writeOnly")
}

/// A schema: where it is a reference, what that leads to, and the words beside it.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    beside: &'a Map<String, Value>,
    pub(super) members: &'a Map<String, Value>,
}

impl<'a> Node<'a> {
    /// A schema of `root`; `None` if its reference leads nowhere, or it is not a schema.
    pub(super) fn of(schema: &'a Value, root: &'a Value) -> Option<Self> {
        let beside = schema.as_object()?;
        let mut members = beside;
        for _ in 0..MAX_HOPS {
            let Some(reference) = members.get("$ref") else {
                return Some(Self { beside, members });
            };
            let pointer = reference.as_str()?.strip_prefix('#')?;
            members = root.pointer(pointer)?.as_object()?;
        }
        None
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&'a Value> {
        let beside = self.beside.get(keyword).filter(|_| is_annotation(keyword));
        beside.or_else(|| self.members.get(keyword))
    }

    /// The schemas that a keyword has by names.
    pub(super) fn map(&self, keyword: &str) -> Option<&'a Map<String, Value>> {
        self.get(keyword)?.as_object()
    }
}
