//! What a model is told of arguments that do not fit, and what is forgiven.

mod forgiven;
mod refused;
mod resolved;
mod values;
mod whole;

use std::collections::BTreeMap;

use mcp_runtime::{Schema, ServerBuilder, server, tool};
use mcp_test_support::peer::Peer;
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(rename_all = "snake_case")]
enum Room {
    Single,
    Double,
    Suite,
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(deny_unknown_fields)]
struct Guest {
    name: String,
    #[schema(range(0..=150))]
    age: Option<u8>,
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(tag = "by", rename_all = "snake_case")]
enum Payment {
    Card { number: String },
    Invoice { address: String, days: u32 },
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
struct Stay {
    room: Room,
    nights: u8,
    guest: Option<Guest>,
}

/// Books a room.
#[tool]
fn book(
    room: Room,
    #[arg(range(1..=30))] nights: u8,
    #[arg(length(1..=4))] guests: Option<Vec<Guest>>,
    #[arg(length(2..=8), pattern = "^[A-Z]+$")] code: Option<String>,
    payment: Option<Payment>,
    breakfast: Option<bool>,
    price: Option<f64>,
    extras: Option<BTreeMap<String, u32>>,
    user_id: Option<u64>,
) -> String {
    format!(
        "{room:?} {nights} {guests:?} {code:?} {payment:?} {breakfast:?} {price:?} {extras:?} \
         {user_id:?}"
    )
}

/// Books a room without forgiving anything.
#[tool(strict)]
fn book_strictly(room: Room, nights: u8, guests: Option<Vec<Guest>>) -> String {
    format!("{room:?} {nights} {guests:?}")
}

/// Books a room, all arguments being one value.
#[tool]
fn book_whole(#[args] stay: Stay) -> String {
    format!("{stay:?}")
}

/// Takes two that have to be given.
#[tool]
fn search_rooms(query: &str, max_price: f64) -> String {
    format!("{query} {max_price}")
}

fn hotel() -> ServerBuilder {
    server!().tool::<book>().tool::<book_strictly>().tool::<book_whole>().tool::<search_rooms>()
}

/// Calls tools with arguments as text, so that they can be what no JSON library writes.
struct Caller(Peer);

impl Caller {
    async fn connect(server: ServerBuilder) -> Self {
        let mut peer = Peer::memory(server.build().expect("the server is sound"));
        peer.initialize("2025-11-25").await;
        Self(peer)
    }

    async fn call(&mut self, tool: &str, arguments: &str) -> Value {
        let params = format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#);
        let request =
            format!(r#"{{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{params}}}"#);
        self.0.send(request).await;
        self.0.answer(5).await
    }

    /// The text of a result, with whether the call failed.
    async fn text(&mut self, tool: &str, arguments: &str) -> Result<String, String> {
        let answer = self.call(tool, arguments).await;
        let result = &answer["result"];
        let Some(text) = result["content"][0]["text"].as_str() else {
            return Err(format!("{} {}", answer["error"]["code"], answer["error"]["message"]));
        };
        if result["isError"] == true { Err(text.to_owned()) } else { Ok(text.to_owned()) }
    }
}
