//! The login that is currently in use.

use std::sync::Arc;

use mcp_runtime_protocol::Result;

use super::dpop::DpopKey;
use super::record::LoginRecord;

#[derive(Default)]
pub(super) struct LoginState {
    pub(super) current: Option<Arc<CurrentLogin>>,
    /// The nonce that the server expects in proofs.
    pub(super) nonce: Option<String>,
}

/// The login that is currently in use.
pub(super) struct CurrentLogin {
    pub(super) record: LoginRecord,
    pub(super) key: Option<DpopKey>,
}

impl CurrentLogin {
    pub(super) fn new(record: LoginRecord) -> Result<Self> {
        let key = record.key.as_deref().map(DpopKey::from_text).transpose()?;
        Ok(Self { record, key })
    }
}
