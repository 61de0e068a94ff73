//! The extensions that a server declares.

use std::fmt::Display;
use std::panic::Location;
use std::sync::Arc;

use super::ServerBuilder;
use crate::protocol::{Extension, ExtensionDeclaration, ExtensionId};
use crate::server::Handlers;
use crate::server::catalog::Entries;
use crate::server::extensions::AddedExtension;

/// What a server can be extended with: a type that is an [`Extension`] with handlers, or an
/// [`ExtensionId`] without, with settings or not.
///
/// Implement it for an extension that needs more of a server, such as resources that are known
/// only when the program runs:
///
/// ```
/// use mcp_runtime::protocol::Resource;
/// use mcp_runtime::{IntoExtension, ServerBuilder, extension, handlers, method, server};
///
/// #[extension("com.example/notes")]
/// struct Notes;
///
/// #[handlers]
/// impl Notes {
///     #[method("com.example/notes/count")]
///     fn count(&self) -> serde_json::Value {
///         serde_json::json!({ "count": 1 })
///     }
/// }
///
/// /// The notes in a directory.
/// struct NotesIn(&'static str);
///
/// impl IntoExtension for NotesIn {
///     #[track_caller]
///     fn add_to(self, server: ServerBuilder) -> ServerBuilder {
///         if self.0.is_empty() {
///             return server.mistake("the notes have no directory");
///         }
///         let note = Resource::new("notes://1", "first note");
///         server.add_resource(note, async || "Buy milk.").extension(Notes)
///     }
/// }
///
/// let server = server!().extension(NotesIn("notes")).build()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extension with handlers",
    note = "put `#[extension(\"com.example/name\")]` on the type, and `#[handlers]` on the impl block with its methods; an extension without handlers is added by its `ID`"
)]
pub trait IntoExtension {
    /// Adds it to a server that is being built; [`ServerBuilder::extension`] calls it.
    #[track_caller]
    fn add_to(self, server: ServerBuilder) -> ServerBuilder;
}

#[diagnostic::do_not_recommend]
impl<E: Extension + Handlers> IntoExtension for E {
    fn add_to(self, server: ServerBuilder) -> ServerBuilder {
        Arc::new(self).add_to(server)
    }
}

/// For programs that keep access to the extension.
#[diagnostic::do_not_recommend]
impl<E: Extension + Handlers> IntoExtension for Arc<E> {
    fn add_to(self, server: ServerBuilder) -> ServerBuilder {
        server.add_extension(AddedExtension::new(self, Location::caller()))
    }
}

#[diagnostic::do_not_recommend]
impl IntoExtension for ExtensionDeclaration {
    #[inline]
    fn add_to(self, server: ServerBuilder) -> ServerBuilder {
        server.add_extension(AddedExtension::bare(self, Location::caller()))
    }
}

#[diagnostic::do_not_recommend]
impl IntoExtension for ExtensionId {
    #[inline]
    fn add_to(self, server: ServerBuilder) -> ServerBuilder {
        ExtensionDeclaration::from(self).add_to(server)
    }
}

impl ServerBuilder {
    /// Adds an extension: a type with [`#[extension]`](macro@crate::extension) and
    /// [`#[handlers]`](macro@crate::handlers), or the identifier of one without handlers, with its
    /// settings if it has any.
    ///
    /// ```
    /// use mcp_runtime::protocol::{ExtensionId, ProtocolVersion};
    /// use mcp_runtime::{json, server};
    ///
    /// const AUDIT: ExtensionId = ExtensionId::new("com.example/audit");
    ///
    /// let server = server!().extension(AUDIT.with(json!({ "version": 1 })));
    /// ```
    #[track_caller]
    pub fn extension(self, extension: impl IntoExtension) -> Self {
        extension.add_to(self)
    }

    /// Reports a mistake in how the server is set up: [`build`](Self::build) fails, and names it
    /// among all others, with the place of this call. It is for extensions, which cannot fail
    /// before; functions with `#[track_caller]` report the place where they were called.
    #[track_caller]
    pub fn mistake(mut self, what: impl Display) -> Self {
        let mistakes = vec![format!("{what} ({})", Location::caller())];
        self.entries.push(Entries { mistakes, ..Entries::default() });
        self
    }

    #[inline]
    fn add_extension(mut self, mut added: AddedExtension) -> Self {
        self.entries.extend(added.take_entries());
        self.extensions.add(added);
        self
    }
}
