//! Behaviour tests, all in one binary.

mod lint;
mod types;
mod ui;
mod vectors;
