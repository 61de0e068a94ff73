//! The parts of extensions, as types: methods, requests, notifications.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::base::MethodKind;
use super::extension::{ExtensionDeclaration, ExtensionId};
use super::protocol_version::ProtocolVersion;

/// An extension of the protocol: `#[extension]` on a type implements it,
/// and the methods are those of a `#[handlers]` block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extension",
    note = "put `#[extension(\"com.example/name\")]` on the type"
)]
pub trait Extension: Send + Sync + 'static {
    /// Its identifier, and the first revision that it applies to.
    const ID: ExtensionId;

    /// The result types that it adds to those of `tools/call`.
    const RESULTS: &'static [&'static str] = &[];

    /// The topics that clients can request in `subscriptions/listen`.
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
    /// Whether it is a request or a notification.
    pub kind: MethodKind,
    /// The first revision that has it, if that is not the first one of the extension.
    pub since: Option<ProtocolVersion>,
    /// The last revision that has it, if it was removed.
    pub until: Option<ProtocolVersion>,
    /// The member of the parameters that identifies the target of a request; HTTP mirrors it in a
    /// header.
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

/// A topic that clients can request in `subscriptions/listen`, in addition to those of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExtensionTopic {
    /// The extension.
    pub extension: ExtensionId,
    /// The member of the filter.
    pub name: &'static str,
    /// Whether the member is a list of keys; otherwise it is `true`.
    pub is_keyed: bool,
}

/// A request that an extension defines, by its parameters:
/// `#[derive(ExtensionRequest)]` implements it.
pub trait ExtensionRequest: Serialize {
    /// The extension.
    const EXTENSION: ExtensionId;

    /// The name on the wire.
    const METHOD: &'static str;

    /// The member of the parameters that HTTP mirrors in a header.
    const SUBJECT: Option<&'static str> = None;

    /// The result.
    type Result: DeserializeOwned + Send + 'static;
}

/// A notification that an extension defines:
/// `#[derive(ExtensionNotification)]` implements it.
pub trait ExtensionNotification {
    /// The extension.
    const EXTENSION: ExtensionId;

    /// The name on the wire.
    const METHOD: &'static str;

    /// The topic under which clients request it in `subscriptions/listen`, if it is limited to
    /// subscribers.
    const TOPIC: Option<ExtensionTopic> = None;

    /// Returns the key that selects its subscribers, if the topic has keys.
    fn key(&self) -> Option<String> {
        None
    }
}
