//! Sends a request and waits for its result.

use std::borrow::Cow;
use std::sync::Arc;

use super::cache::CacheUse;
use super::call::{ClientCall, RequestOptions};
use super::connection::Connection;
use super::deadline::Deadline;
use super::encoded_request::EncodedRequest;
use super::identity::EncodedMeta;
use super::members::RawMembers;
use super::progress::ProgressWatch;
use super::result::Outcome;
use super::span::ClientSpan;
use crate::error::{Error, Result};
use crate::protocol::meta::keys;
use crate::protocol::trace_context::TraceContext;

/// The result of a request, which may be cached.
pub(super) async fn fetch(connection: &Arc<Connection>, call: &ClientCall) -> Outcome {
    let cache = &connection.cache;
    let key = call.cache_key().filter(|_| connection.settings.keeps_results);
    let cached = key.filter(|_| call.options.cache == CacheUse::Use);
    if let Some(result) = cached.and_then(|(method, params)| cache.get(method, params)) {
        return Ok(result);
    }
    let changes = key.map_or(0, |_| cache.changes());
    let result = send(connection, call, &call.answers).await?;
    if let Some(key) = key.filter(|_| !result.is_input_required) {
        cache.put(key, &result, changes);
    }
    Ok(result)
}

/// Sends a request, with answers to the server's earlier questions, and waits for its result.
pub(super) async fn send(
    connection: &Arc<Connection>,
    call: &ClientCall,
    answers: &RawMembers,
) -> Outcome {
    let span = ClientSpan::open(connection, call);
    let outcome = send_in(&span, connection, call, answers).await;
    span.end(&outcome);
    outcome
}

async fn send_in(
    span: &ClientSpan,
    connection: &Arc<Connection>,
    call: &ClientCall,
    answers: &RawMembers,
) -> Outcome {
    let options = &call.options;
    let settings = &connection.settings;
    let deadline = Deadline::new(
        options.timeout.unwrap_or(settings.timeout),
        options.max_time.unwrap_or(settings.max_time),
    );
    let mut request = connection.expect(deadline.first())?;
    span.set_id(request.id());
    let watches_itself = wants_progress(connection, call) && options.task_watch.is_none();
    let own = watches_itself
        .then(|| connection.watchers.watch(request.id(), options.on_progress.clone()));
    let watch = own.as_ref().or(options.task_watch.as_deref());
    let headers =
        if connection.has_headers() { connection.known_tools.headers(call) } else { Vec::new() };
    let progress = watch.map(ProgressWatch::token);
    let meta = meta(connection, options, progress, span.trace(settings).as_ref())?;
    let outbound = EncodedRequest {
        method: &call.method,
        version: connection.version(),
        headers: &headers,
        params: [&call.params, answers, &meta],
        is_sent_once: options.is_sent_once,
    };
    loop {
        if let Some(result) = request.exchange(&outbound).await {
            return result;
        }
        // The time that users take to answer the server does not count towards the timeout.
        let active = connection.last_asked().max(watch.map(ProgressWatch::last));
        let next = deadline.next(active).map_err(|limit| {
            Error::timed_out(format!("no answer to {} within {limit:?}", call.method))
        })?;
        request.limit(Some(next));
    }
}

/// Whether the server is asked to report the progress of a call.
pub(super) fn wants_progress(connection: &Connection, call: &ClientCall) -> bool {
    call.options.on_progress.is_some() || connection.handlers.progress.is_some()
}

/// The `_meta` of a request, as a member of its parameters. The caller's entries override those of
/// the client, except for the token of the progress that is watched here.
fn meta<'a>(
    connection: &'a Connection,
    options: &RequestOptions,
    progress: Option<u64>,
    trace: Option<&TraceContext>,
) -> Result<Cow<'a, RawMembers>> {
    let meta = &connection.server().meta;
    let level = options
        .log_level
        .or_else(|| connection.settings.log_level.get())
        .filter(|_| !meta.entries.is_empty());
    if level.is_none() && options.meta.is_none() && progress.is_none() && trace.is_none() {
        return Ok(Cow::Borrowed(&meta.member));
    }
    let mut entries = meta.entries.clone();
    if let Some(level) = level {
        entries
            .insert(keys::LOG_LEVEL.to_owned(), serde_json::to_value(level).map_err(Error::other)?);
    }
    for (key, value) in trace.into_iter().flat_map(TraceContext::iter) {
        entries.insert(key.to_owned(), value.into());
    }
    if let Some(more) = &options.meta {
        entries.extend(more.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    if let Some(token) = progress {
        entries.insert(keys::PROGRESS_TOKEN.to_owned(), token.into());
    }
    Ok(Cow::Owned(EncodedMeta::new(entries)?.member))
}
