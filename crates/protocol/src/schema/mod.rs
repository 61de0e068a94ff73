//! JSON Schema: values checked against it, and what is wrong with them.
//!
//! `validate` explains what is wrong with a value, `answer` with what a user has filled in. Both are
//! limited by `step_limit`: a peer chooses the value, and sometimes the schema.

pub mod answer;
pub mod branches;
pub mod ecma;
mod format;
pub mod json;
pub mod keywords;
pub mod mirrored;
pub mod pattern;
pub mod reference;
mod secret;
pub mod step_limit;
pub mod suggest;
pub mod tree;
pub mod validate;
mod violation;

pub use mirrored::Mirrored;
pub use secret::Secret;
pub use violation::Violation;
