//! Items for generated code only. Not part of the public API.

pub use crate::server::embedded_skills;
