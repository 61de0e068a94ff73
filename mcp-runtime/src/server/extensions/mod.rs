//! Extensions: types with handlers for methods beyond the core, negotiated with each client.
//!
//! Source: SEP-2133; [2026-07-28, "Versioning"](https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning).

mod declared;
mod extension;
mod meta_entry;
mod methods;
mod negotiated;
mod notification;
mod topics;

pub(crate) use declared::{AddedExtensions, DeclaredExtensions, Extensions};
pub(crate) use extension::AddedExtension;
pub use meta_entry::{MetaEntry, has_entry, take_entry};
pub use negotiated::Negotiated;
pub use notification::string;
pub(crate) use topics::{BroadcastStream, ExtensionBroadcast, TopicFilter};
