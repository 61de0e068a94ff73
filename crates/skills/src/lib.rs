//! Skills over the [Model Context Protocol](https://modelcontextprotocol.io): folders with a
//! `SKILL.md` that tell a model how to do something. Servers of
//! [`mcp-runtime`](https://docs.rs/mcp-runtime) offer them, and clients of
//! [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client) load them. It is the extension
//! `io.modelcontextprotocol/skills`.
//!
//! ```no_run
//! # #[cfg(feature = "server")]
//! # mod program {
//! use mcp_runtime::server;
//! use mcp_runtime_skills::Skills;
//!
//! fn main() -> mcp_runtime::Result<()> {
//!     server!().extension(Skills::dir("/srv/skills")).run()
//! }
//! # }
//! ```
//!
//! `skills!("skills")` puts a folder of your package into the program instead, and a [`SkillSource`]
//! makes skills while the server runs. [`ClientSkills`] is the other side.
//! [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/skills/) has more about both.
//!
//! # Features
//!
//! | feature | what it is for |
//! |---|---|
//! | `server` | servers that offer skills (on by default) |
//! | `client` | clients that load them (not on by default) |
//!
//! Source: [Skills over MCP (SEP-2640)](https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx).

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "client")]
mod client;
mod digest;
mod frontmatter;
#[cfg(feature = "server")]
mod server;
mod skill;
mod uri;

#[cfg(feature = "client")]
pub use client::{ClientSkills, LoadedSkill, SkillRefused};
pub use digest::digest;
pub use frontmatter::read_frontmatter;
#[cfg(feature = "server")]
pub use mcp_runtime_macros::skills;
#[cfg(feature = "server")]
pub use server::{SkillChanges, SkillSource, Skills, SkillsFrom};
pub use skill::{
    GetSkillResult, ListSkillsResult, ReadDirectoryResult, Skill, SkillFile, SkillResources,
};
pub use uri::{path_of, uri_of};

/// The file that makes a folder a skill.
pub const SKILL_FILE: &str = "SKILL.md";

/// Items for generated code only. Not part of the public API.
#[doc(hidden)]
#[path = "private.rs"]
#[cfg(feature = "server")]
pub mod __private;
