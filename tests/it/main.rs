//! Behaviour tests, all in one binary.

mod arguments;
mod cli;
mod containment;
mod elicit;
mod features;
mod lint;
mod lints;
mod middleware;
mod negotiation;
mod types;
mod ui;
mod vectors;
