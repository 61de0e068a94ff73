//! Where the answer to a request goes.

use std::sync::Arc;

use super::batch::Batch;
use super::outbox::Outbox;
use crate::jsonrpc::RequestId;
use crate::protocol::ProtocolVersion;
use crate::server::{Observed, Server, write_response};

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
