//! Extensions: their identifiers, and the first revision they apply to.
//!
//! Source: [2026-07-28, "Versioning", capability negotiation](https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning); SEP-2133.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value};

use super::protocol_version::ProtocolVersion;
use crate::base::to_value;

/// The identifier of an extension, such as `com.example/batch`, and the first revision that the
/// extension applies to.
///
/// ```
/// use mcp_runtime_protocol::{ExtensionId, ProtocolVersion};
///
/// const BATCH: ExtensionId = ExtensionId::new("com.example/batch");
/// assert_eq!(BATCH.as_str(), "com.example/batch");
/// assert_eq!(BATCH.first_version(), ProtocolVersion::V2026_07_28);
///
/// let batch = BATCH.since(ProtocolVersion::V2025_11_25);
/// assert_eq!(batch.first_version(), ProtocolVersion::V2025_11_25);
/// ```
///
/// An invalid identifier in a constant does not compile:
///
/// ```compile_fail
/// use mcp_runtime_protocol::ExtensionId;
///
/// const BATCH: ExtensionId = ExtensionId::new("batch");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExtensionId {
    name: &'static str,
    since: Option<ProtocolVersion>,
}

impl ExtensionId {
    /// The pages that tools show inside a host.
    pub const UI: Self = Self::new("io.modelcontextprotocol/ui");
    /// Skills that a server offers.
    pub const SKILLS: Self = Self::new("io.modelcontextprotocol/skills");
    /// Calls that continue after their request.
    pub const TASKS: Self = Self::new("io.modelcontextprotocol/tasks");

    /// Creates an identifier: a reversed domain that its author owns, a slash and a name.
    ///
    /// Official extensions apply to the revisions that they are specified for, all others to those
    /// from 2026-07-28 on, unless [`since`](Self::since) says otherwise.
    ///
    /// # Panics
    ///
    /// When it is not a valid identifier; in a constant that is a compile error.
    #[inline]
    pub const fn new(name: &'static str) -> Self {
        match check(name) {
            Ok(()) => Self { name, since: None },
            Err(wrong) => panic!("{}", wrong),
        }
    }

    /// Creates the identifier of an extension that is not part of the specification.
    ///
    /// # Panics
    ///
    /// When it is not a valid identifier, or its prefix is reserved; in a constant that is a
    /// compile error.
    #[inline]
    pub const fn of_vendor(name: &'static str) -> Self {
        let id = Self::new(name);
        assert!(
            !id.is_reserved(),
            "`modelcontextprotocol` and `mcp` as a second label are reserved for the specification: begin \
             with a domain of your own"
        );
        id
    }

    /// Reads an identifier.
    ///
    /// # Errors
    ///
    /// If it is not a valid identifier.
    #[inline]
    pub const fn parse(name: &'static str) -> Result<Self, &'static str> {
        match check(name) {
            Ok(()) => Ok(Self { name, since: None }),
            Err(wrong) => Err(wrong),
        }
    }

    /// Returns the same extension, restricted to revisions from this one on: in others it is
    /// neither declared nor honoured.
    #[must_use]
    pub const fn since(self, first: ProtocolVersion) -> Self {
        Self { since: Some(first), ..self }
    }

    /// Returns the extension with its settings, which have to be an object.
    pub fn with(self, settings: impl Serialize) -> ExtensionDeclaration {
        let settings = match to_value(&settings) {
            Ok(Value::Object(settings)) => Ok(settings),
            Ok(_) => Err(format!("the settings of the extension `{self}` are not an object")),
            Err(error) => Err(format!("the settings of the extension `{self}`: {error}")),
        };
        ExtensionDeclaration { id: self, settings }
    }

    /// Returns the identifier on the wire.
    pub const fn as_str(self) -> &'static str {
        self.name
    }

    /// Returns the first revision that the extension applies to.
    pub fn first_version(self) -> ProtocolVersion {
        self.since.unwrap_or_else(|| first_version(self.name))
    }

    /// Returns whether the prefix is reserved for the specification: its second label is
    /// `modelcontextprotocol` or `mcp`.
    ///
    /// Source: [2026-07-28, "Overview", `_meta`](https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta).
    pub const fn is_reserved(self) -> bool {
        let name = self.name.as_bytes();
        let mut at = 0;
        while name[at] != b'.' {
            if name[at] == b'/' {
                return false;
            }
            at += 1;
        }
        follows(name, at + 1, b"modelcontextprotocol") || follows(name, at + 1, b"mcp")
    }
}

impl fmt::Display for ExtensionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// An extension that a side declares, with its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtensionDeclaration {
    #[doc(hidden)]
    pub id: ExtensionId,
    #[doc(hidden)]
    pub settings: Result<Map<String, Value>, String>,
}

impl From<ExtensionId> for ExtensionDeclaration {
    fn from(id: ExtensionId) -> Self {
        Self { id, settings: Ok(Map::new()) }
    }
}

/// Returns the default for the first revision that an extension applies to.
///
/// Tasks are forbidden before 2026-07-28 by SEP-2663; hosts use pages in all revisions. For unknown
/// extensions, 2026-07-28 is the first revision that ensures that the sides can agree.
pub fn first_version(name: &str) -> ProtocolVersion {
    match name {
        "io.modelcontextprotocol/ui" => ProtocolVersion::V2024_11_05,
        "io.modelcontextprotocol/skills" => ProtocolVersion::V2025_11_25,
        _ => ProtocolVersion::V2026_07_28,
    }
}

/// Whether the label that starts at this index is this one.
const fn follows(name: &[u8], start: usize, label: &[u8]) -> bool {
    let mut at = 0;
    while at < label.len() {
        if start + at >= name.len() || name[start + at] != label[at] {
            return false;
        }
        at += 1;
    }
    matches!(name[start + at], b'.' | b'/')
}

/// Checks whether a text is the identifier of an extension: the grammar of `_meta` keys, with a
/// prefix and a name.
///
/// Source: [2026-07-28, "Overview", `_meta`](https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta).
#[inline]
const fn check(name: &str) -> Result<(), &'static str> {
    let name = name.as_bytes();
    let mut at = 0;
    let mut label = 0;
    while at < name.len() && name[at] != b'/' {
        let last = at + 1 == name.len() || matches!(name[at + 1], b'.' | b'/');
        let fits = match name[at] {
            byte if at == label => byte.is_ascii_alphabetic(),
            b'.' if at > label => {
                label = at + 1;
                true
            }
            b'-' => !last,
            byte => byte.is_ascii_alphanumeric(),
        };
        if !fits {
            return Err("the prefix of an identifier must consist of domain-like labels, \
                        each starting with a letter and ending with a letter or digit: \
                        `com.example/batch`");
        }
        at += 1;
    }
    if at == name.len() {
        return Err("an identifier must have the reversed domain of its author before a \
                    slash: `com.example/batch`");
    }
    if at == label {
        return Err("an identifier must have a label directly before its slash: \
                    `com.example/batch`");
    }
    check_last(name, at + 1)
}

/// Checks what follows the slash.
const fn check_last(name: &[u8], start: usize) -> Result<(), &'static str> {
    let mut at = start;
    while at < name.len() {
        let is_edge = at == start || at + 1 == name.len();
        let fits = match name[at] {
            b'-' | b'_' | b'.' => !is_edge,
            byte => byte.is_ascii_alphanumeric(),
        };
        if !fits {
            return Err(
                "the name in an identifier must consist of letters and digits, and between \
                        them `-`, `_` and `.`: `com.example/batch`",
            );
        }
        at += 1;
    }
    if at == start {
        return Err("an identifier must have a name after its slash: `com.example/batch`");
    }
    Ok(())
}
