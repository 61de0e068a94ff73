//! One request to a server: what it says, and what is special about it.

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::cache::{CacheUse, is_cacheable};
use super::members::RawMembers;
use super::progress::OnProgress;
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::extension_parts::ExtensionRequest;
use crate::protocol::{LoggingLevel, Method};

/// A request, as often as it has to be sent.
pub(super) struct ClientCall {
    pub(super) method: Cow<'static, str>,
    pub(super) params: RawMembers,
    /// Answers to what the server asked when it was sent before.
    pub(super) answers: RawMembers,
    pub(super) options: RequestOptions,
    /// The parameter that says what it is for, of a request that an extension defines.
    pub(super) subject: Option<&'static str>,
}

short_debug!(ClientCall { method });

/// What can be chosen for a single request.
#[derive(Clone, Default)]
pub(super) struct RequestOptions {
    pub(super) timeout: Option<Duration>,
    pub(super) max_time: Option<Duration>,
    pub(super) on_progress: Option<OnProgress>,
    pub(super) log_level: Option<LoggingLevel>,
    pub(super) cache: CacheUse,
    pub(super) meta: Option<Box<Map<String, Value>>>,
}

impl ClientCall {
    /// A request without parameters.
    pub(super) fn new(method: impl Into<Cow<'static, str>>) -> Self {
        Self {
            method: method.into(),
            params: RawMembers::default(),
            answers: RawMembers::default(),
            options: RequestOptions::default(),
            subject: None,
        }
    }

    /// A request with parameters, none of which is `_meta`.
    ///
    /// # Errors
    ///
    /// When the parameters are not a JSON object.
    pub(super) fn with(
        method: impl Into<Cow<'static, str>>,
        params: &impl Serialize,
    ) -> Result<Self> {
        Ok(Self { params: RawMembers::of(params)?, ..Self::new(method) })
    }

    /// A request that an extension defines.
    ///
    /// # Errors
    ///
    /// When the parameters are not a JSON object.
    pub(super) fn of_extension<R: ExtensionRequest>(params: &R) -> Result<Self> {
        Ok(Self { subject: R::SUBJECT, ..Self::with(R::METHOD, params)? })
    }

    /// A request with a name and arguments, of which there may be none.
    ///
    /// # Errors
    ///
    /// When the arguments cannot be JSON.
    pub(super) fn named(method: Method, name: &str, arguments: &impl Serialize) -> Result<Self> {
        let mut params = RawMembers::new();
        params.add("name", name)?;
        params.add_some("arguments", arguments)?;
        Ok(Self { params, ..Self::new(method.name()) })
    }

    /// A request with any parameters; what a caller says in `_meta` stands beside what we do.
    ///
    /// # Errors
    ///
    /// When the parameters are not a JSON object.
    pub(super) fn raw(
        method: impl Into<Cow<'static, str>>,
        params: &impl Serialize,
    ) -> Result<Self> {
        let mut params = serde_json::to_value(params).map_err(Error::other)?;
        if params.is_null() {
            return Ok(Self::new(method));
        }
        let mut take = |name| params.as_object_mut().and_then(|params| params.shift_remove(name));
        let meta = take("_meta");
        let mut answers = RawMembers::default();
        for name in ["inputResponses", "requestState"] {
            answers.add_some(name, &take(name))?;
        }
        let mut call = Self { answers, ..Self::with(method, &params)? };
        if let Some(Value::Object(meta)) = meta {
            call.options.meta = Some(Box::new(meta));
        }
        Ok(call)
    }

    /// The method, if it is one of the specification.
    pub(super) fn known(&self) -> Option<Method> {
        Method::parse(&self.method)
    }

    /// What its result is cached under, where it may be.
    pub(super) fn cache_key(&self) -> Option<(Method, &RawMembers)> {
        let is_plain = self.options.cache != CacheUse::Bypass
            // What else is said may make another result.
            && self.answers.is_empty()
            && self.options.meta.is_none();
        let method = self.known().filter(|method| is_plain && is_cacheable(*method))?;
        Some((method, &self.params))
    }

    /// What it is for: a tool, a prompt, the URI of a resource.
    pub(super) fn subject(&self) -> Option<String> {
        self.params.get(self.subject_member()?)
    }

    /// The parameter that says what it is for.
    pub(super) fn subject_member(&self) -> Option<&'static str> {
        self.subject.or_else(|| self.known()?.subject())
    }
}
