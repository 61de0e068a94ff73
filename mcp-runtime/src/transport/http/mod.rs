//! Streamable HTTP: both eras on one endpoint.
//!
//! Source: 2026-07-28, "Transports", Streamable HTTP; 2025-11-25 for sessions.

mod refusal;
