//! Extensions: their requests, their notifications, and the result types that they define.

use serde::Serialize;
use serde_json::{Map, Value};

use super::call::ClientCall;
use super::decode::{check_memory, unknown_type};
use super::handle::{Client, ResultHandler};
use super::request_builder::{RequestBuilder, run};
use super::result::{Outcome, RawResult};
use super::subscription::{Subscription, listen};
use crate::error::{Error, Result};
use crate::protocol::extension_parts::ExtensionRequest;
use crate::protocol::meta::keys;
use crate::protocol::{ExtensionId, ExtensionNotification, ServerCapability, SubscriptionFilter};

impl Client {
    /// Sends a request that an extension defines.
    ///
    /// ```no_run
    /// use mcp_runtime::{ExtensionRequest, extension};
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[extension("com.example/batch")]
    /// struct Batch;
    ///
    /// #[derive(Serialize, ExtensionRequest)]
    /// #[request("com.example/batch/run", extension = Batch, result = Report)]
    /// struct Run {
    ///     calls: Vec<String>,
    /// }
    ///
    /// #[derive(Deserialize)]
    /// struct Report {
    ///     count: usize,
    /// }
    ///
    /// # async fn run(client: mcp_runtime_client::Client) -> mcp_runtime::Result<()> {
    /// let report = client.send(Run { calls: vec!["add".to_owned()] }).await?;
    /// println!("{} calls", report.count);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When the server did not declare the extension, or returns an error.
    #[expect(clippy::needless_pass_by_value, reason = "a request is made to be sent")]
    pub fn send<R: ExtensionRequest>(&self, request: R) -> RequestBuilder<R::Result> {
        let call =
            self.has_extension(R::EXTENSION).and_then(|()| ClientCall::of_extension(&request));
        RequestBuilder::new(self, call, |client, call| {
            Box::pin(async move { read_result(run::<Value>(client, call).await?) })
        })
    }

    /// Sends a notification that an extension defines, if the server declared that extension.
    ///
    /// # Errors
    ///
    /// When the server did not declare it, or the notification is not a JSON object.
    pub fn send_notification<N: ExtensionNotification + Serialize>(
        &self,
        notification: N,
    ) -> Result<()> {
        self.has_extension(N::EXTENSION)?;
        let mut params = serde_json::to_value(notification).map_err(Error::other)?;
        let entries = &self.connection().server().meta.entries;
        if let (Value::Object(params), false) = (&mut params, entries.is_empty()) {
            params.insert("_meta".to_owned(), entries.clone().into());
        }
        self.connection().notify(N::METHOD, &params);
        Ok(())
    }

    /// Subscribes to the notifications of an extension with these keys, for the lifetime of the
    /// subscription; the [handler](crate::ClientBuilder::on) is called with them. Keys are
    /// ignored if the notification does not have any.
    ///
    /// # Errors
    ///
    /// When the server did not declare the extension, the notification does not have a topic, or
    /// the server returns an error.
    pub async fn listen_to<N: ExtensionNotification>(
        &self,
        keys: impl IntoIterator<Item: Into<String>>,
    ) -> Result<Subscription> {
        self.has_extension(N::EXTENSION)?;
        let topic = N::TOPIC
            .ok_or_else(|| Error::other(format!("`{}` cannot be subscribed to", N::METHOD)))?;
        let keys: Vec<String> = keys.into_iter().map(Into::into).collect();
        let wanted = if topic.is_keyed { Value::from(keys) } else { Value::Bool(true) };
        let other = Map::from_iter([(topic.name.to_owned(), wanted)]);
        let mut filter = SubscriptionFilter::default();
        filter.other = other;
        listen(self.connection(), filter).await
    }

    /// Checks that the server declared an extension, in a revision that supports it.
    pub(super) fn has_extension(&self, id: ExtensionId) -> Result<()> {
        let is_declared = self.server_capabilities().supports(ServerCapability::Extension(id));
        if is_declared && id.first_version() <= self.version() {
            Ok(())
        } else {
            Err(Error::other(format!("the server does not offer the extension `{id}`")))
        }
    }
}

/// Reads the result of a method, without the members that all results have; `()` has no members.
fn read_result<T: serde::de::DeserializeOwned + 'static>(mut result: Value) -> Result<T> {
    if let Some(members) = result.as_object_mut() {
        members.retain(|name, _| name != "resultType" && name != "_meta");
        if members.is_empty() && std::any::TypeId::of::<T>() == std::any::TypeId::of::<()>() {
            result = Value::Null;
        }
    }
    serde_json::from_value(result)
        .map_err(|error| Error::other(format!("cannot decode the result: {error}")))
}

/// Whether a type of results can only be that of an extension. Core results have no type before
/// 2026-07-28, so that earlier it is the one of a handler, or a member like any other.
pub(super) fn is_of_extension(client: &Client, kind: &str) -> bool {
    let is_handled =
        |handler: &ResultHandler| handler.extension.first_version() <= client.version();
    client.connection().is_modern() || client.result_handler(kind).is_some_and(is_handled)
}

/// Converts a result of a type that an extension defines to that of a tool.
///
/// # Errors
///
/// When no extension declared by this request defines that type.
pub(super) async fn resolve(client: &Client, call: &ClientCall, result: &RawResult) -> Outcome {
    let connection = client.connection();
    let kind = result.other_type.as_deref().unwrap_or_default();
    let of_request =
        call.options.meta.as_deref().and_then(|meta| meta.get(keys::CLIENT_CAPABILITIES));
    let of_client = connection.server().meta.entries.get(keys::CLIENT_CAPABILITIES);
    let declared = of_request.or(of_client);
    // What `initialize` declares applies to all requests.
    let is_declared = |id: ExtensionId| {
        !connection.is_modern()
            || declared.is_some_and(|declared| declared["extensions"][id.as_str()].is_object())
    };
    let handler = client
        .result_handler(kind)
        .filter(|handler| is_declared(handler.extension))
        .ok_or_else(|| unknown_type(call, kind))?;
    let what = || format!("the result of {}", call.method);
    check_memory(what, result.text(), connection.settings.max_result)?;
    let value = serde_json::from_str(result.text()).map_err(Error::other)?;
    let resolved = (handler.run)(value, client.clone()).await?;
    Ok(RawResult::of(&serde_json::to_string(&resolved).map_err(Error::other)?))
}
