//! The `_meta` of every request from 2026-07-28 on.
//!
//! Source: [2026-07-28, "Overview", `_meta` (required fields)](https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta) and [2026-07-28, "Versioning"](https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning).

use std::borrow::Cow;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::client_facts::check_length;
use super::{ClientFacts, LogGate, unsupported};
use crate::jsonrpc::{ErrorObject, Scan, SyntaxError, string};
use crate::protocol::meta::keys;
use crate::protocol::{LoggingLevel, ProgressToken, ProtocolVersion};

/// The maximum size of a cached `_meta`, as text and in memory: several times what clients send.
const MAX_CACHED: usize = 4 * 1024;

/// The members of `_meta` that the protocol defines for requests, each as JSON text.
#[derive(Default)]
pub(crate) struct RequestMeta<'a> {
    /// The text of the whole object.
    text: Option<&'a str>,
    /// The parsed `_meta` of an earlier request.
    cached: Option<Arc<CachedMeta>>,
    /// Whether it equals the cached one; its members are not parsed then.
    is_cached: bool,
    pub(super) protocol_version: Option<&'a str>,
    pub(super) client_capabilities: Option<&'a str>,
    pub(super) client_info: Option<&'a str>,
    pub(super) log_level: Option<&'a str>,
    pub(crate) progress_token: Option<&'a str>,
}

/// Why the parameters are invalid for any method.
pub(super) enum Problem {
    NotAnObject(&'static str),
    Twice(&'static str),
}

/// The content of the `_meta` of a modern request.
#[derive(Clone)]
pub(crate) struct ResolvedMeta {
    pub(crate) version: ProtocolVersion,
    pub(crate) client: Arc<ClientFacts>,
    pub(crate) progress_token: Option<ProgressToken>,
    pub(crate) log: LogGate,
}

/// A parsed `_meta`, with its text.
///
/// Clients send the same `_meta` with most requests, and comparing text is cheaper than parsing it.
/// The result depends on the text alone, so nothing is inferred from earlier requests.
pub(crate) struct CachedMeta {
    text: String,
    capabilities: String,
    info: Option<String>,
    resolved: ResolvedMeta,
}

impl CachedMeta {
    /// Whether it describes the client in the same way.
    fn is_of(&self, capabilities: &str, info: Option<&str>) -> bool {
        self.capabilities == capabilities && self.info.as_deref() == info
    }
}

impl<'a> RequestMeta<'a> {
    /// A `_meta` to be read, which may equal a cached one.
    pub(super) fn with_cache(cached: Option<Arc<CachedMeta>>) -> Self {
        Self { cached, ..Self::default() }
    }

    /// Whether the sender speaks a modern revision: legacy clients never use these keys.
    pub(crate) fn is_modern(&self) -> bool {
        #[cfg(test)]
        super::lookups::count("era");
        self.is_cached || self.protocol_version.is_some() || self.client_capabilities.is_some()
    }

    /// The text of the whole object.
    pub(crate) fn text(&self) -> Option<&str> {
        self.cached().map(|cached| &*cached.text).or(self.text)
    }

    /// The cached `_meta`, if this one is the same.
    fn cached(&self) -> Option<&CachedMeta> {
        self.cached.as_deref().filter(|_| self.is_cached)
    }

    pub(super) fn read(&mut self, scan: &mut Scan<'a>) -> Result<Option<Problem>, SyntaxError> {
        self.is_cached = self.cached.as_ref().is_some_and(|known| scan.skip(&known.text));
        if self.is_cached {
            return Ok(None);
        }
        let (text, problem) = scan.spanned(|scan| self.members(scan));
        self.text = Some(text);
        problem
    }

    fn members(&mut self, scan: &mut Scan<'a>) -> Result<Option<Problem>, SyntaxError> {
        if scan.peek() != Some(b'{') {
            scan.value()?;
            return Ok(Some(Problem::NotAnObject("_meta")));
        }
        let mut problem = None;
        scan.members::<SyntaxError>(|key, scan| {
            let (slot, name) = match &*key {
                keys::PROTOCOL_VERSION => (&mut self.protocol_version, keys::PROTOCOL_VERSION),
                keys::CLIENT_CAPABILITIES => {
                    (&mut self.client_capabilities, keys::CLIENT_CAPABILITIES)
                }
                keys::CLIENT_INFO => (&mut self.client_info, keys::CLIENT_INFO),
                keys::LOG_LEVEL => (&mut self.log_level, keys::LOG_LEVEL),
                keys::PROGRESS_TOKEN => (&mut self.progress_token, keys::PROGRESS_TOKEN),
                _ => return scan.value().map(drop),
            };
            if slot.replace(scan.value()?).is_some() {
                problem = Some(Problem::Twice(name));
            }
            Ok(())
        })?;
        Ok(problem)
    }

    /// Resolves the `_meta` of a modern request; one that should be cached is left in `parsed`.
    ///
    /// # Errors
    ///
    /// When it lacks a required member, or names a revision that is not `supported`.
    #[inline]
    pub(crate) fn resolve(
        &self,
        supported: &[ProtocolVersion],
        parsed: &mut Option<Arc<CachedMeta>>,
    ) -> Result<ResolvedMeta, ErrorObject> {
        #[cfg(test)]
        super::lookups::count("revision");
        if let Some(cached) = self.cached() {
            return Ok(cached.resolved.clone());
        }
        let modern = &supported[supported.partition_point(|version| !version.is_modern())..];
        if modern.is_empty() {
            return Err(ErrorObject::invalid_request("`initialize` has to come first"));
        }
        let raw = self.protocol_version.ok_or_else(|| missing("protocolVersion"))?;
        let requested = string(raw).ok_or_else(|| invalid("protocolVersion", "a string"))?;
        let named = |version: &&ProtocolVersion| version.as_str() == requested;
        let version = *modern.iter().find(named).ok_or_else(|| {
            // A supported legacy revision cannot be requested this way either.
            let offered = supported.iter().find(named).map_or(supported, |_| modern);
            unsupported(&requested, offered)
        })?;
        let capabilities = self.client_capabilities.ok_or_else(|| missing("clientCapabilities"))?;
        let level: Option<LoggingLevel> = optional("logLevel", self.log_level)?;
        let mut resolved = ResolvedMeta {
            version,
            client: Arc::default(),
            progress_token: optional("progressToken", self.progress_token)?,
            log: level.map_or(LogGate::Closed, LogGate::Request),
        };
        let known =
            self.cached.as_ref().filter(|cached| cached.is_of(capabilities, self.client_info));
        if let Some(cached) = known {
            resolved.client = Arc::clone(&cached.resolved.client);
            return Ok(resolved);
        }
        let said = capabilities.len() + self.client_info.map_or(0, str::len);
        check_length("`clientCapabilities` and `clientInfo`", said)?;
        resolved.client = Arc::new(ClientFacts {
            info: optional("clientInfo", self.client_info.map(object("clientInfo")).transpose()?)?,
            capabilities: decode(
                "clientCapabilities",
                object("clientCapabilities")(capabilities)?,
            )?,
        });
        let text = self.text.unwrap_or_default();
        if text.len() > MAX_CACHED || resolved.client.weight() > MAX_CACHED {
            return Ok(resolved);
        }
        *parsed = Some(Arc::new(CachedMeta {
            text: text.to_owned(),
            capabilities: capabilities.to_owned(),
            info: self.client_info.map(str::to_owned),
            resolved: resolved.clone(),
        }));
        Ok(resolved)
    }

    /// Checks that it has the required members of a modern request.
    pub(crate) fn check_complete(&self) -> Result<(), ErrorObject> {
        if self.cached().is_some() {
            return Ok(());
        }
        self.protocol_version.ok_or_else(|| missing("protocolVersion"))?;
        self.client_capabilities.ok_or_else(|| missing("clientCapabilities"))?;
        Ok(())
    }

    /// The revision that it names.
    pub(crate) fn version(&self) -> Option<Cow<'_, str>> {
        match self.cached() {
            Some(cached) => Some(Cow::Borrowed(cached.resolved.version.as_str())),
            None => self.protocol_version.and_then(string),
        }
    }
}

fn optional<T: DeserializeOwned>(key: &str, text: Option<&str>) -> Result<Option<T>, ErrorObject> {
    text.map(|text| decode(key, text)).transpose()
}

fn decode<T: DeserializeOwned>(key: &str, text: &str) -> Result<T, ErrorObject> {
    serde_json::from_str(text).map_err(|error| invalid(key, &error.to_string()))
}

fn object(key: &str) -> impl Fn(&str) -> Result<&str, ErrorObject> {
    move |text| {
        Some(text).filter(|text| text.starts_with('{')).ok_or_else(|| invalid(key, "an object"))
    }
}

fn missing(key: &str) -> ErrorObject {
    ErrorObject::invalid_params(format!(
        "`_meta` lacks io.modelcontextprotocol/{key}, which every request from 2026-07-28 on \
         carries; older clients send `initialize` first"
    ))
}

fn invalid(key: &str, expected: &str) -> ErrorObject {
    ErrorObject::invalid_params(format!(
        "`_meta` io.modelcontextprotocol/{key}: expected {expected}"
    ))
}
