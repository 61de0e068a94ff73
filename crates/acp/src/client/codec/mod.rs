//! The wire format of each version of the protocol, on the client's side.

mod updates;
mod v1;

#[cfg(feature = "v2")]
mod v2;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::model::{
    AgentFacts, AuthMethod, AuthTerminal, ConfigSetting, McpServer, PermissionRequest, Update,
};
use crate::protocol::Variable;
use mcp_runtime_protocol::Implementation;

// An explicit import takes precedence over a glob.
#[allow(unused_imports, reason = "version 2 brings a list of its own")]
pub(super) use v1::*;
#[cfg(feature = "v2")]
pub(super) use v2::CODECS;

/// What differs between the versions.
pub(super) trait Codec: Send + Sync {
    fn version(&self) -> u16;

    /// The parameters of `initialize`, except for the version.
    fn initialize(&self, client: &Implementation, offers: &Offers) -> Map<String, Value>;

    /// Whether the response to `initialize` has what this version requires. Agents made for version
    /// 1 may echo any version that is requested.
    fn is_spoken_in(&self, answer: &Value) -> bool;

    /// How an agent describes itself in its response.
    fn facts(&self, answer: &Value) -> AgentFacts;

    /// The methods that differ between the versions.
    fn methods(&self) -> &Methods;

    /// A server in `mcpServers`.
    fn server(&self, server: &McpServer) -> Value;

    /// The value to set an option to, as members of the parameters.
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

/// The methods that differ between the versions.
pub(super) struct Methods {
    pub(super) authenticate: &'static str,
    pub(super) logout: &'static str,
    /// The method that reopens a session and replays it, and the member that requests the replay.
    pub(super) load: (&'static str, Option<(&'static str, &'static str)>),
    /// Whether agents may request files and terminals.
    pub(super) has_files: bool,
    /// Whether a prompt is answered at the end of its turn; otherwise an update reports the end.
    pub(super) answers_at_end: bool,
    /// Whether a prompt has a key by which the agent recognizes it when it is sent again.
    pub(super) has_keys: bool,
}

/// What an agent may request of the client.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(super) struct Offers {
    pub(super) read_text_file: bool,
    pub(super) write_text_file: bool,
    pub(super) terminal: bool,
    pub(super) elicit_form: bool,
    pub(super) elicit_url: bool,
    pub(super) subagents: bool,
}

fn members(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Name-value pairs, as environment variables and headers are written.
fn name_value_pairs(pairs: &[(String, String)]) -> Value {
    let one =
        |(name, value): &(String, String)| serde_json::json!({ "name": name, "value": value });
    pairs.iter().map(one).collect()
}

/// Reads an authentication method; version 2 has another name for its id, and writes variables as
/// pairs.
fn auth_method(method: &Value) -> Option<AuthMethod> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Env {
        Map(BTreeMap<String, String>),
        Pairs(Vec<Variable>),
    }
    #[derive(Deserialize)]
    struct Wire {
        id: Option<String>,
        #[serde(rename = "methodId")]
        method_id: Option<String>,
        name: String,
        description: Option<String>,
        #[serde(default)]
        args: Vec<String>,
        env: Option<Env>,
    }
    let Wire { id, method_id, name, description, args, env } = Wire::deserialize(method).ok()?;
    let id = method_id.or(id)?;
    let env = match env {
        None => BTreeMap::new(),
        Some(Env::Map(env)) => env,
        Some(Env::Pairs(env)) => env.into_iter().map(|one| (one.name, one.value)).collect(),
    };
    let terminal = (method["type"] == "terminal").then_some(AuthTerminal { args, env });
    Some(AuthMethod { id, name, description, terminal })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_way_to_log_in_has_the_id_of_either_version_or_of_both() {
        let id = |method: Value| auth_method(&method).map(|method| method.id);
        for (method, expected) in [
            (json!({ "id": "old", "name": "Log in" }), Some("old")),
            (json!({ "methodId": "new", "name": "Log in" }), Some("new")),
            (json!({ "id": "old", "methodId": "new", "name": "Log in" }), Some("new")),
            (json!({ "name": "Log in" }), None),
        ] {
            assert_eq!(id(method).as_deref(), expected);
        }
    }
}
