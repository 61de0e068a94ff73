//! What a call costs that is relayed: `bench-relay plain|relayed CALLS`. Client and servers are in one
//! process; `plain` makes the same calls without a relay.

use mcp_runtime::{Error, Json, Result, Schema, Server, server, tool};
use mcp_runtime_client::Client;
use mcp_runtime_relay::Relay as _;
use serde::Serialize;

#[derive(Serialize)]
struct Addends {
    a: i64,
    b: i64,
}

#[derive(Serialize, Schema)]
struct Sum {
    sum: i64,
}

/// Adds two numbers.
#[tool(read_only)]
fn add(a: i64, b: i64) -> Json<Sum> {
    Json(Sum { sum: a + b })
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, calls] = &arguments[..] else {
        return Err(Error::other("bench-relay plain|relayed CALLS"));
    };
    let calls: u64 = calls.parse().map_err(Error::other)?;
    let plain = server!().tool::<add>().build()?;
    let server = match kind.as_str() {
        "plain" => plain,
        "relayed" => relaying(plain).await?,
        other => return Err(Error::other(format!("{other}: expected plain or relayed"))),
    };
    let client = Client::builder("bench", "1").connect(server).await?;
    client.list_tools().await?;
    for _ in 0..calls {
        let result = client.call_tool("add", Addends { a: 1, b: 2 }).await?;
        if result.structured_content.as_ref().map(|sum| sum.get()) != Some(r#"{"sum":3}"#) {
            return Err(Error::other(format!("1 + 2 = {result:?}")));
        }
    }
    client.close().await;
    Ok(())
}

async fn relaying(behind: Server) -> Result<Server> {
    server!().relay_flat("bench", move || behind.clone()).open().await?.build()
}
