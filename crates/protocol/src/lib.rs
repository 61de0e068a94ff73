//! The types of the [Model Context Protocol](https://modelcontextprotocol.io) in all its revisions,
//! and JSON-RPC: what servers of [`mcp-runtime`](https://docs.rs/mcp-runtime) and clients of
//! [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client) share.
//!
//! Programs name it as `mcp_runtime::protocol` or `mcp_runtime_client::protocol`:
//!
//! ```
//! use mcp_runtime_protocol::{ContentBlock, ProtocolVersion};
//!
//! assert_eq!(ProtocolVersion::LATEST.as_str(), "2026-07-28");
//! assert_eq!(ContentBlock::text("3").as_text(), Some("3"));
//! ```
//!
//! Only the newest revision has types; messages of older ones are converted from and to them. The
//! feature `otel` reads and writes the trace context of OpenTelemetry in messages, and `tool-names`
//! has the names by which models call the tools of several servers.

#[doc(hidden)]
pub mod approve;
#[doc(hidden)]
pub mod apps;
#[doc(hidden)]
pub mod base;
#[doc(hidden)]
pub mod caller;
#[doc(hidden)]
pub mod cancelled;
#[doc(hidden)]
pub mod capabilities;
#[doc(hidden)]
#[cfg(feature = "client-apps")]
pub mod client_apps;
#[doc(hidden)]
pub mod clock;
#[doc(hidden)]
pub mod completion;
#[doc(hidden)]
pub mod connect;
#[doc(hidden)]
pub mod content;
#[doc(hidden)]
pub mod debug;
#[doc(hidden)]
pub mod deprecated;
#[doc(hidden)]
pub mod discover;
#[doc(hidden)]
pub mod elicitation;
#[doc(hidden)]
pub mod error;
#[doc(hidden)]
pub mod errors;
#[doc(hidden)]
pub mod extension;
#[doc(hidden)]
pub mod extension_parts;
#[doc(hidden)]
pub mod extension_result;
#[doc(hidden)]
#[cfg(feature = "shared-files")]
pub mod file_lock;
mod file_uri;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod header_value;
#[doc(hidden)]
pub mod hex;
#[doc(hidden)]
pub mod implementation;
#[doc(hidden)]
pub mod initialize;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod jsonrpc;
#[doc(hidden)]
pub mod logging;
#[doc(hidden)]
pub mod meta;
#[doc(hidden)]
pub mod method;
pub mod oauth;
#[doc(hidden)]
pub mod offers;
#[doc(hidden)]
pub mod older_revisions;
#[doc(hidden)]
#[cfg(feature = "otel")]
pub mod otel;
#[doc(hidden)]
pub mod params;
#[doc(hidden)]
pub mod progress;
#[doc(hidden)]
pub mod prompt_content;
#[doc(hidden)]
pub mod prompts;
#[doc(hidden)]
pub mod protocol_version;
#[doc(hidden)]
pub mod public_url;
#[doc(hidden)]
pub mod quota;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod reference;
#[doc(hidden)]
pub mod registry;
#[doc(hidden)]
pub mod resource_contents;
#[doc(hidden)]
pub mod resources;
#[doc(hidden)]
pub mod result;
#[doc(hidden)]
#[cfg(feature = "retry-after")]
pub mod retry_after;
#[doc(hidden)]
pub mod roots;
#[doc(hidden)]
pub mod sampling;
mod secret;
#[doc(hidden)]
#[cfg(feature = "shared-files")]
pub mod shared_file;
#[doc(hidden)]
pub mod sorted;
#[doc(hidden)]
pub mod span;
#[doc(hidden)]
pub mod step_limit;
#[doc(hidden)]
pub mod structured_result;
#[doc(hidden)]
pub mod subscriptions;
#[doc(hidden)]
pub mod suggest;
#[doc(hidden)]
pub mod sync;
#[doc(hidden)]
pub mod tasks;
#[doc(hidden)]
pub mod tasks_extension;
#[doc(hidden)]
pub mod tool_content;
#[doc(hidden)]
pub mod tool_definition;
#[cfg(feature = "tool-names")]
pub mod tool_names;
#[doc(hidden)]
pub mod tool_result;
#[doc(hidden)]
pub mod tools;
#[doc(hidden)]
pub mod trace_context;
#[doc(hidden)]
pub mod transport;
#[doc(hidden)]
pub mod uri;
#[doc(hidden)]
pub mod violation;
#[doc(hidden)]
#[cfg(feature = "yaml")]
pub mod yaml;

pub use approve::Approve;
pub use apps::{APP_MIME_TYPE, AppCsp, AppMeta, AppPage, AppPermissions, Apps, AppsClient, ToolUi};
pub use base::{Annotations, CacheScope, Icon, IconTheme, MethodKind, ResultType, Role};
pub use caller::Caller;
pub use cancelled::CancelledParams;
pub use capabilities::{
    Capability, ClientCapabilities, ClientCapability, ServerCapabilities, ServerCapability,
    TasksCapability,
};
pub use completion::{
    CompleteParams, CompleteResult, Completes, Completion, CompletionArgument, CompletionContext,
    CompletionReference, PromptReference, ResourceTemplateReference,
};
pub use connect::{Connect, Opened};
pub use content::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent,
    ToolResultContent, ToolUseContent,
};
pub use deprecated::DeprecatedFeature;
pub use discover::DiscoverResult;
pub use elicitation::{Answer, Answer::Accepted};
pub use elicitation::{
    BooleanSchema, ElicitAction, ElicitFormParams, ElicitParams, ElicitResult, ElicitUrlParams,
    ElicitationCompleteParams, EnumOption, FormMode, MultiSelectItems, MultiSelectSchema,
    NumberSchema, NumberType, PrimitiveSchema, Properties, RequestedSchema, StringFormat,
    StringSchema, TitledItems, TitledSelectSchema, UntitledItems, UntitledSelectSchema, UrlMode,
};
pub use error::{Error, PublicError, Result};
pub use errors::{
    MissingRequiredClientCapability, ResourceNotFound, UnsupportedProtocolVersion,
    UrlElicitationRequired,
};
pub use extension::{ExtensionDeclaration, ExtensionId};
pub use extension_parts::{
    Extension, ExtensionMethod, ExtensionNotification, ExtensionRequest, ExtensionTopic,
};
pub use extension_result::ExtensionResult;
pub use implementation::Implementation;
pub use initialize::{InitializeParams, InitializeResult};
pub use input::{InputRequest, InputRequests, InputRequiredResult, InputResponse, InputResponses};
pub use jsonrpc::{ErrorCode, ErrorObject, RequestId, printable};
pub use logging::{LoggingLevel, LoggingMessageParams, SetLevelParams};
pub use meta::{Meta, ResultMeta, ServerInfo, keys as meta_keys};
pub use method::{Direction, Method};
pub use offers::{Offers, ToolRequirements};
pub use older_revisions::{NotExpressible, Revise, TryRevise};
pub use params::{EmptyResult, NotificationParams, PaginatedParams, RequestParams};
pub use progress::{ProgressParams, ProgressToken};
pub use prompt_content::IntoPrompt;
pub use prompts::{
    GetPromptParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument, PromptMessage,
};
pub use protocol_version::{Era, ProtocolVersion, UnknownProtocolVersion};
pub use resource_contents::{BlobResourceContents, ResourceContents, TextResourceContents};
pub use resources::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceParams, ReadResourceResult,
    Resource, ResourceTemplate, ResourceUpdatedParams,
};
pub use result::SendResult;
pub use roots::{ListRootsResult, Root};
pub use sampling::{
    CreateMessageParams, CreateMessageResult, IncludeContext, ModelHint, ModelPreferences,
    SamplingContent, SamplingMessage, ToolChoice, ToolChoiceMode,
};
pub use secret::Secret;
#[doc(hidden)]
pub use structured_result::StructuredResult;
pub use subscriptions::{
    SubscribeParams, SubscriptionFilter, SubscriptionsAcknowledgedParams,
    SubscriptionsListenParams, SubscriptionsListenResult,
};
#[doc(hidden)]
pub use tasks::shortened;
pub use tasks::{
    CreateTaskResult, ListTasksResult, RelatedTaskMetadata, Task, TaskMetadata, TaskParams,
    TaskResult, TaskStatus, TaskStatusParams,
};
pub use tasks_extension::{DetailedTask, UpdateTaskParams};
pub use tool_content::{Block, Blocks};
pub use tool_definition::{TaskSupport, Tool, ToolAnnotations, ToolExecution};
pub use tool_result::CallToolResult;
pub use tools::{CallToolParams, ListToolsResult};
pub use trace_context::TraceContext;
pub use violation::Violation;
