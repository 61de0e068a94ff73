//! Clients of both revisions that talk to one server, over pipes or HTTP.

use std::time::Duration;

use mcp_runtime::Server;
use mcp_test_support::http::{Client, Request, Session, serve};
use mcp_test_support::peer::{Peer, initialize_with, modern, notification};
use serde_json::{Value, json};
use tokio::time::sleep;

use mcp_test_support::fits::fits;

use super::{is_terminal, meta};

/// Which of the two systems of tasks a request is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    Modern,
    Legacy,
}

pub(super) const ERAS: [Era; 2] = [Era::Modern, Era::Legacy];

/// Both clients.
pub(super) struct Talk {
    wire: Wire,
    /// What came that is not an answer.
    pub(super) heard: Vec<Value>,
}

enum Wire {
    Pipes { modern: Box<Peer>, legacy: Box<Peer>, server: Server },
    Http { client: Client, session: Session },
}

/// What the legacy client can do.
pub(super) fn able() -> Value {
    json!({
        "elicitation": {}, "sampling": {}, "roots": {},
        // It is not what makes it a client of the server's tasks.
        "extensions": { "io.modelcontextprotocol/tasks": {} },
    })
}

impl Talk {
    /// Over pipes.
    pub(super) async fn pipes(server: &Server) -> Self {
        Self::pipes_of(server, "2025-11-25").await
    }

    /// Over pipes, where the legacy client speaks this revision.
    pub(super) async fn pipes_of(server: &Server, version: &str) -> Self {
        let [modern, mut legacy] = [(); 2].map(|()| Box::new(Peer::memory(server.clone())));
        legacy.request("initialize", initialize_with(version, &able())).await;
        legacy.send(notification("notifications/initialized", json!({}))).await;
        Self { wire: Wire::Pipes { modern, legacy, server: server.clone() }, heard: Vec::new() }
    }

    /// Over HTTP.
    pub(super) async fn http_of(server: &Server, version: &str) -> Self {
        let client = serve(server.clone().into_http()).await;
        let session = client.initialize_with(version, &able()).await;
        Self { wire: Wire::Http { client, session }, heard: Vec::new() }
    }

    pub(super) fn is_http(&self) -> bool {
        matches!(self.wire, Wire::Http { .. })
    }

    /// The pipe of a client.
    pub(super) fn pipe(&mut self, era: Era) -> &mut Peer {
        match &mut self.wire {
            Wire::Pipes { modern, .. } if era == Era::Modern => modern,
            Wire::Pipes { legacy, .. } => legacy,
            Wire::Http { .. } => panic!("there are no pipes"),
        }
    }

    /// Sends a request, and reads its answer.
    pub(super) async fn request(&mut self, era: Era, method: &str, params: Value) -> Value {
        match &mut self.wire {
            Wire::Pipes { server, .. } if method == "initialize" => {
                Peer::memory(server.clone()).request(method, params).await
            }
            Wire::Pipes { .. } => {
                let id = self.start(era, method, params).await;
                self.answer(era, id).await
            }
            Wire::Http { client, .. } if era == Era::Modern => {
                let response = client.send(Request::modern(method, params)).await;
                let status = response.status;
                let answer = response.answer().await;
                match answer["error"]["code"].as_i64() {
                    Some(-32601) => assert_eq!(status, 404, "{answer}"),
                    Some(-32021 | -32020) => assert_eq!(status, 400, "{answer}"),
                    _ => {}
                }
                answer
            }
            Wire::Http { client, .. } if method == "initialize" => {
                let message = mcp_test_support::peer::request(0, method, params);
                client.send(Request::post(message)).await.answer().await
            }
            Wire::Http { session, .. } => session.request(method, params).await,
        }
    }

    /// Sends a request over a pipe; gives its id.
    pub(super) async fn start(&mut self, era: Era, method: &str, params: Value) -> u64 {
        let params = if era == Era::Modern { modern(params) } else { params };
        self.pipe(era).start(method, params).await
    }

    /// Reads the answer to a request over a pipe; what comes before is kept.
    pub(super) async fn answer(&mut self, era: Era, id: u64) -> Value {
        loop {
            let message = self.pipe(era).receive().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// The next message that the server sends by itself, of one method.
    pub(super) async fn hear(&mut self, era: Era, method: &str) -> Value {
        let heard = self.heard.iter().position(|heard| heard["method"] == method);
        if let Some(place) = heard {
            return self.heard.remove(place);
        }
        loop {
            let message = self.pipe(era).receive().await;
            if message["method"] == method {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// Calls a tool that becomes a task; gives the id of the task.
    pub(super) async fn task(&mut self, era: Era, tool: &str, arguments: Value) -> String {
        let called = self.call(era, tool, arguments).await;
        let task = if era == Era::Modern { &called["result"] } else { &called["result"]["task"] };
        let id = task["taskId"].as_str();
        id.unwrap_or_else(|| panic!("{called} is not a task")).to_owned()
    }

    /// Calls a tool as a client of tasks.
    pub(super) async fn call(&mut self, era: Era, tool: &str, arguments: Value) -> Value {
        let mut params = json!({ "name": tool, "arguments": arguments });
        match era {
            Era::Modern => params["_meta"] = meta("MODERN"),
            Era::Legacy => params["task"] = json!({}),
        }
        self.request(era, "tools/call", params).await
    }

    /// A request about a task.
    pub(super) async fn of_task(&mut self, era: Era, method: &str, id: &str) -> Value {
        self.request(era, method, about(era, id)).await
    }

    /// How a task is.
    pub(super) async fn get(&mut self, era: Era, id: &str) -> Value {
        self.of_task(era, "tasks/get", id).await["result"].take()
    }

    /// Waits until a task has a status.
    pub(super) async fn until(&mut self, era: Era, id: &str, status: &str) -> Value {
        loop {
            let task = self.get(era, id).await;
            if task["status"] == status {
                return task;
            }
            assert!(!is_terminal(&task["status"]), "{task} is not {status}");
            fits(&task["status"], &"$status".into(), &mut Default::default()).unwrap();
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Answers questions of a modern task.
    pub(super) async fn update(&mut self, id: &str, answers: Value) -> Value {
        let mut params = about(Era::Modern, id);
        params["inputResponses"] = answers;
        self.request(Era::Modern, "tasks/update", params).await
    }
}

/// The parameters of a request about a task.
pub(super) fn about(era: Era, id: &str) -> Value {
    let mut params = json!({ "taskId": id });
    if era == Era::Modern {
        params["_meta"] = meta("MODERN");
    }
    params
}
