//! The server that is fed bad input.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mcp_runtime::{Error, Progress, Result, Server, handlers, resource, server, tool};
use mcp_runtime_auth::ProtectedResource;
use mcp_test_support::authority::{Authority, Signer, message, now, sign_with_secret};
use serde_json::{Value, json};
use tokio::time::sleep;

/// Counts how often `slow` started, and ended in whatever way.
#[derive(Default)]
struct Fixture {
    started: AtomicU64,
    ended: AtomicU64,
}

/// Counts the end of a call when it is dropped, which finishing is too.
struct EndCounter<'a>(&'a AtomicU64);

impl Drop for EndCounter<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[handlers]
impl Fixture {
    /// Gives the text back.
    #[tool]
    fn echo(&self, text: String) -> String {
        text
    }

    /// Adds two numbers.
    #[tool]
    fn add(&self, a: i64, b: i64) -> i64 {
        a + b
    }

    /// Sleeps.
    #[tool]
    async fn slow(&self, ms: u64) -> &'static str {
        self.started.fetch_add(1, Ordering::Relaxed);
        let _ended = EndCounter(&self.ended);
        sleep(Duration::from_millis(ms)).await;
        "slept"
    }

    /// Tells how often `slow` started and ended.
    #[tool]
    fn counters(&self) -> String {
        let [started, ended] = [&self.started, &self.ended].map(|n| n.load(Ordering::Relaxed));
        format!("{started} {ended}")
    }

    /// Panics.
    #[tool]
    fn boom(&self) -> String {
        panic!("boom")
    }

    /// Fails.
    #[tool]
    fn fail(&self) -> std::result::Result<String, String> {
        Err("it failed".to_owned())
    }

    /// Sends much progress.
    #[tool]
    async fn flood(&self, n: u32, size: usize, progress: Progress) -> &'static str {
        for step in 1..=n {
            progress.report_of(step, n, "x".repeat(size)).await;
        }
        "flooded"
    }

    /// Takes arguments that are mirrored in headers.
    #[tool]
    fn hdr(
        &self,
        #[arg(header = "Region")] region: &str,
        #[arg(header = "Count")] count: Option<i32>,
    ) -> String {
        format!("{region} {}", count.unwrap_or_default())
    }

    /// Says hello.
    #[resource("test://hello", mime = "text/plain")]
    fn hello(&self) -> &'static str {
        "hello"
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let server = server!().handlers(Fixture::default());
    match &arguments[..] {
        [first, file, _, port] if first == "--tokens" => protected(server.build()?, file, port),
        _ => mcp_test_support::serve_as(server, &arguments),
    }
}

/// Serves only requests with a token, and writes down some tokens: `--tokens FILE http PORT`.
#[tokio::main]
async fn protected(server: Server, file: &str, port: &str) -> Result<()> {
    let authority = Authority::start().await;
    let port: u16 = port.parse().map_err(Error::other)?;
    let url = format!("http://127.0.0.1:{port}/mcp");
    std::fs::write(file, tokens(&authority, &url).to_string()).map_err(Error::other)?;
    let resource = ProtectedResource::new(url).issuer(authority.issuer());
    server.into_http().protect(resource)?.serve(([127, 0, 0, 1], port).into()).await
}

/// Good tokens, and bad ones, by the names that the cases have for them.
fn tokens(authority: &Authority, url: &str) -> Value {
    let with = |name: &str, value: Value| {
        let mut claims = authority.claims(url);
        claims["exp"] = (now() + 24 * 3600).into();
        claims[name] = value;
        claims
    };
    let good = with("jti", "good".into()).to_string();
    let header = |alg: &str, kid: &str| json!({"alg": alg, "kid": kid}).to_string();
    let public = Signer::Rsa.public()["n"].to_string();
    json!({
        "TOKEN": Signer::Ed.sign(&with("jti", "good".into())),
        "TOKEN_OTHER_USER": Signer::Ed.sign(&with("sub", "bob".into())),
        "TOKEN_EXPIRED": Signer::Ed.sign(&with("exp", (now() - 3600).into())),
        "TOKEN_WRONG_AUD": Signer::Ed.sign(&with("aud", "https://other.example/mcp".into())),
        "TOKEN_WRONG_ISS": Signer::Ed.sign(&with("iss", "https://evil.example".into())),
        "TOKEN_ALG_CONFUSION": sign_with_secret(public.as_bytes(), &header("HS256", "rsa"), &good),
        "TOKEN_ALG_NONE": format!("{}.", message(&header("none", "ed"), &good)),
        "TOKEN_KID_TRAVERSAL": Signer::Ed.sign_by(
            Signer::Ed.algorithm(),
            &header("EdDSA", "../../../../../../dev/null"),
            &good,
        ),
    })
}
