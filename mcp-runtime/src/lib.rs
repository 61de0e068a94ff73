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
//! * [An index](guide) leads from what you want to do to the page of the guide about it.
//! * [The command line](guide::command_line) of a server: custom options, scripts, logging.
//! * [Arguments](guide::arguments), [results](guide::results), [resources](guide::resources) and
//!   [recipes](guide::recipes); [tests](guide::testing).
//! * [HTTP](guide::http): in axum, with keys, sessions, the end; [on the web](guide::web): pages of
//!   other origins, routes, Unix sockets, proxies.
//! * [`macro@tool`], [`macro@prompt`] and [`macro@resource`] turn functions into handlers,
//!   [`macro@handlers`] methods that share state. [`macro@Schema`] is for the types of arguments
//!   and results.
//! * [`server!`] creates a [`ServerBuilder`], which has all settings.
//! * [`Context`] and its parts ([`Progress`], [`Log`], [`Cancelled`], [`State`]) are what a handler
//!   receives from the server; [`FromContext`] adds your own, and [`FromArgument`] those that are made
//!   of an argument.
//! * [`struct@Elicit`], [`Sample`] and [`Roots`] query the user, the model and the client while a
//!   handler runs; see [the guide](guide::asking).
//! * [`macro@extension`] extends the protocol: [a guide](guide::extensions). [Pages](guide::apps)
//!   that tools show in hosts are one extension, [skills](guide::skills) another.
//! * [`middleware`] wraps layers around every request.
//! * [`other_protocol`] is for programs that speak another protocol besides MCP.
//! * [`terminal`] prints what the commands of a program do.
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
//! | `otel` | spans in OpenTelemetry traces (not on by default) |
//!
//! Types of `bytes`, `chrono`, `indexmap`, `jiff`, `rust_decimal`, `semver`, `url` and `uuid` are
//! arguments and results with a feature of
//! [`mcp-runtime-schema`](https://docs.rs/mcp-runtime-schema): `cargo add mcp-runtime-schema -F chrono`.
//!
//! # Beside this crate
//!
//! | crate | what for |
//! |---|---|
//! | [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client) | [a client](guide::client) of servers: child processes, URLs, servers in memory, any reader and writer |
//! | [`mcp-runtime-host`](https://docs.rs/mcp-runtime-host) | [many servers](guide::hosts) at once, for agents: restarted when they exit, with unique tool names, converted for model providers |
//! | [`mcp-runtime-auth`](https://docs.rs/mcp-runtime-auth) | OAuth: servers that accept [tokens](guide::authorization), and clients that [log in](guide::login) |
//! | [`mcp-runtime-keychain`](https://docs.rs/mcp-runtime-keychain) | storing logins of clients [in the system keychain](guide::login#token-stores) |
//! | [`mcp-runtime-testing`](https://docs.rs/mcp-runtime-testing) | [tests](guide::testing), for the dev-dependencies: an in-memory client with a scripted user, every revision, a lint |
//! | [`mcp-runtime-relay`](https://docs.rs/mcp-runtime-relay) | [relays](guide::relay): offering what other servers have, wherever they run |
//! | [`mcp-runtime-tools`](https://docs.rs/mcp-runtime-tools) | servers with [many tools](guide::many_tools): a search in place of a long list, edits of relayed tools, resources as tools |
//! | [`mcp-runtime-rmcp`](https://docs.rs/mcp-runtime-rmcp) | [moving from rmcp](guide::rmcp) one tool at a time: its servers, mounted, and conversions |
//! | [`mcp-runtime-openapi`](https://docs.rs/mcp-runtime-openapi) | [tools that call an HTTP API](guide::openapi), checked against its OpenAPI document while compiling |
//! | [`mcp-runtime-observe`](https://docs.rs/mcp-runtime-observe) | [metrics](guide::observation) for Prometheus, and an audit log |
//! | [`mcp-runtime-acp`](https://docs.rs/mcp-runtime-acp) | [agents](guide::agents) for editors that support the Agent Client Protocol (ACP), and clients of agents |
//! | [`mcp-runtime-ship`](https://docs.rs/mcp-runtime-ship) | [distributing](guide::ship) a server: the commands `install`, `doctor`, `manifest` and `lock`, and a [page](guide::page) for trying it |
//! | [`mcp-runtime-skills`](https://docs.rs/mcp-runtime-skills) | [skills](guide::skills): files that tell a model how to do something, and clients that load them |
//! | [`mcp-runtime-web`](https://docs.rs/mcp-runtime-web) | standalone servers on the web: TLS, systemd sockets, server cards and well-known files |
//! | [`mcp-runtime-codegen`](https://docs.rs/mcp-runtime-codegen) | generating [typed clients](guide::lock#typed-clients) as files or in a build script |
//! | [`mcp-runtime-lint`](https://docs.rs/mcp-runtime-lint) | the rules of clients and model providers, and [locks](guide::lock) of what a server offers |
//! | [`mcp-runtime-redis`](https://docs.rs/mcp-runtime-redis) | a store that [replicas](guide::replicas) share, in Redis or Valkey |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(deprecated, reason = "what MCP has deprecated is still served")]
#![cfg_attr(
    not(all(feature = "cli", feature = "http")),
    allow(dead_code, unused_imports, reason = "a feature is off that uses it")
)]

#[cfg(feature = "cli")]
mod cli;
mod elicit;
#[cfg(not(doctest))]
pub mod guide;
#[cfg(feature = "http")]
pub mod http;
mod in_memory;
pub mod middleware;
mod negotiation;
pub mod observe;
pub mod other_protocol;
mod run;
mod server;
mod session;
#[cfg(feature = "cli")]
mod stderr;
pub mod store;
#[cfg(feature = "cli")]
pub mod terminal;
mod transport;

#[doc(hidden)]
pub mod internal;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use elicit::ElicitForm;
#[cfg(feature = "macros")]
pub use mcp_runtime_macros::{
    Elicit, ExtensionNotification, ExtensionRequest, MetaEntry, Schema, around, extension,
    handlers, method, notified, prompt, resource, tool,
};
#[doc(inline)]
pub use mcp_runtime_protocol as protocol;
use mcp_runtime_schema as schema;
pub use negotiation::ClientFacts;
pub use protocol::{
    Accepted, Answer, Caller, Error, ErrorCode, ErrorObject, Extension, ExtensionNotification,
    ExtensionRequest, IntoPrompt, PublicError, Result, Secret, Violation, printable,
};
use protocol::{caller, clock, debug, error, jsonrpc, quota, random, span, sync};
pub use schema::{Base64, Schema, SchemaError};
pub use server::handler_traits::{PromptFn, ResourceFn, ToolFn};
pub use server::replicas::SharedState;
pub use server::respond::{IntoMethodResult, IntoResource, ToolPreview, ToolValue};
pub use server::{
    About, AppSettings, Audio, AvailableTools, Cancelled, Changes, CompletionRequest, Context,
    Elicit, ElicitUrl, Env, Feature, FromArgument, FromContext, HandlerClosure, Handlers, Image,
    Interaction, IntoExtension, Json, Limits, Log, MetaEntry, Negotiated, NewTool, Next, NotFound,
    Progress, Question, ResourceChanges, Roots, Sample, SampleTools, Server, ServerBuilder,
    SessionState, State, States, TaskContext, Tasks, ToolCall, WeakServer,
};

#[cfg(feature = "cli")]
pub use cli::added::*;
pub use transport::served::Transport;
#[cfg(feature = "signal")]
pub use transport::signals::shutdown_signal;
#[cfg(feature = "stdio")]
pub use transport::stdio::{StdioTransport, stdio};

/// The traits that the compiler names in errors about unsupported types; the errors also say what
/// to do.
///
/// The macros use them; their methods are not part of the public API.
pub mod traits {
    pub use crate::elicit::ElicitField;
    pub use crate::protocol::{Block, Completes};
    pub use crate::schema::derive::DeriveSchema;
    pub use crate::server::foreign_types::{
        auth, bytes, chrono, indexmap, instant, jiff, rust_decimal, semver, session_state, shared,
        state, time, url, uuid,
    };
    pub use crate::server::handler::{ArgParam, ContextParam, Param, RefParam, WholeParam};
    pub use crate::server::handler_traits::{IntoHandlers, OneBlockWithoutPart};
    pub use crate::server::respond::{AsContent, AsData, Explains, Respond};
    pub use crate::server::{
        Amount, Arguments, ContextParameters, PromptFns, ResourceFns, ToolFns,
    };
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
        $crate::__private::server_of_crate(
            ::core::option_env!("CARGO_BIN_NAME").unwrap_or(::core::env!("CARGO_PKG_NAME")),
            ::core::env!("CARGO_PKG_VERSION"),
            ::core::env!("CARGO_PKG_DESCRIPTION"),
        )
    };
    ($($unexpected:tt)+) => {
        ::core::compile_error!(
            "`server!()` takes no arguments, since `Cargo.toml` has the name and the version: for others, \
             write `ServerBuilder::new(\"name\", \"1.0\")`"
        )
    };
}
