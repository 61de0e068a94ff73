//! One request to a server: what it says, how it is sent, and how long is waited.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio::time::{Instant, sleep_until};

use super::cache::{CacheUse, may_be_kept};
use super::connection::{Connection, Outbound, Pending};
use super::progress::{OnProgress, Watch};
use crate::error::{Error, Result};
use crate::protocol::{LoggingLevel, Method, meta::keys};

/// A request, as often as it has to be sent.
pub(super) struct Call {
    pub(super) method: Cow<'static, str>,
    /// What it is for: a tool, a prompt, the URI of a resource.
    pub(super) name: Option<String>,
    /// The members of `params`, without braces.
    pub(super) members: String,
    /// Headers that repeat arguments.
    pub(super) mirrored: Vec<(String, String)>,
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
    pub(super) meta: Map<String, Value>,
}

impl Call {
    /// A request without parameters.
    pub(super) fn new(method: impl Into<Cow<'static, str>>) -> Self {
        Self {
            method: method.into(),
            name: None,
            members: String::new(),
            mirrored: Vec::new(),
            options: Options::default(),
        }
    }

    /// A request of a method with parameters, which are an object.
    ///
    /// # Errors
    ///
    /// When the parameters are not a JSON object.
    pub(super) fn with(
        method: impl Into<Cow<'static, str>>,
        params: &impl Serialize,
    ) -> Result<Self> {
        let mut call = Self::new(method);
        let text = serde_json::to_string(params).map_err(Error::other)?;
        let members = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        match members {
            // What a caller says in `_meta` stands beside what we do.
            Some(members) if members.contains("\"_meta\"") => {
                let mut params: Map<String, Value> =
                    serde_json::from_str(&text).map_err(Error::other)?;
                if let Some(Value::Object(meta)) = params.shift_remove("_meta") {
                    call.options.meta = meta;
                }
                let text = serde_json::to_string(&params).map_err(Error::other)?;
                call.members = text[1..text.len() - 1].to_owned();
            }
            Some(members) => members.clone_into(&mut call.members),
            None if text == "null" => {}
            None => return Err(Error::other("the parameters of a request are a JSON object")),
        }
        Ok(call)
    }

    /// Adds a member to the parameters.
    ///
    /// # Errors
    ///
    /// When the value cannot be JSON.
    pub(super) fn add(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<()> {
        let json = serde_json::to_string(value).map_err(Error::other)?;
        append(&mut self.members, name, &json);
        Ok(())
    }

    /// The method, if it is one of the specification.
    pub(super) fn known(&self) -> Option<Method> {
        Method::parse(&self.method)
    }
}

impl Connection {
    /// Sends a request and waits for its answer, which may be one that is kept.
    pub(super) async fn fetch(self: &Arc<Self>, call: &Call, more: &str) -> Result<Arc<RawValue>> {
        let cache = &self.incoming.cache;
        let method = call.known().filter(|method| {
            let is_first = more.is_empty() && self.settings.keeps_results;
            is_first && may_be_kept(*method) && call.options.cache != CacheUse::Bypass
        });
        let kept = method.filter(|_| call.options.cache == CacheUse::Use);
        if let Some(result) = kept.and_then(|method| cache.get(method, &call.members)) {
            return Ok(result);
        }
        let result: Arc<RawValue> = self.exchange(call, more).await?.into();
        if let Some(method) = method {
            cache.put(method, &call.members, &result);
        }
        Ok(result)
    }

    /// Sends a request, with `more` members besides its own, and waits for its answer.
    async fn exchange(self: &Arc<Self>, call: &Call, more: &str) -> Result<Box<RawValue>> {
        let mut pending = self.expect()?;
        let options = &call.options;
        let wants_progress = options.on_progress.is_some() || self.handlers.progress.is_some();
        let watch = wants_progress
            .then(|| self.incoming.watchers.watch(pending.id(), options.on_progress.clone()));
        let members = match more {
            "" => Cow::Borrowed(&*call.members),
            more if call.members.is_empty() => Cow::Borrowed(more),
            more => Cow::Owned(format!("{},{more}", call.members)),
        };
        let outbound = Outbound {
            method: &call.method,
            version: self.version(),
            name: call.name.as_deref(),
            mirrored: &call.mirrored,
            members: &members,
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
        if level.is_none() && options.meta.is_empty() {
            return Ok(Cow::Borrowed(base));
        }
        let mut meta = base.to_owned();
        if let Some(level) = level {
            let level = serde_json::to_string(&level).map_err(Error::other)?;
            append(&mut meta, keys::LOG_LEVEL, &level);
        }
        for (key, value) in &options.meta {
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
    ) -> Result<Result<Box<RawValue>>, Duration> {
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
    let comma = if members.is_empty() { "" } else { "," };
    let name = Value::from(name);
    let _ = write!(members, "{comma}{name}:{json}");
}
