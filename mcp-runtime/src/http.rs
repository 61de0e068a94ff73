//! Serving Streamable HTTP; start with [`Server::into_http`](crate::Server::into_http).

pub use crate::transport::http::{
    Body, EventId, EventStore, Http, Principal, Readiness, RemoteAddress, Scopes,
};
