//! Serving Streamable HTTP; start with [`Server::into_http`](crate::Server::into_http).

pub use crate::server::http::RequestExtension;
pub use crate::transport::http::{
    Access, AccessDenied, Authorizer, Body, BoxIo, Document, EventId, EventStore, Http,
    IntoAuthorizer, Io, Listener, PeerUser, Principal, Readiness, RemoteAddress, RequestBody,
    Scopes,
};
