//! What arrives at an API, and what a model reads of its answers.

#![allow(missing_docs, reason = "a test has no documentation")]
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod api;
mod credentials;
mod paths;
mod pets;
mod requests;
mod responses;
mod tools;
