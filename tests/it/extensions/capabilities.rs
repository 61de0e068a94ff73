//! Extensions without methods: what a server says of them, and handlers that need them.

use mcp_runtime::protocol::{ClientCapability, ExtensionId, ProtocolVersion};
use mcp_runtime::{
    Context, Extension, FromContext, Negotiated, Result, Server, extension, prompt, resource,
    server, tool,
};
use mcp_test_support::http::{self, Request};
use mcp_test_support::peer::{Peer, initialize_with, modern};
use serde_json::{Value, json};

const BATCH: ExtensionId =
    ExtensionId::new("com.example/batch").since(ProtocolVersion::V2025_11_25);

/// What there is only for clients with the extension.
struct Batch(Value);

impl FromContext for Batch {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::Extension(BATCH)];

    async fn from_context(context: &Context) -> Result<Self> {
        let extensions = context.client().capabilities.extensions.clone().unwrap_or_default();
        Ok(Self(extensions[BATCH.as_str()].clone()))
    }
}

/// Needs the extension.
#[tool]
fn needs(batch: Batch) -> String {
    batch.0.to_string()
}

/// Uses the extension where it is there.
#[tool]
fn uses(batch: Option<Batch>) -> String {
    batch.map_or_else(|| "none".to_owned(), |batch| batch.0.to_string())
}

/// What the client says of extensions, as it came.
#[tool]
fn declared(context: Context) -> String {
    json!(context.client().capabilities.extensions).to_string()
}

fn server() -> Server {
    server!()
        .extension(BATCH.with(json!({ "limit": 10 })))
        .extension(ExtensionId::new("com.example/new"))
        .extension(ExtensionId::UI)
        .tool::<needs>()
        .tool::<uses>()
        .tool::<declared>()
        .build()
        .unwrap()
}

fn call(tool: &str, extensions: &Value) -> Value {
    json!({
        "name": tool,
        "_meta": {
            "io.modelcontextprotocol/clientCapabilities": { "extensions": extensions },
        },
    })
}

/// A legacy session of a client with extensions.
async fn session(version: &str, extensions: &Value) -> (Peer, Value) {
    let mut peer = Peer::memory(server());
    let params = initialize_with(version, &json!({ "extensions": extensions }));
    let mut answer = peer.request("initialize", params).await;
    (peer, answer["result"]["capabilities"].take())
}

#[tokio::test]
async fn a_server_says_its_extensions_in_the_revisions_that_they_are_for() {
    let batch = json!({ "limit": 10 });
    let ui = json!({});
    let old = json!({ "io.modelcontextprotocol/ui": ui });
    let last = json!({ "com.example/batch": batch, "io.modelcontextprotocol/ui": ui });
    for (version, expected) in [("2024-11-05", &old), ("2025-06-18", &old), ("2025-11-25", &last)] {
        let (_, capabilities) = session(version, &json!({})).await;
        assert_eq!(&capabilities["extensions"], expected, "{version}");
    }
    let new = json!({
        "com.example/batch": batch, "com.example/new": {}, "io.modelcontextprotocol/ui": ui,
    });
    let discovered = Peer::memory(server()).request("server/discover", modern(json!({}))).await;
    assert_eq!(discovered["result"]["capabilities"]["extensions"], new);
}

#[tokio::test]
async fn a_server_without_extensions_for_a_revision_does_not_mention_them() {
    let server = server!().extension(ExtensionId::new("com.example/new")).build().unwrap();
    let answer = Peer::memory(server).initialize("2025-11-25").await;
    assert_eq!(answer["result"]["capabilities"].get("extensions"), None);
}

#[tokio::test]
async fn who_did_not_declare_what_a_handler_needs_is_refused() {
    let client = http::serve(server().into_http()).await;
    let declared = json!({ "com.example/batch": { "max": 3, "future": [1] } });
    for settings in [json!(null), json!(true), json!([])] {
        let extensions = json!({ "com.example/batch": settings });
        let request = Request::modern("tools/call", call("needs", &extensions));
        let response = client.send(request).await;
        assert_eq!(response.status, 400);
        let error = response.json().await["error"].take();
        assert_eq!(error["code"], -32021, "{error}");
        let data = json!({ "requiredCapabilities": { "extensions": { "com.example/batch": {} } } });
        assert_eq!(error["data"], data);
        let mut peer = Peer::memory(server());
        let answer = peer.request("tools/call", modern(call("needs", &extensions))).await;
        assert_eq!(answer["error"], error);
        let answer = peer.request("tools/call", modern(call("uses", &extensions))).await;
        assert_eq!(answer["result"]["content"][0]["text"], "none");
        // In the same connection, another request may declare it.
        let answer = peer.request("tools/call", modern(call("needs", &declared))).await;
        assert_eq!(answer["result"]["content"][0]["text"], r#"{"max":3,"future":[1]}"#);
    }
}

#[tokio::test]
async fn a_session_has_the_extensions_of_its_beginning_if_its_revision_can_have_them() {
    let declared = json!({ "com.example/batch": { "max": 3 }, "com.example/else": 5 });
    let (mut peer, _) = session("2025-11-25", &declared).await;
    for tool in ["needs", "uses"] {
        let result = peer.call(tool, json!({})).await;
        assert_eq!(result["content"][0]["text"], r#"{"max":3}"#);
    }
    let (mut peer, _) = session("2025-06-18", &declared).await;
    let refused = peer.call("needs", json!({})).await;
    assert_eq!(refused["isError"], true, "{refused}");
    let text = refused["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("extensions.com.example/batch"), "{text}");
    assert_eq!(peer.call("uses", json!({})).await["content"][0]["text"], "none");
    // What nobody knows is there as it came.
    let result = peer.call("declared", json!({})).await;
    let told: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(told, declared);
}

#[test]
fn mistakes_in_extensions_are_told_when_the_server_is_built() {
    let twice = server!().extension(BATCH).extension(BATCH.with(json!({})));
    let error = twice.build().unwrap_err().to_string();
    assert!(error.contains("extension `com.example/batch` is added twice"), "{error}");
    assert_eq!(error.matches("capabilities.rs:").count(), 2, "{error}");
    let error = server!().extension(BATCH.with("x")).build().unwrap_err().to_string();
    assert!(error.contains("`com.example/batch` are not an object"), "{error}");
}

/// Counts.
#[extension("com.example/count")]
enum Count {}

/// Needs the extension.
#[tool]
fn counts(count: Negotiated<Count>) {
    let _ = count.client;
}

/// Uses the extension where it is there.
#[tool]
fn may_count(count: Option<Negotiated<Count>>) -> bool {
    count.is_some()
}

/// Only for clients with the extension.
#[tool(only = Count)]
fn counted() {}

/// Uses it to read.
#[resource("count://now")]
fn now(count: Negotiated<Count>) -> String {
    format!("{:?}", count.client)
}

/// Asks for one.
#[prompt]
fn ask(count: Negotiated<Count>) -> String {
    format!("{:?}", count.client)
}

#[test]
fn what_needs_an_extension_needs_the_server_to_declare_it() {
    let servers = || {
        [
            ("tool `counts`", server!().tool::<counts>()),
            ("tool `may_count`", server!().tool::<may_count>()),
            ("tool `counted`", server!().tool::<counted>()),
            ("resource `", server!().resource::<now>()),
            ("prompt `ask`", server!().prompt::<ask>()),
        ]
    };
    for (name, server) in servers() {
        let error = server.build().unwrap_err().to_string();
        let needs = "needs the extension `com.example/count`; add it to the server with \
                     .extension(...)";
        assert!(error.contains(name) && error.contains(needs), "{name}: {error}");
    }
    for (name, server) in servers() {
        assert!(server.extension(<Count as Extension>::ID).build().is_ok(), "{name}");
    }
}
