//! JSON Schema: the schemas advertised for Rust types, and validation of values against them.
//!
//! `normalise` turns the schemars schema of a type into the plain subset that every client
//! understands; `input` and `output` assemble it for a tool. `validate` explains what is wrong with
//! a value, `coerce` corrects what can be corrected. Both select the branch of an enum with
//! `branches`, and are limited by `step_limit`: a peer chooses the value, and sometimes the schema.

mod absent;
mod base64;
mod coerce;
mod decode_cost;
pub(crate) mod derive;
pub(crate) mod elicit;
mod input;
mod normalise;
mod output;
#[cfg(test)]
mod recursive;
mod standard;
mod type_description;
mod unsupported_type;

pub(crate) use crate::protocol::schema::Mirrored;
pub(crate) use crate::protocol::schema::suggest::nearest;
pub use crate::protocol::schema::{Secret, Violation};
use crate::protocol::schema::{branches, json, pattern, step_limit, tree, validate};
pub(crate) use absent::absent;
pub use base64::Base64;
use coerce::coerce;
pub use elicit::ElicitForm;
pub use input::{ArgumentSchema, Fragment, InputSchema, Parameter};
pub use output::OutputSchema;
pub use standard::{OfUser, Standard};
pub use unsupported_type::SchemaError;

/// A type with a JSON Schema.
///
/// Derive it for your own types. Types that implement `schemars::JsonSchema` have it, too. A plain
/// form of their schema is advertised, for all clients; only a handwritten schema that names its
/// dialect in `$schema`, and has its definitions in `$defs`, is advertised unchanged.
/// [The guide](crate::guide::arguments#types) lists types, their schemas and what is accepted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no JSON schema",
    label = "no JSON schema for this type",
    note = "add `#[derive(mcp_runtime::Schema)]` to `{Self}`"
)]
pub trait Schema: schemars::JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: schemars::JsonSchema + ?Sized> Schema for T {}
