//! The core `tasks` capability, which only 2025-11-25 has.

use serde_json::{Map, Value, json};

use super::{empty, insert_some, take_object, take_presence};

/// The task capabilities of a side.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TasksCapability {
    /// It supports `tasks/list`.
    pub list: bool,
    /// It supports `tasks/cancel`.
    pub cancel: bool,
    /// The requests that may become tasks, as `{"tools": {"call": {}}}`.
    pub requests: Option<Map<String, Value>>,
    /// Unknown members.
    pub other: Map<String, Value>,
}

impl TasksCapability {
    /// Declares that tool calls may become tasks, which can be listed and cancelled.
    #[doc(hidden)]
    pub fn of_calls() -> Self {
        let tools = Map::from_iter([("call".to_owned(), empty())]);
        let requests = Map::from_iter([("tools".to_owned(), tools.into())]);
        Self { list: true, cancel: true, requests: Some(requests), other: Map::new() }
    }

    /// Declares that questions of these kinds may become tasks, which can be listed and cancelled;
    /// `None` without any.
    #[doc(hidden)]
    #[inline]
    pub fn of_questions(elicitation: bool, sampling: bool) -> Option<Self> {
        let kinds =
            [(elicitation, "elicitation", "create"), (sampling, "sampling", "createMessage")];
        let requests: Map<_, _> = kinds
            .into_iter()
            .filter(|(is_asked, ..)| *is_asked)
            .map(|(_, kind, name)| (kind.to_owned(), json!({ name: {} })))
            .collect();
        let is_some = !requests.is_empty();
        is_some.then(|| Self {
            list: true,
            cancel: true,
            requests: Some(requests),
            ..Self::default()
        })
    }

    /// Whether requests of a kind, such as `tools`, and a name, such as `call`, may become tasks.
    #[doc(hidden)]
    pub fn runs(&self, kind: &str, name: &str) -> bool {
        let kind = self.requests.as_ref().and_then(|requests| requests.get(kind));
        kind.and_then(|kind| kind.get(name)).is_some_and(Value::is_object)
    }

    pub(super) fn from_map(mut map: Map<String, Value>) -> Self {
        Self {
            list: take_presence(&mut map, "list"),
            cancel: take_presence(&mut map, "cancel"),
            requests: take_object(&mut map, "requests"),
            other: map,
        }
    }

    pub(super) fn to_value(&self) -> Value {
        let mut map = self.other.clone();
        insert_some(&mut map, "list", self.list.then(empty));
        insert_some(&mut map, "cancel", self.cancel.then(empty));
        insert_some(&mut map, "requests", self.requests.clone());
        map.into()
    }
}
