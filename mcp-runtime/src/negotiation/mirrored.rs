//! What the headers of an HTTP request repeat of its `_meta`.

use std::borrow::Cow;

use super::RequestMeta;
use crate::jsonrpc::string;

impl RequestMeta<'_> {
    /// Whether it has what every modern request has.
    pub(crate) fn is_complete(&self) -> bool {
        self.understood().is_some()
            || (self.protocol_version.is_some() && self.client_capabilities.is_some())
    }

    /// The revision that it names.
    pub(crate) fn version(&self) -> Option<Cow<'_, str>> {
        match self.understood() {
            Some(memo) => Some(Cow::Borrowed(memo.sender.version.as_str())),
            None => self.protocol_version.and_then(string),
        }
    }
}
