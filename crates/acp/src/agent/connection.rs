//! An agent's connection: dispatches the messages of a client.
//!
//! Source: [ACP, "Overview"](https://agentclientprotocol.com/protocol/overview).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::config_option::MODE;
use super::connection_state::{ConnectionState, InitializedClient};
use super::definition::Definition;
use super::list_sessions::list;
use super::logged_in::LoggedIn;
use super::opening::{ReopenRequest, close, connect, failed};
use super::options::is_shown;
use super::params::{CheckedSetup, check_setup, check_size, resolve};
use super::reply::reply;
use super::session::Session;
use super::stored_session::Head;
use super::{BoxFuture, extension_methods, over_http};
use crate::codec::{AgentMethod, Codecs};
use crate::protocol::{
    AgentSide, CancelRequest, ClientSide, ListSessions, NewSession, OpenSession, SessionParams,
    SessionUpdate, SetConfigOption, SetMode, ToolCallParams, not_initialized, read_version,
};
use mcp_runtime::internal::declared_extensions;
use mcp_runtime::other_protocol::{OtherConnection, RawPeer, RequestAction};
use mcp_runtime_protocol::Implementation;
use mcp_runtime_protocol::caller::Caller;
use mcp_runtime_protocol::jsonrpc::{ErrorObject, RequestId, decode_params, truncate_for_display};
use mcp_runtime_protocol::quota::Account;
use mcp_runtime_protocol::random;

/// A connection to an agent.
pub(super) struct Connection {
    pub(super) shared: Arc<ConnectionState>,
    codecs: Codecs,
    /// What the client has declared in `initialize`, once it has.
    client: Option<InitializedClient>,
    /// Whether the client has sent another request since then.
    is_used: bool,
    /// The sessions to announce commands and servers to, by the requests that are answered first.
    opened: BTreeMap<String, Arc<str>>,
    logged_in: LoggedIn,
}

impl Connection {
    pub(super) fn new(client: RawPeer, definition: Arc<Definition>, codecs: Codecs) -> Self {
        let logged_in = LoggedIn::new(&definition.settings);
        Self {
            shared: Arc::new(ConnectionState::new(client, definition)),
            codecs,
            client: None,
            is_used: false,
            opened: BTreeMap::new(),
            logged_in,
        }
    }

    fn serve(
        &mut self,
        id: &RequestId,
        method: &str,
        params: Option<&str>,
    ) -> Result<RequestAction, ErrorObject> {
        let size = check_size(method, params)?;
        if method == "initialize" {
            return self.initialize(params).map(|result| now(&result));
        }
        let client = self.client.clone().ok_or_else(not_initialized)?;
        self.is_used = true;
        let known = client.codec.method(method).filter(|known| self.has(*known, &client.side));
        let Some(method) = known else {
            let server = self.shared.server();
            let served = extension_methods::request(server, &client.side, id, method, params);
            return served.unwrap_or_else(|| Err(no_method(method)));
        };
        if !matches!(method, AgentMethod::LogIn | AgentMethod::LogOut) {
            self.logged_in.check()?;
        }
        match method {
            AgentMethod::LogIn => Ok(later(self.logged_in.log_in(&decode_params(params)?)?)),
            AgentMethod::LogOut => Ok(later(self.logged_in.log_out())),
            AgentMethod::SetMode => {
                let SetMode { session_id, mode_id } = decode_params(params)?;
                let session = self.find(&session_id)?;
                session.choose(&client.side, MODE, mode_id.into())?;
                Ok(saved(session, json!({})))
            }
            AgentMethod::SetOption => {
                let SetConfigOption { session_id, config_id, value } = decode_params(params)?;
                let session = self.find(&session_id)?;
                session.choose(&client.side, &config_id, value)?;
                let changed = client.codec.changed(&session.options(&client.side));
                Ok(saved(session, changed))
            }
            AgentMethod::NewSession => self.new_session(&client, id, decode_params(params)?),
            AgentMethod::LoadSession => self.open(&client, id, decode_params(params)?, true),
            AgentMethod::ResumeSession => {
                let resumed: OpenSession = decode_params(params)?;
                let replays = client.codec.replays(resumed.setup.replay_from.as_ref())?;
                self.open(&client, id, resumed, replays)
            }
            AgentMethod::ListSessions => self.list(&client, decode_params(params)?),
            AgentMethod::CloseSession | AgentMethod::DeleteSession => {
                Ok(self.close(method, decode_params(params)?))
            }
            AgentMethod::Prompt => self.prompt(&client, id, decode_params(params)?, size),
            AgentMethod::CancelToolCall => self.cancel_tool_call(&decode_params(params)?),
        }
    }

    fn initialize(&mut self, params: Option<&str>) -> Result<Value, ErrorObject> {
        let requested = read_version(params)?;
        let codec = self.codecs.negotiate(requested)?;
        if self.is_used
            && self.client.as_ref().is_some_and(|it| it.codec.answers_when_turn_begins())
        {
            let message = "`initialize` must be sent before any other request";
            return Err(ErrorObject::invalid_request(message));
        }
        let params: Value = serde_json::from_str(params.unwrap_or("{}")).unwrap_or_default();
        let client = Arc::new(codec.read_client(&params, codec.version() == requested)?);
        self.client = Some(InitializedClient { side: Arc::clone(&client), codec });
        // The other members are specific to MCP.
        let Implementation { name, title, version: program, .. } = self.shared.server().info();
        let mut info = Implementation::new(name, program);
        info.title.clone_from(title);
        let mut meta = declared_extensions(self.shared.server());
        meta.extend(self.shared.definition.settings.meta.clone());
        let agent = AgentSide {
            info,
            has_http: over_http::IS_SUPPORTED,
            system_prompt: self.shared.definition.settings.system_prompt,
            auth_methods: self.logged_in.methods(&client),
            can_log_out: self.logged_in.can_log_out(),
            meta,
        };
        Ok(codec.initialize_result(&agent, &params))
    }

    /// Whether the agent supports what a method is for.
    fn has(&self, method: AgentMethod, client: &ClientSide) -> bool {
        let options = &self.shared.definition.settings.options;
        match method {
            AgentMethod::LogIn => self.logged_in.is_needed(),
            AgentMethod::LogOut => self.logged_in.can_log_out(),
            AgentMethod::SetMode => options.iter().any(|option| option.id == MODE),
            AgentMethod::SetOption => options.iter().any(|option| is_shown(option, client)),
            _ => true,
        }
    }

    fn new_session(
        &mut self,
        client: &InitializedClient,
        request: &RequestId,
        mut setup: NewSession,
    ) -> Result<RequestAction, ErrorObject> {
        let settings = Arc::clone(&self.shared.definition.settings);
        let CheckedSetup { servers, system_prompt } = check_setup(client, &settings, &mut setup)?;
        let id = random::id().map_err(|error| ErrorObject::internal(error.to_string()))?;
        let history = Account::new(&self.shared.histories, Caller::Anonymous);
        let session = Session::new(id, Head::new(&setup), settings, history, Arc::default());
        if let Some(prompt) = system_prompt {
            session.set_system_prompt(prompt, || self.shared.sessions.forget_oldest())?;
        }
        self.announce_later(request, session.id());
        let shared = Arc::clone(&self.shared);
        let client = client.clone();
        Ok(later(Box::pin(async move {
            connect(&shared, &session, servers).await;
            let session = shared.sessions.keep(session)?;
            if let Err(error) = session.create().await {
                // The client does not know the session.
                shared.sessions.begin_closing(session.id());
                close(&shared, &session).await;
                shared.sessions.forget(session.id());
                return Err(failed(error));
            }
            let mut result = session.opened(&client);
            result.insert("sessionId".to_owned(), json!(session.id()));
            Ok(Value::Object(result))
        })))
    }

    /// Reopens a session; `replays` its history before the response if set.
    fn open(
        &mut self,
        client: &InitializedClient,
        request: &RequestId,
        params: OpenSession,
        replays: bool,
    ) -> Result<RequestAction, ErrorObject> {
        let OpenSession { session_id, mut setup } = params;
        let settings = &self.shared.definition.settings;
        let CheckedSetup { servers, system_prompt } = check_setup(client, settings, &mut setup)?;
        self.announce_later(request, &session_id);
        let shared = Arc::clone(&self.shared);
        let client = client.clone();
        let directories = setup.additional_directories;
        let opening =
            ReopenRequest { shared, client, directories, system_prompt, servers, replays };
        Ok(RequestAction::Pending(Box::pin(opening.resume(session_id))))
    }

    fn list(
        &self,
        client: &InitializedClient,
        mut asked: ListSessions,
    ) -> Result<RequestAction, ErrorObject> {
        if let Some(cwd) = &mut asked.cwd {
            resolve(client, "cwd", cwd)?;
        }
        let shared = Arc::clone(&self.shared);
        Ok(later(Box::pin(async move { list(&shared, asked).await })))
    }

    /// Notifies the client of the commands, and of servers that cannot be used, once a request has
    /// been answered: clients drop updates of sessions that they do not know yet.
    fn announce_later(&mut self, request: &RequestId, session: &str) {
        self.opened.insert(request.to_string(), session.into());
    }

    /// Answers once nothing runs in the session any more. A session that is closed can be opened
    /// again, and one that is deleted cannot.
    ///
    /// A session that does not exist is closed or deleted already, which is what the client wants:
    /// it may repeat a request whose response it has missed.
    ///
    /// Source: [ACP, "Session Delete"](https://agentclientprotocol.com/protocol/session-delete).
    fn close(
        &self,
        method: AgentMethod,
        SessionParams { session_id }: SessionParams,
    ) -> RequestAction {
        let session = self.shared.sessions.begin_closing(&session_id);
        let deletes = method == AgentMethod::DeleteSession;
        let shared = Arc::clone(&self.shared);
        later(Box::pin(async move {
            if let Some(session) = session {
                close(&shared, &session).await;
            }
            if deletes {
                shared.sessions.forget(&session_id);
                if let Some(store) = &shared.definition.settings.store {
                    store.remove(&session_id).await.map_err(failed)?;
                }
            }
            Ok(json!({}))
        }))
    }

    fn cancel_tool_call(&self, named: &ToolCallParams) -> Result<RequestAction, ErrorObject> {
        let session = self.find(&named.session_id)?;
        if session.open_calls().cancel(&named.tool_call_id) {
            Ok(now(&json!({})))
        } else {
            let id = truncate_for_display(&named.tool_call_id);
            Err(ErrorObject::invalid_params(format!("there is no running tool call {id:?}")))
        }
    }

    fn notified(&self, method: &str, params: Option<&str>) {
        match method {
            "session/cancel" => {
                let named = decode_params::<SessionParams>(params);
                let Ok(SessionParams { session_id }) = named else { return };
                match self.shared.sessions.find(&session_id) {
                    Ok(session) => session.prompts().cancel(),
                    Err(_) => self.shared.subagents.cancel(&session_id),
                }
            }
            "$/cancel_request" => {
                if let Ok(CancelRequest { request_id }) = decode_params(params) {
                    for session in self.shared.sessions.all() {
                        session.prompts().cancel_request(&request_id);
                    }
                }
            }
            // Unknown notifications are ignored.
            _ => {
                if let Some(client) = &self.client {
                    extension_methods::notified(self.shared.server(), &client.side, method, params);
                }
            }
        }
    }
}

impl OtherConnection for Connection {
    fn request(&mut self, id: &RequestId, method: &str, params: Option<&str>) -> RequestAction {
        self.serve(id, method, params).unwrap_or_else(|error| {
            error.log_refusal(Some(method));
            RequestAction::Ready(Err(error))
        })
    }

    fn notification(&mut self, method: &str, params: Option<&str>) {
        self.notified(method, params);
    }

    fn responded(&mut self, id: &RequestId) {
        let Some(session) = self.opened.remove(&id.to_string()) else { return };
        // A session that could not be created is not in the map.
        let found = self.shared.sessions.find(&session);
        let (Some(client), Ok(session)) = (&self.client, found) else { return };
        let toolbox = session.toolbox();
        let unavailable = toolbox.unavailable().iter().cloned();
        let commands = self.shared.definition.commands.update().into_iter();
        for update in commands.chain(unavailable.map(SessionUpdate::ServerUnavailable)) {
            // Serializing text cannot fail.
            let _ = self.shared.send_update(client, &session, &update);
        }
    }

    fn received_response(&mut self, id: &RequestId) {
        if let RequestId::Integer(number) = id {
            self.shared.waiting.end(u64::try_from(*number).unwrap_or_default());
        }
    }
}

/// Answers once the current state of a session is saved.
fn saved(session: Session, result: Value) -> RequestAction {
    later(Box::pin(async move { session.save().await.map(|()| result).map_err(failed) }))
}

fn now(result: &Value) -> RequestAction {
    RequestAction::Ready(reply(result))
}

fn later(result: BoxFuture<Result<Value, ErrorObject>>) -> RequestAction {
    RequestAction::Pending(Box::pin(async move { reply(&result.await?) }))
}

fn no_method(method: &str) -> ErrorObject {
    let method = truncate_for_display(method);
    ErrorObject::method_not_found(format!("this agent has no method `{method}`"))
}
