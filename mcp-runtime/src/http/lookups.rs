//! A call finds its method, its tool and its era once, whatever has to be known of them on its way,
//! over HTTP and over streams.

use std::future::pending;

use http::Request;
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, duplex};
use tower_service::Service;

use super::Http;
use crate::negotiation::lookups::{Lookups, take};
use crate::protocol::{CallToolResult, ContentBlock, ProtocolVersion, Tool};
use crate::server::{Changes, Server, ServerBuilder, Telemetry};
use crate::transport::{self, Opener};

/// A server that looks at a call at all places: its heads are shared, an argument is mirrored in a
/// header, a tool needs scopes, and calls are observed.
fn server() -> Server {
    let server = ServerBuilder::new("test", "1")
        .changes(Changes::new().tools())
        .telemetry(Telemetry::new().observe(|_| {}))
        .build()
        .unwrap();
    let schema = json!({
        "type": "object",
        "properties": { "region": { "type": "string", "x-mcp-header": "Region" } },
    });
    let tools = vec![Tool::new("search", schema)];
    let run = |_, _, _| async { Ok(CallToolResult::new(vec![ContentBlock::text("found")])) };
    server.relay_tools(tools, run).unwrap();
    server
}

/// Whether the requests of a revision need no session.
fn stands_alone(version: ProtocolVersion) -> bool {
    version > ProtocolVersion::LATEST_LEGACY
}

/// A request of a revision.
fn request(version: ProtocolVersion, method: &str, mut params: Value) -> Value {
    if stands_alone(version) {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version.as_str(),
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

fn initialize(version: ProtocolVersion) -> Value {
    let client = json!({ "name": "test", "version": "1" });
    let params =
        json!({ "protocolVersion": version.as_str(), "capabilities": {}, "clientInfo": client });
    request(version, "initialize", params)
}

fn call(version: ProtocolVersion) -> Value {
    let params = json!({ "name": "search", "arguments": { "region": "north" } });
    request(version, "tools/call", params)
}

/// What one call makes the server look up. The answer has to be that of the tool.
async fn lookups_over_stdio(version: ProtocolVersion) -> Lookups {
    let (ours, theirs) = duplex(64 * 1024);
    let (input, output) = tokio::io::split(theirs);
    tokio::spawn(transport::serve(server(), input, output, Opener::default(), pending()));
    let mut client = BufReader::new(ours);
    if !stands_alone(version) {
        answered(&mut client, &initialize(version)).await;
    }
    take();
    let answer = answered(&mut client, &call(version)).await;
    assert_eq!(answer["result"]["content"][0]["text"], "found", "{answer}");
    take()
}

async fn answered(client: &mut BufReader<DuplexStream>, message: &Value) -> Value {
    client.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    let mut line = String::new();
    client.read_line(&mut line).await.unwrap();
    serde_json::from_str(&line).unwrap()
}

/// What one call makes the server look up. The answer has to be that of the tool.
async fn lookups_over_http(version: ProtocolVersion) -> Lookups {
    let mut http = server().into_http();
    let session = if stands_alone(version) {
        String::new()
    } else {
        posted(&mut http, version, "", &initialize(version)).await.0
    };
    take();
    let (_, answer) = posted(&mut http, version, &session, &call(version)).await;
    assert_eq!(answer["result"]["content"][0]["text"], "found", "{answer}");
    take()
}

/// The session in the head of the response, and its body.
async fn posted(
    http: &mut Http,
    version: ProtocolVersion,
    session: &str,
    message: &Value,
) -> (String, Value) {
    let mut request = Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", version.as_str());
    if stands_alone(version) {
        let name = message["params"]["name"].as_str().unwrap_or_default();
        request = request
            .header("mcp-method", message["method"].as_str().unwrap_or_default())
            .header("mcp-name", name)
            .header("mcp-param-region", "north");
    } else if !session.is_empty() {
        request = request.header("mcp-session-id", session);
    }
    let request = request.body(Full::new(message.to_string().into())).unwrap();
    let response = Service::<Request<Full<bytes::Bytes>>>::call(http, request).await.unwrap();
    let session =
        response.headers().get("mcp-session-id").map_or("", |id| id.to_str().unwrap()).to_owned();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (session, serde_json::from_slice(&body).unwrap())
}

#[tokio::test]
async fn a_call_looks_up_its_method_its_tool_and_its_era_once() {
    let once = |looked_up: &[&'static str]| -> Lookups {
        looked_up.iter().map(|what| (*what, 1)).collect()
    };
    // The revision of a session over stdio is known from `initialize`.
    let in_session = once(&["method", "tool", "era"]);
    let alone = once(&["method", "tool", "era", "revision"]);
    for &version in ProtocolVersion::ALL {
        let over_stdio = if stands_alone(version) { &alone } else { &in_session };
        assert_eq!(&lookups_over_stdio(version).await, over_stdio, "stdio, {version}");
        assert_eq!(lookups_over_http(version).await, alone, "HTTP, {version}");
    }
}
