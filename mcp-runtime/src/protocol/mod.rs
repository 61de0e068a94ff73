//! The types of the Model Context Protocol, as the newest revision defines them.
//!
//! Types for serde, and how they are written in each revision: no I/O. One file per feature.
//! Features of older revisions only (`initialize`, `logging/setLevel`, core tasks) have their types
//! here, too.

pub(crate) mod apps;
pub(crate) mod base;
pub(crate) mod cancelled;
pub(crate) mod capabilities;
pub(crate) mod completion;
pub(crate) mod content;
pub(crate) mod discover;
pub(crate) mod elicitation;
pub(crate) mod errors;
pub(crate) mod extension;
pub(crate) mod extension_parts;
pub(crate) mod extension_result;
pub(crate) mod header_value;
pub(crate) mod initialize;
pub(crate) mod input;
pub(crate) mod logging;
pub(crate) mod meta;
pub(crate) mod method;
pub(crate) mod params;
pub(crate) mod progress;
pub(crate) mod prompts;
pub(crate) mod resource_contents;
pub(crate) mod resources;
pub(crate) mod result;
pub(crate) mod revisions;
pub(crate) mod roots;
pub(crate) mod sampling;
pub(crate) mod skills;
pub(crate) mod structured_result;
pub(crate) mod subscriptions;
pub(crate) mod tasks;
mod tasks_extension;
pub(crate) mod tool_definition;
mod tool_result;
pub(crate) mod tools;
pub(crate) mod trace_context;
pub(crate) mod uri;
pub(crate) mod version;

pub use crate::jsonrpc::RequestId;
pub use apps::{APP_MIME_TYPE, AppCsp, AppMeta, AppPage, AppPermissions, Apps, AppsClient, ToolUi};
pub use base::{
    Annotations, CacheScope, Icon, IconTheme, Implementation, MethodKind, ResultType, Role,
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
pub(crate) use elicitation::Answer;
pub use elicitation::{
    BooleanSchema, ElicitAction, ElicitFormParams, ElicitParams, ElicitResult, ElicitUrlParams,
    ElicitationCompleteParams, EnumOption, FormMode, MultiSelectItems, MultiSelectSchema,
    NumberSchema, NumberType, PrimitiveSchema, Properties, RequestedSchema, StringFormat,
    StringSchema, TitledItems, TitledSelectSchema, UntitledItems, UntitledSelectSchema, UrlMode,
};
pub use errors::{
    MissingRequiredClientCapability, ResourceNotFound, UnsupportedProtocolVersion,
    UrlElicitationRequired,
};
pub use extension::{ExtensionDeclaration, ExtensionId};
pub(crate) use extension_parts::{Extension, ExtensionNotification};
pub use extension_parts::{ExtensionMethod, ExtensionTopic};
pub use extension_result::ExtensionResult;
pub use initialize::{InitializeParams, InitializeResult};
pub use input::{InputRequest, InputRequests, InputRequiredResult, InputResponse, InputResponses};
pub use logging::{LoggingLevel, LoggingMessageParams, SetLevelParams};
pub use meta::{Meta, ResultMeta, ServerInfo, keys as meta_keys};
pub use method::{Direction, Method};
pub use params::{EmptyResult, NotificationParams, PaginatedParams, RequestParams};
pub use progress::{ProgressParams, ProgressToken};
pub use prompts::{
    GetPromptParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument, PromptMessage,
};
pub use resource_contents::{BlobResourceContents, ResourceContents, TextResourceContents};
pub use resources::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceParams, ReadResourceResult,
    Resource, ResourceTemplate, ResourceUpdatedParams,
};
pub use result::SendResult;
pub use revisions::{NotExpressible, Revise, TryRevise};
pub use roots::{ListRootsResult, Root};
pub use sampling::{
    CreateMessageParams, CreateMessageResult, IncludeContext, ModelHint, ModelPreferences,
    SamplingContent, SamplingMessage, ToolChoice, ToolChoiceMode,
};
pub use skills::{
    GetSkillResult, ListSkillsResult, ReadDirectoryResult, Skill, SkillFile, SkillResources,
};
pub(crate) use structured_result::StructuredResult;
pub use subscriptions::{
    SubscribeParams, SubscriptionFilter, SubscriptionsAcknowledgedParams,
    SubscriptionsListenParams, SubscriptionsListenResult,
};
pub(crate) use tasks::shortened;
pub use tasks::{
    CreateTaskResult, ListTasksResult, RelatedTaskMetadata, Task, TaskMetadata, TaskParams,
    TaskResult, TaskStatus, TaskStatusParams,
};
pub use tasks_extension::{DetailedTask, UpdateTaskParams};
pub use tool_definition::{TaskSupport, Tool, ToolAnnotations, ToolExecution};
pub use tool_result::CallToolResult;
pub use tools::{CallToolParams, ListToolsResult};
pub use version::{Era, ProtocolVersion, UnknownProtocolVersion};
