//! Who sent a message, and over what.

use core::net::IpAddr;
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

    /// What a header says, where there are headers.
    fn header(&self, name: &str) -> Option<&str> {
        let _ = name;
        None
    }

    /// The version of HTTP, as `1.1`, if it is HTTP.
    fn http_version(&self) -> Option<&'static str> {
        None
    }

    /// Where the client is, if middleware has said so.
    fn address(&self) -> Option<IpAddr> {
        None
    }
}
