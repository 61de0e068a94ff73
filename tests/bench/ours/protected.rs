//! A server that takes tokens, and the token that it takes.

use std::net::{Ipv4Addr, SocketAddr};

use jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use mcp_runtime::{Error, Result, ServerBuilder};
use mcp_runtime_auth::ProtectedResource;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

const ISSUER: &str = "https://login.example.com";
const AUDIENCE: &str = "https://mcp.example.com/mcp";
const KEY: &str = "ed";

fn key() -> EncodingKey {
    // It fails where one is installed, which is as good.
    let _ = DEFAULT_PROVIDER.install_default();
    EncodingKey::from_ed_der(include_bytes!("../../data/keys/ed25519.der"))
}

/// A token as issuers make them, which is good for long and always the same.
pub fn token() -> Result<String> {
    let mut header = Header::new(Algorithm::EdDSA);
    header.typ = Some("at+jwt".to_owned());
    header.kid = Some(KEY.to_owned());
    let claims = json!({
        "iss": ISSUER, "aud": AUDIENCE, "sub": "248289761001", "exp": 4_102_444_800_u64, "iat": 1_767_225_600,
        "jti": "7d8b1c5e-2f5a-4c1e-9b3f-0a6d1e2c3b4a", "client_id": "0oabucvyc38HLL1ef0h7",
        "scope": "openid profile email notes:read notes:write", "email": "ada@example.com", "name": "Ada Lovelace",
    });
    encode(&header, &claims, &key()).map_err(Error::other)
}

#[tokio::main]
pub async fn serve(server: ServerBuilder, address: SocketAddr) -> Result<()> {
    let keys = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(Error::other)?;
    let url = format!("http://{}/keys", keys.local_addr().map_err(Error::other)?);
    let mut key = serde_json::to_value(
        Jwk::from_encoding_key(&key(), Algorithm::EdDSA).map_err(Error::other)?,
    )?;
    key["kid"] = KEY.into();
    tokio::spawn(publish(keys, json!({ "keys": [key] }).to_string()));
    let resource = ProtectedResource::new(AUDIENCE).issuer_with_keys(ISSUER, url);
    server.build()?.into_http().protect(resource)?.serve(address).await
}

/// Answers whatever is asked for with these keys.
async fn publish(listener: TcpListener, keys: String) {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        keys.len()
    );
    while let Ok((mut stream, _)) = listener.accept().await {
        // The request fits in one piece, and nobody is there to hear that it failed.
        let _ = stream.read(&mut [0; 4096]).await;
        let _ = stream.write_all(format!("{head}{keys}").as_bytes()).await;
    }
}
