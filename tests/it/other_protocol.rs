//! A protocol of a program's own beside MCP.

use mcp_runtime::middleware::{Reply, Response};
use mcp_runtime::other_protocol::{OtherConnection, OtherProtocol, RawPeer, RequestAction};
use mcp_runtime::protocol::{ErrorObject, RequestId};
use mcp_runtime::{Server, other_protocol, server, tool};
use mcp_test_support::peer::{Peer, notification, request};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};
use tokio::io::duplex;

/// A protocol whose methods begin with `shop/`.
struct Shop;

impl OtherProtocol for Shop {
    fn name(&self) -> &'static str {
        "the protocol of shops"
    }

    fn connect(&self, client: RawPeer) -> Box<dyn OtherConnection> {
        Box::new(Customer { client })
    }
}

struct Customer {
    client: RawPeer,
}

impl OtherConnection for Customer {
    fn request(&mut self, _: &RequestId, method: &str, params: Option<&str>) -> RequestAction {
        match method {
            "shop/name" => RequestAction::Ready(response(&self.client.server().info().name)),
            "shop/order" => {
                let question = json!({ "ordered": params.unwrap_or_default() });
                let client = self.client.clone();
                RequestAction::Pending(Box::pin(async move {
                    client.ready().await;
                    let answer = client
                        .request("customer/confirm", &question)
                        .map_err(|error| ErrorObject::internal(error.to_string()))?;
                    match answer.await {
                        Ok(answer) => response(&answer),
                        Err(error) => response(&error.to_string()),
                    }
                }))
            }
            _ => RequestAction::Ready(Err(ErrorObject::method_not_found("no such method"))),
        }
    }

    fn notification(&mut self, method: &str, _: Option<&str>) {
        self.client.notify("customer/noticed", &json!({ "method": method }));
    }

    fn responded(&mut self, id: &RequestId) {
        self.client.notify("customer/responded", &json!({ "id": id }));
    }
}

fn response(value: &impl serde::Serialize) -> Response {
    let json = to_raw_value(&json!({ "value": value })).unwrap();
    Ok(Reply::Encoded(json.into()))
}

/// Adds two numbers.
#[tool]
fn add(a: u64, b: u64) -> u64 {
    a + b
}

fn shop() -> Server {
    server!().tool::<add>().other_protocol(Shop).build().unwrap()
}

async fn expect(peer: &mut Peer, method: &str, params: Value) {
    let message = peer.receive().await;
    assert_eq!([&message["method"], &message["params"]], [&json!(method), &params]);
}

/// A customer of a shop in this process.
fn customer() -> Peer {
    let (input, shop_input) = duplex(64 * 1024);
    let (output, shop_output) = duplex(64 * 1024);
    tokio::spawn(other_protocol::serve(shop(), (shop_input, shop_output)));
    Peer::new(input, output)
}

#[tokio::test]
async fn each_protocol_has_connections_of_its_own() {
    let mut customer = customer();
    assert_eq!(customer.request("ping", json!({})).await["error"]["code"], -32601);
    expect(&mut customer, "customer/responded", json!({ "id": 1 })).await;
    let name = customer.request("shop/name", json!({})).await;
    assert_eq!(name["result"]["value"], "mcp-tests");
    expect(&mut customer, "customer/responded", json!({ "id": 2 })).await;
    customer.send(notification("shop/leave", json!({}))).await;
    expect(&mut customer, "customer/noticed", json!({ "method": "shop/leave" })).await;

    let mut host = Peer::memory(shop());
    let refused = host.request("initialize", json!({ "protocolVersion": 1 })).await;
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.ends_with("; this connection speaks MCP, not the protocol of shops"));
    host.initialize("2025-11-25").await;
    assert_eq!(host.call("add", json!({ "a": 2, "b": 3 })).await["content"][0]["text"], "5");
    let refused = request(9, "shop/name", json!({}));
    host.send(refused).await;
    assert_eq!(host.receive().await["error"]["code"], -32601);
}

#[tokio::test]
async fn a_request_may_ask_its_client_before_it_is_answered() {
    let mut customer = customer();
    let order = customer.start("shop/order", json!({ "apples": 2 })).await;
    let question = customer.receive().await;
    assert_eq!(question["params"]["ordered"], r#"{"apples":2}"#);
    customer.send(json!({ "jsonrpc": "2.0", "id": question["id"], "result": "yes" })).await;
    assert_eq!(customer.answer(order).await["result"]["value"], "yes");
}

#[tokio::test]
async fn questions_fail_once_the_client_sends_no_more() {
    let mut customer = customer();
    let order = customer.start("shop/order", json!({})).await;
    customer.receive().await;
    customer.close();
    assert_eq!(customer.answer(order).await["result"]["value"], "the connection ended");
}

#[tokio::test]
async fn a_batch_is_refused_by_the_name_of_the_protocol() {
    let mut customer = customer();
    customer.request("shop/name", json!({})).await;
    customer.receive().await;
    customer.send(json!([])).await;
    let message = customer.receive().await["error"]["message"].to_string();
    assert!(message.contains("the protocol of shops has no batches"), "{message}");
}
