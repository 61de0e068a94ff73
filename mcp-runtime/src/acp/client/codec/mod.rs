//! The versions of the wire: what each of them writes and reads differently.

mod v1;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::model::{AgentFacts, ConfigSetting, McpServer, PermissionRequest, Update};
use crate::acp::version::V1;
use crate::protocol::Implementation;

/// The versions that clients speak, the newest last.
pub(super) const VERSIONS: [u16; 1] = [V1];

/// What is different in a version.
pub(super) trait Codec: Send + Sync {
    /// The parameters of `initialize`, but for the version.
    fn initialize(&self, client: &Implementation, offers: &Offers) -> Map<String, Value>;

    /// What an agent says of itself in its answer.
    fn facts(&self, answer: &Value) -> AgentFacts;

    /// A server in `mcpServers`.
    fn server(&self, server: &McpServer) -> Value;

    /// What an option is set to, as members of the parameters.
    fn setting(&self, setting: &ConfigSetting) -> Map<String, Value>;

    /// An update; [`Update::Unknown`] if it cannot be read.
    fn update(&self, update: &RawValue) -> Update;

    /// The parameters of `session/request_permission`.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn permission(&self, params: &str) -> serde_json::Result<PermissionRequest>;
}

/// What a client can be asked.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(super) struct Offers {
    pub(super) read_text_file: bool,
    pub(super) write_text_file: bool,
    pub(super) terminal: bool,
    pub(super) elicit_form: bool,
    pub(super) elicit_url: bool,
}

/// What writes and reads a version, if clients speak it.
pub(super) fn codec(version: u16) -> Option<&'static dyn Codec> {
    match version {
        V1 => Some(&v1::V1Codec),
        _ => None,
    }
}
