//! The types that a server can be extended with.

use std::panic::Location;
use std::sync::Arc;

use crate::debug::short_debug;
use crate::protocol::{Extension, ExtensionDeclaration, ExtensionId, ExtensionTopic};
use crate::server::Handlers;
use crate::server::catalog::Entries;
use crate::server::handler_set::HandlerSet;
use crate::server::handler_traits::OneBlockWithoutPart;

/// What a server can be extended with: a type that is an [`Extension`] with handlers, or an
/// [`ExtensionId`] without, with settings or not.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extension with handlers",
    note = "put `#[extension(\"com.example/name\")]` on the type, and `#[handlers]` on the impl block with its methods; what has no handlers is added by its `ID`"
)]
pub trait IntoExtension {
    /// Converts it to the parts that are added.
    #[doc(hidden)]
    fn into_added(self, at: &'static Location<'static>) -> AddedExtension;
}

/// An extension that was added to a server.
pub struct AddedExtension {
    pub(super) declaration: ExtensionDeclaration,
    pub(super) results: &'static [&'static str],
    pub(super) topics: &'static [Option<ExtensionTopic>],
    pub(super) at: &'static Location<'static>,
    /// The entries of its handlers.
    entries: Option<Entries>,
}

short_debug!(AddedExtension { declaration, at });

impl AddedExtension {
    fn bare(declaration: ExtensionDeclaration, at: &'static Location<'static>) -> Self {
        Self { declaration, results: &[], topics: &[], at, entries: None }
    }

    /// Takes the entries of its handlers, once.
    pub(crate) fn take_entries(&mut self) -> Option<Entries> {
        self.entries.take()
    }
}

#[diagnostic::do_not_recommend]
impl<E: Extension + Handlers> IntoExtension for E {
    fn into_added(self, at: &'static Location<'static>) -> AddedExtension {
        Arc::new(self).into_added(at)
    }
}

/// For programs that keep access to the extension.
#[diagnostic::do_not_recommend]
impl<E: Extension + Handlers> IntoExtension for Arc<E> {
    fn into_added(self, at: &'static Location<'static>) -> AddedExtension {
        let declaration = self.declaration();
        let set = HandlerSet::new(self, "");
        let entries = Some(set.gather(<E as OneBlockWithoutPart>::register));
        AddedExtension { declaration, results: E::RESULTS, topics: E::TOPICS, at, entries }
    }
}

#[diagnostic::do_not_recommend]
impl IntoExtension for ExtensionDeclaration {
    fn into_added(self, at: &'static Location<'static>) -> AddedExtension {
        AddedExtension::bare(self, at)
    }
}

#[diagnostic::do_not_recommend]
impl IntoExtension for ExtensionId {
    fn into_added(self, at: &'static Location<'static>) -> AddedExtension {
        AddedExtension::bare(self.into(), at)
    }
}
