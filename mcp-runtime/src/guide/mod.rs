//! The guide, organized by task: topics that need more room than the documentation of an item.
//!
#![doc = include_str!("index.md")]

#[doc = include_str!("agents.md")]
pub mod agents {}

#[doc = include_str!("apps.md")]
pub mod apps {}

#[doc = include_str!("arguments.md")]
pub mod arguments {}

#[doc = include_str!("asking.md")]
pub mod asking {}

#[doc = include_str!("assistants.md")]
pub mod assistants {}

#[doc = include_str!("authorization.md")]
pub mod authorization {}

#[doc = include_str!("bridge.md")]
pub mod bridge {}

#[doc = include_str!("callers.md")]
pub mod callers {}

#[doc = include_str!("client.md")]
pub mod client {}

#[doc = include_str!("cloud.md")]
pub mod cloud {}

#[doc = include_str!("command_line.md")]
pub mod command_line {}

#[doc = include_str!("completion.md")]
pub mod completion {}

#[doc = include_str!("database.md")]
pub mod database {}

#[doc = include_str!("extensions.md")]
pub mod extensions {}

#[doc = include_str!("fastmcp.md")]
pub mod fastmcp {}

#[doc = include_str!("hosts.md")]
pub mod hosts {}

#[doc = include_str!("http.md")]
pub mod http {}

#[doc = include_str!("issuers.md")]
pub mod issuers {}

#[doc = include_str!("larger.md")]
pub mod larger {}

#[doc = include_str!("limits.md")]
pub mod limits {}

#[doc = include_str!("lock.md")]
pub mod lock {}

#[doc = include_str!("login.md")]
pub mod login {}

#[doc = include_str!("many_tools.md")]
pub mod many_tools {}

#[doc = include_str!("observation.md")]
pub mod observation {}

#[doc = include_str!("openapi.md")]
pub mod openapi {}

#[doc = include_str!("page.md")]
pub mod page {}

#[doc = include_str!("prompts.md")]
pub mod prompts {}

#[doc = include_str!("protocol.md")]
pub mod protocol {}

#[doc = include_str!("recipes.md")]
pub mod recipes {}

#[doc = include_str!("relay.md")]
pub mod relay {}

#[doc = include_str!("replicas.md")]
pub mod replicas {}

#[doc = include_str!("resources.md")]
pub mod resources {}

#[doc = include_str!("results.md")]
pub mod results {}

#[doc = include_str!("rmcp.md")]
pub mod rmcp {}

#[doc = include_str!("schemas.md")]
pub mod schemas {}

#[doc = include_str!("ship.md")]
pub mod ship {}

#[doc = include_str!("skills.md")]
pub mod skills {}

// The page is `VERSIONING.md`, with links for the repository. The first definition of a link counts.
/// [results]: crate::guide::results#results-of-tools
/// [resource types]: crate::guide::resources#return-types
/// [prompt types]: crate::guide::prompts#return-types
/// [limits]: crate::guide::limits
/// [lock]: crate::guide::lock
/// [directory]: crate::store::Directory
/// [store]: crate::store::Store
/// [revisions]: crate::protocol::ProtocolVersion::ALL
///
#[doc = include_str!("stability.md")]
pub mod stability {}

#[doc = include_str!("start.md")]
pub mod start {}

#[doc = include_str!("tasks.md")]
pub mod tasks {}

#[doc = include_str!("testing.md")]
pub mod testing {}

#[doc = include_str!("troubleshooting.md")]
pub mod troubleshooting {}

#[doc = include_str!("troubleshooting_http.md")]
pub mod troubleshooting_http {}

#[doc = include_str!("typescript.md")]
pub mod typescript {}

#[doc = include_str!("web.md")]
pub mod web {}
