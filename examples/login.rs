//! Logs in to a server, such as `auth`, and calls a tool.
//!
//! `login https://mcp.example.com/mcp write '{"text": "buy milk"}'`
//!
//! The browser of the system is opened if the user has to log in, or to agree to more scopes. With
//! a file for tokens in `LOGIN_TOKENS`, the login is kept for later runs.

use std::env::{args, var_os};

use mcp_runtime::{Error, Result, printable};
use mcp_runtime_auth::{FileTokenStore, OAuth};
use mcp_runtime_client::{Client, HttpTransport};
use serde_json::{Map, Value};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut line = args().skip(1);
    let (Some(url), Some(tool)) = (line.next(), line.next()) else {
        return Err(Error::other("usage: login URL TOOL [JSON]"));
    };
    let json = line.next().unwrap_or_else(|| "{}".to_owned());
    let arguments: Map<String, Value> = serde_json::from_str(&json).map_err(Error::other)?;

    let mut login = OAuth::login("Example");
    if let Some(file) = var_os("LOGIN_TOKENS") {
        login = login.store(FileTokenStore::new(file));
    }
    let server = HttpTransport::new(url).authorize(login);
    let client = Client::builder("login", env!("CARGO_PKG_VERSION")).connect(server).await?;
    let result = client.call_tool(&tool, arguments).await?;
    client.close().await;
    if result.is_error == Some(true) {
        return Err(Error::other(printable(&result.text())));
    }
    println!("{}", printable(&result.text()));
    Ok(())
}
