//! A host of three servers for whoever has a model elsewhere: a program, a URL, a package of npm.
//!
//! Each line of standard input is what a model calls in one turn, as Anthropic or OpenAI has it, and
//! is answered by a line with the results for it.
//!
//! ```console
//! $ echo '[{ "type": "tool_use", "id": "1", "name": "program__add", "input": { "a": 1, "b": 2 } }]' |
//!     turns https://example.com/mcp @modelcontextprotocol/server-memory hello
//! ```

use std::io;
use std::time::Duration;

use mcp_runtime_host::client::protocol::{Accepted, Answer, ElicitFormParams};
use mcp_runtime_host::client::{Error, HttpTransport, Result, Stdio};
use mcp_runtime_host::{Clients, Provider};
use serde_json::{Value, json};

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [url, package, program, arguments @ ..] = &*words else {
        return Err(Error::other("turns URL PACKAGE PROGRAM [ARGUMENT..]"));
    };
    let package = package.clone();
    let program = program.clone();
    let arguments = arguments.to_vec();
    let clients = Clients::builder("turns", "1.0")
        .url("web", HttpTransport::new(url))
        .server("npm", move || Stdio::spawn("npx").args(["--yes", &package]))
        .server("program", move || Stdio::spawn(&program).args(&arguments))
        .each(|_, client| client.on_elicit(answer))
        .timeout(Duration::from_secs(10))
        .connect()
        .await?;
    let mut events = clients.events();
    tokio::spawn(async move {
        while let Some(event) = events.next().await {
            eprintln!("{event:?}");
        }
    });
    for line in io::stdin().lines() {
        let calls: Vec<Value> = serde_json::from_str(&line.map_err(Error::other)?)?;
        let is_openai = calls.iter().any(|call| call["type"] == "function_call");
        let provider = if is_openai { Provider::OpenAiResponses } else { Provider::Anthropic };
        let format = clients.tools().format(provider);
        let answers = clients.run(&format, &calls).await;
        println!("{}", Value::from(format.results(&answers)));
    }
    clients.close().await;
    Ok(())
}

/// Answers the question of a server.
async fn answer(form: ElicitFormParams) -> Result<Answer<Value>> {
    eprintln!("{}", form.message);
    Ok(Accepted(json!({ "ok": true })))
}
