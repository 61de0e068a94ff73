//! Every shape of `tests/data/lint/types.jsonl`: the schema we want for it, and the values that
//! are taken and refused.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod attributes;
mod by_hand;
pub(crate) mod cases;
pub(crate) mod check;
mod coverage;
mod derive;
mod foreign;
mod handlers;
mod refused;
mod results;
mod rows;
mod said;
mod truth;
