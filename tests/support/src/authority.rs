//! A small authorization server: it signs what it is told to, and answers as it is told to.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, crypto};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// What the server answers at a path.
#[derive(Clone, Debug)]
pub enum Answer {
    /// This document.
    Json(Value),
    /// This text.
    Text(String),
    /// A status, and this header.
    Status(u16, String),
    /// This document, once there is a permit for it.
    Held(Arc<Semaphore>, Value),
    /// Nothing, and the connection stays open.
    Silence,
}

#[derive(Default)]
struct State {
    answers: Mutex<HashMap<String, Answer>>,
    asked: Mutex<Vec<(String, String)>>,
}

/// An authorization server on a port of this machine.
#[derive(Clone)]
pub struct Authority {
    address: SocketAddr,
    state: Arc<State>,
}

impl std::fmt::Debug for Authority {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Authority").field("address", &self.address).finish_non_exhaustive()
    }
}

/// A key that signs: its name, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signer {
    /// Ed25519, named `ed`.
    Ed,
    /// Ed25519, which comes after it, named `next`.
    Next,
    /// P-256, named `ec`.
    Ec,
    /// P-384, named `ec384`.
    Ec384,
    /// RSA of 2048 bits, named `rsa`.
    Rsa,
}

impl Signer {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ed => "ed",
            Self::Next => "next",
            Self::Ec => "ec",
            Self::Ec384 => "ec384",
            Self::Rsa => "rsa",
        }
    }

    /// What it signs with, if nothing else is said.
    pub fn algorithm(self) -> Algorithm {
        match self {
            Self::Ed | Self::Next => Algorithm::EdDSA,
            Self::Ec => Algorithm::ES256,
            Self::Ec384 => Algorithm::ES384,
            Self::Rsa => Algorithm::RS256,
        }
    }

    fn key(self) -> EncodingKey {
        match self {
            Self::Ed => EncodingKey::from_ed_der(include_bytes!("../../data/keys/ed25519.der")),
            Self::Next => {
                EncodingKey::from_ed_der(include_bytes!("../../data/keys/ed25519-next.der"))
            }
            Self::Ec => EncodingKey::from_ec_der(include_bytes!("../../data/keys/p256.der")),
            Self::Ec384 => EncodingKey::from_ec_der(include_bytes!("../../data/keys/p384.der")),
            Self::Rsa => EncodingKey::from_rsa_der(include_bytes!("../../data/keys/rsa.der")),
        }
    }

    /// Its public half, as a document has it.
    ///
    /// # Panics
    ///
    /// When it is not a key.
    pub fn public(self) -> Value {
        install();
        let key = Jwk::from_encoding_key(&self.key(), self.algorithm()).expect("it is a key");
        let mut jwk = serde_json::to_value(key).expect("a key is JSON");
        jwk["kid"] = self.name().into();
        if let Some(jwk) = jwk.as_object_mut() {
            jwk.remove("alg");
        }
        jwk
    }

    /// A token with this header and these claims, as texts.
    ///
    /// # Panics
    ///
    /// When it cannot sign by the algorithm.
    pub fn sign_by(self, algorithm: Algorithm, header: &str, claims: &str) -> String {
        install();
        let message = message(header, claims);
        let signature = crypto::sign(message.as_bytes(), &self.key(), algorithm);
        format!("{message}.{}", signature.expect("the key signs"))
    }

    /// A token with these claims.
    pub fn sign(self, claims: &Value) -> String {
        let algorithm = self.algorithm();
        let header = json!({"typ": "at+jwt", "alg": format!("{algorithm:?}"), "kid": self.name()});
        self.sign_by(algorithm, &header.to_string(), &claims.to_string())
    }
}

/// What is signed of a header and claims.
pub fn message(header: &str, claims: &str) -> String {
    format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims))
}

/// A token signed with a secret by HMAC.
///
/// # Panics
///
/// Never: any secret signs.
pub fn sign_with_secret(secret: &[u8], header: &str, claims: &str) -> String {
    install();
    let message = message(header, claims);
    let key = EncodingKey::from_secret(secret);
    let signature = crypto::sign(message.as_bytes(), &key, Algorithm::HS256);
    format!("{message}.{}", signature.expect("a secret signs"))
}

fn install() {
    let _ = crypto::aws_lc::DEFAULT_PROVIDER.install_default();
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl Authority {
    /// Starts one that has three keys and says where they are.
    ///
    /// # Panics
    ///
    /// When there is no port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let authority = Self { address, state: Arc::default() };
        let issuer = authority.issuer();
        authority.answer(
            "/.well-known/oauth-authorization-server",
            Answer::Json(json!({"issuer": issuer, "jwks_uri": format!("{issuer}/keys")})),
        );
        authority.publish(&[Signer::Ed, Signer::Ec, Signer::Rsa]);
        let state = Arc::clone(&authority.state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&state)));
            }
        });
        authority
    }

    /// Its identifier.
    pub fn issuer(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Has these keys from now on.
    pub fn publish(&self, keys: &[Signer]) {
        let keys: Vec<Value> = keys.iter().map(|key| key.public()).collect();
        self.answer("/keys", Answer::Json(json!({"keys": keys})));
    }

    /// Answers so at a path from now on.
    pub fn answer(&self, path: &str, answer: Answer) {
        lock(&self.state.answers).insert(path.to_owned(), answer);
    }

    /// The bodies of what was asked at a path.
    pub fn asked(&self, path: &str) -> Vec<String> {
        let asked = lock(&self.state.asked);
        asked.iter().filter(|(at, _)| at == path).map(|(_, body)| body.clone()).collect()
    }

    /// Claims of a good token.
    pub fn claims(&self, audience: &str) -> Value {
        json!({
            "iss": self.issuer(),
            "sub": "alice",
            "aud": audience,
            "exp": now() + 600,
            "iat": now(),
            "scope": "notes:read",
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(mut stream: TcpStream, state: Arc<State>) {
    let mut text = Vec::new();
    let (head, body) = loop {
        let mut bytes = [0; 4096];
        match stream.read(&mut bytes).await {
            Ok(read) if read > 0 => text.extend_from_slice(&bytes[..read]),
            _ => return,
        }
        let said = String::from_utf8_lossy(&text).into_owned();
        let Some((head, body)) = said.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
        });
        if body.len() >= length.unwrap_or(0) {
            break (head.to_owned(), body.to_owned());
        }
    };
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    lock(&state.asked).push((path.clone(), body));
    let answer = lock(&state.answers).get(&path).cloned();
    let (status, header, body) = match answer {
        Some(Answer::Json(value)) => (200, String::new(), value.to_string()),
        Some(Answer::Held(may, value)) => {
            may.acquire().await.expect("it is never closed").forget();
            (200, String::new(), value.to_string())
        }
        Some(Answer::Text(text)) => (200, String::new(), text),
        Some(Answer::Status(status, header)) => (status, format!("{header}\r\n"), String::new()),
        Some(Answer::Silence) => return std::future::pending().await,
        None => (404, String::new(), String::new()),
    };
    let length = body.len();
    let response = format!(
        "HTTP/1.1 {status} said\r\n{header}Content-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    );
    let _ = stream.write_all(response.as_bytes()).await;
}
