//! Servers that were replaced while a client is connected: they know its session no more, or speak
//! other revisions.
//!
//! The specification has a status for the first, 404, and an error for the second. Many servers
//! answer in other ways, which are also those of requests that are wrong by themselves. So a refusal
//! counts if a request that every session has is refused, too.
//!
//! Source: [2025-11-25, "Transports", Streamable HTTP, "Session Management"](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management);
//! [2026-07-28, "Versioning"](https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning).

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use super::body::{self, ContentKind, success};
use super::link::HttpLink;
use super::post::Post;
use super::refused_request::{RefusedRequest, answer};
use super::session::ClientSession;
use crate::connection::Connection;
use crate::encoded_request::EncodedRequest;
use crate::era::{Decision, ProbeOutcome, decide, is_of_modern_server};
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, RequestId};
use crate::link::{Message, MessageKind};
use crate::members::RawMembers;
use crate::protocol::{Method, ProtocolVersion, UrlElicitationRequired};

/// How long the question may take that shows whether a server was replaced.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

/// The id of that question; those of other requests begin with 1.
const CHECK_ID: u64 = 1 << 51;

/// What a refusal says of the server.
enum Verdict {
    /// It refuses this request.
    Refused,
    LostSession,
    /// It does not speak the revision of the connection.
    OtherRevision,
}

impl HttpLink {
    /// Looks whether a request was refused because the server was replaced. Returns whether the
    /// session was lost and another one is open.
    ///
    /// # Errors
    ///
    /// When there is no other session. If there will not be one either, the connection has ended.
    pub(super) async fn recover(
        self: &Arc<Self>,
        connection: &Arc<Connection>,
        refused: &RefusedRequest<'_>,
    ) -> Result<bool> {
        let lost = match self.judge(connection, refused).await {
            Verdict::Refused => return Ok(false),
            Verdict::LostSession => match self.renew(connection, refused.session.number).await {
                Ok(is_new) => {
                    // Only a 404 says that there is no such session any more.
                    if is_new && refused.error.http_status() != Some(404) {
                        self.end_session(refused.session).await;
                    }
                    return Ok(true);
                }
                Err(error) if error.http_status().is_some() => return Err(error),
                Err(lost) => lost,
            },
            Verdict::OtherRevision => {
                let version = refused.session.version.unwrap_or(ProtocolVersion::LATEST);
                Error::ended(format!("the server no longer supports protocol version {version}"))
            }
        };
        // Whatever was refused so was not run.
        let refusal = || Error::network(lost.to_string(), false);
        if lost.is_closed() {
            connection.end_by(refused.id, refusal(), &lost);
        }
        Err(refusal())
    }

    async fn judge(&self, connection: &Arc<Connection>, refused: &RefusedRequest<'_>) -> Verdict {
        let RefusedRequest { session, error, check, .. } = *refused;
        let Some(version) = session.version.filter(|_| self.message_endpoint.get().is_none())
        else {
            return Verdict::Refused;
        };
        if version.is_modern() {
            let is_other = if check == Some(Method::Discover) {
                speaks_other(&Err(error), version)
            } else if is_suspicious(error) && !is_of_request(error) {
                let found = self.check(connection, session, Method::Discover).await;
                speaks_other(&found.as_deref(), version)
            } else {
                false
            };
            return if is_other { Verdict::OtherRevision } else { Verdict::Refused };
        }
        if error.http_status() == Some(404) && session.id.is_some() {
            return Verdict::LostSession;
        }
        // Who was refused everything in the last session, too, gets no further one for it.
        if !is_suspicious(error) || self.sessions.was_never_known(session.number) {
            return Verdict::Refused;
        }
        // Servers may answer pings in no session.
        let can_list = connection.server().capabilities().tools && check != Some(Method::ListTools);
        let method = if can_list { Method::ListTools } else { Method::Ping };
        match self.check(connection, session, method).await {
            Err(again) if is_of_modern(&again) => Verdict::OtherRevision,
            Err(again) if is_same(&again, error) => Verdict::LostSession,
            _ => Verdict::Refused,
        }
    }

    /// Sends a request that a server answers in every session; returns its result as text.
    async fn check(
        &self,
        connection: &Connection,
        session: &ClientSession,
        method: Method,
    ) -> Result<Box<str>> {
        let none = RawMembers::default();
        let meta = &connection.server().meta.member;
        let method = method.name();
        let request = EncodedRequest {
            method,
            version: session.version,
            headers: &[],
            params: [&none, &none, meta],
            is_sent_once: true,
        };
        let kind = MessageKind::Request { id: CHECK_ID, method, headers: &[], is_sent_once: true };
        let write = |out: &mut Vec<u8>| request.write(CHECK_ID, out);
        let post = Post::new(&Message { kind, version: session.version, write: &write });
        let id = RequestId::Integer(CHECK_ID.into());
        let checking = async {
            let posted = self.endpoint.post(post.body.clone(), post.headers(session), &|_| ());
            let response = success(posted.await?).await?;
            let mut answered = None;
            let mut take = |text: &str| {
                answered = answer(text, &id);
                answered.is_some()
            };
            let limit = connection.max_message_size();
            match ContentKind::of(&response) {
                ContentKind::Events => self.follow(response, limit, |_| false, take).await?,
                _ => drop(take(&body::text(response, limit).await?)),
            }
            answered.unwrap_or_else(|| {
                Err(Error::other(format!(
                    "the server did not answer `{method}` with a JSON-RPC response"
                )))
            })
        };
        let late = |_| Err(Error::timed_out("the server does not answer"));
        timeout(CHECK_TIMEOUT, checking).await.unwrap_or_else(late)
    }
}

/// Whether a refusal may be that of a server that was replaced.
fn is_suspicious(error: &Error) -> bool {
    match (error.rpc(), error.http_status()) {
        (_, Some(401 | 403 | 408 | 413 | 425 | 429 | 431 | 500..)) => false,
        (Some(error), None) => is_of_implementation(error.code),
        // A proxy answers so while it has no server.
        (None, Some(404)) => false,
        (_, Some(status)) => status >= 400,
        (None, None) => false,
    }
}

/// Whether an error is of the kind that servers define themselves, or says that the request is none.
fn is_of_implementation(code: ErrorCode) -> bool {
    let is_defined = code == ErrorCode::RESOURCE_NOT_FOUND || code == UrlElicitationRequired::CODE;
    code == ErrorCode::INVALID_REQUEST || ((-32099..=-32000).contains(&code.0) && !is_defined)
}

/// Whether a modern server says that something is wrong with the request itself.
fn is_of_request(error: &Error) -> bool {
    let unsupported = ErrorCode::UNSUPPORTED_PROTOCOL_VERSION;
    is_of_modern(error) && error.rpc().is_some_and(|error| error.code != unsupported)
}

fn is_of_modern(error: &Error) -> bool {
    error.rpc().is_some_and(|rpc| is_of_modern_server(rpc, error.http_status()))
}

/// Whether two requests were refused in the same words.
fn is_same(one: &Error, other: &Error) -> bool {
    one.http_status() == other.http_status() && one.to_string() == other.to_string()
}

/// Whether `server/discover` is answered so by a server that does not speak this revision. What does
/// not answer says nothing of it, nor does a proxy.
fn speaks_other(found: &Result<&str, &Error>, version: ProtocolVersion) -> bool {
    let outcome = match found {
        Ok(result) => ProbeOutcome::Result(result),
        Err(error) => match (error.rpc(), error.http_status()) {
            (None, Some(404)) => return false,
            _ if error.may_pass() => return false,
            (Some(rpc), _) if rpc.code == ErrorCode::INTERNAL_ERROR => return false,
            (Some(rpc), status) => ProbeOutcome::Error { error: rpc, status },
            (None, Some(status)) => ProbeOutcome::Status(status),
            (None, None) => return false,
        },
    };
    match decide(&outcome, version) {
        Decision::Modern(spoken, _) => spoken != version,
        Decision::Authorize(_) => false,
        _ => true,
    }
}
