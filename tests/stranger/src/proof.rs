//! A route beside MCP: `/.well-known/proof` says who owns the domain.

use std::convert::Infallible;

use http::{Request, Response};
use mcp_runtime::HttpOptions;
use mcp_runtime::http::RequestBody;
use tower::service_fn;

pub fn options() -> HttpOptions {
    HttpOptions::new([], |http, _| Ok(http.route("/.well-known/proof", service_fn(proof))))
}

async fn proof(_: Request<RequestBody>) -> Result<Response<String>, Infallible> {
    Ok(Response::new("it is ours".to_owned()))
}
