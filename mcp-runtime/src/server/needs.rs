//! What a client must be able to do for a call.
//!
//! Source: 2026-07-28, "Overview", capability negotiation; 2025-11-25, "Lifecycle", Operation.

use serde_json::Value;

use super::Response;
use super::handler::Kind;
use crate::error::{Error, Result};
use crate::jsonrpc::ErrorObject;
use crate::negotiation::RequestContext;
use crate::protocol::{
    ClientCapabilities, ClientCapability, ElicitParams, IncludeContext, InputRequest,
    MissingRequiredClientCapability, ProtocolVersion,
};

/// Looks whether the client of a request can do all that a handler needs.
pub(crate) fn check(
    needs: &[ClientCapability],
    kind: &Kind,
    request: &RequestContext,
) -> Result<(), Response> {
    let declared = &request.client.capabilities;
    if needs.iter().all(|needed| declared.supports(*needed)) {
        return Ok(());
    }
    let Some(missing) = missing(needs, request) else { return Ok(()) };
    let error = lacking(&missing);
    if request.version.is_modern() {
        return Err(Err(error));
    }
    let text = format!("{kind} needs {}, which the client did not declare", names(&missing));
    Err(kind.failure(text, |text| ErrorObject {
        data: error.data,
        ..ErrorObject::invalid_request(text)
    }))
}

/// Looks whether the client of a request can be asked this.
pub(crate) fn check_question(question: &InputRequest, request: &RequestContext) -> Result<()> {
    match missing(&needed(question, request.version), request) {
        None => Ok(()),
        Some(missing) if request.version.is_modern() => Err(lacking(&missing).into()),
        Some(missing) => {
            let names = names(&missing);
            Err(Error::other(format!("this needs {names}, which the client did not declare")))
        }
    }
}

/// What a question needs.
fn needed(question: &InputRequest, version: ProtocolVersion) -> Vec<ClientCapability> {
    match question {
        InputRequest::Elicit(ElicitParams::Form(_)) => vec![ClientCapability::ElicitationForm],
        InputRequest::Elicit(ElicitParams::Url(_)) => vec![ClientCapability::ElicitationUrl],
        InputRequest::CreateMessage(params) => {
            let mut needed = vec![ClientCapability::Sampling];
            if params.tools.is_some() || params.tool_choice.is_some() {
                needed.push(ClientCapability::SamplingTools);
            }
            // Earlier revisions have the context, and no capability for it.
            let context = ClientCapabilities::from(ClientCapability::SamplingContext);
            let asks_for_it = params.include_context.is_some_and(|of| of != IncludeContext::None);
            if asks_for_it && context.for_version(version) == context {
                needed.push(ClientCapability::SamplingContext);
            }
            needed
        }
        InputRequest::ListRoots(_) => vec![ClientCapability::Roots],
    }
}

fn missing(needs: &[ClientCapability], request: &RequestContext) -> Option<ClientCapabilities> {
    let needs: ClientCapabilities = needs.iter().copied().collect();
    needs.missing_from(&request.client.capabilities)
}

fn lacking(missing: &ClientCapabilities) -> ErrorObject {
    // The newest revision, whose error this is, lacks what older ones have.
    let required = missing.for_version(ProtocolVersion::LATEST);
    let mut error = ErrorObject::from(MissingRequiredClientCapability::new(required));
    error.message = format!("the client did not declare {}", names(missing)).into();
    error
}

/// The capabilities as a person reads them: `elicitation.url, sampling`.
fn names(capabilities: &ClientCapabilities) -> String {
    let mut names = Vec::new();
    if let Ok(capabilities) = serde_json::to_value(capabilities) {
        gather("", &capabilities, &mut names);
    }
    names.join(", ")
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
