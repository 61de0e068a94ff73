//! The capabilities that a client must have for a call.
//!
//! Source: [2026-07-28, "Overview", capability negotiation](https://modelcontextprotocol.io/specification/2026-07-28/basic); [2025-11-25, "Lifecycle", Operation](https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#operation).

use std::fmt::Display;

use serde::Deserialize as _;
use serde_json::Value;

use super::Response;
use super::handler_kind::HandlerKind;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::negotiation::RequestContext;
use crate::protocol::base::to_value;
use crate::protocol::{
    ClientCapabilities, ClientCapability, InputRequest, MissingRequiredClientCapability,
    ProtocolVersion,
};

/// Checks whether the client of a request has all capabilities that a handler needs.
pub(crate) fn check(
    needs: &[ClientCapability],
    kind: &HandlerKind,
    request: &RequestContext,
) -> Result<(), Response> {
    if needs.iter().all(|needed| request.can(*needed)) {
        return Ok(());
    }
    let missing = needs.iter().copied().filter(|needed| !request.can(*needed)).collect();
    Err(if request.version.has_capability_errors() {
        Err(lacking(&missing))
    } else {
        reject_legacy(&missing, kind)
    })
}

/// The capabilities that a client lacks for a call to another server, if that reports them.
#[inline]
pub(crate) fn missing_at(error: &ErrorObject) -> Option<ClientCapabilities> {
    let data =
        error.data.as_ref().filter(|_| error.code == MissingRequiredClientCapability::CODE)?;
    let missing = MissingRequiredClientCapability::deserialize(data).ok()?;
    Some(missing.required_capabilities)
}

/// Rejects a call in the revisions that have no dedicated error for it.
pub(crate) fn reject_legacy(missing: &ClientCapabilities, kind: &HandlerKind) -> Response {
    let error = lacking_legacy(missing, kind);
    if kind.is_of_extension() {
        // As if there were no such method.
        return Err(ErrorObject::new(ErrorCode::METHOD_NOT_FOUND, error.message));
    }
    kind.failure(error.message.to_string(), |_| error)
}

/// Checks whether the client of a request supports a question.
#[inline]
pub(crate) fn check_question(question: &InputRequest, request: &RequestContext) -> Result<()> {
    let mut needed = question.needed();
    // In revisions in which it cannot be declared, every client may be asked for context.
    needed.sampling_context &= needed.for_version(request.version).sampling_context;
    match needed.missing_from(&request.client.capabilities) {
        None => Ok(()),
        Some(missing) if request.version.has_capability_errors() => Err(lacking(&missing).into()),
        Some(missing) => Err(Error::lacking(lacking_legacy(&missing, &"this"))),
    }
}

/// Returns `-32021` with the capabilities that the client lacks.
pub(super) fn lacking(missing: &ClientCapabilities) -> ErrorObject {
    // The error belongs to the newest revision, which lacks capabilities of older ones.
    let required = missing.for_version(ProtocolVersion::LATEST);
    let mut error = ErrorObject::from(MissingRequiredClientCapability::new(required));
    error.message = format!("the client did not declare {}", names(missing).join(", ")).into();
    error
}

/// The error of the revisions that have no dedicated error for it.
fn lacking_legacy(missing: &ClientCapabilities, what: &dyn Display) -> ErrorObject {
    let names = names(missing).join(", ");
    let text = format!("{what} needs {names}, which the client did not declare");
    let mut error = ErrorObject::invalid_request(text);
    error.data = lacking(missing).data;
    error
}

/// The capabilities in readable form: `elicitation.url, sampling`.
pub(super) fn names(capabilities: &ClientCapabilities) -> Vec<String> {
    let mut names = Vec::new();
    if let Ok(capabilities) = to_value(capabilities) {
        gather("", &capabilities, &mut names);
    }
    names
}

fn gather(path: &str, value: &Value, names: &mut Vec<String>) {
    match value.as_object().filter(|members| !members.is_empty()) {
        None => names.push(path.to_owned()),
        Some(members) => {
            for (key, value) in members {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                gather(&path, value, names);
            }
        }
    }
}
