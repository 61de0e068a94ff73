//! What both sides declare in `initialize`.
//!
//! Source: [ACP, "Initialization"](https://agentclientprotocol.com/protocol/initialization).

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{AuthMethod, SystemPromptSupport};
use mcp_runtime::ClientFacts;
use mcp_runtime_protocol::jsonrpc::ErrorObject;
use mcp_runtime_protocol::{
    ClientCapabilities as McpCapabilities, ClientCapability, Implementation,
};

/// How the client of an agent describes itself.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ClientSide {
    /// Its name and version; self-reported, so never a basis for trust.
    pub info: Option<Implementation>,
    /// Its capabilities.
    pub capabilities: ClientCapabilities,
    /// Its description in the form that MCP handlers use.
    facts: Arc<ClientFacts>,
}

/// The capabilities of a client. Members that are missing, or of the wrong type, are unsupported.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
pub struct ClientCapabilities {
    /// It reads files, [for a turn](crate::Turn::read_file); only in version 1.
    pub read_text_file: bool,
    /// It writes files, [for a turn](crate::Turn::write_file); only in version 1.
    pub write_text_file: bool,
    /// It runs commands, [for a turn](crate::Turn::terminal); only in version 1.
    pub terminal: bool,
    /// It shows forms.
    pub elicitation_form: bool,
    /// It opens URLs.
    pub elicitation_url: bool,
    /// It starts agents in a terminal, for users to log in.
    pub terminal_auth: bool,
    /// It shows notices beside the conversation.
    pub notices: bool,
    /// It shows when the conversation is compacted.
    pub compaction: bool,
    /// It shows several plans, and plans in Markdown.
    pub plans: bool,
    /// It shows [subagents](crate::Turn::subagent) as sessions.
    pub subagents: bool,
    /// It shows options that are on or off.
    pub boolean_options: bool,
    /// Capabilities of its own: `_meta` of its capabilities.
    pub meta: Map<String, Value>,
}

impl ClientSide {
    /// A client with its capabilities.
    pub(crate) fn new(info: Option<Implementation>, capabilities: ClientCapabilities) -> Self {
        let mut facts = ClientFacts::default();
        facts.info.clone_from(&info);
        facts.capabilities = capabilities.to_mcp();
        Self { info, capabilities, facts: Arc::new(facts) }
    }

    pub(crate) fn facts(&self) -> &Arc<ClientFacts> {
        &self.facts
    }
}

impl ClientCapabilities {
    /// Reads the members that both versions have in common.
    pub(crate) fn read(declared: &Value) -> Self {
        Self {
            elicitation_form: declared["elicitation"]["form"].is_object(),
            elicitation_url: declared["elicitation"]["url"].is_object(),
            meta: declared["_meta"].as_object().cloned().unwrap_or_default(),
            ..Self::default()
        }
    }

    /// The corresponding MCP capabilities.
    fn to_mcp(&self) -> McpCapabilities {
        let mut capabilities = McpCapabilities::default();
        if self.elicitation_form {
            capabilities = capabilities.with(ClientCapability::ElicitationForm);
        }
        if self.elicitation_url {
            capabilities = capabilities.with(ClientCapability::ElicitationUrl);
        }
        // A capability that the protocol does not define declares the extension of that name.
        let declared: Map<_, _> = self
            .meta
            .iter()
            .filter(|(_, settings)| settings.is_object())
            .map(|(name, settings)| (name.clone(), settings.clone()))
            .collect();
        capabilities.extensions = Some(declared).filter(|declared| !declared.is_empty());
        capabilities
    }
}

/// How an agent describes itself.
#[derive(Debug)]
pub(crate) struct AgentSide {
    pub(crate) info: Implementation,
    /// Whether it connects to MCP servers over HTTP.
    pub(crate) has_http: bool,
    /// Which system prompts it applies, if it applies any.
    pub(crate) system_prompt: Option<SystemPromptSupport>,
    pub(crate) auth_methods: Vec<AuthMethod>,
    pub(crate) can_log_out: bool,
    /// Capabilities of its own.
    pub(crate) meta: Map<String, Value>,
}

/// The version that a client requests.
///
/// # Errors
///
/// `-32602` if it is not a 16-bit unsigned integer.
pub(crate) fn read_version(params: Option<&str>) -> Result<u16, ErrorObject> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct VersionParams {
        protocol_version: u16,
    }
    let read = serde_json::from_str(params.unwrap_or("{}"));
    read.map(|VersionParams { protocol_version }| protocol_version).map_err(|_| {
        ErrorObject::invalid_params(
            "`protocolVersion` must be an integer from 0 to 65535, such as 1",
        )
    })
}
