//! A program that shares its logins with others, and calls servers again and again until its input ends.
//!
//! `sharing-client FILE URL..`: the file of the logins, and servers with the tool `list`. It says when it is connected; a call
//! that fails ends it.

use std::io::{Read as _, stdin};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use mcp_runtime::{Error, Result};
use mcp_runtime_auth::{FileTokenStore, OAuth};
use mcp_runtime_client::{Client, HttpTransport};
use tokio::time::sleep;

/// How long it rests between two rounds.
const REST: Duration = Duration::from_millis(50);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut line = std::env::args().skip(1);
    let file = line
        .next()
        .map(PathBuf::from)
        .ok_or_else(|| Error::other("usage: sharing-client FILE URL.."))?;
    let mut clients = Vec::new();
    for url in line {
        let login = OAuth::login("Sharing").store(FileTokenStore::new(&file));
        let server = HttpTransport::new(url).authorize(login);
        clients.push(Client::builder("sharing", "1.0").connect(server).await?);
    }
    println!("connected");
    let ended = thread::spawn(|| stdin().read_to_end(&mut Vec::new()));
    while !ended.is_finished() {
        for client in &clients {
            client.call_tool("list", ()).await?;
        }
        sleep(REST).await;
    }
    Ok(())
}
