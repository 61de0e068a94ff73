//! The extensions that are added to a server.

use std::panic::Location;
use std::sync::Arc;

use crate::protocol::{Extension, ExtensionDeclaration, ExtensionTopic};
use crate::server::Handlers;
use crate::server::catalog::Entries;
use crate::server::handler_set::HandlerSet;
use crate::server::handler_traits::OneBlockWithoutPart;

/// An extension that was added to a server.
pub(crate) struct AddedExtension {
    pub(super) declaration: ExtensionDeclaration,
    pub(super) results: &'static [&'static str],
    pub(super) topics: &'static [Option<ExtensionTopic>],
    pub(super) at: &'static Location<'static>,
    /// The entries of its handlers.
    entries: Option<Entries>,
}

impl AddedExtension {
    /// An extension with handlers.
    pub(crate) fn new<E: Extension + Handlers>(
        extension: Arc<E>,
        at: &'static Location<'static>,
    ) -> Self {
        let declaration = extension.declaration();
        let set = HandlerSet::new(extension);
        let entries = Some(set.gather(<E as OneBlockWithoutPart>::register));
        Self { declaration, results: E::RESULTS, topics: E::TOPICS, at, entries }
    }

    /// An extension without handlers.
    pub(crate) fn bare(declaration: ExtensionDeclaration, at: &'static Location<'static>) -> Self {
        Self { declaration, results: &[], topics: &[], at, entries: None }
    }

    /// Takes the entries of its handlers, once.
    pub(crate) fn take_entries(&mut self) -> Option<Entries> {
        self.entries.take()
    }
}
