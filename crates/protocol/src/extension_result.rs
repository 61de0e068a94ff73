//! Results of methods that extensions define, and results of types that they define.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    base::ResultType,
    meta::{ServerInfo, keys},
    older_revisions::{Revise, RevisionStep},
    result::SendResult,
};
use crate::base::to_value;

/// The result of a method that an extension defines, or one of an extension's own type.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ExtensionResult {
    /// All members, including `_meta` and `resultType` if present.
    pub members: Map<String, Value>,
}

const RESULT_TYPE: &str = "resultType";

impl ExtensionResult {
    /// Creates a result from a value; `()` gives one without members.
    ///
    /// # Errors
    ///
    /// When the value is not an object.
    pub fn of(value: &impl Serialize) -> Result<Self, String> {
        match to_value(value) {
            Ok(Value::Object(members)) => Ok(Self { members }),
            Ok(Value::Null) => Ok(Self::default()),
            Ok(_) => Err("the result of a method has to be an object".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Sets the type of the result.
    #[must_use]
    pub fn with_type(mut self, result_type: &str) -> Self {
        self.members.insert(RESULT_TYPE.to_owned(), result_type.into());
        self
    }

    /// Returns the type of the result, if it is set.
    pub fn result_type(&self) -> Option<&str> {
        self.members.get(RESULT_TYPE).and_then(Value::as_str)
    }
}

impl SendResult for ExtensionResult {
    fn stamp(&mut self, server: &Arc<ServerInfo>) {
        let complete = || ResultType::Complete.as_str().into();
        self.members.entry(RESULT_TYPE).or_insert_with(complete);
        if let Value::Object(meta) = self.members.entry("_meta").or_insert_with(|| json!({})) {
            let info = || to_value(server).unwrap_or_default();
            meta.entry(keys::SERVER_INFO).or_insert_with(info);
        }
    }
}

impl Revise for ExtensionResult {
    fn step(&mut self, _: &dyn RevisionStep) {}
}
