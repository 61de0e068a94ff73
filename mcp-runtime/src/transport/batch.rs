//! The responses of a batch, which are sent together (2025-03-26 only).
//!
//! The maximum number of messages in a batch is enforced where it is parsed: `jsonrpc::message`.

use std::sync::Arc;

use super::outbox::Outbox;
use crate::jsonrpc::{ErrorObject, Incoming, Malformed, RequestId, write_error};
use crate::negotiation::ClientMessage;
use crate::protocol::ProtocolVersion;
use crate::session::Purpose;
use crate::sync::Mutex;

/// How many bytes the responses of one batch may have together.
const ANSWERS: usize = 8 * 1024 * 1024;

/// Collects the responses of one batch, and sends them when the last reference is dropped.
pub(crate) struct Batch {
    state: Mutex<BatchState>,
    outbox: Arc<Outbox>,
}

#[derive(Default)]
struct BatchState {
    answers: Vec<u8>,
    /// Whether there was no room for a response.
    is_full: bool,
}

impl Batch {
    /// Returns why a batch of so many messages is refused as a whole, if it is.
    pub(crate) fn problem(version: ProtocolVersion, messages: usize) -> Option<&'static str> {
        if !version.has_batches() {
            Some("batches exist only in protocol version 2025-03-26")
        } else if messages == 0 {
            Some("the batch is empty")
        } else {
            None
        }
    }

    pub(crate) fn new(outbox: Arc<Outbox>) -> Self {
        Self { state: Mutex::default(), outbox }
    }

    /// Returns why a message of the batch is refused, if it is.
    pub(crate) fn refuses(
        &self,
        message: &ClientMessage<'_, '_>,
        purpose: &Purpose<'_>,
    ) -> Option<Malformed> {
        let Incoming::Request { id, .. } = message else { return None };
        let error = if purpose.stands_alone {
            // The headers of an HTTP request could not mirror each of them, either.
            ErrorObject::invalid_request(
                "a request of revision 2026-07-28 or later cannot be part of a batch",
            )
        } else if self.state.lock().is_full {
            too_long()
        } else {
            return None;
        };
        Some(Malformed::request(Some(id.clone()), error))
    }

    /// Adds a response, or an error instead if there is no room for it.
    pub(crate) fn push(&self, id: Option<&RequestId>, write: impl FnOnce(&mut Vec<u8>)) {
        let mut state = self.state.lock();
        let BatchState { answers, is_full } = &mut *state;
        let separator = if answers.is_empty() { b'[' } else { b',' };
        answers.push(separator);
        let start = answers.len();
        write(answers);
        if answers.len() > ANSWERS {
            *is_full = true;
            answers.truncate(start);
            answers.shrink_to(ANSWERS);
            write_error(answers, id, true, &too_long());
        }
    }
}

fn too_long() -> ErrorObject {
    ErrorObject::internal(format!(
        "the answers to the batch are longer than {ANSWERS} bytes in total; send the requests one \
         by one"
    ))
}

impl Drop for Batch {
    /// A batch of notifications, or of calls that were all cancelled, has no response.
    fn drop(&mut self) {
        let state = self.state.get_mut();
        if !state.answers.is_empty() {
            self.outbox.push(|out| {
                out.append(&mut state.answers);
                out.push(b']');
            });
        }
    }
}
