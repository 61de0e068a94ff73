//! Binds a sealed state to one request of one principal.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::canonical;
use crate::caller::Caller;
use crate::jsonrpc::memory_of;
use crate::server::handler_kind::HandlerKind;

/// The parts of a request that are the same in its retries, and how it is treated meanwhile.
pub(crate) struct Binding {
    pub(crate) server: String,
    pub(crate) caller: Caller,
    /// The key that the principal is bound to, if any.
    pub(crate) key: Option<Arc<str>>,
    pub(crate) kind: HandlerKind,
    pub(crate) uri: Option<String>,
    pub(crate) arguments: BoundArguments,
    /// Whether the call may be parked; one with a timeout may not, as that is not meant for people,
    /// who may take longer to answer.
    pub(crate) parks: bool,
}

/// The arguments of a call.
pub(crate) enum BoundArguments {
    /// As JSON text.
    Text(Option<String>),
    /// The digest of the text, and the weight of its values, once the text is no longer needed.
    Digested([u8; 32], usize),
}

impl Binding {
    /// Returns a digest that differs if any part of the binding does.
    ///
    /// Most calls are answered without it, and waiting calls no longer need the text.
    #[inline]
    pub(super) fn digest(&mut self) -> [u8; 32] {
        if let BoundArguments::Text(text) = &self.arguments {
            let text = text.as_deref().unwrap_or("{}");
            self.arguments = BoundArguments::Digested(canonical::digest(text), memory_of(text));
        }
        let BoundArguments::Digested(arguments, _) = &self.arguments else { return [0; 32] };
        let kind = self.kind.to_string();
        let parts = [
            Some(self.server.as_bytes()),
            self.caller.principal().map(str::as_bytes),
            Some(kind.as_bytes()),
            self.uri.as_deref().map(str::as_bytes),
            Some(arguments),
        ];
        // Without a key the digest is as it was before there were any.
        let key = self.key.as_ref().map(|key| Some(key.as_bytes()));
        let mut digest = Sha256::new();
        for part in parts.into_iter().chain(key) {
            // A missing part has a length that no other part can have.
            let length = part.map_or(u64::MAX, |part| part.len() as u64);
            digest.update(length.to_le_bytes());
            digest.update(part.unwrap_or_default());
        }
        digest.finalize().into()
    }

    /// About how many bytes of its request the call holds.
    #[inline]
    pub(super) fn weight(&self) -> usize {
        let arguments = match &self.arguments {
            BoundArguments::Text(text) => {
                text.as_deref().map_or(0, |text| text.len() + memory_of(text))
            }
            BoundArguments::Digested(_, weight) => *weight,
        };
        // The parsed request has the URI and its variables, too.
        arguments + 3 * self.uri.as_ref().map_or(0, String::len)
    }
}
