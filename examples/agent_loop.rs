//! A host with a model: answers a question with the tools of the servers in a file, by the API of
//! Anthropic or whoever else speaks it.
//!
//! ```console
//! $ MODEL_URL=https://api.anthropic.com/v1/messages MODEL_NAME=claude-sonnet-4-5 MODEL_KEY=.. \
//!     agent_loop mcp.json 'Which of my notes are about Rust?'
//! ```

use std::io::{self, Write as _};

use mcp_runtime_host::client::{Error, Result};
use mcp_runtime_host::{Ask, Clients, Config, Consent, Permissions, Provider};
use serde_json::{Value, json};

/// A model that is still calling tools by then goes round in circles.
const MAX_TURNS: usize = 20;

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, question] = &*words else { return Err(Error::other("agent_loop FILE QUESTION")) };
    let clients = Clients::builder("agent-loop", "1.0")
        .config(&Config::read(file)?)
        .permissions(Permissions::new().ask_writes("*"))
        .on_ask(ask)
        .connect()
        .await?;
    let mut messages = vec![json!({ "role": "user", "content": question })];
    for _ in 0..MAX_TURNS {
        // Names mean in the whole turn what they mean here.
        let format = clients.tools().format(Provider::Anthropic);
        let reply = complete(&messages, format.tools()).await.map_err(Error::other)?;
        let content = reply["content"].as_array().cloned().unwrap_or_default();
        for text in content.iter().filter_map(|block| block["text"].as_str()) {
            println!("{text}");
        }
        let calls: Vec<Value> =
            content.iter().filter(|block| block["type"] == "tool_use").cloned().collect();
        messages.push(json!({ "role": "assistant", "content": content }));
        if calls.is_empty() {
            break;
        }
        let answers = clients.run(&format, &calls).await;
        messages.push(json!({ "role": "user", "content": format.results(&answers) }));
    }
    clients.close().await;
    Ok(())
}

/// Sends the conversation to the model.
async fn complete(messages: &[Value], tools: Vec<Value>) -> anyhow::Result<Value> {
    let variable =
        |name: &str| std::env::var(name).map_err(|_| anyhow::anyhow!("{name} is not set"));
    let mut request =
        json!({ "model": variable("MODEL_NAME")?, "max_tokens": 4096, "messages": messages });
    // An empty list is refused.
    if !tools.is_empty() {
        request["tools"] = tools.into();
    }
    let sent = reqwest::Client::new()
        .post(variable("MODEL_URL")?)
        .header("x-api-key", variable("MODEL_KEY")?)
        .header("anthropic-version", "2023-06-01")
        .json(&request);
    Ok(sent.send().await?.error_for_status()?.json().await?)
}

/// Asks at the terminal.
async fn ask(ask: Ask) -> Consent {
    let answer = tokio::task::spawn_blocking(move || {
        eprint!("{} of {} with {}? [y/N] ", ask.tool.tool.name, ask.tool.server, ask.arguments);
        let _ = io::stderr().flush();
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).map(|_| answer)
    });
    match answer.await {
        Ok(Ok(answer)) if answer.trim() == "y" => Consent::Session,
        _ => Consent::Deny,
    }
}
