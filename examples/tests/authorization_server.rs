//! A small authorization server: it registers whoever asks, and who comes to log in is Ada, who agrees to everything.

use std::collections::HashMap;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::spawn;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{Form, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use axum::{Json, Router};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

type Parameters = HashMap<String, String>;

#[derive(Clone)]
pub(crate) struct AuthorizationServer {
    pub(crate) issuer: String,
    /// What was agreed to, by the codes that were given for it.
    agreed: Arc<Mutex<HashMap<String, Parameters>>>,
}

impl AuthorizationServer {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let server = Self { issuer, agreed: Arc::default() };
        let routes = Router::new()
            .route("/keys", get(keys))
            .route("/register", post(register))
            .route("/authorize", get(authorize))
            .route("/token", post(token))
            .fallback(get(metadata))
            .with_state(server.clone());
        spawn(move || {
            Runtime::new().unwrap().block_on(async {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                axum::serve(listener, routes).await
            })
        });
        server
    }

    /// The token that somebody gets who logs in, and agrees to these scopes.
    pub(crate) fn log_in(&self, email: &str, audience: &str, scopes: &str) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let claims = json!({
            "iss": self.issuer, "sub": format!("id-of-{email}"), "aud": audience, "exp": now + 300,
            "email": email, "scope": scopes,
        });
        encode(&Header::new(Algorithm::EdDSA), &claims, &key()).unwrap()
    }
}

fn key() -> EncodingKey {
    let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
    EncodingKey::from_ed_der(include_bytes!("../../tests/data/keys/ed25519.der"))
}

async fn keys() -> Json<Value> {
    Json(json!({"keys": [Jwk::from_encoding_key(&key(), Algorithm::EdDSA).unwrap()]}))
}

async fn metadata(State(server): State<AuthorizationServer>) -> Json<Value> {
    let at = |path: &str| format!("{}/{path}", server.issuer);
    Json(json!({
        "issuer": server.issuer, "jwks_uri": at("keys"),
        "authorization_endpoint": at("authorize"), "token_endpoint": at("token"),
        "registration_endpoint": at("register"), "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": true,
    }))
}

async fn register(Json(mut client): Json<Value>) -> impl IntoResponse {
    client["client_id"] = "example".into();
    (StatusCode::CREATED, Json(client))
}

async fn authorize(
    State(server): State<AuthorizationServer>,
    Query(asked): Query<Parameters>,
) -> Redirect {
    let mut agreed = server.agreed.lock().unwrap_or_else(PoisonError::into_inner);
    let code = format!("code-{}", agreed.len());
    let back = &asked["redirect_uri"];
    let state = &asked["state"];
    let issuer = &server.issuer;
    let back = format!("{back}?code={code}&state={state}&iss={issuer}");
    agreed.insert(code, asked);
    Redirect::to(&back)
}

async fn token(
    State(server): State<AuthorizationServer>,
    Form(asked): Form<Parameters>,
) -> Json<Value> {
    let agreements = server.agreed.lock().unwrap_or_else(PoisonError::into_inner);
    let agreed = &agreements[&asked["code"]];
    assert_eq!(agreed["resource"], asked["resource"], "both requests say whom the token is for");
    assert_eq!(agreed["code_challenge_method"], "S256");
    assert!(asked.contains_key("code_verifier"));
    let scope = agreed.get("scope").map_or("openid", String::as_str);
    let token = server.log_in("ada@example.com", &agreed["resource"], scope);
    Json(json!({
        "access_token": token, "token_type": "Bearer", "expires_in": 300, "scope": scope,
    }))
}
