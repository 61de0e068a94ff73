//! A client for tests: says what it is told to, and keeps what comes back.

use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::rounds::SharedUser;
use super::wire::Wire;
use super::{Notification, User};
use crate::error::{Error, Result};
use crate::protocol::meta::keys;
use crate::protocol::{
    CallToolResult, ClientCapabilities, CompleteParams, CompleteResult, Completion,
    CompletionReference, DiscoverResult, GetPromptResult, Implementation, InitializeParams,
    InitializeResult, LoggingLevel, Method, Prompt, ProtocolVersion, ReadResourceResult, Resource,
    ResourceTemplate, ServerCapabilities, Tool,
};
use crate::server::Server;

/// A client that is connected to a server in memory; see [`connect`](super::connect).
///
/// Requests may run at the same time. One that is dropped before its answer is cancelled. Typed
/// requests ask for progress and for log messages, which are among the
/// [`notifications`](Self::notifications) then.
pub struct Client {
    wire: Wire,
    version: ProtocolVersion,
    pub(super) user: SharedUser,
    declared: ClientCapabilities,
    log_level: Mutex<LoggingLevel>,
    info: Implementation,
    capabilities: ServerCapabilities,
    instructions: Option<String>,
}

impl Client {
    /// Connects to one server or to its replicas, of which modern requests take turns.
    pub(super) async fn connect(
        servers: Vec<Server>,
        version: ProtocolVersion,
        user: User,
    ) -> Result<Self> {
        let declared = user.capabilities().for_version(version);
        let user = SharedUser::new(user);
        let mut client = Self {
            wire: Wire::open(servers, &user),
            version,
            user,
            declared,
            log_level: Mutex::new(LoggingLevel::Info),
            info: Implementation::default(),
            capabilities: ServerCapabilities::default(),
            instructions: None,
        };
        if version.is_modern() {
            client.discover().await?;
        } else {
            client.initialize().await?;
        }
        Ok(client)
    }

    /// The revision that the client speaks.
    pub fn version(&self) -> ProtocolVersion {
        self.version
    }

    /// Name and version of the server.
    pub fn server_info(&self) -> &Implementation {
        &self.info
    }

    /// What the server can do, as it said when it was connected.
    pub fn server_capabilities(&self) -> &ServerCapabilities {
        &self.capabilities
    }

    /// What the server says of its use.
    pub fn instructions(&self) -> Option<&str> {
        self.instructions.as_deref()
    }

    /// Calls a tool. A tool that failed is a result, too: see `is_error`.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn call_tool(&self, name: &str, arguments: Value) -> Result<CallToolResult> {
        let params = json!({ "name": name, "arguments": arguments });
        self.ask(Method::CallTool, params).await
    }

    /// Fills in a prompt.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn get_prompt(&self, name: &str, arguments: Value) -> Result<GetPromptResult> {
        let params = json!({ "name": name, "arguments": arguments });
        self.ask(Method::GetPrompt, params).await
    }

    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn read_resource(&self, uri: &str) -> Result<ReadResourceResult> {
        self.ask(Method::ReadResource, json!({ "uri": uri })).await
    }

    /// Asks how the value of an argument may go on.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn complete(
        &self,
        reference: CompletionReference,
        argument: &str,
        value: &str,
    ) -> Result<Completion> {
        let params = encode(CompleteParams::new(reference, argument, value))?;
        let result: CompleteResult = self.ask(Method::Complete, params).await?;
        Ok(result.completion)
    }

    /// Lists the tools, all pages of them.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn list_tools(&self) -> Result<Vec<Tool>> {
        self.list(Method::ListTools, "tools").await
    }

    /// Lists the prompts, all pages of them.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn list_prompts(&self) -> Result<Vec<Prompt>> {
        self.list(Method::ListPrompts, "prompts").await
    }

    /// Lists the resources, all pages of them.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn list_resources(&self) -> Result<Vec<Resource>> {
        self.list(Method::ListResources, "resources").await
    }

    /// Lists the resource templates, all pages of them.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn list_resource_templates(&self) -> Result<Vec<ResourceTemplate>> {
        self.list(Method::ListResourceTemplates, "resourceTemplates").await
    }

    /// Sets the least severe log messages that the server is to send: at first `info`.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn set_log_level(&self, level: LoggingLevel) -> Result<()> {
        *self.log_level.lock().unwrap_or_else(PoisonError::into_inner) = level;
        if !self.version.is_modern() {
            let params = json!({ "level": level });
            self.request(Method::SetLevel.name(), params).await?;
        }
        Ok(())
    }

    /// Sends any request. Only what its revision demands is added to the `_meta` of `params`.
    ///
    /// # Errors
    ///
    /// The error that the server answered, in [`Error::rpc`].
    pub async fn request(&self, method: &str, params: Value) -> Result<Value> {
        self.send(method, params).await
    }

    /// Sends any notification.
    #[expect(clippy::needless_pass_by_value, reason = "as the other methods take it")]
    pub fn notify(&self, method: &str, params: Value) {
        self.wire.notify(method, &params);
    }

    /// Takes the notifications that have arrived.
    ///
    /// Those that a call sent are here when its result is.
    pub fn notifications(&self) -> Vec<Notification> {
        self.wire.notifications()
    }

    /// Waits for the next notification and takes it.
    ///
    /// # Errors
    ///
    /// When the connection has ended.
    pub async fn next_notification(&self) -> Result<Notification> {
        self.wire.next_notification().await
    }

    /// Takes the messages of the forms and URLs that the [user](super::User) was asked.
    pub fn asked(&self) -> Vec<String> {
        self.user.asked()
    }

    /// Ends the connection, and waits until the server is done with what it still runs.
    ///
    /// # Errors
    ///
    /// When the server failed.
    pub async fn close(self) -> Result<()> {
        self.wire.close().await
    }

    async fn initialize(&mut self) -> Result<()> {
        let capabilities = self.declared.clone();
        let params = InitializeParams::new(self.version.as_str(), capabilities, identity());
        let method = Method::Initialize.name();
        let result: InitializeResult = self.send(method, encode(params)?).await?;
        if result.protocol_version != self.version.as_str() {
            return Err(Error::other(format!(
                "the server does not serve {}, it offers {}",
                self.version, result.protocol_version
            )));
        }
        self.notify(Method::Initialized.name(), json!({}));
        self.info = result.server_info;
        self.capabilities = result.capabilities;
        self.instructions = result.instructions;
        Ok(())
    }

    async fn discover(&mut self) -> Result<()> {
        let method = Method::Discover.name();
        let result: DiscoverResult = self.send(method, json!({})).await?;
        if let Some(info) = result.meta.server_info {
            self.info = Implementation::clone(&info);
        }
        self.capabilities = result.capabilities;
        self.instructions = result.instructions;
        Ok(())
    }

    /// A request that also asks for progress and log messages.
    async fn ask<T: DeserializeOwned>(&self, method: Method, mut params: Value) -> Result<T> {
        let mut meta = Map::from_iter([(keys::PROGRESS_TOKEN.to_owned(), method.name().into())]);
        if self.version.is_modern() {
            let level = *self.log_level.lock().unwrap_or_else(PoisonError::into_inner);
            meta.insert(keys::LOG_LEVEL.to_owned(), encode(level)?);
        }
        params["_meta"] = meta.into();
        self.ask_with_answers(method.name(), params).await
    }

    async fn list<T: DeserializeOwned>(&self, method: Method, field: &str) -> Result<Vec<T>> {
        let mut all = Vec::new();
        let mut params = json!({});
        loop {
            let mut page: Value = self.ask(method, params).await?;
            all.append(&mut decode(page[field].take())?);
            match page["nextCursor"].take() {
                Value::Null => return Ok(all),
                cursor => params = json!({ "cursor": cursor }),
            }
        }
    }

    async fn send<T: DeserializeOwned>(&self, method: &str, params: Value) -> Result<T> {
        read(method, &self.send_raw(method, params).await?)
    }

    pub(super) async fn send_raw(&self, method: &str, mut params: Value) -> Result<Box<RawValue>> {
        if self.version.is_modern() {
            add_meta(&mut params, self.version, &self.declared)?;
        }
        self.wire.request(method, params).await
    }
}

pub(super) fn read<T: DeserializeOwned>(method: &str, result: &RawValue) -> Result<T> {
    serde_json::from_str(result.get())
        .map_err(|error| Error::other(format!("the result of {method}: {error}")))
}

/// What every modern request carries, where the caller has not said otherwise.
///
/// Source: 2026-07-28, "Overview", `_meta`.
fn add_meta(
    params: &mut Value,
    version: ProtocolVersion,
    declared: &ClientCapabilities,
) -> Result<()> {
    if params.is_null() {
        *params = json!({});
    }
    let Some(params) = params.as_object_mut() else {
        return Ok(());
    };
    let meta = params.entry("_meta").or_insert_with(|| json!({}));
    if let Some(meta) = meta.as_object_mut() {
        let all = [
            (keys::PROTOCOL_VERSION, encode(version)?),
            (keys::CLIENT_CAPABILITIES, encode(declared)?),
            (keys::CLIENT_INFO, encode(identity())?),
        ];
        for (key, value) in all {
            meta.entry(key).or_insert(value);
        }
    }
    Ok(())
}

fn identity() -> Implementation {
    Implementation::new("mcp-runtime testing", env!("CARGO_PKG_VERSION"))
}

pub(super) fn encode(value: impl serde::Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(|error| Error::other(error.to_string()))
}

fn decode<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_json::from_value(value).map_err(|error| Error::other(error.to_string()))
}
