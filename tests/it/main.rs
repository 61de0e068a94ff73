//! Behaviour tests, all in one binary.

mod ui;
mod vectors;
