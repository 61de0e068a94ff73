//! What the session wants done with one request.

use crate::server::handler::Step;
use crate::server::{Reply, Server};
use crate::session::Action;
use crate::transport::reply_to::ReplyTo;

/// Starts what a request asks for, and tells where its answer goes; `None` if it has none.
pub(crate) fn start(server: &Server, action: Action<'_>) -> Option<(ReplyTo, Step)> {
    match action {
        Action::Call(call) => {
            let (id, version) = (call.context.id.clone(), call.context.version);
            let step = server.call(call.context, call.method, call.params);
            Some((ReplyTo { id, version, batch: None }, step))
        }
        Action::Answer { id, version, error } => {
            let reply_to = ReplyTo { id: id.clone(), version, batch: None };
            Some((reply_to, Step::Ready(Reply::settled(error))))
        }
        Action::Nothing | Action::RootsChanged(..) | Action::Cancel(_) => None,
    }
}
