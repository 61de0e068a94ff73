//! Behaviour tests, all in one binary.

mod types;
mod vectors;
