//! Macros of `mcp-runtime`.

mod docs;
mod krate;
