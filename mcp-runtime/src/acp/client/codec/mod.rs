//! The versions of the wire: what each of them writes and reads differently.

mod updates;
mod v1;

#[cfg(feature = "acp-v2")]
mod v2;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::model::{AgentFacts, ConfigSetting, McpServer, PermissionRequest, Update};
use crate::protocol::Implementation;

// What has a name of its own goes before what is among all.
#[allow(unused_imports, reason = "version 2 brings a list of its own")]
pub(super) use v1::*;
#[cfg(feature = "acp-v2")]
pub(super) use v2::CODECS;

/// What is different in a version.
pub(super) trait Codec: Send + Sync {
    fn version(&self) -> u16;

    /// The parameters of `initialize`, but for the version.
    fn initialize(&self, client: &Implementation, offers: &Offers) -> Map<String, Value>;

    /// Whether the answer to `initialize` has what this version demands. Agents that were made for version
    /// 1 may repeat any version that they are asked for.
    fn is_spoken_in(&self, answer: &Value) -> bool;

    /// How an agent describes itself in its answer.
    fn facts(&self, answer: &Value) -> AgentFacts;

    /// The names of what not all versions call alike.
    fn methods(&self) -> &Methods;

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

/// What not all versions call alike, or have.
pub(super) struct Methods {
    pub(super) authenticate: &'static str,
    pub(super) logout: &'static str,
    /// Goes on with a session and replays it, with this in its parameters.
    pub(super) load: (&'static str, Option<(&'static str, &'static str)>),
    /// Whether agents ask for files and terminals.
    pub(super) has_files: bool,
    /// Whether a prompt is answered at the end of its turn; otherwise an update announces that.
    pub(super) answers_at_end: bool,
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

fn members(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Pairs, as variables and headers are written.
fn named(pairs: &[(String, String)]) -> Value {
    let one =
        |(name, value): &(String, String)| serde_json::json!({ "name": name, "value": value });
    pairs.iter().map(one).collect()
}
