//! Notifications from a running call.

use std::future::poll_fn;

use serde::Serialize;

use crate::jsonrpc::{SharedPeer, write_notification};
use crate::protocol::{Method, ProtocolVersion, Revise};

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

/// Sends a message as soon as there is room for it.
pub(crate) async fn send(peer: &SharedPeer, message: &[u8]) {
    poll_fn(|cx| peer.poll_room(cx)).await;
    peer.send(message);
}
