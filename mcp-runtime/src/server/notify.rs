//! Sends notifications of a running call or a subscription.

use std::future::poll_fn;

use serde::Serialize;
use serde_json::json;

use crate::jsonrpc::{SharedPeer, write_notification};
use crate::protocol::meta::keys;
use crate::protocol::{Meta, Method, ProtocolVersion, Revise};

/// Sends a notification, shaped for a revision, as soon as there is room for it.
pub(crate) async fn notify(
    peer: &SharedPeer,
    version: ProtocolVersion,
    method: Method,
    mut params: impl Serialize + Revise,
) {
    params.revise(version);
    let mut message = Vec::new();
    write_notification(&mut message, method.name(), &params);
    send(peer, &message).await;
}

/// The `_meta` of a message that belongs to a task, in the revisions that have it.
///
/// Source: [2025-11-25, "Tasks", Associating Task-Related Messages](https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#associating-task-related-messages).
pub(super) fn related_task(peer: &SharedPeer) -> Option<Meta> {
    let id = peer.related_task()?;
    Some(Meta::from_iter([(keys::RELATED_TASK.to_owned(), json!({ "taskId": &*id }))]))
}

/// Sends a message as soon as there is room for it.
pub(crate) async fn send(peer: &SharedPeer, message: &[u8]) {
    poll_fn(|cx| peer.poll_ready(cx)).await;
    peer.send(message);
}
