//! The parts of a skill: the frontmatter of `SKILL.md`, and the URIs and digests of its files.
//!
//! [`mcp-runtime`](https://docs.rs/mcp-runtime) and
//! [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client) have it with their feature `skills`;
//! programs need not depend on it.
//!
//! Source: [Skills over MCP (SEP-2640)](https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx).

mod digest;
mod frontmatter;
mod uri;
mod yaml;

pub use digest::digest;
pub use frontmatter::read_frontmatter;
pub use uri::{path_of, uri_of};

/// The file that makes a folder a skill.
pub const SKILL_FILE: &str = "SKILL.md";
