//! Behaviour tests, in one binary.

mod types;
