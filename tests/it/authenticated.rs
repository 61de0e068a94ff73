//! The service in axum, behind middleware that says who calls.

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use mcp_runtime::http::{Http, Principal};
use mcp_test_support::http::{Client, listener};
use tower::util::MapRequestLayer;

/// Serves at `/mcp`, and HTTP+SSE at `/sse`, to whom `authenticate` finds.
pub(crate) async fn mount(http: Http, authenticate: fn(Request<Body>) -> Request<Body>) -> Client {
    let app = Router::new()
        .route_service("/mcp", http.clone())
        .route_service("/sse", http)
        .layer(MapRequestLayer::new(authenticate));
    let (client, listener) = listener().await;
    tokio::spawn(async { axum::serve(listener, app).await });
    client
}

/// Takes who it is from a header, as middleware would from a token.
pub(crate) fn by_header(mut request: Request<Body>) -> Request<Body> {
    let user = request.headers().get("user").and_then(|user| user.to_str().ok());
    if let Some(principal) = user.map(Principal::new) {
        request.extensions_mut().insert(principal);
    }
    request
}
