//! Skills that a server offers: the extension `io.modelcontextprotocol/skills`, written like any
//! other.
//!
//! A `source` provides the skills. `files` is the one for files, which `directory` reads or the
//! program embeds; `index` indexes them. `service` has the methods, `listed` the resources.
//!
//! Source: [Skills over MCP (SEP-2640)](https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx).

mod directory;
mod extension;
mod files;
mod index;
mod listed;
mod media_type;
mod service;
mod source;

pub use extension::SkillsFrom;
pub use files::{SkillChanges, Skills, embedded_skills};
pub use source::SkillSource;
