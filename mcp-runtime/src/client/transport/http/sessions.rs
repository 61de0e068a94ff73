//! The sessions with a server, one after the other.
//!
//! Source: [2025-11-25, "Transports", Streamable HTTP, "Session Management"](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::header::HeaderValue;
use reqwest::{Response, StatusCode};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::{Mutex, watch};

use super::post::Post;
use super::session::{ClientSession, SESSION_ID};
use crate::error::{Error, Result};
use crate::jsonrpc::truncate_for_display;
use crate::protocol::ProtocolVersion;

/// The session of now, and what opens another one.
#[derive(Default)]
pub(super) struct ClientSessions {
    now: watch::Sender<ClientSession>,
    pub(super) initialize: OnceLock<Post>,
    pub(super) initialized: OnceLock<Post>,
    /// Held by whoever opens another one.
    pub(super) renewing: Mutex<()>,
    /// The number of the last session that the server has taken a message in.
    known: AtomicUsize,
}

impl ClientSessions {
    pub(super) fn now(&self) -> ClientSession {
        self.now.borrow().clone()
    }

    /// The session, once messages may go out in it.
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

    /// Takes the revision that was agreed on.
    pub(super) fn agree(&self, version: ProtocolVersion) {
        self.now.send_modify(|session| {
            session.version = Some(version);
            session.is_opening = !version.is_modern();
        });
    }

    /// The server got `initialized`: the session is open.
    pub(super) fn opened(&self) {
        self.now.send_modify(|session| session.is_opening = false);
    }

    /// Takes the id that the response to `initialize` has.
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

    /// The server has answered a message in a session.
    pub(super) fn is_known(&self, session: &ClientSession, status: StatusCode) {
        if status.is_success() {
            self.known.store(session.number, Ordering::Relaxed);
        }
    }

    /// Whether the server has opened a session, and knew nothing of it from the start: another one
    /// may be the same.
    pub(super) fn was_never_known(&self, number: usize) -> bool {
        number > 0 && self.known.load(Ordering::Relaxed) != number
    }

    /// Looks whether another session is like the one before; whether the message is the answer to
    /// `initialize` at all.
    pub(super) fn check(&self, message: &str) -> Option<Result<()>> {
        #[derive(Deserialize)]
        struct Answer<'a> {
            result: Option<Initialized>,
            #[serde(borrow)]
            error: Option<&'a RawValue>,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Initialized {
            protocol_version: String,
        }
        let answer: Answer<'_> = serde_json::from_str(message).ok()?;
        if let Some(error) = answer.error {
            let error = truncate_for_display(error.get());
            return Some(Err(Error::other(format!("the server refuses another session: {error}"))));
        }
        let version = answer.result?.protocol_version;
        let is_same = self.now.borrow().version.is_some_and(|before| before.as_str() == version);
        Some(match is_same {
            true => Ok(()),
            false => Err(Error::other(format!(
                "the server now offers version {:?}",
                truncate_for_display(&version)
            ))),
        })
    }
}
