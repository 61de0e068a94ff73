//! Sends requests to a server as clients do.

use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, Method as Verb, RequestBuilder, Response, Url};
use serde_json::{Value, json};

use crate::doctor::run::ANSWER_TIMEOUT;
use mcp_runtime_https::{self as https, Network, innermost};
use mcp_runtime_protocol::{Error, Result};
use mcp_runtime_protocol::{Method, ProtocolVersion};

/// How much of a response is read, in bytes.
const MAX_READ_BYTES: usize = 4 * 1024 * 1024;

/// The `Accept` header for both kinds of responses.
const ACCEPT: &str = "application/json, text/event-stream";

pub(super) struct ProbeClient {
    client: Client,
    pub(super) url: Url,
    /// What is sent to the endpoint, and to nobody else.
    pub(super) headers: HeaderMap,
}

/// A response.
pub(super) struct ProbeResponse {
    pub(super) status: u16,
    headers: HeaderMap,
    pub(super) text: String,
}

impl ProbeClient {
    pub(super) fn new(url: Url, headers: HeaderMap) -> Result<Self> {
        let client = https::client(&url, Policy::none(), &Network::new())?.no_proxy();
        // Each request uses a new connection, as from a client that has just started.
        let client = client.pool_max_idle_per_host(0).build().map_err(Error::other)?;
        Ok(Self { client, url, headers })
    }

    pub(super) async fn initialize(
        &self,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<ProbeResponse, String> {
        let mut sessions =
            ProtocolVersion::ALL.iter().filter(|version| !version.has_capability_errors());
        let version = sessions.next_back().copied().unwrap_or(ProtocolVersion::LATEST);
        let params =
            json!({"protocolVersion": version.as_str(), "capabilities": {}, "clientInfo": this()});
        self.post(&request(Method::Initialize, params), with).await
    }

    /// A request as clients of the current revision send it, without a session.
    pub(super) fn modern(&self, method: Method, mut params: Value) -> RequestBuilder {
        let version = ProtocolVersion::LATEST.as_str();
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": this(),
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let request = self.request(Verb::POST).header("accept", ACCEPT);
        request
            .header("content-type", "application/json")
            .header("mcp-protocol-version", version)
            .header("mcp-method", method.name())
            .body(request_text(method, params))
    }

    pub(super) async fn post(
        &self,
        message: &Value,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Result<ProbeResponse, String> {
        let post = self.request(Verb::POST).header("content-type", "application/json");
        let request = with(post.body(message.to_string()));
        let built = request.try_clone().and_then(|request| request.build().ok());
        let has_accept = built.is_some_and(|request| request.headers().contains_key("accept"));
        Self::send(if has_accept { request } else { request.header("accept", ACCEPT) }).await
    }

    /// A request to the endpoint.
    pub(super) fn request(&self, verb: Verb) -> RequestBuilder {
        let request = self.client.request(verb, self.url.clone()).headers(self.headers.clone());
        request.timeout(ANSWER_TIMEOUT)
    }

    /// Fetches a document at another URL.
    pub(super) async fn get(&self, url: &str) -> Result<ProbeResponse, String> {
        Self::send(
            self.client.get(url).header("accept", "application/json").timeout(ANSWER_TIMEOUT),
        )
        .await
    }

    pub(super) async fn send(request: RequestBuilder) -> Result<ProbeResponse, String> {
        let answer = request.send().await.map_err(|error| innermost(&error).to_string())?;
        let status = answer.status().as_u16();
        let headers = answer.headers().clone();
        Ok(ProbeResponse { status, headers, text: beginning(answer).await })
    }
}

impl ProbeResponse {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The first message, whether it is the body or an event.
    pub(super) fn message(&self) -> Option<Value> {
        let is_message = |text: &str| {
            serde_json::from_str::<Value>(text).ok().filter(|value| value.get("jsonrpc").is_some())
        };
        let data = self.text.lines().filter_map(|line| line.strip_prefix("data:"));
        is_message(&self.text).or_else(|| data.into_iter().find_map(is_message))
    }

    /// Whether it is a page for people.
    pub(super) fn is_page(&self) -> bool {
        let begins = self.text.trim_start().get(..5).unwrap_or_default().to_lowercase();
        self.header("content-type").contains("text/html") || begins == "<html" || begins == "<!doc"
    }
}

/// Reads the beginning of a body, since a stream of events may never end.
async fn beginning(mut answer: Response) -> String {
    let has_events = |answer: &Response| {
        let kind = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok());
        kind.is_some_and(|kind| kind.starts_with("text/event-stream"))
    };
    let is_events = has_events(&answer);
    let mut text = Vec::new();
    while let Ok(Some(chunk)) = answer.chunk().await {
        text.extend_from_slice(&chunk);
        // An event without data only marks the start of a stream.
        let has_event = is_events && has_whole_message(&text);
        if has_event || text.len() > MAX_READ_BYTES {
            break;
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn has_whole_message(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let events = text.split_inclusive("\n\n").filter(|event| event.ends_with("\n\n"));
    events
        .flat_map(str::lines)
        .any(|line| line.strip_prefix("data:").is_some_and(|data| !data.trim().is_empty()))
}

#[expect(clippy::needless_pass_by_value, reason = "a literal of JSON")]
pub(super) fn request(method: Method, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method.name(), "params": params})
}

fn request_text(method: Method, params: Value) -> String {
    request(method, params).to_string()
}

fn this() -> Value {
    json!({"name": "doctor", "version": env!("CARGO_PKG_VERSION")})
}
