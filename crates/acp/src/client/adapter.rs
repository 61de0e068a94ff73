//! Handles the requests and notifications of an agent.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::select;

use super::codec::Codec;
use super::handlers::{Handlers, TerminalCall};
use super::inbox::SessionInbox;
use super::model::{PermissionChoice, PermissionRequest};
use super::sessions::Sessions;
use crate::protocol::{CancelRequest, no_session, request_cancelled};
use mcp_runtime_client::{
    AdapterAnswer, ProtocolAdapter, RequestHandler, elicit_result, notify, run_handler,
};
use mcp_runtime_protocol::jsonrpc::{
    ErrorObject, RequestId, decode_params, memory_of, truncate_for_display,
};
use mcp_runtime_protocol::{Answer, ElicitAction, ElicitParams, ElicitResult};
use mcp_runtime_protocol::{Error, Result};

/// The state that a connection to an agent shares with its client.
pub(super) struct ClientState {
    pub(super) handlers: Handlers,
    pub(super) sessions: Arc<Sessions>,
    /// How long to wait for a response.
    pub(super) timeout: Duration,
    /// The version, once it is negotiated.
    pub(super) codec: OnceLock<&'static dyn Codec>,
}

/// The Agent Client Protocol, on the side of the client.
pub(super) struct Acp(pub(super) Arc<ClientState>);

impl ProtocolAdapter for Acp {
    fn other_side(&self) -> &'static str {
        "agent"
    }

    fn request(&self, method: &str, params: Option<&str>) -> Result<AdapterAnswer, ErrorObject> {
        let codec = *self.0.codec.get().ok_or_else(|| {
            ErrorObject::invalid_request("respond to `initialize` before sending requests")
        })?;
        let shared = Arc::clone(&self.0);
        let handlers = &self.0.handlers;
        match method {
            "session/request_permission" => {
                let read = codec.permission(params.unwrap_or("{}"));
                let request =
                    read.map_err(|error| ErrorObject::invalid_params(error.to_string()))?;
                let inbox = self.session(&request.session_id)?;
                let mark = inbox.mark();
                Ok(Box::pin(async move { shared.permission(request, &inbox, mark).await }))
            }
            "elicitation/create" if handlers.elicit.is_some() || handlers.elicit_url.is_some() => {
                self.elicit(params)
            }
            _ if is_file_method(method) && !codec.methods().has_files => Err(unknown(method)),
            "fs/read_text_file" if handlers.read_text_file.is_some() => {
                let request = decode_params(params)?;
                Ok(Box::pin(async move {
                    let content = ask(shared.handlers.read_text_file.as_ref(), request).await?;
                    Ok(json!({ "content": content }))
                }))
            }
            "fs/write_text_file" if handlers.write_text_file.is_some() => {
                let request = decode_params(params)?;
                Ok(Box::pin(async move {
                    ask(shared.handlers.write_text_file.as_ref(), request).await?;
                    Ok(json!({}))
                }))
            }
            _ if handlers.terminals.is_some() && method.starts_with("terminal/") => {
                let call = terminal_call(method, params)?;
                Ok(Box::pin(async move { ask(shared.handlers.terminals.as_ref(), call).await }))
            }
            _ if handlers.extension.is_some() && method.starts_with('_') => {
                let request = (method.to_owned(), decode_params::<Value>(params)?);
                Ok(Box::pin(async move { ask(shared.handlers.extension.as_ref(), request).await }))
            }
            _ => Err(unknown(method)),
        }
    }

    fn notification(
        &self,
        method: &str,
        params: Option<&str>,
    ) -> Result<Option<RequestId>, ErrorObject> {
        match method {
            "session/update" => self.0.update(params)?,
            "elicitation/complete" => {
                #[derive(Deserialize)]
                #[serde(rename_all = "camelCase")]
                struct Complete {
                    elicitation_id: String,
                }
                let Complete { elicitation_id } = decode_params(params)?;
                notify(self.0.handlers.url_complete.as_deref(), &elicitation_id);
            }
            "$/cancel_request" => {
                return decode_params(params).map(|CancelRequest { request_id }| Some(request_id));
            }
            _ if method.starts_with('_') && self.0.handlers.notification.is_some() => {
                let params = decode_params::<Value>(params)?;
                notify(self.0.handlers.notification.as_deref(), &(method.to_owned(), params));
            }
            // Unknown notifications are ignored.
            _ => {}
        }
        Ok(None)
    }

    fn given_up(&self) -> ErrorObject {
        request_cancelled()
    }

    fn cancellation(&self, request: u64) -> (&'static str, Value) {
        ("$/cancel_request", json!({ "requestId": request }))
    }

    fn end(&self, why: &Error) {
        self.0.sessions.end(why);
    }
}

impl Acp {
    /// # Errors
    ///
    /// When the session is not open.
    fn session(&self, id: &str) -> Result<Arc<SessionInbox>, ErrorObject> {
        self.0.sessions.find(id).ok_or_else(|| no_session(id))
    }

    /// Source: [ACP, "Elicitation"](https://agentclientprotocol.com/protocol/elicitation).
    fn elicit(&self, params: Option<&str>) -> Result<AdapterAnswer, ErrorObject> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Scope {
            session_id: Option<String>,
        }
        let Scope { session_id } = decode_params(params)?;
        let inbox = session_id.map(|id| self.session(&id)).transpose()?;
        let asked: ElicitParams = decode_params(params)?;
        let handlers = &self.0.handlers;
        let is_answered = match &asked {
            ElicitParams::Form(_) => handlers.elicit.is_some(),
            ElicitParams::Url(_) => handlers.elicit_url.is_some(),
            _ => false,
        };
        if !is_answered {
            return Err(ErrorObject::invalid_params(
                "this client does not support this `mode` of elicitation",
            ));
        }
        let shared = Arc::clone(&self.0);
        let inbox = inbox.map(|inbox| (inbox.mark(), inbox.cancelled(), inbox));
        Ok(Box::pin(async move {
            let answer = match inbox {
                None => shared.elicit(asked).await?,
                Some((mark, cancelled, inbox)) => select! {
                    biased;
                    () = cancelled.cancelled() => ElicitResult::new(ElicitAction::Cancel),
                    answer = async {
                        inbox.read_until(mark).await;
                        shared.elicit(asked).await
                    } => answer?,
                },
            };
            serde_json::to_value(answer).map_err(|error| ErrorObject::internal(error.to_string()))
        }))
    }
}

impl ClientState {
    fn update(&self, params: Option<&str>) -> Result<(), ErrorObject> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Params<'a> {
            session_id: String,
            #[serde(borrow)]
            update: &'a RawValue,
        }
        let Some(codec) = self.codec.get() else {
            return Err(ErrorObject::invalid_request("`initialize` is not answered yet"));
        };
        let params: Params<'_> = decode_params(params)?;
        let update = codec.update(params.update);
        self.sessions.put(&params.session_id, &update, memory_of(params.update.get()));
        if self.handlers.update.is_some() {
            notify(self.handlers.update.as_deref(), &(params.session_id, update));
        }
        Ok(())
    }

    /// Asks for permission, after what came before that; when a turn is cancelled, so are its
    /// questions.
    async fn permission(
        &self,
        request: PermissionRequest,
        inbox: &SessionInbox,
        mark: u64,
    ) -> Result<Value, ErrorObject> {
        let offered: Vec<String> = request.options.iter().map(|option| option.id.clone()).collect();
        let cancelled = inbox.cancelled();
        let choice = match &self.handlers.permission {
            None => PermissionChoice::Cancelled,
            Some(handler) => select! {
                biased;
                () = cancelled.cancelled() => PermissionChoice::Cancelled,
                choice = async {
                    inbox.read_until(mark).await;
                    run_handler(handler, request).await
                } => choice.map_err(|error| error.passed_on())?,
            },
        };
        match choice {
            PermissionChoice::Cancelled => Ok(json!({ "outcome": { "outcome": "cancelled" } })),
            PermissionChoice::Selected(id) if offered.contains(&id) => {
                Ok(json!({ "outcome": { "outcome": "selected", "optionId": id } }))
            }
            PermissionChoice::Selected(_) => {
                Err(ErrorObject::internal("the client selected an option that was not offered"))
            }
        }
    }

    async fn elicit(&self, asked: ElicitParams) -> Result<ElicitResult, ErrorObject> {
        match asked {
            ElicitParams::Form(form) => {
                let schema = form.requested_schema.clone();
                let answer = ask(self.handlers.elicit.as_ref(), form).await?;
                elicit_result(answer, &schema)
            }
            ElicitParams::Url(url) => {
                let answer = ask(self.handlers.elicit_url.as_ref(), url).await?;
                Ok(ElicitResult::new(match answer {
                    Answer::Accepted(()) => ElicitAction::Accept,
                    Answer::Declined => ElicitAction::Decline,
                    Answer::Cancelled => ElicitAction::Cancel,
                }))
            }
            _ => Err(ErrorObject::invalid_params(
                "this client does not support this `mode` of elicitation",
            )),
        }
    }
}

/// Runs a handler on a question.
async fn ask<Q, A>(handler: Option<&RequestHandler<Q, A>>, question: Q) -> Result<A, ErrorObject> {
    let answer = match handler {
        Some(handler) => run_handler(handler, question).await,
        None => Err(Error::other("this client does not support this method")),
    };
    answer.map_err(|error| error.passed_on())
}

/// Whether a method exists in version 1 only.
fn is_file_method(method: &str) -> bool {
    method.starts_with("fs/") || method.starts_with("terminal/")
}

/// Source: [ACP, "Terminals"](https://agentclientprotocol.com/protocol/terminals).
fn terminal_call(method: &str, params: Option<&str>) -> Result<TerminalCall, ErrorObject> {
    Ok(match method {
        "terminal/create" => TerminalCall::Create(decode_params(params)?),
        "terminal/output" => TerminalCall::Output(decode_params(params)?),
        "terminal/wait_for_exit" => TerminalCall::WaitForExit(decode_params(params)?),
        "terminal/kill" => TerminalCall::Kill(decode_params(params)?),
        "terminal/release" => TerminalCall::Release(decode_params(params)?),
        _ => return Err(unknown(method)),
    })
}

fn unknown(method: &str) -> ErrorObject {
    let method = truncate_for_display(method);
    ErrorObject::method_not_found(format!("this client has no method {method:?}"))
}
