//! Items for generated code only. Not part of the public API.

pub use std::borrow::Cow;
pub use std::string::String;

pub use schemars;

pub use crate::elicit::{Bounds, Choice, ElicitChoice, ElicitField, ElicitForm, FieldDef, Form};
pub use crate::error::Result;
pub use crate::protocol::extension_parts::{Extension, ExtensionNotification, ExtensionRequest};
pub use crate::protocol::older_revisions::RevisionStep;
pub use crate::protocol::structured_result::StructuredResult;
pub use crate::protocol::{
    Completes, ExtensionDeclaration, ExtensionId, ExtensionMethod, ExtensionTopic, IntoPrompt,
    Meta as Settings, MethodKind, ProtocolVersion,
};
pub use crate::schema::derive::{
    DeriveSchema, Given, OnlyWritten, Part, PartSchema, Read, Standing, buffered, flattened,
    keywords, made, never, tagged, wrapper,
};
pub use crate::schema::{
    ArgumentSchema, Fragment, InputSchema, OfUser, OutputSchema, Parameter, Schema, Standard,
};
pub use crate::server::apps::{AppDef, UiDef};
pub use crate::server::extensions::{MetaEntry, has_entry, string, take_entry};
pub use crate::server::handler::{
    ArgDef, ArgParam, Argument, CacheDef, Call, CallDef, Completer, Confirm, ContextParam,
    Contextual, Humantime, IconDef, Inputs, Lister, MethodDef, Nullable, OfArgument, Param, Piece,
    Plain, PromptDef, RefParam, Resolved, ResourceDef, Seconds, ToolDef, WholeParam, lend,
    lend_option, plain, seen_by, strs,
};
pub use crate::server::handler_set::HandlerSet;
pub use crate::server::handler_traits::{OneBlockWithoutPart, PromptFn, ResourceFn, ToolFn};
pub use crate::server::other_protocol::{ProtocolDef, ProtocolRoute};
pub use crate::server::respond::{
    Already, AsContent, AsData, Awaited, ContentOutput, DataOutput, DefaultOf, Explains, Failure,
    IntoMethodResult, IntoResource, IsSpecial, JsonDefault, NoResource, NoSchema, OmittedDefault,
    OutputOf, PlainFailure, PlainOutput, Respond, SchemaOf, Special, Split, SplitPlain, ToolOutput,
    any, boxed, completed, error_object, previewed, prompt,
};
pub use crate::server::response::{BoxFuture, Step};
pub use crate::server::result_limit::ResultLimit;
pub use crate::server::routes::{MethodRoute, PromptRoute, ResourceRoute, Route, ToolRoute};
pub use crate::server::tasks::TaskDef;
pub use crate::server::{
    Arguments, Context, ContextParameters, FromContext, Instance, NewInstance, Reply, Watch,
    listed, server_of_crate,
};
pub use crate::store::RateLimit;
pub use crate::{
    __around_result as around_result, __completion as completion, __default_json as default_json,
    __instances as instances, __method_result as method_result, __preview_result as preview_result,
    __prompt_result as prompt_result, __resource_result as resource_result,
    __resource_watched as resource_watched, __tool_output as tool_output,
    __tool_result as tool_result,
};

/// The traits for types that are recognized by their spelling.
pub use crate::traits as spelled;

/// The prelude items that schemars' derive expects, for `#![no_implicit_prelude]`.
pub mod prelude {
    pub use std::convert::{From as _, Into as _};
    pub use std::default::Default as _;
    pub use std::option::Option::{None, Some};
}
