//! The session that a request belongs to: the one that it names, if it is there and its sender's.
//!
//! Source: [2025-11-25, "Transports", Session Management](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management).

use std::sync::Arc;

use http::{HeaderValue, StatusCode};

use crate::http::Http;
use crate::http::head::Head;
use crate::http::principal::Principal;
use crate::http::refusal::Refusal;
use crate::http::sessions::HttpSession;
use crate::protocol::ProtocolVersion;
use crate::server::NotificationStream;
use crate::session::Session;

impl Http {
    /// Returns the session that a request belongs to.
    pub(crate) fn session(&self, head: &Head<'_>) -> Result<Arc<HttpSession>, Refusal> {
        if self.options.is_stateless {
            let version = head.version()?.unwrap_or(ProtocolVersion::ASSUMED);
            if !self.server.versions().contains(&version) {
                let message = format!("this server does not support protocol version {version}");
                return Err(Refusal::new(StatusCode::BAD_REQUEST, message));
            }
            let caller = self.caller(head);
            let session_config = Arc::clone(self.server.session_config());
            let session = Session::assumed(version, session_config, caller.clone());
            let nothing = NotificationStream::default();
            return Ok(Arc::new(HttpSession::new("".into(), caller, None, session, nothing, None)));
        }
        let session = self.named_session(head);
        if session.as_ref().is_ok_and(|session| head.is_for(session.version)) {
            return session;
        }
        // A revision that is unknown is reported first.
        let named = head.version()?;
        let session = session?;
        match named.filter(|named| *named != session.version) {
            Some(named) => {
                let negotiated = session.version;
                let message =
                    format!("MCP-Protocol-Version is {named}, but the session has {negotiated}");
                Err(Refusal::new(StatusCode::BAD_REQUEST, message))
            }
            None => Ok(session),
        }
    }

    /// Returns the session that a request names.
    fn named_session(&self, head: &Head<'_>) -> Result<Arc<HttpSession>, Refusal> {
        let id = head.headers.session_id.filter(|id| !id.is_empty()).ok_or_else(|| {
            let message = "`initialize` has to come first; later requests carry Mcp-Session-Id";
            Refusal::new(StatusCode::BAD_REQUEST, message)
        })?;
        let principal = head.principal();
        self.find(id, principal).ok_or_else(|| {
            Refusal::new(StatusCode::NOT_FOUND, "the session does not exist; initialize a new one")
        })
    }

    /// Finds the session with this id, and marks it as in use.
    fn find(&self, id: &HeaderValue, principal: Option<&Principal>) -> Option<Arc<HttpSession>> {
        let is_requested = |last: &Arc<HttpSession>| last.is_of(id.as_bytes(), principal);
        let last = self.recent.session().filter(|last| is_requested(last) && last.touch());
        last.or_else(|| {
            let found =
                self.sessions.find(id.to_str().ok()?, principal).filter(|found| found.touch())?;
            self.recent.set_session(&found);
            Some(found)
        })
    }
}
