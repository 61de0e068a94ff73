//! The programs of the README, the guide and the documentation of the macros, as tests.

#[cfg(doctest)]
pub mod guide;
