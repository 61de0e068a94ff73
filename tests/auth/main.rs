//! Servers that take only requests with good tokens, over real HTTP.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]
#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "a handler is given what it asks for"
)]

mod binding;
mod crowded;
mod dpop;
mod issuers;
mod requests;
mod scopes;
#[cfg(unix)]
mod store;
mod streams;
mod tokens;

use mcp_runtime::http::Http;
use mcp_runtime::{Server, prompt, resource, server, tool};
use mcp_runtime_auth::{Auth, ProtectedResource};
use mcp_test_support::authority::{Authority, Signer};
use mcp_test_support::http::{Client, Request, Response, serve};
use serde_json::{Value, json};

/// Whom good tokens are for.
const RESOURCE: &str = "https://mcp.example.com/mcp";
/// Where the metadata of that are.
const METADATA: &str = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

/// Says who asks.
#[tool]
fn whoami(auth: Auth) -> String {
    format!("{} of {}", auth.subject(), auth.issuer())
}

/// Writes a file.
#[tool(scopes("files:read", "files:write"))]
fn write() -> &'static str {
    "written"
}

/// Reviews a file.
#[prompt(scopes("files:read"))]
fn review() -> &'static str {
    "Review it."
}

/// A file.
#[resource("files://{name}", scopes("files:read"))]
fn file(name: &str) -> String {
    name.to_owned()
}

fn files() -> Server {
    server!()
        .tool::<whoami>()
        .tool::<write>()
        .prompt::<review>()
        .resource::<file>()
        .build()
        .unwrap()
}

fn protected(resource: ProtectedResource) -> Http {
    files().into_http().protect(resource).unwrap()
}

/// An authorization server, and a server that takes its tokens.
async fn start() -> (Authority, Client) {
    let authority = Authority::start().await;
    let resource = ProtectedResource::new(RESOURCE).issuer(authority.issuer());
    let client = serve(protected(resource)).await;
    (authority, client)
}

/// A call of a tool.
fn call(tool: &str) -> Request {
    Request::modern("tools/call", json!({"name": tool, "arguments": {}}))
}

fn with_token(request: Request, token: &str) -> Request {
    request.header("Authorization", &format!("Bearer {token}"))
}

/// The token of a member with these scopes.
fn token(authority: &Authority, scopes: &str) -> String {
    let mut claims = authority.claims(RESOURCE);
    claims["scope"] = scopes.into();
    Signer::Ed.sign(&claims)
}

/// What a refusal says: its status, its challenge, and the message in its body.
async fn refusal(response: Response) -> (u16, Option<String>, String) {
    let status = response.status;
    let challenge = response.header("www-authenticate").map(str::to_owned);
    let body = response.json().await;
    let message = body["error"]["message"].as_str().unwrap_or_default().to_owned();
    (status, challenge, message)
}

/// What is refused with a challenge that says why.
fn invalid(why: &str) -> (u16, Option<String>, String) {
    let challenge = format!(
        "Bearer resource_metadata=\"{METADATA}\", error=\"invalid_token\", error_description=\"{}\"",
        why.replace('"', "\\\"")
    );
    (401, Some(challenge), why.to_owned())
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default()
}
