//! The origin of a message: its peer and its transport.

use core::net::IpAddr;
use std::any::Any;
use std::sync::Arc;

use crate::jsonrpc::SharedPeer;

/// The peer that receives the notifications and questions of a call, and the request of the
/// transport that carried its message.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) peer: SharedPeer,
    pub(crate) transport: Option<Arc<dyn TransportRequest>>,
}

/// The request of a transport that carried a message, if the transport has requests.
pub(crate) trait TransportRequest: Any + Send + Sync {
    /// Its approximate size in bytes.
    fn weight(&self) -> usize;

    /// Whether it is authorized for these scopes.
    fn has_scopes(&self, scopes: &[&str]) -> bool;

    /// The value of a header, if there are headers.
    fn header(&self, name: &str) -> Option<&str> {
        let _ = name;
        None
    }

    /// The HTTP version, such as `1.1`, if the transport is HTTP.
    fn http_version(&self) -> Option<&'static str> {
        None
    }

    /// The address of the client, if middleware has set it.
    fn address(&self) -> Option<IpAddr> {
        None
    }
}
