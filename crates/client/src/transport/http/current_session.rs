//! The current session with a server, and how it is replaced.
//!
//! Source: [2025-11-25, "Transports", Streamable HTTP, "Session Management"](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Response;
use reqwest::header::HeaderValue;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::{Mutex, watch};

use super::post::Post;
use super::session::{ClientSession, SESSION_ID};
use crate::error::{Error, Result};
use crate::jsonrpc::truncate_for_display;
use crate::protocol::ProtocolVersion;

/// The current session, and the messages that open another one.
#[derive(Default)]
pub(super) struct ClientSessions {
    now: watch::Sender<ClientSession>,
    pub(super) initialize: OnceLock<Post>,
    pub(super) initialized: OnceLock<Post>,
    /// Held while another session is opened.
    pub(super) renewing: Mutex<()>,
    /// The number of the last session in which the server has answered a request.
    known: AtomicUsize,
}

impl ClientSessions {
    pub(super) fn now(&self) -> ClientSession {
        self.now.borrow().clone()
    }

    /// Waits until messages may be sent in the session.
    pub(super) async fn open(&self) -> ClientSession {
        let mut changes = self.now.subscribe();
        let open = changes.wait_for(|session| !session.is_opening).await;
        open.map(|session| session.clone()).unwrap_or_default()
    }

    pub(super) fn is_modern(&self) -> bool {
        self.now.borrow().version.is_some_and(ProtocolVersion::is_modern)
    }

    /// Whether requests are cancelled by a message, and streams can be resumed.
    pub(super) fn is_legacy(&self) -> bool {
        self.now.borrow().version.is_some_and(|version| !version.is_modern())
    }

    /// Sets the negotiated revision.
    pub(super) fn agree(&self, version: ProtocolVersion) {
        self.now.send_modify(|session| {
            session.version = Some(version);
            session.is_opening = !version.is_modern();
        });
    }

    /// Marks the session as open, because the server got `initialized`.
    pub(super) fn opened(&self) {
        self.now.send_modify(|session| session.is_opening = false);
    }

    /// Sets the session id from the response to `initialize`.
    pub(super) fn named(&self, response: &Response) {
        let id = response.headers().get(SESSION_ID).cloned();
        self.now.send_modify(|session| session.id = id);
    }

    /// Begins another session, in which only `initialize` was sent.
    pub(super) fn renewed(&self, id: Option<HeaderValue>) -> ClientSession {
        self.now.send_modify(|session| {
            session.id = id;
            session.number += 1;
        });
        self.now()
    }

    /// Records that the server has answered a request in a session.
    pub(super) fn is_known(&self, session: &ClientSession) {
        self.known.store(session.number, Ordering::Relaxed);
    }

    /// Whether the server never answered a request in the session that it opened: the next one may be
    /// the same.
    pub(super) fn was_never_known(&self, number: usize) -> bool {
        number > 0 && self.known.load(Ordering::Relaxed) != number
    }

    /// Checks that another session has the same revision as the previous one; `None` if the message
    /// is not the response to `initialize`.
    pub(super) fn check(&self, message: &str) -> Option<Result<()>> {
        #[derive(Deserialize)]
        struct Answer<'a> {
            result: Option<OfferedVersion>,
            #[serde(borrow)]
            error: Option<&'a RawValue>,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct OfferedVersion {
            protocol_version: String,
        }
        let answer: Answer<'_> = serde_json::from_str(message).ok()?;
        if let Some(error) = answer.error {
            let error = truncate_for_display(error.get());
            return Some(Err(Error::other(format!(
                "the server refused to open a new session: {error}"
            ))));
        }
        let version = answer.result?.protocol_version;
        let is_same = self.now.borrow().version.is_some_and(|before| before.as_str() == version);
        Some(if is_same {
            Ok(())
        } else {
            let version = truncate_for_display(&version);
            Err(Error::other(format!("the server now offers protocol version {version:?}")))
        })
    }
}
