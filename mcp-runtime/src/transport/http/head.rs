//! (to be replaced)
use super::refusal::Refusal;
use crate::protocol::ProtocolVersion;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

#[derive(Clone, Copy)]
pub(crate) struct Accepts {
    pub(crate) json: bool,
    pub(crate) events: bool,
}

pub(crate) fn post(headers: &HeaderMap) -> Result<Accepts, Refusal> {
    let accept = headers.get("accept").and_then(|v| v.to_str().ok()).unwrap_or("*/*");
    Ok(Accepts { json: true, events: accept.contains("text/event-stream") })
}
pub(crate) fn get(_: &HeaderMap) -> Result<(), Refusal> {
    Ok(())
}
pub(crate) fn single<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'a HeaderValue>, Refusal> {
    Ok(headers.get(name))
}
pub(crate) fn version(headers: &HeaderMap) -> Result<Option<ProtocolVersion>, Refusal> {
    headers
        .get("mcp-protocol-version")
        .map(|v| {
            v.to_str()
                .ok()
                .and_then(|v| v.parse().ok())
                .ok_or_else(|| Refusal::new(StatusCode::BAD_REQUEST, "version"))
        })
        .transpose()
}
