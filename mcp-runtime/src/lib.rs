//! Runtime.

pub mod testing;
