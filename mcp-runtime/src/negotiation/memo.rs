//! A `_meta` that has been understood, since the next request often has the same.

use std::sync::Arc;

use super::{ClientFacts, LogGate};
use crate::protocol::{ProgressToken, ProtocolVersion};

/// What the `_meta` of a modern request says.
#[derive(Clone)]
pub(crate) struct Sender {
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Arc<ClientFacts>,
    pub(crate) progress_token: Option<ProgressToken>,
    pub(crate) log: LogGate,
}

/// A `_meta` that has been understood, with its text.
///
/// Clients send the same `_meta` with most requests, and comparing text costs less than reading
/// it. What it says is a function of the text alone, so nothing is inferred from earlier requests.
pub(crate) struct Memo {
    pub(super) text: String,
    pub(super) capabilities: String,
    pub(super) info: Option<String>,
    pub(super) sender: Sender,
}

impl Memo {
    /// Whether it says the same of the client.
    pub(super) fn is_of(&self, capabilities: &str, info: Option<&str>) -> bool {
        self.capabilities == capabilities && self.info.as_deref() == info
    }
}
