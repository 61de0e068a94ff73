//! The errors of MCP that carry data.

use serde::{Deserialize, Serialize};

use super::{capabilities::ClientCapabilities, elicitation::ElicitUrlParams};
use crate::base::to_value;
use crate::jsonrpc::{ErrorCode, ErrorObject};

/// The data of "unsupported protocol version".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UnsupportedProtocolVersion {
    /// The revisions that the server supports.
    pub supported: Vec<String>,
    /// The revision that the client asked for.
    pub requested: String,
}

impl UnsupportedProtocolVersion {
    /// The code of the error, from 2026-07-28.
    pub const CODE: ErrorCode = ErrorCode::UNSUPPORTED_PROTOCOL_VERSION;

    /// Creates the data of the error.
    pub fn new(supported: Vec<String>, requested: impl Into<String>) -> Self {
        Self { supported, requested: requested.into() }
    }
}

impl From<UnsupportedProtocolVersion> for ErrorObject {
    #[inline]
    fn from(data: UnsupportedProtocolVersion) -> Self {
        error(UnsupportedProtocolVersion::CODE, "Unsupported protocol version", &data)
    }
}

/// The data of "missing required client capability".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MissingRequiredClientCapability {
    /// The capabilities that the request needs and the client did not declare.
    pub required_capabilities: ClientCapabilities,
}

impl MissingRequiredClientCapability {
    /// The code of the error, from 2026-07-28.
    pub const CODE: ErrorCode = ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY;

    /// Creates the data of the error.
    pub fn new(required_capabilities: ClientCapabilities) -> Self {
        Self { required_capabilities }
    }
}

impl From<MissingRequiredClientCapability> for ErrorObject {
    #[inline]
    fn from(data: MissingRequiredClientCapability) -> Self {
        error(MissingRequiredClientCapability::CODE, "Missing required client capability", &data)
    }
}

/// The data of "URL elicitation required"; only in 2025-11-25.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct UrlElicitationRequired {
    /// The URLs that the user has to open first.
    pub elicitations: Vec<ElicitUrlParams>,
}

impl UrlElicitationRequired {
    /// The code of the error.
    pub const CODE: ErrorCode = ErrorCode(-32042);

    /// Creates the data of the error.
    pub fn new(elicitations: Vec<ElicitUrlParams>) -> Self {
        Self { elicitations }
    }
}

impl From<UrlElicitationRequired> for ErrorObject {
    #[inline]
    fn from(data: UrlElicitationRequired) -> Self {
        error(UrlElicitationRequired::CODE, "This request requires more information.", &data)
    }
}

/// The data of "resource not found".
///
/// Its code differs: `-32002` up to 2025-11-25, `-32602` from 2026-07-28.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ResourceNotFound {
    /// The resource.
    pub uri: String,
}

impl ResourceNotFound {
    /// Creates the data for a resource.
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into() }
    }
}

impl From<ResourceNotFound> for ErrorObject {
    /// Uses the code of the legacy revisions; a response gets the code of its revision when it is
    /// written.
    #[inline]
    fn from(data: ResourceNotFound) -> Self {
        error(ErrorCode::RESOURCE_NOT_FOUND, "Resource not found", &data)
    }
}

fn error(code: ErrorCode, message: &'static str, data: &impl Serialize) -> ErrorObject {
    let error = ErrorObject::new(code, message);
    match to_value(data) {
        Ok(data) => error.with_data(data),
        Err(_) => error,
    }
}
