//! Where the response to a request goes: out on its own, or with the rest of its batch.

use std::sync::Arc;

use super::batch::Batch;
use super::outbox::Outbox;
use crate::jsonrpc::{Malformed, RequestId, write_error};
use crate::protocol::ProtocolVersion;
use crate::server::{Observed, Server, write_response};

/// Where a response goes, and for which revision.
#[derive(Clone)]
pub(crate) struct ReplyTo {
    pub(crate) id: RequestId,
    pub(crate) version: ProtocolVersion,
    pub(crate) batch: Option<Arc<Batch>>,
}

impl ReplyTo {
    /// Appends a response, which may be an error.
    pub(crate) fn write(&self, out: &mut Vec<u8>, server: &Server, answer: Observed<'_>) {
        let before = out.len();
        write_response(out, &self.id, self.version, server.shared_info(), answer.response);
        // Counted before it can be read, so that the counts include every response that was read.
        answer.written(out.len() - before);
    }

    pub(crate) fn send(&self, outbox: &Outbox, server: &Server, answer: Observed<'_>) {
        let write = |out: &mut Vec<u8>| self.write(out, server, answer);
        match &self.batch {
            Some(batch) => batch.push(Some(&self.id), write),
            None => outbox.push(write),
        }
    }
}

/// Answers a message that could not be read; without an id that could be read, with `null` if the
/// revision has that.
pub(crate) fn refuse(
    malformed: &Malformed,
    null_id: bool,
    batch: Option<&Arc<Batch>>,
    outbox: &Outbox,
) {
    malformed.error.log_refusal(None);
    let id = malformed.id.as_ref();
    let write = |out: &mut Vec<u8>| write_error(out, id, null_id, &malformed.error);
    match batch {
        Some(batch) => batch.push(id, write),
        None => outbox.push(write),
    }
}
