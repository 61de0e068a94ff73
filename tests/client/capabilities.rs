//! What a client says of itself: capabilities follow from handlers, and those that are given win.

use mcp_runtime::Accepted;
use mcp_runtime::protocol::{
    ClientCapabilities, ClientCapability, CreateMessageResult, ExtensionId, ProtocolVersion, Root,
};
use mcp_runtime_client::{Client, ClientBuilder, RootList};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::sync::mpsc;

use mcp_test_support::scripted::{initialized, result, scripted};

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0")
}

fn forms(client: ClientBuilder) -> ClientBuilder {
    client.on_elicit(|_| async { Ok(Accepted(json!({}))) })
}

fn urls(client: ClientBuilder) -> ClientBuilder {
    client.on_elicit_url(|_| async { Ok(Accepted(())) })
}

fn samples(client: ClientBuilder) -> ClientBuilder {
    client.on_sample(|_| async { Ok(CreateMessageResult::new("model", "text")) })
}

fn samples_with_tools(client: ClientBuilder) -> ClientBuilder {
    client.on_sample_with_tools(|_| async { Ok(CreateMessageResult::new("model", "text")) })
}

fn with(capabilities: impl IntoIterator<Item = ClientCapability>) -> ClientBuilder {
    client().capabilities(capabilities.into_iter().collect())
}

/// What the client declares in a revision, as it stands on the wire.
async fn declared(client: ClientBuilder, version: ProtocolVersion) -> Value {
    let (sender, mut declared) = mpsc::unbounded_channel();
    let server = scripted(move |message| {
        let params = &message["params"];
        match message["method"].as_str().unwrap() {
            "initialize" => {
                sender.send(params["capabilities"].clone()).unwrap();
                result(message, &initialized(params["protocolVersion"].as_str().unwrap()))
            }
            "server/discover" => {
                let meta = &params["_meta"];
                let key = "io.modelcontextprotocol/clientCapabilities";
                sender.send(meta[key].clone()).unwrap();
                result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
            }
            _ => None,
        }
    });
    client.version(version).connect(server).await.unwrap();
    declared.recv().await.unwrap()
}

#[tokio::test]
async fn capabilities_are_what_the_table_says() {
    use ClientCapability::{ElicitationForm, ElicitationUrl, Roots};
    use ProtocolVersion::{V2025_06_18, V2025_11_25, V2026_07_28};
    let rooted = |client: ClientBuilder| client.roots([Root::new("file:///a")]);
    let table: [(&str, ClientBuilder, ProtocolVersion, Value); 15] = [
        ("nothing", client(), V2025_11_25, json!({})),
        ("nothing", client(), V2026_07_28, json!({})),
        ("roots", rooted(client()), V2025_11_25, json!({ "roots": { "listChanged": true } })),
        // Nobody could be told of a change there.
        ("roots", rooted(client()), V2026_07_28, json!({ "roots": {} })),
        ("sampling", samples(client()), V2025_06_18, json!({ "sampling": {} })),
        (
            "tools",
            samples_with_tools(client()),
            V2025_11_25,
            json!({ "sampling": { "tools": {} } }),
        ),
        ("tools", samples_with_tools(client()), V2025_06_18, json!({ "sampling": {} })),
        ("forms", forms(client()), V2025_06_18, json!({ "elicitation": {} })),
        ("forms", forms(client()), V2025_11_25, json!({ "elicitation": { "form": {} } })),
        ("urls", urls(client()), V2026_07_28, json!({ "elicitation": { "url": {} } })),
        (
            "both",
            urls(forms(client())),
            V2025_11_25,
            json!({ "elicitation": { "form": {}, "url": {} } }),
        ),
        // Given capabilities win: for what they say, a handler changes nothing.
        (
            "given modes",
            forms(with([ElicitationUrl])),
            V2025_11_25,
            json!({ "elicitation": { "url": {} } }),
        ),
        (
            "given modes",
            forms(with([ElicitationForm, ElicitationUrl])),
            V2025_11_25,
            json!({ "elicitation": { "form": {}, "url": {} } }),
        ),
        ("no listChanged", rooted(with([Roots])), V2025_11_25, json!({ "roots": {} })),
        // For what they do not say, it does.
        (
            "given and implied",
            samples(with([Roots])),
            V2025_11_25,
            json!({ "roots": {}, "sampling": {} }),
        ),
    ];
    for (what, client, version, expected) in table {
        assert_eq!(declared(client, version).await, expected, "{what} in {version}");
    }
}

#[tokio::test]
async fn extensions_are_declared_where_there_are_any() {
    let extended = || {
        client()
            .extension(ExtensionId::UI.with(json!({ "mimeTypes": ["text/html"] })))
            .extension(ExtensionId::new("com.example/new"))
            .extension(ExtensionId::new("com.example/old").since(ProtocolVersion::V2025_06_18))
    };
    let ui = json!({ "mimeTypes": ["text/html"] });
    for (version, expected) in [
        (
            ProtocolVersion::V2026_07_28,
            json!({ "io.modelcontextprotocol/ui": ui, "com.example/new": {}, "com.example/old": {} }),
        ),
        (
            ProtocolVersion::V2025_11_25,
            json!({ "io.modelcontextprotocol/ui": ui, "com.example/old": {} }),
        ),
        (ProtocolVersion::V2024_11_05, json!({ "io.modelcontextprotocol/ui": ui })),
    ] {
        assert_eq!(declared(extended(), version).await, json!({ "extensions": expected }));
    }
}

#[tokio::test]
async fn settings_that_are_not_an_object_are_a_mistake() {
    let client = client().extension(ExtensionId::new("com.example/a").with([1]));
    let error = client.connect(scripted(|_| None)).await.unwrap_err();
    assert!(error.to_string().contains("com.example/a` are not an object"), "{error}");
}

#[tokio::test]
async fn two_handlers_for_one_question_are_a_mistake() {
    let both = samples_with_tools(samples(client()));
    let error = both.connect(scripted(|_| None)).await.unwrap_err();
    assert!(error.to_string().contains("one sampling handler"), "{error}");
}

/// A list that two clients share; each change is told to both servers, and only a real change.
#[tokio::test]
async fn changes_of_roots_are_told_to_every_server() {
    let roots = RootList::from([Root::new("file:///a")]);
    let (sender, mut told) = mpsc::unbounded_channel();
    let mut clients = Vec::new();
    for server in 0..2 {
        let sender = sender.clone();
        let server = scripted(move |message| match message["method"].as_str() {
            Some("initialize") => result(message, &initialized("2025-11-25")),
            Some("notifications/roots/list_changed") => {
                sender.send(server).unwrap();
                None
            }
            Some("ping") => result(message, &json!({})),
            _ => None,
        });
        let client = client().roots(roots.clone()).version(ProtocolVersion::V2025_11_25);
        clients.push(client.connect(server).await.unwrap());
    }
    let changes = [
        (true, Box::new(|| roots.add(Root::new("file:///b"))) as Box<dyn Fn()>),
        (false, Box::new(|| roots.add(Root::new("file:///b")))),
        (true, Box::new(|| _ = roots.remove("file:///b"))),
        (false, Box::new(|| _ = roots.remove("file:///b"))),
    ];
    for (is_change, change) in changes {
        change();
        // Whatever the change sends is on its way before the answer to this.
        tokio::task::yield_now().await;
        let mut heard = Vec::new();
        for client in &clients {
            client.ping().await.unwrap();
        }
        while let Ok(server) = told.try_recv() {
            heard.push(server);
        }
        heard.sort_unstable();
        assert_eq!(heard, if is_change { vec![0, 1] } else { Vec::new() });
    }
}

#[tokio::test]
async fn without_list_changed_a_change_is_not_told() {
    let roots = RootList::from([]);
    let server = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => result(message, &initialized("2025-11-25")),
        Some("ping") => result(message, &json!({})),
        Some("notifications/roots/list_changed") => panic!("it was not declared"),
        _ => None,
    });
    let client = with([ClientCapability::Roots])
        .roots(roots.clone())
        .version(ProtocolVersion::V2025_11_25)
        .connect(server)
        .await
        .unwrap();
    roots.add(Root::new("file:///a"));
    tokio::task::yield_now().await;
    client.ping().await.unwrap();
}

/// The answer of a person is held against the form before it leaves.
#[tokio::test]
async fn an_answer_that_does_not_fit_is_an_error_for_the_server() {
    let (sender, mut answers) = mpsc::unbounded_channel();
    let schema = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "default": "Ann" },
            "age": { "type": "integer", "minimum": 0 },
        },
        "required": ["age"],
    });
    let server = scripted(move |message| match message["method"].as_str() {
        Some("initialize") => {
            let ask = |id: u32, schema: &Value| {
                let params = json!({ "message": "Who?", "requestedSchema": schema });
                let method = "elicitation/create";
                json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
            };
            let nested = json!({ "type": "object", "properties": { "a": { "type": "object" } } });
            let answer = result(message, &initialized("2025-11-25")).unwrap();
            Some(format!("{answer}{}\n{}\n", ask(1, &schema), ask(2, &nested)))
        }
        Some(_) => None,
        None => {
            sender.send(message.clone()).unwrap();
            None
        }
    });
    let ages = std::sync::atomic::AtomicI64::new(-1);
    let client = client()
        .on_elicit(move |_| {
            let age = ages.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            async move { Ok(Accepted(json!({ "age": age }))) }
        })
        .capabilities(ClientCapabilities::from(ClientCapability::ElicitationForm))
        .version(ProtocolVersion::V2025_11_25)
        .connect(server)
        .await
        .unwrap();
    let mut both = [answers.recv().await.unwrap(), answers.recv().await.unwrap()];
    both.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(both[0]["error"]["code"], -32602, "{}", both[0]);
    assert!(both[0]["error"]["message"].as_str().unwrap().contains("age"), "{}", both[0]);
    // A form that is not flat is refused before anybody is asked.
    assert_eq!(both[1]["error"]["code"], -32602, "{}", both[1]);
    drop(client);
}
