//! A handler that asks, in every revision that can.

mod confirmed;
mod http;
mod legacy;
mod modern;
mod parked;
mod states;
mod trip;

use mcp_runtime::{
    Accepted, Answer, Elicit, ElicitUrl, Result, Roots, Sample, SampleTools, ServerBuilder, prompt,
    resource, server, tool,
};
use mcp_tests::peer::{Peer, modern, notification, request};
use serde_json::{Value, json};

const MODERN: &str = "2026-07-28";

/// A client with somebody before it who answers what is asked.
struct Person {
    peer: Peer,
    version: &'static str,
    capabilities: Value,
    /// What was asked so far: the method and the parameters.
    asked: Vec<(String, Value)>,
}

/// Everything that a client can declare.
fn able() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": { "tools": {} }, "roots": {} })
}

impl Person {
    async fn connect(server: ServerBuilder, version: &'static str) -> Self {
        Self::with(server, version, able()).await
    }

    async fn with(server: ServerBuilder, version: &'static str, capabilities: Value) -> Self {
        Self::over(Peer::memory(server.build().unwrap()), version, capabilities).await
    }

    async fn over(mut peer: Peer, version: &'static str, capabilities: Value) -> Self {
        if version == MODERN {
            return Self { peer, version, capabilities, asked: Vec::new() };
        }
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": { "name": "test", "version": "1" },
        });
        let answer = peer.request("initialize", params).await;
        assert_eq!(answer["result"]["protocolVersion"], version, "{answer}");
        peer.send(notification("notifications/initialized", json!({}))).await;
        Self { peer, version, capabilities, asked: Vec::new() }
    }

    /// Calls a tool, and answers what is asked meanwhile.
    async fn call(
        &mut self,
        name: &str,
        arguments: Value,
        answer: impl FnMut(&str, &Value) -> Value,
    ) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        self.request("tools/call", params, answer).await
    }

    /// Sends a request, and answers what is asked meanwhile.
    async fn request(
        &mut self,
        method: &str,
        params: Value,
        mut answer: impl FnMut(&str, &Value) -> Value,
    ) -> Value {
        if self.version == MODERN {
            return self.rounds(method, params, answer).await;
        }
        let id = self.peer.start(method, params).await;
        loop {
            let message = self.peer.receive().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            let asked = message["method"].as_str().unwrap_or_default().to_owned();
            let result = answer(&asked, &message["params"]);
            self.asked.push((asked, message["params"].clone()));
            let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": result });
            self.peer.send(answer).await;
        }
    }
}

impl Person {
    /// Sends a request again and again, with the answers to what its results ask.
    async fn rounds(
        &mut self,
        method: &str,
        params: Value,
        mut answer: impl FnMut(&str, &Value) -> Value,
    ) -> Value {
        let mut retry = params.clone();
        loop {
            let message = self.peer.request(method, self.modern(retry)).await;
            let result = &message["result"];
            if result["resultType"] != "input_required" {
                return message;
            }
            let mut answers = json!({});
            for (key, question) in result["inputRequests"].as_object().unwrap() {
                let asked = question["method"].as_str().unwrap();
                answers[key] = answer(asked, &question["params"]);
                self.asked.push((asked.to_owned(), question["params"].clone()));
            }
            retry = params.clone();
            retry["inputResponses"] = answers;
            retry["requestState"] = result["requestState"].clone();
        }
    }

    /// The parameters of a modern request of this client.
    fn modern(&self, params: Value) -> Value {
        able_to(params, &self.capabilities)
    }
}

/// The parameters of a modern request of a client with these capabilities.
fn able_to(mut params: Value, capabilities: &Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities.clone();
    modern(params)
}

/// The text of a tool's result.
fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

#[derive(Elicit)]
struct Confirm {
    /// Are you sure?
    ok: bool,
}

/// Asks before it goes on.
#[tool]
async fn confirm(what: String, elicit: Elicit) -> Result<String> {
    match elicit.form::<Confirm>(format!("Really {what}?")).await? {
        Accepted(Confirm { ok: true }) => Ok(format!("confirmed {what}")),
        Accepted(_) | Answer::Declined | Answer::Cancelled => Ok(format!("refused {what}")),
    }
}

/// Sends the person elsewhere.
#[tool]
async fn sign_in(elicit: ElicitUrl) -> Result<String> {
    let answer = elicit.open("Sign in", "https://example.com/sign-in").await?;
    Ok(format!("{answer:?}"))
}

/// Lets the client's model work.
#[tool]
async fn summarize(text: &str, sample: Sample) -> Result<String> {
    let question = sample.create(format!("Summarize {text}")).max_tokens(50);
    Ok(format!("summary: {}", question.system_prompt("Be short.").await?.text()))
}

/// Lets the client's model use tools.
#[tool]
async fn compute(sample: SampleTools) -> Result<String> {
    Ok(sample.create("1 + 1?").tools([]).await?.text())
}

/// Says where the client works.
#[tool]
async fn places(roots: Roots) -> Result<String> {
    let uris = roots.list().await?.into_iter().map(|root| root.uri);
    Ok(uris.collect::<Vec<_>>().join(" "))
}

/// Asks if it can.
#[tool]
async fn may_ask(elicit: Option<Elicit>) -> Result<String> {
    match elicit {
        None => Ok("nobody to ask".to_owned()),
        Some(elicit) => {
            Ok(format!("{:?}", elicit.form::<Confirm>("Well?").await?.accepted().is_some()))
        }
    }
}

/// Asks for a style.
#[prompt]
async fn write(elicit: Elicit) -> Result<String> {
    Ok(format!("{}", elicit.form::<Confirm>("Formal?").await?.accepted().is_some()))
}

/// Asks before it shows.
#[resource("test://secret")]
async fn secret(elicit: Elicit) -> Result<String> {
    Ok(format!("{}", elicit.form::<Confirm>("Show it?").await?.accepted().is_some()))
}

fn server() -> ServerBuilder {
    server!()
        .tool::<confirm>()
        .tool::<sign_in>()
        .tool::<summarize>()
        .tool::<compute>()
        .tool::<places>()
        .tool::<may_ask>()
        .prompt::<write>()
        .resource::<secret>()
}
