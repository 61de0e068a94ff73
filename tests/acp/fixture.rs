//! A client of an agent, as far as tests need one.

use mcp_test_support::peer::{Peer, Process, notification};
use serde_json::{Value, json};

/// A client, and the agent that it has started.
pub(super) struct Editor {
    pub(super) peer: Peer,
    pub(super) process: Process,
}

impl Editor {
    /// Starts an agent, and says nothing yet.
    pub(super) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts an agent that speaks some versions only.
    pub(super) fn start_with(versions: &[&str]) -> Self {
        Self::start_program(env!("CARGO_BIN_EXE_agent-server"), &[&["acp"], versions].concat())
    }

    fn start_program(program: &str, options: &[&str]) -> Self {
        let (peer, process) = Peer::spawn_agent(program, options);
        Self { peer, process }
    }

    /// Starts an agent and initializes it, as a client with all capabilities.
    pub(super) async fn open() -> Self {
        let mut editor = Self::start();
        editor.initialize(json!({ "elicitation": { "form": {}, "url": {} } })).await;
        editor
    }

    /// Starts an agent that has more than a handler, and initializes it. With the option `login`, people
    /// have to log in.
    pub(super) async fn open_workbench(options: &[&str], capabilities: Value) -> (Self, Value) {
        let mut editor = Self::start_program(env!("CARGO_BIN_EXE_workbench-server"), options);
        let told = editor.initialize(capabilities).await;
        (editor, told)
    }

    /// Starts such an agent for a client of version 2.
    pub(super) async fn open_workbench_v2(options: &[&str]) -> (Self, Value) {
        let mut editor = Self::start_program(env!("CARGO_BIN_EXE_workbench-server"), options);
        let told = editor.result("initialize", initialize_v2()).await;
        (editor, told)
    }

    /// Starts an agent, for a client with these capabilities.
    pub(super) async fn open_with(capabilities: Value) -> Self {
        let mut editor = Self::start();
        editor.initialize(capabilities).await;
        editor
    }

    async fn initialize(&mut self, capabilities: Value) -> Value {
        let client = json!({ "name": "editor", "version": "1.0" });
        let params = json!({
            "protocolVersion": 1, "clientCapabilities": capabilities, "clientInfo": client,
        });
        self.result("initialize", params).await
    }

    /// Starts an agent with options, for a client of version 1 with these capabilities.
    pub(super) async fn open_option(option: &str, capabilities: Value) -> (Self, Value) {
        let mut editor = Self::start_with(&[option]);
        let told = editor.initialize(capabilities).await;
        (editor, told)
    }

    /// Starts an agent and initializes it in version 2.
    pub(super) async fn open_v2() -> Self {
        Self::open_option_v2("").await.0
    }

    /// Starts an agent with an option, and initializes it in version 2.
    pub(super) async fn open_option_v2(option: &str) -> (Self, Value) {
        let mut editor = Self::start_with(&[option]);
        let told = editor.result("initialize", initialize_v2()).await;
        (editor, told)
    }

    /// The messages of a turn of version 2, without those of its beginning: the id of what was said, the
    /// updates, and the state at the end.
    pub(super) async fn turn_v2(
        &mut self,
        session: &str,
        text: &str,
    ) -> (String, Vec<Value>, Value) {
        let id = self.prompt(session, text).await;
        let (before, mut answer) = self.until(id).await;
        assert!(before.is_empty(), "{before:?}");
        let Value::String(message) = answer["result"]["messageId"].take() else {
            panic!("{answer}")
        };
        let (mut updates, end) = self.until_idle(session).await;
        let user = updates.remove(0);
        assert_eq!(
            user,
            json!({ "sessionUpdate": "user_message", "messageId": message,
                "content": [{ "type": "text", "text": text }] })
        );
        assert_eq!(
            updates.remove(0),
            json!({ "sessionUpdate": "state_update", "state": "running" })
        );
        (message, updates, end)
    }

    /// The updates until the session does nothing, and how that came.
    pub(super) async fn until_idle(&mut self, session: &str) -> (Vec<Value>, Value) {
        let mut updates = Vec::new();
        loop {
            let update = update(&self.peer.receive().await, session);
            if update["state"] == "idle" {
                return (updates, update);
            }
            updates.push(update);
        }
    }

    /// The result of a request that is answered at once.
    pub(super) async fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.peer.request(method, params).await;
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The code of the error that a request gets at once.
    pub(super) async fn error(&mut self, method: &str, params: Value) -> Value {
        self.peer.request(method, params).await["error"]["code"].take()
    }

    /// Makes a session.
    pub(super) async fn session(&mut self, cwd: &str) -> String {
        let session = self.result("session/new", json!({ "cwd": cwd, "mcpServers": [] })).await;
        session["sessionId"].as_str().expect("an id").to_owned()
    }

    /// Makes a session, and takes what the client is told of its commands.
    pub(super) async fn session_with_commands(&mut self) -> (String, Value) {
        let session = self.session("/work").await;
        let message = self.peer.receive().await;
        let commands = update(&message, &session);
        (session, commands)
    }

    /// Sends a prompt; the id of its request.
    pub(super) async fn prompt(&mut self, session: &str, text: &str) -> u64 {
        let prompt = json!([{ "type": "text", "text": text }]);
        let params = json!({ "sessionId": session, "prompt": prompt });
        self.peer.start("session/prompt", params).await
    }

    /// What comes until a request is answered, and the answer.
    pub(super) async fn until(&mut self, id: u64) -> (Vec<Value>, Value) {
        let mut before = Vec::new();
        loop {
            let message = self.peer.receive().await;
            if message["id"] == id && message.get("method").is_none() {
                return (before, message);
            }
            before.push(message);
        }
    }

    /// The updates of a turn, and why it ends.
    pub(super) async fn turn(&mut self, session: &str, text: &str) -> (Vec<Value>, Value) {
        let id = self.prompt(session, text).await;
        let (messages, mut answer) = self.until(id).await;
        let updates = messages.into_iter().map(|message| update(&message, session)).collect();
        assert!(answer.get("error").is_none(), "{answer}");
        (updates, answer["result"]["stopReason"].take())
    }

    /// What the agent says in a turn that ends as it should.
    pub(super) async fn said(&mut self, session: &str, text: &str) -> String {
        let (updates, reason) = self.turn(session, text).await;
        assert_eq!(reason, "end_turn");
        said(&updates)
    }

    /// Cancels the turn of a session.
    pub(super) async fn cancel(&mut self, session: &str) {
        self.peer.send(notification("session/cancel", json!({ "sessionId": session }))).await;
    }

    /// The next message, which has to be a request: its id and parameters.
    pub(super) async fn asked(&mut self, method: &str) -> (Value, Value) {
        let mut request = self.peer.receive().await;
        assert_eq!(request["method"], method, "{request}");
        (request["id"].take(), request["params"].take())
    }

    pub(super) async fn reply(&mut self, id: &Value, result: Value) {
        self.peer.send(json!({ "jsonrpc": "2.0", "id": id, "result": result })).await;
    }
}

/// The parameters of `initialize` in version 2.
pub(super) fn initialize_v2() -> Value {
    json!({
        "protocolVersion": 2,
        "info": { "name": "editor", "version": "1.0" },
        "capabilities": { "elicitation": { "form": {}, "url": {} } },
    })
}

/// The update that a message brings, which has to be of the session.
pub(super) fn update(message: &Value, session: &str) -> Value {
    assert_eq!(message["method"], "session/update", "{message}");
    assert_eq!(message["params"]["sessionId"], session, "{message}");
    message["params"]["update"].clone()
}

/// All texts that the agent says.
pub(super) fn said(updates: &[Value]) -> String {
    let chunks = updates.iter().filter(|update| update["sessionUpdate"] == "agent_message_chunk");
    chunks.filter_map(|chunk| chunk["content"]["text"].as_str()).collect()
}

/// The kinds of updates, and the status of those that have one.
pub(super) fn kinds(updates: &[Value]) -> Vec<String> {
    let kind = |update: &Value| {
        let status = update["status"].as_str().map(|status| format!(" {status}"));
        format!("{}{}", update["sessionUpdate"].as_str().unwrap_or("?"), status.unwrap_or_default())
    };
    updates.iter().map(kind).collect()
}

/// The ids of the sessions in a list.
pub(super) fn ids(list: &Value) -> Vec<&str> {
    let sessions = list["sessions"].as_array().expect("a list").iter();
    sessions.filter_map(|session| session["sessionId"].as_str()).collect()
}

/// What the agent says to a prompt, in either version.
pub(super) async fn answered(editor: &mut Editor, session: &str, text: &str) -> String {
    let id = editor.prompt(session, text).await;
    let (messages, answer) = editor.until(id).await;
    if answer["result"].get("messageId").is_some() {
        return said(&editor.until_idle(session).await.0);
    }
    said(&messages.iter().map(|message| update(message, session)).collect::<Vec<_>>())
}
