//! The program, between clients and servers as they are.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

use std::fs;
use std::process::{Command, Stdio as Pipe};
use std::time::Duration;

use mcp_runtime::{Context, Result, ServerBuilder, server, tool};
use mcp_runtime_client::{Client, HttpTransport, Stdio};
use mcp_test_support::http::serve;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

const BRIDGE: &str = env!("CARGO_BIN_EXE_mcp-bridge");

/// Adds two numbers.
#[tool(read_only)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Says what a request has in a header.
#[tool(read_only)]
fn key(context: &Context) -> String {
    let head = context.http().map(|head| head.headers.get("x-key").cloned());
    head.flatten().map(|key| key.to_str().unwrap().to_owned()).unwrap_or_default()
}

fn calculator() -> ServerBuilder {
    server!().tool::<add>().tool::<key>()
}

/// A server at a URL.
async fn at_url() -> Result<String> {
    let client = serve(calculator().build()?.into_http()).await;
    Ok(format!("http://{}/mcp", client.0))
}

async fn connect(words: &[&str]) -> Result<Client> {
    let program = Stdio::spawn(BRIDGE).args(words).env("TEST_KEY", "secret");
    Client::builder("test", "1").connect(program).await
}

async fn tools(client: &Client) -> Vec<String> {
    client.list_tools().await.unwrap().into_iter().map(|tool| tool.name).collect()
}

#[tokio::test]
async fn a_url_is_offered_over_standard_input() -> Result<()> {
    let url = at_url().await?;
    let client = connect(&[&url, "--header", "X-Key: ${TEST_KEY}!"]).await?;
    assert_eq!(tools(&client).await, ["add", "key"]);
    assert_eq!(client.call::<i64>("add", json!({ "a": 1, "b": 2 })).await?, 3);
    assert_eq!(client.call_tool("key", ()).await?.text(), "secret!");
    let wrong = client.call_tool("add", json!({ "a": "x" })).await?;
    assert!(wrong.text().contains("`b`"), "{wrong:?}");
    client.close().await;
    let some = connect(&[&url, "--tools", "key"]).await?;
    assert_eq!(tools(&some).await, ["key"]);
    assert!(some.call_tool("add", json!({ "a": 1, "b": 2 })).await.is_err());
    some.close().await;
    Ok(())
}

#[tokio::test]
async fn a_program_is_offered_over_http() -> Result<()> {
    let url = at_url().await?;
    let address = format!("127.0.0.1:{}", 20_000 + std::process::id() % 10_000);
    // The program is another bridge.
    let mut running =
        Command::new(BRIDGE).args(["--http", &address, "--", BRIDGE, &url]).spawn()?;
    let connected = async {
        loop {
            let transport = HttpTransport::new(format!("http://{address}/mcp"));
            match Client::builder("test", "1").connect(transport).await {
                Ok(client) => return client,
                Err(_) => sleep(Duration::from_millis(10)).await,
            }
        }
    };
    let client = timeout(Duration::from_secs(120), connected).await.expect("it serves");
    assert_eq!(client.call::<i64>("add", json!({ "a": 1, "b": 2 })).await?, 3);
    running.kill()?;
    running.wait()?;
    Ok(())
}

#[tokio::test]
async fn the_servers_of_a_file_have_their_names_as_prefixes() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("mcp-bridge-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let url = at_url().await?;
    let file = folder.join("mcp.json");
    let servers = json!({ "mcpServers": {
        "calc": { "url": url },
        "again": { "command": BRIDGE, "args": [url], "enabled_tools": ["add"] },
        "off": { "url": url, "disabled": true },
        "gone": { "url": "http://127.0.0.1:1/mcp" },
    } });
    fs::write(&file, servers.to_string())?;
    let client = connect(&["--config", file.to_str().unwrap()]).await?;
    assert_eq!(tools(&client).await, ["calc_add", "calc_key", "again_add"]);
    for name in ["calc_add", "again_add"] {
        assert_eq!(client.call::<i64>(name, json!({ "a": 1, "b": 2 })).await?, 3);
    }
    client.close().await;
    fs::remove_dir_all(folder)?;
    Ok(())
}

/// What the program says when it does not start.
fn refusal(words: &[&str]) -> String {
    let output = Command::new(BRIDGE).args(words).stdin(Pipe::null()).output().unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn what_it_cannot_offer_is_said_at_the_start() {
    for (words, expected) in [
        (&[][..], "give exactly one of the URL of a server"),
        (&["http://127.0.0.1:1/mcp?key=x"], "the server http://127.0.0.1:1/mcp "),
        (&["--", "/nothing/there"], "/nothing/there"),
        (&["--config", "/nothing/there.json"], "/nothing/there.json"),
        (&["http://127.0.0.1:1/mcp", "--header", "X-Key"], "`--header`: expected a name"),
        (&["http://127.0.0.1:1/mcp", "--header", "X-Key: ${NOT_SET}"], "NOT_SET is not set"),
        (&["--header", "X-Key: a"], "give the URL"),
        (&["http://127.0.0.1:1/mcp", "--config", "a.json"], "give exactly one of"),
    ] {
        let said = refusal(words);
        assert!(said.contains(expected), "{words:?}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn its_tools_are_listed_and_called_in_a_terminal() -> Result<()> {
    let url = at_url().await?;
    let run = |words: &[&str]| {
        let output = Command::new(BRIDGE).arg(&url).args(words).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = run(&["list"]);
    assert!(listed.contains("add") && listed.contains("Adds two numbers."), "{listed}");
    assert_eq!(run(&["call", "add", "a=1", "b=2"]).trim(), "3");
    Ok(())
}

#[test]
fn it_is_installed_with_what_it_offers() {
    let home = std::env::temp_dir().join(format!("mcp-bridge-home-{}", std::process::id()));
    fs::create_dir_all(home.join(".cursor")).unwrap();
    let words = ["https://example.com/mcp", "install", "cursor", "--yes", "--name", "example"];
    let output = Command::new(BRIDGE)
        .env_clear()
        .env("HOME", &home)
        .env("PATH", "/usr/bin:/bin")
        .args(words)
        .stdin(Pipe::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = fs::read_to_string(home.join(".cursor/mcp.json")).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let entry = &file["mcpServers"]["example"];
    assert_eq!(entry["args"], json!(["https://example.com/mcp"]), "{file}");
    assert_eq!(entry["command"], BRIDGE);
    fs::remove_dir_all(home).unwrap();
}
