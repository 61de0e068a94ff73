//! Where a message comes from.

use std::any::Any;
use std::sync::Arc;

use crate::jsonrpc::SharedPeer;

/// Where a message comes from: whom its call tells of itself, and what brought it.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) peer: SharedPeer,
    pub(crate) request: Option<Arc<dyn TransportRequest>>,
}

/// The request of a transport that brought a message, where the transport has requests.
pub(crate) trait TransportRequest: Any + Send + Sync {
    /// About how many bytes it holds.
    fn weight(&self) -> usize;
}
