//! Sends notifications of a running call or a subscription.

use std::future::poll_fn;

use serde::Serialize;
use serde_json::json;

use super::cancelled::Cancelled;
use crate::jsonrpc::{SharedPeer, write_notification};
use crate::protocol::meta::keys;
use crate::protocol::{Meta, Method, ProtocolVersion, Revise};

/// Sends a notification, shaped for a revision, as soon as there is room for it.
pub(crate) async fn notify(
    peer: &SharedPeer,
    version: ProtocolVersion,
    method: Method,
    params: impl Serialize + Revise,
) {
    send(peer, &encode(version, method, params)).await;
}

/// Sends such a notification of a call, unless the call is over.
///
/// Source: [2026-07-28, "Progress"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress) (notifications must stop after completion).
pub(super) async fn notify_of(
    call: &Cancelled,
    peer: &SharedPeer,
    version: ProtocolVersion,
    method: Method,
    params: impl Serialize + Revise,
) {
    if call.is_over() {
        return;
    }
    let message = encode(version, method, params);
    poll_fn(|cx| peer.poll_ready(cx)).await;
    call.send(|| peer.send(&message));
}

/// The text of a notification, shaped for a revision.
fn encode(
    version: ProtocolVersion,
    method: Method,
    mut params: impl Serialize + Revise,
) -> Vec<u8> {
    params.revise(version);
    let mut message = Vec::new();
    write_notification(&mut message, method.name(), &params);
    message
}

/// The `_meta` of a message that belongs to a task, in the revisions that have it.
///
/// Source: [2025-11-25, "Tasks", Associating Task-Related Messages](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#associating-task-related-messages).
#[inline]
pub(super) fn related_task(peer: &SharedPeer) -> Option<Meta> {
    let id = peer.related_task()?;
    Some(Meta::from_iter([(keys::RELATED_TASK.to_owned(), json!({ "taskId": &*id }))]))
}

/// Sends a message as soon as there is room for it.
pub(crate) async fn send(peer: &SharedPeer, message: &[u8]) {
    poll_fn(|cx| peer.poll_ready(cx)).await;
    peer.send(message);
}
