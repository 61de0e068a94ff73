//! Whose tasks they are.

use mcp_runtime::{Changes, Server};
use mcp_test_support::http::{Client, Request};
use mcp_test_support::peer::{initialize, notification, request};

use super::talk::{ERAS, about};
use super::*;
use crate::authenticated::{by_header, mount};

/// Somebody at a server, or nobody.
#[derive(Clone)]
pub(super) struct User {
    client: Client,
    name: Option<&'static str>,
    session: String,
}

async fn server() -> (Server, Client) {
    let server = jobs().0.changes(Changes::new().tools()).build().unwrap();
    (server.clone(), mount(server.into_http(), by_header).await)
}

impl User {
    pub(super) async fn of(client: Client, name: Option<&'static str>) -> Self {
        let mut user = Self { client, name, session: String::new() };
        let open = Request::post(request(0, "initialize", initialize("2025-11-25")));
        let opened = client.send(user.sign(open)).await;
        opened.header("mcp-session-id").unwrap().clone_into(&mut user.session);
        let initialized = notification("notifications/initialized", json!({}));
        client.send(user.sign(user.in_session(Request::post(initialized)))).await;
        user
    }

    fn sign(&self, request: Request) -> Request {
        self.name.into_iter().fold(request, |request, name| request.header("User", name))
    }

    fn in_session(&self, request: Request) -> Request {
        request.header("Mcp-Session-Id", &self.session).header("MCP-Protocol-Version", "2025-11-25")
    }

    pub(super) async fn request(&self, era: Era, method: &str, params: Value) -> Value {
        let request = match era {
            Era::Modern => Request::modern(method, params),
            Era::Legacy => self.in_session(Request::post(request(1, method, params))),
        };
        self.client.send(self.sign(request)).await.answer().await
    }

    async fn of_task(&self, era: Era, method: &str, id: &str) -> Value {
        let mut params = about(era, id);
        params["inputResponses"] = json!({});
        self.request(era, method, params).await
    }

    async fn task(&self, era: Era) -> String {
        self.call(era, "never_done", json!({})).await.unwrap()
    }

    /// Calls a tool as a client of tasks; gives the id of the task, or else the answer.
    pub(super) async fn call(
        &self,
        era: Era,
        tool: &str,
        arguments: Value,
    ) -> Result<String, Value> {
        let mut params = json!({ "name": tool, "arguments": arguments });
        match era {
            Era::Modern => params["_meta"] = meta("MODERN"),
            Era::Legacy => params["task"] = json!({}),
        }
        let answer = self.request(era, "tools/call", params).await;
        let made = &answer["result"];
        let id = made["taskId"].as_str().or(made["task"]["taskId"].as_str());
        id.map(str::to_owned).ok_or(answer)
    }

    /// Waits until a task has ended.
    pub(super) async fn ended(&self, era: Era, id: &str) -> Value {
        loop {
            let task = self.request(era, "tasks/get", about(era, id)).await["result"].take();
            if is_terminal(&task["status"]) {
                return task;
            }
            assert!(task["status"].is_string(), "{task}");
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    }
}

const UNKNOWN: &str = "aaaaaaaaaaaaaaaaaaaaaa";

/// Cases: A01, A02, A03, A04.
#[tokio::test]
async fn a_task_of_somebody_else_is_unknown() {
    let (_, client) = server().await;
    let mut users = Vec::new();
    // Two of the same subject, by different issuers.
    for name in [Some("https://a.example alice"), Some("https://b.example alice"), None] {
        users.push(User::of(client, name).await);
    }
    for owner in &users {
        for era in ERAS {
            let id = owner.task(era).await;
            let strangers = users.iter().filter(|user| user.name != owner.name);
            for stranger in strangers {
                let of_both = ["tasks/get", "tasks/cancel"].map(|method| (ERAS.to_vec(), method));
                let of_one =
                    [(vec![Era::Modern], "tasks/update"), (vec![Era::Legacy], "tasks/result")];
                for (eras, method) in of_both.into_iter().chain(of_one) {
                    for era in eras {
                        let foreign = stranger.of_task(era, method, &id).await;
                        let unknown = stranger.of_task(era, method, UNKNOWN).await;
                        assert_eq!(foreign["error"]["code"], -32602, "{method}");
                        let foreign = foreign.to_string().replace(&id, UNKNOWN);
                        assert_eq!(foreign, unknown.to_string());
                    }
                }
            }
            let task = owner.of_task(era, "tasks/get", &id).await;
            assert_eq!(task["result"]["status"], "working", "nobody else ended it");
        }
    }
}

/// Cases: A05, A06.
#[tokio::test]
async fn a_task_is_that_of_its_principal_whatever_else_the_token_says() {
    let (server, client) = server().await;
    let user = User::of(client, Some("https://a.example alice")).await;
    let id = user.task(Era::Modern).await;
    // A new token, by another session, which may use no tool any more.
    server.remove_tool("never_done").unwrap();
    let again = User::of(client, user.name).await;
    for era in ERAS {
        let task = again.of_task(era, "tasks/get", &id).await;
        assert_fits(&task, json!({ "result": { "status": "working" } }));
    }
}

/// Cases: A07.
#[tokio::test]
async fn nobody_listens_to_tasks_of_others() {
    let (_, client) = server().await;
    let alice = User::of(client, Some("alice")).await;
    let bob = User::of(client, Some("bob")).await;
    let foreign = alice.task(Era::Modern).await;
    let own = bob.task(Era::Modern).await;
    let mut params = json!({ "notifications": { "taskIds": [foreign, own] } });
    params["_meta"] = meta("MODERN");
    let listen = bob.sign(Request::modern("subscriptions/listen", params));
    let mut stream = client.send(listen).await;
    let agreed = stream.message().await.unwrap();
    assert_eq!(agreed["params"]["notifications"], json!({ "taskIds": [own] }));
    alice.of_task(Era::Modern, "tasks/cancel", &foreign).await;
    bob.of_task(Era::Modern, "tasks/cancel", &own).await;
    let told = stream.message().await.unwrap();
    assert_eq!(told["params"]["taskId"], own.as_str());
}
