//! Macros of `mcp-runtime`.
