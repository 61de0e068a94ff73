//! Skills that a server offers: the extension `io.modelcontextprotocol/skills`, written like any
//! other.
//!
//! A `source` provides the skills. `Skills` is the one for files, which `directory` reads or the
//! program embeds; `index` indexes them. `service` is the extension.
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
