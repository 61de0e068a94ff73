//! Our own client, which logs in and makes proofs, against our own server.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::routing::{get, post};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mcp_runtime_auth::{Dpop, OAuth, ProtectedResource};
use mcp_runtime_client::{Client, HttpTransport};
use mcp_test_support::authority::{Signer, now};
use mcp_test_support::browser::follow;
use mcp_test_support::http::listener;
use serde_json::{Value, json};

use super::super::files;
use super::thumbprint;

/// The keys that tokens were bound to.
type Bound = Arc<Mutex<Vec<String>>>;

/// An authorization server that binds each token to the key of the request for it.
async fn issuer(resource: String, bound: Bound) -> String {
    let (client, free) = listener().await;
    let issuer = format!("http://{}", client.0);
    let metadata = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "registration_endpoint": format!("{issuer}/register"),
        "jwks_uri": format!("{issuer}/keys"),
        "token_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "dpop_signing_alg_values_supported": ["ES256"],
    });
    let keys = json!({"keys": [Signer::Ed.public()]}).to_string();
    let claims = json!({"iss": issuer, "sub": "alice", "aud": resource, "exp": now() + 600});
    let routes = Router::new()
        .route("/.well-known/oauth-authorization-server", get(metadata.to_string()))
        .route("/keys", get(keys))
        .route("/register", post(json!({"client_id": "me"}).to_string()))
        .route("/authorize", get(agree))
        .route("/token", post(async move |headers: HeaderMap| token(&headers, claims, &bound)));
    tokio::spawn(async move { axum::serve(free, routes).await.unwrap() });
    issuer
}

/// Sends somebody back who agrees.
async fn agree(url: Uri) -> (StatusCode, HeaderMap) {
    let query = url.query().unwrap_or_default();
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name).unwrap_or_default();
        value.replace("%3A", ":").replace("%2F", "/")
    };
    let url = format!("{}?code=c&state={}", value("redirect_uri"), value("state"));
    let location = ("location".parse().unwrap(), url.parse().unwrap());
    (StatusCode::FOUND, HeaderMap::from_iter([location]))
}

fn token(headers: &HeaderMap, mut claims: Value, bound: &Bound) -> String {
    let encoded = headers["dpop"].to_str().unwrap().split('.').next().unwrap();
    let header: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(encoded).unwrap()).unwrap();
    let key = thumbprint(&header["jwk"]);
    claims["cnf"] = json!({"jkt": key});
    bound.lock().unwrap().push(key);
    let token = Signer::Ed.sign(&claims);
    json!({"access_token": token, "token_type": "DPoP", "expires_in": 600}).to_string()
}

#[tokio::test]
async fn our_client_logs_in_at_a_server_that_requires_proofs_with_nonces() {
    let (server, free) = listener().await;
    let url = format!("http://{}/mcp", server.0);
    let bound = Bound::default();
    let issuer = issuer(url.clone(), Arc::clone(&bound)).await;
    let dpop = Dpop::required().nonces().single_use();
    let resource = ProtectedResource::new(&url).issuer(&issuer).dpop(dpop);
    let http = files().into_http().protect(resource).unwrap();
    tokio::spawn(http.serve_on(free, std::future::pending()));
    let login = OAuth::login("agent").open_with(|url| async move {
        follow(&url).await.map(drop).map_err(mcp_runtime::Error::other)
    });
    let transport = HttpTransport::new(&url).authorize(login);
    let client = Client::builder("agent", "1.0").connect(transport).await.unwrap();
    for _ in 0..3 {
        let said = client.call_tool("whoami", ()).await.unwrap().text();
        assert_eq!(said, format!("alice of {issuer}"));
    }
    assert_eq!(bound.lock().unwrap().len(), 1, "it logs in once");
}
