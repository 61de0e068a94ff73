//! What extensions consist of, as types: methods, requests, notifications.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::extension::{ExtensionDeclaration, ExtensionId};
use super::method_kind::MethodKind;
use super::version::ProtocolVersion;

/// An extension of the protocol: [`#[extension]`](macro@crate::extension) on a type implements it,
/// and the methods are those of a [`#[handlers]`](macro@crate::handlers) block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extension",
    note = "put `#[extension(\"com.example/name\")]` on the type"
)]
pub trait Extension: Send + Sync + 'static {
    /// Its identifier, and the first revision that it is for.
    const ID: ExtensionId;

    /// The kinds of results that it adds to those of `tools/call`.
    const RESULTS: &'static [&'static str] = &[];

    /// What clients can ask for in `subscriptions/listen`.
    const TOPICS: &'static [Option<ExtensionTopic>] = &[];

    /// The settings of a client.
    type Client: DeserializeOwned + Send + 'static;

    /// The identifier, with the settings of the server.
    fn declaration(&self) -> ExtensionDeclaration {
        Self::ID.into()
    }
}

/// A method that an extension defines, which clients send.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct ExtensionMethod {
    /// The extension.
    pub extension: ExtensionId,
    /// The name on the wire.
    pub name: &'static str,
    /// Whether it is answered.
    pub kind: MethodKind,
    /// The first revision that has it, if that is not the first one of the extension.
    pub since: Option<ProtocolVersion>,
    /// The last revision that has it, if it has gone.
    pub until: Option<ProtocolVersion>,
    /// The member of the parameters that says what a request is for; HTTP repeats it in a header.
    pub subject: Option<&'static str>,
}

impl ExtensionMethod {
    /// Returns whether a revision has the method.
    pub fn exists_in(&self, version: ProtocolVersion) -> bool {
        let first = self.extension.first_version();
        first.max(self.since.unwrap_or(first)) <= version
            && self.until.is_none_or(|last| version <= last)
    }
}

/// What clients can ask for in `subscriptions/listen` beside what the core has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExtensionTopic {
    /// The extension.
    pub extension: ExtensionId,
    /// The member of the filter.
    pub name: &'static str,
    /// Whether the member lists keys; otherwise it is `true`.
    pub is_keyed: bool,
}

/// A request that an extension defines, by its parameters:
/// [`#[derive(ExtensionRequest)]`](macro@crate::ExtensionRequest) implements it.
pub trait ExtensionRequest: Serialize {
    /// The extension.
    const EXTENSION: ExtensionId;

    /// The name on the wire.
    const METHOD: &'static str;

    /// The member of the parameters that HTTP repeats in a header.
    const SUBJECT: Option<&'static str> = None;

    /// The result.
    type Result: DeserializeOwned + Send + 'static;
}

/// A notification that an extension defines:
/// [`#[derive(ExtensionNotification)]`](macro@crate::ExtensionNotification) implements it.
pub trait ExtensionNotification {
    /// The extension.
    const EXTENSION: ExtensionId;

    /// The name on the wire.
    const METHOD: &'static str;

    /// Under what clients ask for it in `subscriptions/listen`, if it is for those who do.
    const TOPIC: Option<ExtensionTopic> = None;

    /// For whom of those who listen it is, where the topic has keys.
    fn key(&self) -> Option<String> {
        None
    }
}
