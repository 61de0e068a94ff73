//! What a sealed state is good for: one request of one principal.

use sha2::{Digest as _, Sha256};

use super::canonical;
use crate::caller::Caller;
use crate::jsonrpc::memory_of;
use crate::server::kind::HandlerKind;

/// A request, as far as its retries have to be the same; and what is done with it meanwhile.
pub(crate) struct Binding {
    pub(crate) server: String,
    pub(crate) caller: Caller,
    pub(crate) kind: HandlerKind,
    pub(crate) uri: Option<String>,
    pub(crate) arguments: BoundArguments,
    /// Whether the call may wait for its answers; one with a time limit may not, as the limit is
    /// none for people.
    pub(crate) parks: bool,
}

/// The arguments of a call.
pub(crate) enum BoundArguments {
    /// As JSON text.
    Text(Option<String>),
    /// What is left of the text once that is known: its digest, and the weight of its values.
    Digested([u8; 32], usize),
}

impl Binding {
    /// A digest that differs where any part of the binding does.
    ///
    /// Most calls are answered without it, and those that wait need the text no more.
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
        let mut digest = Sha256::new();
        for part in parts {
            // No length that a part can have stands for a part that is missing.
            let length = part.map_or(u64::MAX, |part| part.len() as u64);
            digest.update(length.to_le_bytes());
            digest.update(part.unwrap_or_default());
        }
        digest.finalize().into()
    }

    /// About how many bytes the call holds of what came with it.
    pub(super) fn weight(&self) -> usize {
        let arguments = match &self.arguments {
            BoundArguments::Text(text) => {
                text.as_deref().map_or(0, |text| text.len() + memory_of(text))
            }
            BoundArguments::Digested(_, weight) => *weight,
        };
        // Its reading has the URI, too, and the variables of it.
        arguments + 3 * self.uri.as_ref().map_or(0, String::len)
    }
}
