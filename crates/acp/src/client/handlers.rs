//! The handlers for the requests of an agent.

use std::pin::Pin;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use super::codec::Offers;
use super::model::{
    CreateTerminal, PermissionChoice, PermissionRequest, ReadTextFile, TerminalRef, Terminals,
    Update, WriteTextFile,
};
use mcp_runtime_client::{NotificationHandler, RequestHandler};
use mcp_runtime_protocol::{Answer, ElicitFormParams, ElicitUrlParams};
use mcp_runtime_protocol::{Error, Result};

/// The handlers of a client.
#[derive(Default)]
pub(super) struct Handlers {
    pub(super) permission: Option<RequestHandler<PermissionRequest, PermissionChoice>>,
    pub(super) elicit: Option<RequestHandler<ElicitFormParams, Answer<Value>>>,
    pub(super) elicit_url: Option<RequestHandler<ElicitUrlParams, Answer<()>>>,
    pub(super) read_text_file: Option<RequestHandler<ReadTextFile, String>>,
    pub(super) write_text_file: Option<RequestHandler<WriteTextFile, ()>>,
    pub(super) terminals: Option<RequestHandler<TerminalCall, Value>>,
    pub(super) extension: Option<RequestHandler<(String, Value), Value>>,
    pub(super) update: Option<NotificationHandler<(String, Update)>>,
    pub(super) url_complete: Option<NotificationHandler<str>>,
    pub(super) notification: Option<NotificationHandler<(String, Value)>>,
    /// Whether the sessions of subagents are shown.
    pub(super) shows_subagents: bool,
}

impl Handlers {
    /// The capabilities that the handlers imply.
    pub(super) fn offers(&self) -> Offers {
        Offers {
            read_text_file: self.read_text_file.is_some(),
            write_text_file: self.write_text_file.is_some(),
            terminal: self.terminals.is_some(),
            elicit_form: self.elicit.is_some(),
            elicit_url: self.elicit_url.is_some(),
            subagents: self.shows_subagents,
        }
    }
}

/// A request about a terminal.
pub(super) enum TerminalCall {
    Create(CreateTerminal),
    Output(TerminalRef),
    WaitForExit(TerminalRef),
    Kill(TerminalRef),
    Release(TerminalRef),
}

/// Combines all methods of [`Terminals`] into one handler.
pub(super) fn terminals(terminals: impl Terminals) -> RequestHandler<TerminalCall, Value> {
    let terminals = Arc::new(terminals);
    Box::new(move |call| {
        let terminals = Arc::clone(&terminals);
        Box::pin(async move {
            Ok(match call {
                TerminalCall::Create(command) => {
                    json!({ "terminalId": terminals.create(command).await? })
                }
                TerminalCall::Output(terminal) => value(&terminals.output(terminal).await?)?,
                TerminalCall::WaitForExit(terminal) => {
                    value(&terminals.wait_for_exit(terminal).await?)?
                }
                TerminalCall::Kill(terminal) => empty(terminals.kill(terminal).await?),
                TerminalCall::Release(terminal) => empty(terminals.release(terminal).await?),
            })
        }) as Pin<Box<dyn Future<Output = Result<Value>> + Send>>
    })
}

fn empty((): ()) -> Value {
    json!({})
}

fn value(of: &impl Serialize) -> Result<Value> {
    serde_json::to_value(of).map_err(Error::other)
}
