//! Behaviour tests, all in one binary.

mod arguments;
mod cli;
mod containment;
mod elicit;
mod lint;
mod lints;
mod negotiation;
mod types;
mod ui;
mod vectors;
