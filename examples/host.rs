//! A host: lists the tools of the servers in a file, calls one, or watches the servers.
//!
//! ```console
//! $ host mcp.json
//! $ host mcp.json notes__search '{"text": "rust"}'
//! $ host mcp.json watch
//! ```

use mcp_runtime_host::client::{Error, Result};
use mcp_runtime_host::{Clients, Config};
use serde_json::Value;

#[tokio::main]
async fn main() -> Result<()> {
    let owned: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = owned.iter().map(String::as_str).collect();
    let [file, rest @ ..] = &*words else {
        return Err(Error::other("host FILE [TOOL [ARGUMENTS] | watch]"));
    };
    let clients = Clients::builder("host", "1.0").config(&Config::read(file)?).connect().await?;
    let mut changes = clients.events();
    for status in clients.status() {
        eprintln!("{} {}", status.server, status.state);
    }
    match rest {
        [] => clients.tools().iter().for_each(|tool| println!("{}", tool.name)),
        ["watch"] => {
            while let Some(change) = changes.next().await {
                println!("{change:?}");
            }
        }
        [tool, arguments @ ..] => {
            let json = arguments.first().copied().unwrap_or("{}");
            let arguments: Value = serde_json::from_str(json).map_err(Error::other)?;
            println!("{}", clients.call(tool, arguments).await?.text());
        }
    }
    clients.close().await;
    Ok(())
}
