//! Behaviour tests, all in one binary.

mod lint;
mod vectors;
