//! The formats that a form supports, which are fewer than those of arguments.

/// The formats of texts in a form
/// (<https://modelcontextprotocol.io/specification/2026-07-28/schema#stringschema>).
pub(super) const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];
