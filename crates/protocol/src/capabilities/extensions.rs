//! The open set of extensions, which both sides declare in the same way.

use serde_json::{Map, Value};

use crate::extension::{ExtensionId, first_version};
use crate::protocol_version::ProtocolVersion;
use crate::sorted::SortedMap;

/// The first revisions of extensions that specify one.
pub(super) type Floors = SortedMap<&'static str, ProtocolVersion>;

type Extensions = Map<String, Value>;

/// Adds an extension with its settings; an existing declaration is kept.
pub(super) fn declare(
    extensions: &mut Option<Extensions>,
    floors: &mut Floors,
    id: ExtensionId,
    settings: Map<String, Value>,
) {
    if id.first_version() != first_version(id.as_str()) {
        floors.insert(id.as_str(), id.first_version());
    }
    match extensions.get_or_insert_default().entry(id.as_str()).or_insert_with(super::empty) {
        Value::Object(declared) => {
            for (name, value) in settings {
                declared.entry(name).or_insert(value);
            }
        }
        other => *other = settings.into(),
    }
}

/// Removes the extensions that are for newer revisions only.
pub(super) fn keep_extensions(
    extensions: &mut Option<Extensions>,
    floors: &Floors,
    version: ProtocolVersion,
) {
    if let Some(extensions) = extensions {
        let floor = |id: &str| floors.get(id).copied().unwrap_or_else(|| first_version(id));
        extensions.retain(|id, _| floor(id) <= version);
    }
    extensions.take_if(|extensions| extensions.is_empty());
}

/// Whether an extension is declared: one whose settings are not an object is not.
pub(super) fn has_extension(extensions: Option<&Extensions>, id: &str) -> bool {
    extensions.and_then(|extensions| extensions.get(id)).is_some_and(Value::is_object)
}

/// The extensions that the other side did not declare.
#[inline]
pub(super) fn missing_extensions(
    required: Option<&Extensions>,
    declared: Option<&Extensions>,
) -> Option<Extensions> {
    let mut missing = required?.clone();
    missing.retain(|id, _| !has_extension(declared, id));
    (!missing.is_empty()).then_some(missing)
}
