//! Streamable HTTP: both eras on one endpoint.
//!
//! Source: 2026-07-28, "Transports", Streamable HTTP; 2025-11-25 for sessions.

#[cfg_attr(not(test), expect(dead_code, reason = "the service comes after it"))]
mod guard;
#[cfg_attr(not(test), expect(dead_code, reason = "the service comes after it"))]
mod head;
#[cfg_attr(not(test), expect(dead_code, reason = "the service comes after it"))]
mod mirror;
#[expect(dead_code, reason = "the service comes after it")]
mod refusal;
