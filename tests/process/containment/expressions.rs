//! Values that are hard to check: each is answered, and nobody has to wait for it.

use mcp_test_support::http::Client;
use mcp_test_support::peer::{modern, request};
use serde_json::{Value, json};

const SERVER: &str = env!("CARGO_BIN_EXE_expressions-server");

/// How a variant with these fields is written.
type Write = fn(&str, Value) -> Value;

const WAYS: [(&str, Write); 4] = [
    ("external", |variant, fields| json!({ variant: fields })),
    ("internal", |variant, mut fields| {
        fields["t"] = variant.into();
        fields
    }),
    ("adjacent", |variant, fields| json!({ "t": variant, "c": fields })),
    ("untagged", |_, fields| fields),
];

/// Additions as deep as that on the left side, with a leaf.
fn deep(write: Write, depth: usize, leaf: &Value) -> Value {
    let number = |value: &Value| write("Num", json!({ "value": value }));
    let add = |left, _| write("Add", json!({ "left": left, "right": number(&json!(1)) }));
    (0..depth).fold(number(leaf), add)
}

#[tokio::test]
async fn another_client_is_answered_while_recursive_values_are_refused() {
    let (client, process) = Client::spawn(SERVER, &[]).await;
    let other = client.initialize("2025-11-25").await;
    let before = process.peak_memory();
    for (way, write) in WAYS {
        for depth in [2, 12, 14, 20, 40, 58] {
            for leaf in [json!("wrong"), json!(-1), json!([]), json!("-2")] {
                let attack = client.call(way, json!({ "expr": deep(write, depth, &leaf) }));
                let ping = other.request("ping", json!({}));
                let (refusal, pong) = tokio::join!(attack, ping);
                assert_eq!(pong["result"], json!({}));
                let is_told = refusal.contains("expected a number of at least 0.0, got")
                    || refusal.contains("`expr`: too complex to be checked; give a smaller value");
                assert!(is_told, "{way} {depth} {leaf}: {refusal}");
            }
        }
        let sum = client.call(way, json!({ "expr": deep(write, 40, &json!(2)) })).await;
        assert_eq!(sum, "42", "{way}");
    }
    let grown = process.peak_memory().saturating_sub(before);
    assert!(grown < 64 << 20, "{grown} bytes");
}

#[tokio::test]
async fn long_names_and_texts_are_not_compared_to_their_end() {
    let (client, process) = Client::spawn(SERVER, &[]).await;
    let before = process.peak_memory();
    let long = "a-".repeat(1 << 20);
    let refusal = client.call("codes", json!({ "code": long })).await;
    assert!(refusal.contains("`code`: too complex to be checked"), "{refusal:.200}");
    let refusal = client.call("codes", json!({ &*long: 1, "roam": 1 })).await;
    assert!(refusal.contains("`code`: missing, expected a string"), "{refusal:.200}");
    assert!(refusal.contains("unknown argument \"roam\": did you mean `room`?"), "{refusal:.300}");
    assert!(refusal.len() < 1_000, "{} bytes", refusal.len());
    assert_eq!(client.call("codes", json!({ "code": "ab-c" })).await, "4 None");
    let grown = process.peak_memory().saturating_sub(before);
    assert!(grown < 64 << 20, "{grown} bytes");
}

#[tokio::test]
async fn a_uri_of_any_length_is_answered() {
    let (mut peer, _process) = mcp_test_support::peer::Peer::spawn(SERVER);
    let mut read = async |uri: String| {
        peer.send(request(1, "resources/read", modern(json!({ "uri": uri })))).await;
        peer.answer(1).await
    };
    let found = read(format!("pages://b/{}", "p/".repeat(30_000))).await;
    assert!(found["result"]["contents"][0]["text"].as_str().unwrap().starts_with("b p/p/"));
    let refused = read(format!("pages://b/{}", "p/".repeat(4 << 20))).await;
    assert_eq!(refused["error"]["code"], -32602);
    assert_eq!(refused["error"]["message"], "`uri` is longer than 65536 bytes");
}
