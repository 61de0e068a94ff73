//! Serving Streamable HTTP; start with [`Server::into_http`](crate::Server::into_http).

pub use crate::transport::http::{
    Access, AccessDenied, Authorizer, Body, Document, EventId, EventStore, Http, IntoAuthorizer,
    Principal, Readiness, RemoteAddress, RequestBody, Scopes,
};
