//! The programs in the documentation of `#[openapi]` are tests here.

#[doc = include_str!("../../../crates/openapi-macros/docs/openapi.md")]
#[derive(Debug)]
pub struct Documentation;

#[doc = include_str!("../../../crates/openapi/README.md")]
#[derive(Debug)]
pub struct Readme;
