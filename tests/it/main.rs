//! Behaviour tests, all in one binary.

mod elicit;
mod lint;
mod lints;
mod types;
mod ui;
mod vectors;
