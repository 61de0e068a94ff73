//! Behaviour tests, all in one binary.

mod cli;
mod elicit;
mod lint;
mod types;
mod ui;
mod vectors;
