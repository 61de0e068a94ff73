//! Log messages for the client: `notifications/message` and the legacy `logging/setLevel`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::meta::Meta;

/// The severity of a message, in the order of RFC 5424; a more severe one is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoggingLevel {
    /// Debugging information.
    Debug,
    /// Normal operation.
    Info,
    /// A normal but significant event.
    Notice,
    /// A warning.
    Warning,
    /// An error.
    Error,
    /// A component has failed.
    Critical,
    /// Immediate action is required.
    Alert,
    /// The system is unusable.
    Emergency,
}

impl LoggingLevel {
    /// All levels, the least severe first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];
}

/// The parameters of `notifications/message`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LoggingMessageParams {
    /// The severity.
    pub level: LoggingLevel,
    /// The name of the logger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logger: Option<String>,
    /// The message: text or any other JSON.
    pub data: Value,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl LoggingMessageParams {
    /// Creates a message.
    pub fn new(level: LoggingLevel, data: impl Into<Value>) -> Self {
        Self { level, logger: None, data: data.into(), meta: None }
    }
}

/// The parameters of `logging/setLevel`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SetLevelParams {
    /// The minimum severity that the client wants.
    pub level: LoggingLevel,
    /// The `_meta` of the object.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl SetLevelParams {
    /// Requests messages of this level and above.
    pub fn new(level: LoggingLevel) -> Self {
        Self { level, meta: None }
    }
}
