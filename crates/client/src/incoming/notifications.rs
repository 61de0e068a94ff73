//! Notifications of the server: calls their handlers, and invalidates cached results.

use std::borrow::Cow;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;
use serde_json::value::RawValue;

use crate::change::Change;
use crate::connection::Connection;
use crate::handlers::notify;
use crate::jsonrpc::{ErrorObject, decode_params};
use crate::protocol::{
    CancelledParams, DeprecatedFeature, ElicitationCompleteParams, Method, ProgressParams,
    ResourceUpdatedParams, SubscriptionsAcknowledgedParams, TaskParams, meta::keys,
};

/// Takes a notification.
///
/// # Errors
///
/// When its parameters cannot be read.
pub(super) fn take_notification(
    connection: &Connection,
    method: &str,
    params: Option<&str>,
) -> Result<(), ErrorObject> {
    if let Some(adapter) = connection.adapter() {
        if let Some(id) = adapter.notification(method, params)?
            && let Some(question) = connection.questions.done(&id)
        {
            question.abort();
            connection.respond::<()>(&id, &Err(adapter.given_up()));
        }
        return Ok(());
    }
    match Method::parse(method) {
        Some(Method::Progress) => {
            let params: ProgressParams = decode_params(params)?;
            connection.watchers.report(&params);
            notify(connection.handlers.progress.as_deref(), &params);
        }
        Some(Method::LoggingMessage) if connection.handlers.log.is_some() => {
            DeprecatedFeature::Logging.warn_once();
            notify(connection.handlers.log.as_deref(), &decode_params(params)?);
        }
        Some(Method::ToolListChanged) => changed(connection, &Change::Tools, params)?,
        Some(Method::PromptListChanged) => changed(connection, &Change::Prompts, params)?,
        Some(Method::ResourceListChanged) => changed(connection, &Change::Resources, params)?,
        Some(Method::ResourceUpdated) => {
            let updated: ResourceUpdatedParams = decode_params(params)?;
            changed(connection, &Change::Resource(updated.uri), params)?;
        }
        Some(Method::TaskChanged | Method::TaskStatus) => {
            let task: TaskParams = decode_params(params)?;
            changed(connection, &Change::Task(task.task_id), params)?;
        }
        Some(Method::SubscriptionsAcknowledged) => {
            let granted: SubscriptionsAcknowledgedParams = decode_params(params)?;
            if let Some(id) = subscription(params)? {
                connection.listeners.granted(id, &granted.notifications);
            }
        }
        Some(Method::ElicitationComplete) => {
            let complete: ElicitationCompleteParams = decode_params(params)?;
            notify(connection.handlers.url_complete.as_deref(), &complete.elicitation_id);
        }
        Some(Method::Cancelled) => {
            let cancelled: CancelledParams = decode_params(params)?;
            let id = cancelled.request_id;
            if let Some(question) = id.and_then(|id| connection.questions.done(&id)) {
                question.abort();
            }
        }
        Some(_) => {}
        None => call_handler(connection, method, params)?,
    }
    if connection.handlers.notification.is_some() {
        let params = params
            .map_or(Ok(Value::Null), serde_json::from_str)
            .map_err(|error| ErrorObject::invalid_params(error.to_string()))?;
        connection.handlers.notified(method, params);
    }
    Ok(())
}

/// Passes an extension notification to its handler.
fn call_handler(
    connection: &Connection,
    method: &str,
    params: Option<&str>,
) -> Result<(), ErrorObject> {
    let Some(handler) = connection.handlers.of_extensions.get(method) else { return Ok(()) };
    let params: Value = decode_params(params)?;
    let handled = catch_unwind(AssertUnwindSafe(|| handler(params))).unwrap_or_else(|_| {
        tracing::error!(method, "a notification handler panicked");
        Ok(())
    });
    handled.map_err(|error| ErrorObject::invalid_params(error.to_string()))
}

/// Marks what a legacy server has listed as changed, as its notifications do: the one that has opened
/// another session may have been deployed since.
pub(crate) fn lists_may_have_changed(connection: &Connection) {
    let declared = connection.server().capabilities();
    let lists = [
        (declared.tools, Change::Tools),
        (declared.prompts, Change::Prompts),
        (declared.resources, Change::Resources),
    ];
    for (_, list) in lists.iter().filter(|(is_declared, _)| *is_declared) {
        tell(connection, list, None);
    }
}

fn changed(
    connection: &Connection,
    change: &Change,
    params: Option<&str>,
) -> Result<(), ErrorObject> {
    tell(connection, change, subscription(params)?);
    Ok(())
}

/// Notifies the subscribers of a change, and invalidates what it makes outdated.
fn tell(connection: &Connection, change: &Change, subscription: Option<u64>) {
    connection.cache.forget(change);
    let is_asked_for = connection.listeners.notify(change, subscription);
    // A legacy server notifies of list changes unsolicited.
    let is_list = !matches!(change, Change::Resource(_) | Change::Task(_));
    if is_asked_for || (!connection.is_modern() && is_list) {
        notify(connection.handlers.change.as_deref(), change);
    }
}

/// The subscription that a notification belongs to; a legacy notification does not have one.
fn subscription(params: Option<&str>) -> Result<Option<u64>, ErrorObject> {
    #[derive(serde::Deserialize)]
    struct SubscriptionParams<'a> {
        #[serde(rename = "_meta", borrow, default)]
        meta: HashMap<Cow<'a, str>, &'a RawValue>,
    }
    let subscribed: SubscriptionParams<'_> = decode_params(params)?;
    Ok(subscribed.meta.get(keys::SUBSCRIPTION_ID).and_then(|id| id.get().parse().ok()))
}
