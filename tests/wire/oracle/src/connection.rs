//! What a message means depends on what was said before it.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    Agent,
    Client,
}

/// What was said on one connection.
#[derive(Default)]
pub struct Connection {
    version: u64,
    /// The client has turned out to speak the Model Context Protocol.
    is_foreign: bool,
    /// The methods that were asked for; none where an id was used twice.
    asked: HashMap<(Side, String), Option<String>>,
}

/// A message, and what it is.
pub struct Message {
    pub from: Side,
    pub version: u64,
    /// What it asks for, tells of or answers, where that is known.
    pub method: Option<String>,
    pub kind: Kind,
    pub json: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Request,
    Notification,
    Response,
    Error,
}

impl Connection {
    /// What a message is; nothing if it is not one of the protocol.
    pub fn hear(&mut self, from: Side, mut json: Value) -> Option<Message> {
        self.is_foreign |= json["result"]["protocolVersion"].is_string();
        if self.is_foreign {
            return None;
        }
        let method = json["method"].as_str().map(str::to_owned);
        let id = json.get("id").map(Value::to_string);
        let kind = match (&method, &id, json.get("error")) {
            (Some(_), Some(_), _) => Kind::Request,
            (Some(_), None, _) => Kind::Notification,
            (None, _, Some(_)) => Kind::Error,
            (None, Some(_), None) => Kind::Response,
            (None, None, None) => return None,
        };
        // Whoever says no parameters says that there are none.
        if let (Kind::Request | Kind::Notification, Some(members)) = (kind, json.as_object_mut()) {
            members.entry("params").or_insert_with(|| Value::Object(Map::new()));
        }
        let requested = json["params"]["protocolVersion"].as_u64();
        let chosen = json["result"]["protocolVersion"].as_u64();
        let other = if from == Side::Agent { Side::Client } else { Side::Agent };
        let method = match (kind, id) {
            (Kind::Request, Some(id)) => {
                let asked = self.asked.entry((from, id));
                asked.and_modify(|asked| *asked = None).or_insert_with(|| method.clone());
                method
            }
            (Kind::Response | Kind::Error, Some(id)) => {
                self.asked.get(&(other, id)).cloned().flatten()
            }
            _ => method,
        };
        let mut version = self.version;
        if method.as_deref() == Some("initialize") {
            // A request has the shape of the version that it asks for.
            version = requested.unwrap_or(version);
            if let Some(chosen) = chosen {
                (version, self.version) = (chosen, chosen);
            }
        }
        Some(Message { from, version: version.clamp(1, 2), method, kind, json })
    }
}
