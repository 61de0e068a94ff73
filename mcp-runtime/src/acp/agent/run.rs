//! A turn from its prompt to its answer.

use std::sync::Arc;

use tokio::select;

use super::prompt::Prompt;
use super::session::Session;
use super::shared::Shared;
use super::stop_reason::StopReason;
use super::turn::Turn;
use super::turn_peer::TurnPeer;
use crate::acp::protocol::SessionUpdate;
use crate::jsonrpc::{ErrorObject, RequestId, SharedPeer};
use crate::negotiation::{
    BackChannel, Caller, ClientFacts, LogGate, Params, RequestContext, Share,
};
use crate::protocol::{ContentBlock, ProtocolVersion};
use crate::server::step::Step;
use crate::server::{Context, Response};

/// Runs the agent for one prompt.
///
/// The answer to a turn that was cancelled says so, whatever its agent made of it.
///
/// # Errors
///
/// While another turn of the session runs.
pub(super) fn prompt(
    connection: Arc<Shared>,
    client: Arc<ClientFacts>,
    session: Session,
    id: &RequestId,
    (content, share): (Vec<ContentBlock>, Option<Share>),
) -> Result<Step, ErrorObject> {
    let guard = session.begin_turn()?;
    let cancelled = guard.cancelled.clone();
    let prompt = Prompt::new(content);
    let turn = Turn::new(connection, session, client, prompt, cancelled.clone());
    for content in turn.prompt().content() {
        let chunk = SessionUpdate::UserMessageChunk { content: content.clone() };
        turn.keep(&chunk).map_err(|error| ErrorObject::internal(error.to_string()))?;
    }
    let id = id.clone();
    Ok(Step::Pending(Box::pin(async move {
        let _held = (guard, share);
        let response = select! {
            biased;
            () = cancelled.cancelled() => None,
            response = run(&turn, id) => Some(response),
        };
        turn.end();
        let response = response.filter(|_| !cancelled.is_cancelled());
        response.unwrap_or_else(|| StopReason::Cancelled.response())
    })))
}

async fn run(turn: &Turn, id: RequestId) -> Response {
    let connection = turn.connection();
    let peer = Arc::new(TurnPeer::new(turn.clone(), None));
    let mut context = Context::new(connection.server.clone(), turn.request(id, peer));
    let step = connection.handler.call_with_params(&mut context, &Params::default());
    step.response().await
}

impl Turn {
    /// A request of MCP within the turn: its handler can ask as it can in a legacy session.
    pub(super) fn request(&self, id: impl Into<RequestId>, peer: SharedPeer) -> RequestContext {
        let connection = self.connection();
        let interests = Arc::clone(&connection.interests);
        RequestContext {
            id: id.into(),
            version: ProtocolVersion::LATEST_LEGACY,
            client: Arc::clone(self.shared_client()),
            progress_token: None,
            log: LogGate::Session(Arc::clone(self.session().values())),
            peer,
            transport: Some(Arc::new(self.clone())),
            back: BackChannel::requests(Arc::clone(&connection.outgoing), interests),
            caller: Caller::Anonymous,
        }
    }
}
