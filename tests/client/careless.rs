//! Servers that are careless: what real ones leave out, print, or write as null is understood.

use mcp_runtime::Accepted;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, ClientBuilder};
use mcp_runtime_testing::json;
use serde_json::Value;

use mcp_test_support::log::CapturedLog;
use mcp_test_support::scripted::{initialized, result, scripted};

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0").version(ProtocolVersion::LATEST_LEGACY)
}

/// A legacy server whose answers to requests of the user are made of their ids.
async fn saying(line: impl Fn(&Value) -> String + Send + 'static) -> Client {
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "initialize" => result(message, &initialized("2025-11-25")),
        _ => Some(line(&message["id"])).filter(|_| message["id"].is_u64()),
    });
    client().connect(server).await.unwrap()
}

/// A legacy server that answers requests of the user with this.
async fn answering(answer: &Value) -> Client {
    let answer = answer.clone();
    saying(move |id| json!({ "jsonrpc": "2.0", "id": id, "result": answer }).to_string() + "\n")
        .await
}

#[tokio::test]
async fn a_handshake_needs_only_a_version() {
    for answer in [
        json!({ "protocolVersion": "2025-11-25" }),
        json!({ "protocolVersion": "2025-11-25", "capabilities": null, "serverInfo": null, "_meta": null }),
        json!({ "protocolVersion": "2025-11-25", "capabilities": { "tools": null }, "instructions": null }),
    ] {
        let told = answer.clone();
        let server = scripted(move |message| match message["method"].as_str().unwrap() {
            "initialize" => result(message, &told),
            _ => None,
        });
        client().connect(server).await.unwrap_or_else(|error| panic!("{answer}: {error}"));
    }
}

/// Whatever the language of a server makes of an empty list.
#[tokio::test]
async fn null_and_nothing_are_an_empty_list() {
    for answer in [
        json!({}),
        json!({ "tools": null, "prompts": null, "resources": null, "resourceTemplates": null }),
    ] {
        let client = answering(&answer).await;
        assert_eq!(client.list_tools().await.unwrap(), []);
        assert_eq!(client.list_prompts().await.unwrap(), []);
        assert_eq!(client.list_resources().await.unwrap(), []);
        assert_eq!(client.list_resource_templates().await.unwrap(), []);
    }
    for answer in [json!({}), json!({ "content": null, "contents": null, "messages": null })] {
        let client = answering(&answer).await;
        assert_eq!(client.call_tool("any", ()).await.unwrap().content, []);
        assert_eq!(client.read_resource("any:").await.unwrap().contents, []);
        assert_eq!(client.get_prompt("any", ()).await.unwrap().messages, []);
    }
}

#[tokio::test]
async fn what_is_null_is_not_there() {
    let tool = json!({
        "name": "x", "title": null, "description": null, "inputSchema": { "type": "object" },
        "outputSchema": null, "annotations": null, "icons": null, "_meta": null,
    });
    let client = answering(&json!({ "tools": [tool], "nextCursor": null, "_meta": null })).await;
    let tools = client.list_tools().await.unwrap();
    assert_eq!((tools[0].name.as_str(), tools[0].icons.len()), ("x", 0));
    let text = json!({ "type": "text", "text": "x", "annotations": null, "_meta": null });
    let answer = json!({ "content": [text], "isError": null, "_meta": null });
    assert_eq!(answering(&answer).await.call_tool("any", ()).await.unwrap().text(), "x");
}

/// A draft had them in one text, and servers of that time are still there.
#[tokio::test]
async fn the_sizes_of_an_icon_may_be_a_text() {
    let icon = json!({ "src": "data:,", "sizes": "48x48 any" });
    let tool = json!({ "name": "x", "inputSchema": { "type": "object" }, "icons": [icon] });
    let client = answering(&json!({ "tools": [tool] })).await;
    let tools = client.list_tools().await.unwrap();
    assert_eq!(tools[0].icons[0].sizes.as_deref().unwrap(), ["48x48", "any"]);
}

#[tokio::test]
async fn an_answer_is_found_among_what_else_is_printed() {
    for before in
        ["", "\n \n", "\u{feff}", "[INFO] starting\n", "warning: \u{1b}[33mold\u{1b}[0m\n"]
    {
        for after in ["\n", "\r\n", " \n", "\nbye\n"] {
            let client = saying(move |id| {
                let answer = json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [] } });
                format!("{before}{answer}{after}")
            })
            .await;
            let answer = client.call_tool("any", ()).await;
            answer.unwrap_or_else(|error| panic!("{before:?} {after:?}: {error}"));
        }
    }
}

#[tokio::test]
async fn what_else_is_printed_fills_no_log() {
    let log = CapturedLog::start(tracing::Level::INFO);
    let client = saying(|id| {
        let answer = json!({ "jsonrpc": "2.0", "id": id, "result": { "content": [] } });
        format!("starting\nlistening\n{answer}\n")
    })
    .await;
    for _ in 0..100 {
        client.call_tool("any", ()).await.unwrap();
    }
    let said = log.text();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("not a JSON-RPC message") && said.contains("starting"), "{said}");
}

/// JSON-RPC 2.0 has only one of them, and its predecessor both.
#[tokio::test]
async fn of_result_and_error_one_may_be_null() {
    let client = saying(|id| {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[]}},"error":null}}"#) + "\n"
    })
    .await;
    assert_eq!(client.call_tool("any", ()).await.unwrap().content, []);
    let client = saying(|id| {
        let error = json!({ "code": -32602, "message": "no", "data": null });
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":null,"error":{error}}}"#) + "\n"
    })
    .await;
    let error = client.call_tool("any", ()).await.unwrap_err();
    assert_eq!(error.rpc().unwrap().code.0, -32602);
}

/// Nobody waits for an answer that is there, even if it says nothing that can be used.
#[tokio::test]
async fn what_cannot_be_read_is_an_error() {
    for (answer, message) in [
        (r#""error":"no""#, "no"),
        (r#""error":{"message":"no"}"#, "no"),
        (r#""error":null"#, "cannot be read"),
        (r#""result":[]"#, "tools/call"),
        (r#""result":{"content":[{"type":"hologram"}]}"#, "hologram"),
    ] {
        let client =
            saying(move |id| format!(r#"{{"jsonrpc":"2.0","id":{id},{answer}}}"#) + "\n").await;
        let error = client.call_tool("any", ()).await.unwrap_err();
        assert!(error.to_string().contains(message), "{answer}: {error}");
    }
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_costs_only_itself() {
    let schema = json!({ "type": "object" });
    let client = answering(&json!({
        "tools": [{ "name": "no schema" }, { "name": "good", "inputSchema": schema }, 7],
        "prompts": [{ "title": "no name" }, { "name": "good" }],
        "resources": [{ "uri": "no://name" }, { "uri": "test://good", "name": "good" }],
        "nextCursor": null,
    }))
    .await;
    assert_eq!(client.list_tools().await.unwrap()[0].name, "good");
    assert_eq!(client.list_prompts().await.unwrap()[0].name, "good");
    assert_eq!(client.list_resources().await.unwrap()[0].name, "good");
    let client = answering(&json!({ "tools": "none" })).await;
    client.list_tools().await.unwrap_err();
}

/// What a client shows of one field of a form, and what it answers.
async fn shown(schema: Value, answer: Value) -> (Value, Value) {
    let (sender, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let (replies, mut replied) = tokio::sync::mpsc::unbounded_channel();
    let mut call = Value::Null;
    let server = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => result(message, &initialized("2025-11-25")),
        Some("tools/call") => {
            call = message.clone();
            let params = json!({ "message": "Fill it in", "requestedSchema": schema });
            let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params });
            Some(request.to_string() + "\n")
        }
        None => {
            replies.send(message.clone()).unwrap();
            result(&call, &json!({ "content": [] }))
        }
        _ => None,
    });
    let client = client().on_elicit(move |form| {
        sender.send(serde_json::to_value(&form.requested_schema).unwrap()).unwrap();
        let answer = answer.clone();
        async move { Ok(Accepted(answer)) }
    });
    client.connect(server).await.unwrap().call_tool("any", ()).await.unwrap();
    let reply = replied.recv().await.unwrap();
    (seen.try_recv().unwrap_or_else(|_| panic!("not shown: {reply}")), reply)
}

/// The Python SDK 1.x and other libraries derive such forms from types.
#[tokio::test]
async fn a_form_that_says_more_than_a_form_may_is_shown() {
    let text = json!({ "type": "string" });
    for (field, expected) in [
        (
            json!({ "anyOf": [{ "type": "string" }, { "type": "null" }], "default": null, "title": "X" }),
            json!({ "type": "string", "title": "X" }),
        ),
        (
            json!({ "anyOf": [{ "type": "integer", "minimum": 1 }, { "type": "null" }], "default": 2 }),
            json!({ "type": "integer", "minimum": 1, "default": 2 }),
        ),
        (
            json!({ "oneOf": [{ "type": "null" }, { "type": "boolean" }] }),
            json!({ "type": "boolean" }),
        ),
        (json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] }), text.clone()),
        (json!({ "type": ["string", "null"] }), text.clone()),
        (json!({ "type": ["null", "number"], "default": null }), json!({ "type": "number" })),
        (json!({ "type": ["integer", "string"] }), text.clone()),
        (json!({ "enum": ["a", "b"] }), json!({ "type": "string", "enum": ["a", "b"] })),
        (
            json!({ "enum": ["a", null], "type": ["string", "null"], "default": "a" }),
            json!({ "type": "string", "enum": ["a"], "default": "a" }),
        ),
        (
            json!({ "anyOf": [{ "enum": ["a", "b"], "type": "string" }, { "type": "null" }] }),
            json!({ "type": "string", "enum": ["a", "b"] }),
        ),
        (json!({ "const": "a", "type": "string" }), json!({ "type": "string", "enum": ["a"] })),
        (
            json!({ "oneOf": [{ "const": "a", "title": "A" }, { "const": "b" }] }),
            json!({
                "type": "string",
                "oneOf": [{ "const": "a", "title": "A" }, { "const": "b", "title": "b" }],
            }),
        ),
        (json!({ "enum": [1, 2] }), json!({ "type": "number" })),
        (json!({ "type": "string", "format": "phone" }), text.clone()),
        (json!({ "type": "string", "format": "uuid", "default": 5 }), text.clone()),
        (json!({ "type": "string", "format": null, "minLength": null }), text.clone()),
        (
            json!({ "type": "array", "items": { "enum": ["a", "b"] }, "default": null }),
            json!({ "type": "array", "items": { "type": "string", "enum": ["a", "b"] } }),
        ),
    ] {
        let form = json!({ "type": "object", "properties": { "x": field } });
        let (seen, reply) = shown(form, json!({})).await;
        assert_eq!(seen["properties"]["x"], expected, "{field}");
        assert_eq!(reply["result"]["action"], "accept", "{field}: {reply}");
    }
}

#[tokio::test]
async fn a_form_that_leaves_out_what_a_form_has_is_shown() {
    let text = json!({ "type": "string" });
    for form in [
        json!({ "type": "object", "properties": { "x": text }, "required": null }),
        json!({ "properties": { "x": text } }),
        json!({ "type": "object", "properties": { "x": text }, "required": [], "$schema": null, "title": null }),
    ] {
        let (seen, reply) = shown(form.clone(), json!({ "x": "a" })).await;
        assert_eq!(seen["properties"]["x"], text, "{form}");
        assert_eq!(reply["result"]["content"], json!({ "x": "a" }), "{form}");
    }
    for form in [json!({ "type": "object" }), json!({ "type": "object", "properties": null })] {
        assert_eq!(shown(form, json!({})).await.0["properties"], json!({}));
    }
}

/// What nobody could fill in.
#[tokio::test]
async fn a_form_within_a_form_is_refused() {
    for field in [
        json!({ "type": "object", "properties": {} }),
        json!({ "type": "null" }),
        json!({ "type": "array", "items": { "type": "object" } }),
        json!({ "anyOf": [{ "type": "null" }, { "type": "object" }] }),
        json!({ "anyOf": [{ "type": "null" }] }),
        json!({ "enum": ["a", 1] }),
        json!({}),
    ] {
        let schema = json!({ "type": "object", "properties": { "x": field } });
        let read = serde_json::from_value::<mcp_runtime::protocol::RequestedSchema>(schema);
        assert!(read.is_err(), "{field}");
    }
}

/// A whole number in another notation is sent as the integer that the form asks for.
#[tokio::test]
async fn an_answer_of_a_whole_number_fits_a_field_for_integers() {
    let form = json!({ "type": "object", "properties": { "x": { "type": "integer" } } });
    for (answer, sent) in [("3.0", "3"), ("-0.0", "0"), ("1e2", "100"), ("-0", "0"), ("7", "7")] {
        let answer = serde_json::from_str(&format!("{{\"x\":{answer}}}")).unwrap();
        let (_, reply) = shown(form.clone(), answer).await;
        assert_eq!(reply["result"]["content"].to_string(), format!("{{\"x\":{sent}}}"));
    }
}
