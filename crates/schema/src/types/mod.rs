//! The schemas advertised for Rust types, and arguments that are decoded by them.
//!
//! `normalise` turns the schemars schema of a type into the plain subset that every client
//! understands; `input` and `output` assemble it for a tool. `coerce` corrects what can be corrected
//! in a value, and selects the branch of an enum as validation does.

mod absent;
mod base64;
mod coerce;
mod decode_cost;
#[doc(hidden)]
pub mod derive;
mod input;
mod normalise;
mod output;
#[cfg(test)]
mod recursive;
mod standard;
mod type_description;
mod unsupported_type;

use mcp_runtime_protocol::step_limit;

use crate::{branches, json, tree, validate};

#[doc(hidden)]
pub use absent::absent;
pub use base64::Base64;
use coerce::coerce;
#[doc(hidden)]
pub use input::{ArgumentSchema, Fragment, InputSchema, Parameter};
#[doc(hidden)]
pub use normalise::{fit_bounds, overlay};
#[doc(hidden)]
pub use output::OutputSchema;
#[doc(hidden)]
pub use standard::{OfUser, Standard};
pub use unsupported_type::SchemaError;

/// A type with a JSON Schema.
///
/// Derive it for your own types. Types that implement `schemars::JsonSchema` have it, too. A plain
/// form of their schema is advertised, for all clients; only a handwritten schema that names its
/// dialect in `$schema`, and has its definitions in `$defs`, is advertised unchanged.
/// [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/arguments/#types) lists types, their schemas and what is accepted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no JSON schema",
    label = "no JSON schema for this type",
    note = "add `#[derive(mcp_runtime::Schema)]` to `{Self}`"
)]
pub trait Schema: schemars::JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: schemars::JsonSchema + ?Sized> Schema for T {}
