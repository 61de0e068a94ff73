//! Who sent a message, and over what.

use std::any::Any;
use std::sync::Arc;

use crate::jsonrpc::SharedPeer;

/// The peer that gets the notifications and questions of a call, and the request of the transport
/// that carried its message.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) peer: SharedPeer,
    pub(crate) request: Option<Arc<dyn TransportRequest>>,
}

/// The request of a transport that brought a message, where the transport has requests.
pub(crate) trait TransportRequest: Any + Send + Sync {
    /// About how many bytes it holds.
    fn weight(&self) -> usize;

    /// Whether it may do what these scopes stand for.
    fn has_scopes(&self, scopes: &[&str]) -> bool;
}
