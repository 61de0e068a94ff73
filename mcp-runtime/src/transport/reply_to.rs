//! Where the answer to a request goes: out by itself, or with the others of its batch (2025-03-26 only).
//!
//! How many messages a batch may have is decided where it is read: `jsonrpc::batch`.

use std::sync::Arc;

use super::outbox::Outbox;
use crate::jsonrpc::{ErrorObject, Incoming, Malformed, RequestId, write_error};
use crate::negotiation::ClientMessage;
use crate::protocol::ProtocolVersion;
use crate::server::{Observed, Server, write_response};
use crate::session::Session;
use crate::sync::Mutex;

/// How many bytes the answers to one batch may have together.
const ANSWERS: usize = 8 * 1024 * 1024;

/// Where an answer goes, and in which shape.
#[derive(Clone)]
pub(super) struct ReplyTo {
    pub(super) id: RequestId,
    pub(super) version: ProtocolVersion,
    pub(super) batch: Option<Arc<Batch>>,
}

impl ReplyTo {
    /// Appends an answer, wherever it goes.
    pub(super) fn write(&self, out: &mut Vec<u8>, server: &Server, answer: Observed<'_>) {
        let before = out.len();
        write_response(out, &self.id, self.version, server.shared_info(), answer.response);
        // Before anybody can read it: what is counted then is what was answered.
        answer.written(out.len() - before);
    }

    pub(super) fn send(&self, outbox: &Outbox, server: &Server, answer: Observed<'_>) {
        let write = |out: &mut Vec<u8>| self.write(out, server, answer);
        match &self.batch {
            Some(batch) => batch.push(Some(&self.id), write),
            None => outbox.push(write),
        }
    }
}

/// Gathers the answers of one batch; the last holder that lets go sends them.
pub(super) struct Batch {
    state: Mutex<BatchState>,
    outbox: Arc<Outbox>,
}

#[derive(Default)]
struct BatchState {
    answers: Vec<u8>,
    /// There was no room for an answer.
    is_full: bool,
}

impl Batch {
    pub(super) fn new(outbox: Arc<Outbox>) -> Self {
        Self { state: Mutex::default(), outbox }
    }

    /// Why a message of the batch is not served, if it is not.
    pub(super) fn refuses(
        &self,
        session: &Session,
        message: &ClientMessage<'_, '_>,
    ) -> Option<Malformed> {
        let Incoming::Request { id, params, .. } = message else { return None };
        let error = if session.stands_alone(params) {
            // Nor would the headers of an HTTP request repeat what each of them says.
            ErrorObject::invalid_request("a request from 2026-07-28 on is not part of a batch")
        } else if self.state.lock().is_full {
            too_long()
        } else {
            return None;
        };
        Some(Malformed { id: Some(id.clone()), error })
    }

    /// Adds an answer, or what is answered instead where room is missing for it.
    pub(super) fn push(&self, id: Option<&RequestId>, write: impl FnOnce(&mut Vec<u8>)) {
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
        "the answers to the batch are longer than {ANSWERS} bytes together; send the requests one \
         by one"
    ))
}

impl Drop for Batch {
    /// A batch of notifications, or of calls that were all cancelled, has no answer.
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
