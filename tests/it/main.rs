//! Behaviour tests, all in one binary.

mod vectors;
