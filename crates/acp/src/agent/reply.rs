//! Writes the response to a request as JSON.

use serde_json::Value;

use mcp_runtime::middleware::{Reply, Response};
use mcp_runtime_protocol::jsonrpc::ErrorObject;

pub(super) fn reply(result: &Value) -> Response {
    let json = serde_json::value::to_raw_value(result);
    let reply = json.map(|json| Reply::Encoded(json.into()));
    reply.map_err(|error| ErrorObject::internal(error.to_string()))
}
