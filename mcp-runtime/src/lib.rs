//! A framework for [Model Context Protocol](https://modelcontextprotocol.io) (MCP) servers, in all
//! revisions from 2024-11-05 to 2026-07-28.
//!
//! ```no_run
//! use mcp_runtime::{server, tool};
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(
//!     /// First addend.
//!     a: i64,
//!     /// Second addend.
//!     b: i64,
//! ) -> i64 {
//!     a + b
//! }
//!
//! fn main() -> mcp_runtime::Result<()> {
//!     server!().tool::<add>().run()
//! }
//! ```
//!
//! # Where to start
//!
//! * [A guide](guide::start) leads from `cargo new` to a server that an assistant uses.
//! * [The command line](guide::command_line) of a server: custom options, scripts, logging.
//! * [`macro@tool`], [`macro@prompt`] and [`macro@resource`] turn functions into handlers,
//!   [`macro@handlers`] methods that share state. [`macro@Schema`] is for the types of arguments
//!   and results.
//! * [`server!`] creates a [`ServerBuilder`], which has all settings.
//! * [`Context`] and its parts ([`Progress`], [`Log`], [`Cancelled`], [`State`]) are what a handler
//!   receives from the server; [`FromContext`] adds your own.
//! * [`struct@Elicit`], [`Sample`] and [`Roots`] query the user, the model and the client while a
//!   handler runs; see [the guide](guide::asking).
//! * [`client`] connects to servers: child processes, URLs, servers in memory, any reader and
//!   writer.
//! * [`macro@extension`] extends the protocol: [a guide](guide::extensions). [Pages](guide::apps)
//!   that tools show in hosts are one extension, [skills](guide::skills) another.
//! * `acp` turns a function into an [agent](guide::agents) for editors that speak the Agent Client
//!   Protocol, and drives other agents.
//! * [`testing`] has an in-memory client with a scripted user, and a lint.
//! * [`middleware`] wraps layers around every request.
//! * `auth` protects servers: [a guide](guide::authorization) leads from a login to scopes.
//! * [`store`] keeps data that outlives a request, or that replicas share.
//! * [`protocol`] has the types of the protocol.
//!
//! # Features
//!
//! Features exist only to reduce dependencies, and change nothing else. The first three are enabled
//! by default.
//!
//! | feature | what it is for |
//! |---|---|
//! | `macros` | the macros |
//! | `stdio` | serving standard input and output |
//! | `cli` | the command line of [`Server::run`] |
//! | `http` | serving Streamable HTTP (not on by default) |
//! | `client` | a [`client`] of servers that are child processes or in memory (not on by default) |
//! | `http-client` | a [`client`] over Streamable HTTP, too, with TLS (not on by default) |
//! | `auth` | a server over HTTP that accepts only requests with valid tokens (not on by default) |
//! | `client-auth` | a [`client`] over Streamable HTTP that logs in (not on by default) |
//! | `skills` | skills in files, for servers ([`Skills`]) and clients (not on by default) |
//! | `acp` | agents: the Agent Client Protocol, in version 1 (not on by default) |
//! | `acp-v2` | version 2 of it, too: a draft, whose wire format may change with any release (not on by default) |
//! | `lock` | [`lock`]: the interface of a server in a file, and the meaning of changes to it (not on by default) |
//! | `page` | [`page`], on which a person can try out a server, and `dev` and `--page` (not on by default) |
//! | `observe` | metrics for Prometheus and an audit log, in [`observe`] (not on by default) |
//! | `otel` | spans in OpenTelemetry traces, for servers and clients (not on by default) |
//! | `redis` | `store::Redis`: a store that replicas share, in Redis or Valkey (not on by default) |
//! | `redis-cluster`, `redis-sentinel`, `redis-tls` | the same in a Redis Cluster, with sentinels, over TLS (not on by default) |
//! | `testing` | [`testing`], with `client` and `lock` (for the dev-dependencies) |
//! | `ship` | commands for a program that is distributed to users: `install`, `uninstall`, `installed`, `doctor` (not on by default) |
//! | `bytes`, `chrono`, `indexmap`, `jiff`, `rust_decimal`, `semver`, `url`, `uuid` | types of the crate with this name as arguments and results (not on by default) |
//!
//! A server over HTTP does not need an HTTP client, so `http` and `http-client` are separate
//! features.
//!
//! # Inside
//!
//! A tool call takes this path; over HTTP it begins in `transport/http` instead of the first two:
//!
//! ```text
//! bytes ─▶ transport/driver         a line from `transport/lines`, with one message
//!       ─▶ transport/connection     the session, and its running calls, which it can abort
//!       ─▶ jsonrpc/message          its kind, its id and its method
//!       ─▶ negotiation/params       of its parameters, the members as text
//!       ─▶ session/accept           what the message asks for, who sends it, in which revision
//!       ─▶ server/dispatch          the handler by its name, in `server/catalog/features`
//!       ─▶ server/handler/call      one call of it, with the defaults of omitted arguments, and
//!                                   with a panic contained
//!       ─▶ schema/input             each argument, decoded or refused with an explanation
//!       ─▶ your function            called by generated code, such as that in
//!                                   `mcp-macros/tests/expand/tool.rs`
//!       ─▶ server/respond           its result, as a reply
//!       ─▶ server/response          the reply, written by `jsonrpc/write`: that of a tool by
//!                                   `protocol/tool_result`, in the shape of its revision
//!       ─▶ transport/reply_to       the place of the response: its line, its batch, its HTTP body
//!       ─▶ transport/outbox         bytes; JSON over HTTP that is ready at once goes without it
//! ```
//!
//! Revisions are of two eras: up to 2025-11-25 they are *legacy*, with a session that `initialize`
//! opens; from 2026-07-28 on they are *modern*, and each request stands alone. Three ideas keep the
//! crate small. The revision is settled once, in `negotiation`; what comes after asks it for what
//! it needs to know, never for its number or its era. Only the newest revision has types; what an
//! older one lacks or names differently is an edit in `protocol::revisions`. Macros generate a
//! definition and a call; the logic is here.
//!
//! A module imports only from modules to its left:
//!
//! `sync` · `jsonrpc` · `error` · `protocol` · `schema` · `caller` · `quota` · `negotiation` ·
//! `session` · `debug` · `clock` · `random` · `files` · `stderr` · `span` · `otel` · `https` ·
//! `store` · `skills` · `server` · `middleware` · `observe` · `transport` · `http` · `page` ·
//! `client` · `auth` · `lock` · `ship` · `testing` · `acp` · `cli` · `run` · `guide`
//!
//! Within each of them, neighbours import each other in one direction, too. Those up to `session` do
//! no I/O. A feature of the protocol has the same name in all of them: `protocol/tools.rs` has the
//! types, `server/tools.rs` serves them.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "acp")]
pub mod acp;
#[cfg(feature = "oauth")]
pub mod auth;
mod caller;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "client")]
pub mod client;
mod clock;
mod debug;
mod error;
#[cfg(feature = "lock")]
mod files;
#[cfg(test)]
mod fuzz;
#[cfg(feature = "testing")]
pub mod guide;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "https")]
mod https;
mod jsonrpc;
#[cfg(feature = "lock")]
pub mod lock;
pub mod middleware;
mod negotiation;
pub mod observe;
#[cfg(feature = "otel")]
mod otel;
#[cfg(feature = "page")]
pub mod page;
pub mod protocol;
mod quota;
mod random;
mod run;
mod schema;
mod server;
mod session;
#[cfg(feature = "ship")]
mod ship;
#[cfg(feature = "skills")]
mod skills;
mod span;
#[cfg(feature = "stderr")]
mod stderr;
pub mod store;
mod sync;
#[cfg(feature = "testing")]
pub mod testing;
mod transport;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use caller::Caller;
pub use error::{Error, PublicError, Result};
pub use jsonrpc::{ErrorCode, ErrorObject, printable};
#[cfg(feature = "skills")]
pub use mcp_runtime_macros::skills;
#[cfg(feature = "macros")]
pub use mcp_runtime_macros::{
    Elicit, ExtensionNotification, ExtensionRequest, MetaEntry, Schema, around, extension,
    handlers, method, notified, prompt, resource, tool,
};
pub use negotiation::ClientFacts;
pub use protocol::elicitation::{Answer, Answer::Accepted};
pub use protocol::extension_parts::{Extension, ExtensionNotification, ExtensionRequest};
pub use schema::{Base64, ElicitForm, Schema, SchemaError, Secret, Violation};
pub use server::agent::DescribesAgent;
pub use server::handler_traits::{AgentFn, CommandFn, PromptFn, ResourceFn, ToolFn};
pub use server::respond::{IntoMethodResult, IntoPrompt, IntoResource, ToolValue};
pub use server::{
    Audio, Cancelled, Completing, Context, Elicit, ElicitUrl, Env, Feature, FromContext,
    HandlerClosure, Handlers, Image, Interaction, IntoExtension, Json, Log, MetaEntry, Negotiated,
    NewTool, Next, NotFound, Progress, Question, Roots, Sample, SampleTools, Server, ServerBuilder,
    SessionState, State, States, TaskContext, Tasks, ToolCall,
};
#[cfg(feature = "skills")]
pub use server::{SkillChanges, SkillSource, Skills};

/// Command-line parsing, re-exported: the options of [`ServerBuilder::run_with`] derive its `Args`.
/// To derive them, depend on clap 4 yourself, with its feature `derive`.
#[cfg(feature = "cli")]
pub use clap;
/// The traits that the compiler names in errors about unsupported types; the errors also say what
/// to do.
///
/// The macros use them; their methods are not part of the public API.
pub mod traits {
    pub use crate::schema::derive::DeriveSchema;
    pub use crate::schema::elicit::ElicitField;
    pub use crate::server::foreign_types::{
        auth, bytes, chrono, indexmap, instant, jiff, rust_decimal, semver, session_state, shared,
        state, time, url, uuid,
    };
    pub use crate::server::handler::{ArgParam, ContextParam, Param, RefParam, WholeParam};
    pub use crate::server::handler_traits::{IntoHandlers, OneBlockWithoutPart};
    pub use crate::server::respond::{AsContent, AsData, Block, Completes, Explains, Respond};
    pub use crate::server::{Arguments, ContextParameters, PromptFns, ResourceFns, ToolFns};
}

/// Builds JSON, such as the arguments of a call; re-exported from serde_json.
pub use serde_json::json;

/// Watched values, re-exported from tokio: a resource can return them so that clients can follow
/// changes.
pub use tokio::sync::watch;

/// Creates a server builder with the name and the version of your crate; in a binary, with the name
/// of the binary.
///
/// ```
/// let server = mcp_runtime::server!().build()?;
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
#[macro_export]
macro_rules! server {
    () => {
        $crate::ServerBuilder::new(
            ::core::option_env!("CARGO_BIN_NAME").unwrap_or(::core::env!("CARGO_PKG_NAME")),
            ::core::env!("CARGO_PKG_VERSION"),
        )
        .description(::core::env!("CARGO_PKG_DESCRIPTION"))
    };
}
