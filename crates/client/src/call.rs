//! A request to a server, with its options.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::cache::{CacheUse, is_cacheable};
use super::members::RawMembers;
use super::progress::{OnProgress, ProgressWatch};
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::extension_parts::ExtensionRequest;
use crate::protocol::{LoggingLevel, Method};

/// A request that can be sent several times.
#[derive(Clone)]
pub(super) struct ClientCall {
    pub(super) method: Cow<'static, str>,
    pub(super) params: RawMembers,
    /// The answers to the questions of the server when the request was last sent.
    pub(super) answers: RawMembers,
    pub(super) options: RequestOptions,
    /// The parameter that names the subject of an extension request.
    pub(super) subject: Option<&'static str>,
}

short_debug!(ClientCall { method });

/// The options of a single request.
#[derive(Clone, Default)]
pub(super) struct RequestOptions {
    pub(super) timeout: Option<Duration>,
    pub(super) max_time: Option<Duration>,
    pub(super) on_progress: Option<OnProgress>,
    /// Watches the request instead, if it is to become a task.
    pub(super) task_watch: Option<Arc<ProgressWatch>>,
    pub(super) log_level: Option<LoggingLevel>,
    pub(super) cache: CacheUse,
    pub(super) meta: Option<Box<Map<String, Value>>>,
    pub(super) is_sent_once: bool,
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

    /// A request with parameters, none of which may be `_meta`.
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

    /// A request with a name and optional arguments.
    ///
    /// # Errors
    ///
    /// When the arguments cannot be serialized.
    pub(super) fn named(method: Method, name: &str, arguments: &impl Serialize) -> Result<Self> {
        let mut params = RawMembers::new();
        params.add("name", name)?;
        params.add_some("arguments", arguments)?;
        Ok(Self { params, ..Self::new(method.name()) })
    }

    /// A request with arbitrary parameters; the caller's `_meta` is merged with the client's.
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

    /// The key to cache its result with, if that is allowed.
    pub(super) fn cache_key(&self) -> Option<(Method, &RawMembers)> {
        let is_plain = self.options.cache != CacheUse::Bypass
            // Other members may change the result.
            && self.answers.is_empty()
            && self.options.meta.is_none();
        let method = self.known().filter(|method| is_plain && is_cacheable(*method))?;
        Some((method, &self.params))
    }

    /// Its subject: a tool, a prompt, or the URI of a resource.
    pub(super) fn subject(&self) -> Option<String> {
        self.params.get(self.subject_member()?)
    }

    /// The parameter that names its subject.
    pub(super) fn subject_member(&self) -> Option<&'static str> {
        self.subject.or_else(|| self.known()?.subject())
    }
}
