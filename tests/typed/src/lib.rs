//! The program in the documentation of `client!` is a test here.

#[doc = include_str!("../../../crates/client-macros/docs/client.md")]
#[derive(Debug)]
pub struct Documentation;
