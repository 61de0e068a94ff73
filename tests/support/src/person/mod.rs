//! A client with somebody before it who answers what is asked: in every revision, over every
//! transport.

mod line;

use std::collections::VecDeque;

use mcp_runtime::ServerBuilder;
use serde_json::{Value, json};

use crate::http::Client;
use crate::peer::{Peer, modern};
use line::Line;

/// The revision that asks in its results.
pub const MODERN: &str = "2026-07-28";

/// All revisions.
pub const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN];

/// Where a server is, or is to be started.
#[derive(Debug)]
pub enum Place<'a> {
    /// In this process, behind a pair of pipes.
    Memory(ServerBuilder),
    /// In this process, behind a port.
    Loopback(ServerBuilder),
    /// A program with options, over standard input and output.
    Stdio(&'a str, &'a [&'a str]),
    /// A program with options, over HTTP.
    Http(&'a str, &'a [&'a str]),
    /// Where somebody listens already.
    At(Client),
}

/// A client, and who sits before it.
#[derive(Debug)]
pub struct Person {
    /// With each round of questions it is the turn of the next one.
    lines: VecDeque<Line>,
    version: &'static str,
    capabilities: Value,
    /// What was asked so far: the method and the parameters.
    pub asked: Vec<(String, Value)>,
    /// How many questions each result asked that was not the last of its call.
    pub rounds: Vec<usize>,
    /// Everything that came from the server after the start of a session.
    pub heard: Vec<Value>,
}

impl Person {
    /// Connects a client that can do everything.
    pub async fn connect(place: impl Into<Place<'_>>, version: &'static str) -> Self {
        Self::with(place, version, able()).await
    }

    /// Connects a client with these capabilities.
    pub async fn with(
        place: impl Into<Place<'_>>,
        version: &'static str,
        capabilities: Value,
    ) -> Self {
        let line = Line::open(place.into(), version, &capabilities).await;
        let (asked, rounds, heard) = Default::default();
        Self { lines: [line].into(), version, capabilities, asked, rounds, heard }
    }

    /// Connects to one more server: the rounds of a modern call go to all of them in turn.
    pub async fn connect_also(&mut self, place: impl Into<Place<'_>>) {
        self.lines.push_back(Line::open(place.into(), self.version, &self.capabilities).await);
    }

    /// Calls a tool, and answers what is asked meanwhile.
    pub async fn call(
        &mut self,
        name: &str,
        arguments: Value,
        answer: impl FnMut(&str, &Value) -> Value,
    ) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        self.request("tools/call", params, answer).await
    }

    /// Sends a request, and answers what is asked meanwhile.
    ///
    /// # Panics
    ///
    /// When a result asks nothing.
    pub async fn request(
        &mut self,
        method: &str,
        params: Value,
        mut answer: impl FnMut(&str, &Value) -> Value,
    ) -> Value {
        let mut retry = params.clone();
        loop {
            let message = self.exchange(method, retry, &mut answer).await;
            let result = &message["result"];
            if result["resultType"] != "input_required" {
                return message;
            }
            let questions = result["inputRequests"].as_object().expect("a result asks something");
            let mut answers = json!({});
            for (key, question) in questions {
                answers[key] = self.answer(question, &mut answer);
            }
            self.rounds.push(questions.len());
            retry = params.clone();
            retry["inputResponses"] = answers;
            retry["requestState"] = result["requestState"].clone();
            self.turn();
        }
    }

    /// Makes it the turn of the next server.
    pub fn turn(&mut self) {
        self.lines.rotate_left(1);
    }

    /// Sends a request once: its answer may ask for more.
    pub async fn round(&mut self, method: &str, params: Value) -> Value {
        self.exchange(method, params, &mut |method, _| panic!("{method} is not expected")).await
    }

    /// Sends a request twice at the same time, and reads both answers.
    pub async fn race(&mut self, method: &str, params: Value) -> [Value; 2] {
        let params = self.params(params);
        let line = self.lines.front_mut().expect("there is a line");
        let answers = line.race(method, params).await;
        self.heard.extend(answers.clone());
        answers
    }

    /// Ends the input of the server, where it is a pipe, and hears all that it still says.
    pub async fn close(&mut self) {
        for peer in self.lines.iter_mut().filter_map(Line::peer) {
            peer.close();
            self.heard.extend(peer.rest().await);
        }
    }

    /// The parameters of a request of this client.
    pub fn params(&self, params: Value) -> Value {
        if self.version == MODERN { able_to(params, &self.capabilities) } else { params }
    }

    /// The wire, where it is one pipe.
    ///
    /// # Panics
    ///
    /// When it is not.
    pub fn peer(&mut self) -> &mut Peer {
        let line = self.lines.front_mut().expect("there is a line");
        line.peer().expect("HTTP has no one wire")
    }

    /// Sends a request and reads up to its answer.
    async fn exchange(
        &mut self,
        method: &str,
        params: Value,
        answer: &mut dyn FnMut(&str, &Value) -> Value,
    ) -> Value {
        let params = self.params(params);
        let mut line = self.lines.pop_front().expect("there is a line");
        let mut call = line.start(method, params).await;
        let last = loop {
            let message = call.receive().await;
            self.heard.push(message.clone());
            if message.get("method").is_none() {
                break message;
            }
            if let Some(id) = message.get("id") {
                let result = self.answer(&message, answer);
                call.reply(json!({ "jsonrpc": "2.0", "id": id, "result": result })).await;
            }
        };
        drop(call);
        self.lines.push_front(line);
        last
    }

    fn answer(&mut self, question: &Value, answer: &mut dyn FnMut(&str, &Value) -> Value) -> Value {
        let asked = question["method"].as_str().expect("a question has a method").to_owned();
        let result = answer(&asked, &question["params"]);
        self.asked.push((asked, question["params"].clone()));
        result
    }
}

impl From<ServerBuilder> for Place<'_> {
    fn from(server: ServerBuilder) -> Self {
        Self::Memory(server)
    }
}

/// Everything that a client can declare.
pub fn able() -> Value {
    json!({ "elicitation": { "form": {}, "url": {} }, "sampling": { "tools": {} }, "roots": {} })
}

/// The parameters of a modern request of a client with these capabilities.
pub fn able_to(mut params: Value, capabilities: &Value) -> Value {
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities.clone();
    modern(params)
}

/// The answer of somebody who fills in a form.
#[expect(clippy::needless_pass_by_value, reason = "`json!` is written in the call")]
pub fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

/// The text of a tool's result.
///
/// # Panics
///
/// When it has none.
pub fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"))
}
