//! Behaviour tests, all in one binary.

mod arguments;
mod containment;
mod elicit;
mod lint;
mod types;
mod ui;
mod vectors;
