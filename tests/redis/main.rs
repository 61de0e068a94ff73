//! The store in Redis, with real servers, which are started here and end with the tests.

mod contract;
#[expect(dead_code, reason = "what is to come needs more of it")]
mod server;
