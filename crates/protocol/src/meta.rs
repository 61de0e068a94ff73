//! `_meta`: the key names that the specification reserves, and the `_meta` of results.

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap,
};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};

use super::implementation::Implementation;
use crate::jsonrpc::FailureCause;
use crate::sorted::SortedMap;

/// The `_meta` of a message: any JSON under names that carry a prefix.
pub type Meta = serde_json::Map<String, Value>;

/// The names of the entries that the specification defines.
pub mod keys {
    /// In a request: the token under which its progress is reported.
    pub const PROGRESS_TOKEN: &str = "progressToken";
    /// In a modern request: the revision that it follows.
    pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    /// In a modern request: the client's capabilities.
    pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    /// In a modern request: the client's identity.
    pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
    /// In a modern request: the minimum level of log messages that the client wants.
    pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
    /// In a modern result: the server's identity.
    pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
    /// In a message on a listen stream: the id of the request that opened it.
    pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
    /// In everything that belongs to a task, only in 2025-11-25.
    pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";
    /// The trace context of the sender.
    pub const TRACEPARENT: &str = "traceparent";
    /// The vendor part of the trace context.
    pub const TRACESTATE: &str = "tracestate";
    /// The baggage of the trace context.
    pub const BAGGAGE: &str = "baggage";
}

/// The `_meta` of a result.
///
/// The server's identity is stored separately, so that adding it to a result only clones a pointer.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResultMeta {
    /// The identity of the server; only modern results include it.
    pub server_info: Option<Arc<ServerInfo>>,
    /// All other entries; few results have any, and all are moved often.
    rest: Option<Box<Rest>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Rest {
    entries: Meta,
    /// Why a call failed, if its handler did not return the failure itself: for observers, and
    /// never sent.
    cause: Option<FailureCause>,
}

/// The identity of a server, with a serialized `_meta` that contains nothing else, as in most
/// results.
#[derive(Clone, Debug)]
pub struct ServerInfo {
    info: Implementation,
    /// Only a sender needs this; it is never created for received results.
    meta: OnceLock<Box<RawValue>>,
}

impl From<Implementation> for ServerInfo {
    fn from(info: Implementation) -> Self {
        Self { info, meta: OnceLock::new() }
    }
}

impl ServerInfo {
    fn meta(&self) -> &RawValue {
        self.meta.get_or_init(|| {
            let mut meta = SortedMap::new();
            meta.insert(keys::SERVER_INFO, &self.info);
            to_raw_value(&meta).unwrap_or_default()
        })
    }
}

impl Deref for ServerInfo {
    type Target = Implementation;

    fn deref(&self) -> &Implementation {
        &self.info
    }
}

impl PartialEq for ServerInfo {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.info == other.info
    }
}

impl Serialize for ServerInfo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.info.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ServerInfo {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Implementation::deserialize(deserializer).map(Self::from)
    }
}

impl ResultMeta {
    /// Returns whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.server_info.is_none() && self.entries().is_none()
    }

    /// Returns the entry with this name, unless it is the server's identity.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.entries()?.get(name)
    }

    /// Adds an entry; returns the previous one with this name.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        self.rest.get_or_insert_default().entries.insert(name.into(), value.into())
    }

    /// Returns all entries except the server's identity, if there are any.
    fn entries(&self) -> Option<&Meta> {
        self.rest.as_ref().map(|rest| &rest.entries).filter(|entries| !entries.is_empty())
    }
}

impl ResultMeta {
    /// Sets why a call failed, if its handler did not return the failure itself.
    #[doc(hidden)]
    pub fn set_cause(&mut self, cause: FailureCause) {
        self.rest.get_or_insert_default().cause = Some(cause);
    }

    /// Returns why a call failed, if its handler did not return the failure itself.
    #[doc(hidden)]
    pub fn cause(&self) -> Option<FailureCause> {
        self.rest.as_ref()?.cause
    }

    /// Appends the `_meta` as JSON.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
        match (&self.server_info, self.entries()) {
            (Some(server_info), None) => {
                out.extend_from_slice(server_info.meta().get().as_bytes());
                Ok(())
            }
            _ => serde_json::to_writer(out, self),
        }
    }
}

impl From<Meta> for ResultMeta {
    fn from(entries: Meta) -> Self {
        let rest = Rest { entries, ..Rest::default() };
        Self { rest: (!rest.entries.is_empty()).then(|| Box::new(rest)), ..Self::default() }
    }
}

impl Serialize for ResultMeta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let (Some(server_info), true) = (&self.server_info, self.entries().is_none()) {
            return server_info.meta().serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        if let Some(server_info) = &self.server_info {
            map.serialize_entry(keys::SERVER_INFO, server_info)?;
        }
        for (key, value) in self.entries().into_iter().flatten() {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ResultMeta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ResultMetaVisitor)
    }
}

struct ResultMetaVisitor;

impl<'de> Visitor<'de> for ResultMetaVisitor {
    type Value = ResultMeta;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    /// Accepts null, which some servers write instead of omitting it.
    fn visit_unit<E>(self) -> Result<ResultMeta, E> {
        Ok(ResultMeta::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ResultMeta, A::Error> {
        let mut meta = ResultMeta::default();
        while let Some(key) = map.next_key::<String>()? {
            if key == keys::SERVER_INFO {
                meta.server_info = map.next_value()?;
            } else {
                meta.insert(key, map.next_value::<Value>()?);
            }
        }
        Ok(meta)
    }
}
