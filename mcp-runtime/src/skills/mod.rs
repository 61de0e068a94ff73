//! The parts of a skill: the frontmatter of `SKILL.md`, and the URIs and digests of its files.
//!
//! Source: [Skills over MCP (SEP-2640)](https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx).

mod digest;
mod frontmatter;
mod uri;
mod yaml;

pub(crate) use digest::digest;
pub(crate) use frontmatter::read_frontmatter;
pub(crate) use uri::{path_of, uri_of};

/// The file that makes a folder a skill.
pub(crate) const SKILL_FILE: &str = "SKILL.md";
