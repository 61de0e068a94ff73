//! What the headers of an HTTP request repeat of its `_meta`.

use std::borrow::Cow;

use super::RequestMeta;
use super::modern::missing;
use crate::jsonrpc::{ErrorObject, string};

impl RequestMeta<'_> {
    /// Looks whether it has what every modern request has.
    pub(crate) fn check_complete(&self) -> Result<(), ErrorObject> {
        if self.understood().is_some() {
            return Ok(());
        }
        self.protocol_version.ok_or_else(|| missing("protocolVersion"))?;
        self.client_capabilities.ok_or_else(|| missing("clientCapabilities"))?;
        Ok(())
    }

    /// The revision that it names.
    pub(crate) fn version(&self) -> Option<Cow<'_, str>> {
        match self.understood() {
            Some(memo) => Some(Cow::Borrowed(memo.sender.version.as_str())),
            None => self.protocol_version.and_then(string),
        }
    }
}
