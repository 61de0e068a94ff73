//! What users see of the types of the framework, and where they can take them.

use std::error::Error as StdError;

use mcp_runtime::http;
use mcp_runtime::middleware::RequestService;
use mcp_runtime::protocol::{ProtocolVersion, Tool};
use mcp_runtime::{
    Answer, Cancelled, Context, Elicit, ElicitUrl, Error, ErrorObject, Interaction, Log, Progress,
    Question, Roots, Sample, SampleTools, Secret, Server, ServerBuilder, State, resource, tool,
};
use mcp_runtime_client::{
    self, Change, Client, ClientBuilder, HttpTransport, Items, Stdio, Subscription,
};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;

/// Opens the vault.
#[tool]
fn open(key: Secret<String>, context: Context) -> String {
    format!("{key:?} {context:?}")
}

#[resource("vault://gold")]
fn gold() -> &'static str {
    "gold"
}

fn vault() -> ServerBuilder {
    ServerBuilder::new("vault", "1.2").tool::<open>().resource::<gold>().state_keys([[42; 32]])
}

fn a_client() -> ClientBuilder {
    Client::builder("agent", "1.0")
}

#[test]
fn a_server_tells_what_it_is_and_how_much_it_offers() {
    assert_eq!(
        format!("{:?}", vault().build().unwrap()),
        r#"Server { name: "vault", version: "1.2", tools: 1, prompts: 0, resources: 1, templates: 0, .. }"#
    );
}

#[test]
fn what_could_not_be_built_can_be_unwrapped() {
    let error = vault().tool::<open>().build().unwrap_err();
    assert!(error.to_string().contains("two tools are called `open`"), "{error}");
}

#[test]
fn keys_are_not_shown() {
    let shown = format!("{:?} {:?}", vault(), vault().build().unwrap().into_http());
    assert!(shown.contains("vault"), "{shown}");
    assert!(!shown.contains("42"), "{shown}");
}

#[tokio::test]
async fn a_client_tells_whom_it_speaks_to_and_how() {
    let client = a_client().connect(vault()).await.unwrap();
    assert_eq!(
        format!("{client:?}"),
        r#"Client { version: V2026_07_28, server_name: "vault", server_version: "1.2", .. }"#
    );
}

#[tokio::test]
async fn a_subscription_that_is_not_granted_can_be_unwrapped() {
    let client = a_client().connect(vault()).await.unwrap();
    let error = client.subscribe("vault://gold").await.unwrap_err();
    assert!(!error.is_closed(), "{error}");
}

#[tokio::test]
async fn arguments_are_not_shown_by_the_request_that_brings_them() {
    let client = a_client().connect(vault()).await.unwrap();
    let request = client.call_tool("open", json!({ "key": "xyzzy" }));
    assert_eq!(
        format!("{request:?}"),
        r#"RequestBuilder { call: Ok(ClientCall { method: "tools/call", .. }), .. }"#
    );
}

#[tokio::test]
async fn a_handler_shows_of_its_call_who_made_it_and_no_secret() {
    let client = testing::connect_as(vault(), ProtocolVersion::LATEST_LEGACY).await.unwrap();
    let text = client.call_tool("open", json!({ "key": "xyzzy" })).await.unwrap().text();
    let (key, context) = text.split_once(' ').unwrap();
    assert_eq!(key, "[redacted]");
    assert!(context.starts_with("Context { version: V2025_11_25, client_name: "), "{context}");
    assert!(!context.contains("xyzzy"), "{context}");
}

#[test]
fn what_a_server_is_reached_with_is_not_shown() {
    let http = HttpTransport::new("https://me:xyzzy@example.com/mcp?key=xyzzy")
        .header("Authorization", "xyzzy");
    let shown = format!("{http:?}");
    assert_eq!(
        shown,
        r#"HttpTransport { url: "https://example.com", headers: ["Authorization"], .. }"#
    );
    let stdio = Stdio::spawn("vault").arg("--key=xyzzy").env("KEY", "xyzzy");
    assert_eq!(format!("{stdio:?}"), r#"Stdio { program: "vault", .. }"#);
}

#[test]
fn the_id_of_an_event_is_read_as_it_is_written() {
    let id: http::EventId = "3-14".parse().unwrap();
    assert_eq!((id.stream, id.number, id.to_string().as_str()), (3, 14, "3-14"));
    let error = "3-x".parse::<http::EventId>().unwrap_err();
    assert_eq!(error.to_string(), "invalid event ID \"3-x\": expected one like `1-2`");
}

/// Compiles where a type can be moved to another task, shared with it, and kept.
fn is_shared<T: Send + Sync + 'static>() {}

/// Compiles where a type can be moved to another task and kept.
fn is_sent<T: Send + 'static>() {}

#[test]
fn what_users_hold_can_be_used_from_every_task() {
    is_shared::<Error>();
    is_shared::<ErrorObject>();
    is_shared::<Box<dyn StdError + Send + Sync>>();
    is_shared::<Server>();
    is_shared::<http::Http>();
    is_shared::<RequestService>();
    is_shared::<Context>();
    is_shared::<Progress>();
    is_shared::<Log>();
    is_shared::<Cancelled>();
    is_shared::<State<String>>();
    is_shared::<Secret<String>>();
    is_shared::<(Elicit, ElicitUrl, Interaction, Sample, SampleTools, Roots)>();
    is_shared::<Client>();
    is_shared::<Subscription>();
    is_shared::<Change>();
    is_shared::<Items<Tool>>();
    is_shared::<testing::TestClient>();
    is_sent::<ServerBuilder>();
    is_sent::<ClientBuilder>();
    is_sent::<(Stdio, HttpTransport)>();
    is_sent::<http::Body>();
    is_sent::<Question<Answer<()>>>();
    is_sent::<mcp_runtime_client::RequestBuilder<Tool>>();
}

#[test]
fn an_error_goes_where_any_error_goes() {
    fn fails() -> Result<(), Box<dyn StdError + Send + Sync>> {
        Err(Error::other("no"))?
    }
    assert!(fails().unwrap_err().downcast_ref::<Error>().is_some());
}
