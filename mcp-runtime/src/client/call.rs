//! One request to a server: what it says, how it is sent, and how long is waited.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};
use tokio::time::{Instant, sleep_until};

use super::cache::{CacheUse, may_be_kept};
use super::connection::{Answer, Connection, Outbound, Pending};
use super::progress::{OnProgress, Watch};
use crate::error::{Error, Result};
use crate::protocol::{LoggingLevel, Method, meta::keys};

/// A request, as often as it has to be sent.
pub(super) struct Call {
    pub(super) method: Cow<'static, str>,
    /// What it is for: a tool, a prompt, the URI of a resource.
    pub(super) name: Option<Box<str>>,
    /// The parameters, a JSON object; none is nothing.
    pub(super) params: String,
    pub(super) options: Options,
}

/// What can be chosen for a single request.
#[derive(Clone, Default)]
pub(super) struct Options {
    pub(super) timeout: Option<Duration>,
    pub(super) max_time: Option<Duration>,
    pub(super) on_progress: Option<OnProgress>,
    pub(super) log_level: Option<LoggingLevel>,
    pub(super) cache: CacheUse,
    pub(super) meta: Option<Box<Map<String, Value>>>,
}

impl Call {
    /// A request without parameters.
    pub(super) fn new(method: impl Into<Cow<'static, str>>) -> Self {
        Self {
            method: method.into(),
            name: None,
            params: String::new(),
            options: Options::default(),
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
        let params = serde_json::to_string(params).map_err(Error::other)?;
        if !params.starts_with('{') {
            return Err(Error::other("the parameters of a request are a JSON object"));
        }
        Ok(Self { params, ..Self::new(method) })
    }

    /// A request with a name and arguments, of which there may be none.
    ///
    /// # Errors
    ///
    /// When the arguments cannot be JSON.
    pub(super) fn named(method: Method, name: &str, arguments: &impl Serialize) -> Result<Self> {
        #[derive(Serialize)]
        struct Params<'a, A> {
            name: &'a str,
            arguments: &'a A,
        }
        let mut call = Self::with(method.name(), &Params { name, arguments })?;
        if let Some(params) = call.params.strip_suffix(r#","arguments":null}"#) {
            call.params = format!("{params}}}");
        }
        call.name = Some(name.into());
        Ok(call)
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
        let meta = params.as_object_mut().and_then(|params| params.shift_remove("_meta"));
        let mut call = Self::with(method, &params)?;
        let subject = call.known().and_then(Method::subject);
        let name = subject.and_then(|subject| params.get(subject)?.as_str());
        call.name = name.map(Into::into);
        if let Some(Value::Object(meta)) = meta {
            call.options.meta = Some(Box::new(meta));
        }
        Ok(call)
    }

    /// The members of the parameters, without braces.
    pub(super) fn members(&self) -> &str {
        self.params.get(1..self.params.len().saturating_sub(1)).unwrap_or_default()
    }

    /// Adds members, given without braces.
    pub(super) fn add(&mut self, more: &str) {
        if !more.is_empty() {
            let members = self.members();
            let comma = if members.is_empty() { "" } else { "," };
            self.params = format!("{{{members}{comma}{more}}}");
        }
    }

    /// The method, if it is one of the specification.
    pub(super) fn known(&self) -> Option<Method> {
        Method::parse(&self.method)
    }
}

impl Connection {
    /// Sends a request and waits for its answer, which may be one that is kept.
    pub(super) async fn fetch(self: &Arc<Self>, call: &Call, more: &str) -> Answer {
        let cache = &self.incoming.cache;
        let method = call.known().filter(|method| {
            let is_first = more.is_empty() && self.settings.keeps_results;
            is_first && may_be_kept(*method) && call.options.cache != CacheUse::Bypass
        });
        let kept = method.filter(|_| call.options.cache == CacheUse::Use);
        if let Some(result) = kept.and_then(|method| cache.get(method, &call.params)) {
            return Ok(result);
        }
        let result = self.exchange(call, more).await?;
        if let Some(method) = method {
            cache.put(method, &call.params, &result);
        }
        Ok(result)
    }

    /// Sends a request, with `more` members besides its own, and waits for its answer.
    pub(super) async fn send_once(self: &Arc<Self>, call: &Call, more: &str) -> Answer {
        let mut pending = self.expect()?;
        let options = &call.options;
        let wants_progress = options.on_progress.is_some() || self.handlers.progress.is_some();
        let watch = wants_progress
            .then(|| self.incoming.watchers.watch(pending.id(), options.on_progress.clone()));
        let outbound = Outbound {
            method: &call.method,
            version: self.version(),
            name: call.name.as_deref(),
            mirrored: &self.headers(call),
            members: [call.members(), more],
            meta: &self.meta(options)?,
            wants_progress,
        };
        let limits = Limits {
            idle: options.timeout.unwrap_or(self.settings.timeout),
            total: options.max_time.unwrap_or(self.settings.max_time),
        };
        let answered = async {
            pending.send(&outbound).await;
            self.wait(&mut pending, &limits, watch.as_ref()).await
        };
        answered.await.unwrap_or_else(|limit| {
            Err(Error::timed_out(format!("no answer to {} within {limit:?}", call.method)))
        })
    }

    /// What the `_meta` of a request says, without braces.
    fn meta<'a>(&'a self, options: &Options) -> Result<Cow<'a, str>> {
        let base = &*self.known().meta;
        let is_modern = !base.is_empty();
        let level = options.log_level.or(self.log_level()).filter(|_| is_modern);
        if level.is_none() && options.meta.is_none() {
            return Ok(Cow::Borrowed(base));
        }
        let mut meta = base.to_owned();
        if let Some(level) = level {
            let level = serde_json::to_string(&level).map_err(Error::other)?;
            append(&mut meta, keys::LOG_LEVEL, &level);
        }
        for (key, value) in options.meta.iter().flat_map(|meta| meta.iter()) {
            append(&mut meta, key, &value.to_string());
        }
        Ok(Cow::Owned(meta))
    }

    /// Waits for an answer as long as the limits allow; the error is the one that was hit.
    async fn wait(
        &self,
        pending: &mut Pending,
        limits: &Limits,
        watch: Option<&Watch<'_>>,
    ) -> Result<Answer, Duration> {
        let started = Instant::now();
        let end = started + limits.total;
        let mut next = started + limits.idle;
        loop {
            tokio::select! {
                biased;
                answer = pending.answer() => return Ok(answer),
                () = sleep_until(next.min(end)) => {}
            }
            let now = Instant::now();
            if now >= end {
                return Err(limits.total);
            }
            // The time that people take to answer the server is not the server's.
            let active = if self.incoming.is_asked() { Some(now) } else { watch.map(Watch::last) };
            match active.map(|active| active + limits.idle).filter(|next| *next > now) {
                Some(later) => next = later,
                None => return Err(limits.idle),
            }
        }
    }
}

/// How long is waited for an answer.
struct Limits {
    /// Without a sign of life.
    idle: Duration,
    /// In all.
    total: Duration,
}

/// Appends a member to the text of an object without braces.
pub(super) fn append(members: &mut String, name: &str, json: &str) {
    if !members.is_empty() {
        members.push(',');
    }
    members.push_str(&Value::from(name).to_string());
    members.push(':');
    members.push_str(json);
}
