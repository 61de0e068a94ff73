//! One request to a server: what it says, how it is sent, and how long is waited.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::answer::Answer;
use super::cache::{CacheUse, may_be_kept};
use super::connection::{Connection, Outbound};
use super::members::Members;
use super::progress::{OnProgress, Watch};
use super::waiting::EVER;
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::{LoggingLevel, Method, meta::keys};

/// A request, as often as it has to be sent.
pub(super) struct Call {
    pub(super) method: Cow<'static, str>,
    pub(super) params: Members,
    /// Answers to what the server asked when it was sent before.
    pub(super) answers: Members,
    pub(super) options: Options,
}

short_debug!(Call { method });

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
            params: Members::default(),
            answers: Members::default(),
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
        Ok(Self { params: Members::of(params)?, ..Self::new(method) })
    }

    /// A request with a name and arguments, of which there may be none.
    ///
    /// # Errors
    ///
    /// When the arguments cannot be JSON.
    pub(super) fn named(method: Method, name: &str, arguments: &impl Serialize) -> Result<Self> {
        let mut params = Members::new();
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
        let mut answers = Members::default();
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

    /// What it is for: a tool, a prompt, the URI of a resource.
    pub(super) fn subject(&self) -> Option<String> {
        self.params.get(self.known()?.subject()?)
    }
}

impl Connection {
    /// Sends a request and waits for its answer, which may be one that is kept.
    pub(super) async fn fetch(self: &Arc<Self>, call: &Call) -> Answer {
        let cache = &self.incoming.cache;
        let key = call.known().map(|method| (method, &call.params)).filter(|(method, _)| {
            self.settings.keeps_results
                && may_be_kept(*method)
                && call.options.cache != CacheUse::Bypass
                // What else is said may make another result.
                && call.answers.is_empty()
                && call.options.meta.is_none()
        });
        let kept = key.filter(|_| call.options.cache == CacheUse::Use);
        if let Some(result) = kept.and_then(|(method, params)| cache.get(method, params)) {
            return Ok(result);
        }
        let before = key.map(|key| (key, cache.changes()));
        let result = self.exchange(call, &call.answers).await?;
        if let Some((key, changes)) = before.filter(|_| !result.asks) {
            cache.put(key, &result, changes);
        }
        Ok(result)
    }

    /// Sends a request, with `more` members besides its own, and waits for its answer.
    pub(super) async fn send_once(self: &Arc<Self>, call: &Call, more: &Members) -> Answer {
        let options = &call.options;
        let limits = Limits::new(
            options.timeout.unwrap_or(self.settings.timeout),
            options.max_time.unwrap_or(self.settings.max_time),
        );
        let mut pending = self.expect(limits.first())?;
        let wants_progress = options.on_progress.is_some() || self.handlers.progress.is_some();
        let watch = wants_progress
            .then(|| self.incoming.watchers.watch(pending.id(), options.on_progress.clone()));
        let outbound = Outbound {
            method: &call.method,
            version: self.version(),
            headers: &self.headers(call),
            params: [&call.params, more],
            meta: &*self.meta(options, watch.as_ref().map(|_| pending.id()))?,
        };
        loop {
            pending.send(&outbound).await;
            if let Some(answer) = pending.answer().await {
                return answer;
            }
            // The time that people take to answer the server is not the server's.
            let active = self.incoming.last_asked().max(watch.as_ref().map(Watch::last));
            let next = limits.next(active).map_err(|limit| {
                Error::timed_out(format!("no answer to {} within {limit:?}", call.method))
            })?;
            pending.limit(Some(next));
        }
    }

    /// What the `_meta` of a request says. What the caller says there goes before what we do, but
    /// for the token of the progress that is watched here.
    fn meta<'a>(&'a self, options: &Options, progress: Option<u64>) -> Result<Cow<'a, Members>> {
        let mut meta = Cow::Borrowed(&self.known().meta);
        let is_modern = !meta.is_empty();
        if let Some(level) = options.log_level.or(self.log_level()).filter(|_| is_modern) {
            meta.to_mut().add(keys::LOG_LEVEL, &level)?;
        }
        if let Some(more) = &options.meta {
            let mut both = meta.to_object();
            both.extend(more.iter().map(|(key, value)| (key.clone(), value.clone())));
            if progress.is_some() {
                both.shift_remove(keys::PROGRESS_TOKEN);
            }
            meta = Cow::Owned(Members::of(&both)?);
        }
        if let Some(token) = progress {
            meta.to_mut().add(keys::PROGRESS_TOKEN, &token)?;
        }
        Ok(meta)
    }
}

/// How long is waited for an answer.
struct Limits {
    /// Without a sign of life.
    idle: Duration,
    /// In all.
    total: Duration,
    started: Instant,
}

impl Limits {
    fn new(idle: Duration, total: Duration) -> Self {
        Self { idle: idle.min(EVER), total: total.min(EVER), started: Instant::now() }
    }

    /// Until when is waited at first.
    fn first(&self) -> Instant {
        self.started + self.idle.min(self.total)
    }

    /// Until when is waited after the last sign of life; the error is the limit that is reached.
    fn next(&self, active: Option<Instant>) -> Result<Instant, Duration> {
        let (now, end) = (Instant::now(), self.started + self.total);
        let next = active.map(|active| (active + self.idle).min(end)).filter(|next| *next > now);
        next.ok_or(if now < end { self.idle } else { self.total })
    }
}
