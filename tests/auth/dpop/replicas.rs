//! Sessions of keys across replicas.

use std::sync::Arc;

use mcp_runtime::store::Memory;
use mcp_runtime_auth::Dpop;
use mcp_test_support::authority::{Authority, Signer};
use mcp_test_support::http::{Client, Request, serve};
use serde_json::json;

use super::super::{token, whoami, with_token};
use super::{KEY, bound, proved, resource};

async fn replica(authority: &Authority, store: &Arc<Memory>) -> Client {
    let server = mcp_runtime::server!()
        .tool::<whoami>()
        .state_keys([[7; 32]])
        .store(Arc::clone(store))
        .build()
        .unwrap();
    serve(server.into_http().protect(resource(authority, Dpop::optional())).unwrap()).await
}

#[tokio::test]
async fn replicas_know_to_which_key_a_session_belongs() {
    let authority = Authority::start().await;
    let store = Memory::shared();
    let opening = replica(&authority, &store).await;
    let own = bound(&authority, KEY, "");
    let other = bound(&authority, Signer::Next, "");
    let bearer = token(&authority, "");
    let initialize = Request::post(json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        },
    }));
    let response = opening.send(proved(initialize, KEY, &own, "POST")).await;
    let session = response.header("mcp-session-id").unwrap().to_owned();
    let ping = || {
        let ping = Request::post(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
        ping.header("Mcp-Session-Id", &session).header("MCP-Protocol-Version", "2025-11-25")
    };
    // Each takes up the session anew.
    for (request, status) in [
        (proved(ping(), Signer::Next, &other, "POST"), 404),
        (with_token(ping(), &bearer), 404),
        (proved(ping(), KEY, &own, "POST"), 200),
    ] {
        let taking = replica(&authority, &store).await;
        assert_eq!(taking.send(request).await.status, status);
    }
}
