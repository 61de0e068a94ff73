//! The data of the Model Context Protocol, as the newest revision defines it.
//!
//! Only types that serde reads and writes: no I/O, no decisions. One file per feature. What only
//! older revisions have (`initialize`, `logging/setLevel`, core tasks) has its types here too.

pub mod base;
pub mod cancelled;
pub mod capabilities;
pub mod completion;
pub mod content;
pub mod discover;
pub mod initialize;
pub mod logging;
pub mod meta;
pub mod method;
pub mod progress;
pub mod prompts;
pub mod resources;
pub mod tools;
pub mod version;

pub use base::{
    Annotations, CacheScope, EmptyResult, Icon, IconTheme, Implementation, NotificationParams,
    PaginatedParams, RequestParams, ResultType, Role,
};
pub use cancelled::CancelledParams;
pub use capabilities::{
    Capability, ClientCapabilities, ClientCapability, ServerCapabilities, ServerCapability,
    TasksCapability,
};
pub use completion::{
    CompleteParams, CompleteResult, Completion, CompletionArgument, CompletionContext,
    CompletionReference, PromptReference, ResourceTemplateReference,
};
pub use content::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent,
    ToolResultContent, ToolUseContent,
};
pub use discover::DiscoverResult;
pub use initialize::{InitializeParams, InitializeResult};
pub use logging::{LoggingLevel, LoggingMessageParams, SetLevelParams};
pub use meta::{Meta, ResultMeta};
pub use method::{Direction, Kind, Method};
pub use progress::{ProgressParams, ProgressToken};
pub use prompts::{
    GetPromptParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument, PromptMessage,
};
pub use resources::{
    BlobResourceContents, ListResourceTemplatesResult, ListResourcesResult, ReadResourceParams,
    ReadResourceResult, Resource, ResourceContents, ResourceTemplate, ResourceUpdatedParams,
    TextResourceContents,
};
pub use tools::{
    CallToolParams, CallToolResult, ListToolsResult, TaskSupport, Tool, ToolAnnotations,
    ToolExecution,
};
pub use version::{Era, ProtocolVersion, UnknownProtocolVersion};
