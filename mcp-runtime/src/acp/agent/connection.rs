//! A connection: what its messages ask for.
//!
//! Source: [ACP, "Overview"](https://agentclientprotocol.com/protocol/overview).

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::run;
use super::session::Session;
use super::sessions::Sessions;
use super::shared::Shared;
use super::toolbox::Toolbox;
use crate::acp::protocol::{
    ClientSide, ListSessions, NewSession, OpenSession, PromptParams, SessionParams,
    not_initialized, read_servers, read_version,
};
use crate::acp::version::{V1, negotiate};
use crate::jsonrpc::{
    ErrorObject, Incoming, RequestId, SharedPeer, memory_of, truncate_for_display,
};
use crate::negotiation::{Account, Caller, ClientFacts, ClientMessage, FREE};
use crate::protocol::Implementation;
use crate::server::handler::Handler;
use crate::server::step::Step;
use crate::server::{AgentAction, AgentConnection, Reply, Response, Server, unguessable};
use crate::session::full;

/// How many bytes the parameters of a request may have, but for those of prompts: sessions keep what
/// they were made with.
pub(crate) const MAX_PARAMS: usize = 64 * 1024;

/// How many bytes of memory a prompt may take.
pub(crate) const MAX_PROMPT: usize = 32 * 1024 * 1024;

/// The versions that agents speak.
const VERSIONS: [u16; 1] = [V1];

/// A connection to an agent.
pub(super) struct Connection {
    shared: Arc<Shared>,
    /// What the client has said of itself, once it has.
    client: Option<Arc<ClientFacts>>,
    sessions: Arc<Sessions>,
    /// The prompts that run, by their requests.
    prompts: HashMap<RequestId, Session>,
}

/// What a request gets.
enum Answer {
    Now(Value),
    Later(Step),
}

impl Connection {
    pub(super) fn new(server: Server, handler: Arc<Handler>, peer: SharedPeer) -> Self {
        Self {
            shared: Arc::new(Shared::new(server, handler, peer)),
            client: None,
            sessions: Arc::default(),
            prompts: HashMap::new(),
        }
    }

    fn request(
        &mut self,
        id: &RequestId,
        method: &str,
        params: Option<&str>,
    ) -> Result<Answer, ErrorObject> {
        let size = check_size(method, params)?;
        if method == "initialize" {
            return self.initialize(params).map(Answer::Now);
        }
        let client = self.client.clone().ok_or_else(not_initialized)?;
        match method {
            "session/new" => self.new_session(read(params)?),
            "session/load" => self.load(read(params)?, true),
            "session/resume" => self.load(read(params)?, false),
            "session/list" => Ok(Answer::Now(self.list(&read(params)?))),
            "session/close" | "session/delete" => {
                let SessionParams { session_id } = read(params)?;
                self.sessions.remove(&session_id)?.cancel();
                Ok(Answer::Now(json!({})))
            }
            "session/prompt" => self.prompt(client, id, read(params)?, size).map(Answer::Later),
            _ => {
                let method = truncate_for_display(method);
                Err(ErrorObject::method_not_found(format!("this agent has no method `{method}`")))
            }
        }
    }

    fn initialize(&mut self, params: Option<&str>) -> Result<Value, ErrorObject> {
        let requested = read_version(params)?;
        let version = negotiate(&VERSIONS, requested);
        let params = serde_json::from_str(params.unwrap_or("{}")).unwrap_or_default();
        self.client = Some(Arc::new(ClientSide::read(&params).facts()));
        // The other members are of MCP alone.
        let Implementation { name, title, version: program, .. } = self.shared.server.info();
        let info = Implementation { title: title.clone(), ..Implementation::new(name, program) };
        Ok(json!({
            "protocolVersion": version,
            "agentCapabilities": {
                "loadSession": true,
                "promptCapabilities": { "image": true, "audio": true, "embeddedContext": true },
                "mcpCapabilities": { "http": false, "sse": false },
                "sessionCapabilities": {
                    "list": {}, "resume": {}, "close": {}, "delete": {},
                    "additionalDirectories": {},
                },
            },
            "authMethods": [],
            "agentInfo": info,
        }))
    }

    fn new_session(&self, setup: NewSession) -> Result<Answer, ErrorObject> {
        check_setup(&setup)?;
        let id = unguessable().map_err(|error| ErrorObject::internal(error.to_string()))?;
        let history = Account::new(&self.shared.histories, Caller::Anonymous);
        let session = Session::new(id, &setup, history);
        let result = json!({ "sessionId": session.id() });
        let sessions = Arc::clone(&self.sessions);
        self.set_up(session.clone(), setup, move || sessions.keep(session).map(|()| result))
    }

    /// Goes on with a session; `replays` what was said, before it answers.
    fn load(&self, params: OpenSession, replays: bool) -> Result<Answer, ErrorObject> {
        check_setup(&params.setup)?;
        let session = self.sessions.find(&params.session_id)?;
        let history = if replays { session.history()? } else { Vec::new() };
        let shared = Arc::clone(&self.shared);
        self.set_up(session.clone(), params.setup, move || {
            for update in history {
                shared.peer.send(&session.notification(&update));
            }
            Ok(json!({}))
        })
    }

    /// Starts the MCP servers of a session, and answers once they are there.
    fn set_up(
        &self,
        session: Session,
        setup: NewSession,
        answer: impl FnOnce() -> Result<Value, ErrorObject> + Send + 'static,
    ) -> Result<Answer, ErrorObject> {
        let servers = read_servers(setup.mcp_servers)?;
        if servers.is_empty() {
            return answer().map(Answer::Now);
        }
        let info = self.shared.server.info().clone();
        Ok(Answer::Later(Step::Pending(Box::pin(async move {
            session.set_toolbox(Toolbox::connect(servers, session.cwd(), &info).await?);
            reply(&answer()?)
        }))))
    }

    fn list(&self, params: &ListSessions) -> Value {
        let is_there = |session: &Session| match &params.cwd {
            Some(cwd) => session.cwd() == Path::new(cwd),
            None => true,
        };
        let sessions = self.sessions.all();
        let listed = sessions.iter().filter(|session| is_there(session)).map(Session::listed);
        json!({ "sessions": listed.collect::<Vec<_>>() })
    }

    fn prompt(
        &mut self,
        client: Arc<ClientFacts>,
        id: &RequestId,
        PromptParams { session_id, prompt }: PromptParams,
        bytes: usize,
    ) -> Result<Step, ErrorObject> {
        let session = self.sessions.find(&session_id)?;
        if prompt.is_empty() {
            return Err(ErrorObject::invalid_params("`prompt` must have at least one block"));
        }
        let mut share = None;
        let account = Account::new(self.shared.server.held(), Caller::Anonymous);
        if bytes > FREE && !account.pay_at_most_all(&mut share, bytes) {
            return Err(full());
        }
        let shared = Arc::clone(&self.shared);
        let step = run::prompt(shared, client, session.clone(), id, (prompt, share))?;
        self.prompts.retain(|_, session| session.is_running());
        self.prompts.insert(id.clone(), session);
        Ok(step)
    }

    fn notified(&self, method: &str, params: Option<&str>) {
        match method {
            "session/cancel" => {
                let named = read::<SessionParams>(params);
                if let Ok(session) = named.and_then(|named| self.sessions.find(&named.session_id)) {
                    session.cancel();
                }
            }
            "$/cancel_request" => {
                #[derive(Deserialize)]
                #[serde(rename_all = "camelCase")]
                struct Cancelled {
                    request_id: RequestId,
                }
                let cancelled = read::<Cancelled>(params).ok();
                let prompt = cancelled.and_then(|named| self.prompts.get(&named.request_id));
                if let Some(session) = prompt {
                    session.cancel();
                }
            }
            // What nobody knows is ignored.
            _ => {}
        }
    }
}

impl AgentConnection for Connection {
    fn receive(&mut self, message: &ClientMessage<'_, '_>) -> AgentAction {
        match message {
            Incoming::Response(response) => {
                if let Some(id) = &response.id {
                    self.shared.outgoing.answer(id, response.answer());
                }
                AgentAction::Nothing
            }
            Incoming::Notification { method, params } => {
                self.notified(method, params.raw);
                AgentAction::Nothing
            }
            Incoming::Request { id, method, params } => {
                match self.request(id, method, params.raw) {
                    Ok(Answer::Later(step)) => AgentAction::Run(id.clone(), step),
                    Ok(Answer::Now(result)) => AgentAction::Answer(id.clone(), reply(&result)),
                    Err(error) => {
                        error.log_refusal(Some(method));
                        AgentAction::Answer(id.clone(), Err(error))
                    }
                }
            }
        }
    }

    fn end(&self) {
        self.shared.outgoing.end();
    }
}

/// How many bytes the parameters have; of a prompt, how much memory they take once they are read.
///
/// # Errors
///
/// When that is more than may be.
fn check_size(method: &str, params: Option<&str>) -> Result<usize, ErrorObject> {
    let params = params.unwrap_or_default();
    let (size, most) = match method {
        "session/prompt" => (memory_of(params), MAX_PROMPT),
        _ => (params.len(), MAX_PARAMS),
    };
    if size <= most {
        return Ok(size);
    }
    Err(ErrorObject::invalid_params(format!(
        "the parameters take {size} bytes; {most} are allowed"
    )))
}

fn reply(result: &Value) -> Response {
    let json = serde_json::value::to_raw_value(result);
    let reply = json.map(|json| Reply::Encoded(json.into()));
    reply.map_err(|error| ErrorObject::internal(error.to_string()))
}

fn read<T: DeserializeOwned>(params: Option<&str>) -> Result<T, ErrorObject> {
    serde_json::from_str(params.unwrap_or("{}"))
        .map_err(|error| ErrorObject::invalid_params(error.to_string()))
}

/// # Errors
///
/// When the directory of a session is not absolute.
fn check_setup(setup: &NewSession) -> Result<(), ErrorObject> {
    if !Path::new(&setup.cwd).is_absolute() {
        return Err(ErrorObject::invalid_params("`cwd` must be an absolute path"));
    }
    Ok(())
}
