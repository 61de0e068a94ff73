//! What a call costs that is made by a group of servers: `bench-host client|group CALLS PROGRAM
//! [ARGUMENT…]`. `client` makes the same calls without a group.

use mcp_runtime::{Error, Result};
use mcp_runtime_client::protocol::CallToolResult;
use mcp_runtime_client::{Client, Stdio};
use mcp_runtime_host::Clients;
use serde::Serialize;

#[derive(Serialize)]
struct Addends {
    a: i64,
    b: i64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, calls, program, rest @ ..] = &arguments[..] else {
        return Err(Error::other("bench-host client|group CALLS PROGRAM [ARGUMENT…]"));
    };
    let calls = calls.parse().map_err(Error::other)?;
    let program = program.clone();
    let rest = rest.to_vec();
    let server = move || Stdio::spawn(&program).args(&rest);
    match kind.as_str() {
        "client" => client(calls, server()).await,
        "group" => group(calls, server).await,
        other => Err(Error::other(format!("{other}: expected client or group"))),
    }
}

async fn client(calls: u64, server: Stdio) -> Result<()> {
    let client = Client::builder("bench", "1").connect(server).await?;
    client.list_tools().await?;
    for _ in 0..calls {
        check(&client.call_tool("add", Addends { a: 1, b: 2 }).await?)?;
    }
    client.close().await;
    Ok(())
}

async fn group(calls: u64, server: impl Fn() -> Stdio + Send + Sync + 'static) -> Result<()> {
    let clients = Clients::builder("bench", "1").server("bench", server).connect().await?;
    for _ in 0..calls {
        check(&clients.call("bench__add", Addends { a: 1, b: 2 }).await?)?;
    }
    clients.close().await;
    Ok(())
}

fn check(result: &CallToolResult) -> Result<()> {
    match result.structured_content.as_ref().map(|sum| sum.get()) {
        Some(r#"{"sum":3}"#) => Ok(()),
        other => Err(Error::other(format!("1 + 2 = {other:?}"))),
    }
}
