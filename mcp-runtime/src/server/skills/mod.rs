//! Skills that a server offers: the extension `io.modelcontextprotocol/skills`, written as any other.
//!
//! A `source` has the skills. `Skills` is the one that has them in files, which `directory` reads, or the
//! program holds; `index` puts these in order. `service` is the extension.
//!
//! Source: [Skills over MCP (SEP-2640)](https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx).

mod directory;
mod files;
mod index;
mod media_type;
mod service;
mod source;

pub use files::{SkillChanges, Skills, embedded_skills};
pub(super) use service::{SkillService, entry};
pub use source::SkillSource;
