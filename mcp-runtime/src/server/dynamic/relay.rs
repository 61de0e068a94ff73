//! Relays what another server offers: definitions are unchanged, and calls are forwarded.

use std::collections::HashSet;
use std::future::Future;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{List, add, described};
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorCode, ErrorObject};
use crate::protocol::{
    CallToolResult, GetPromptResult, Prompt, ProtocolVersion, ReadResourceResult, Resource,
    ResourceTemplate, Tool,
};
use crate::server::catalog::PromptEntry;
use crate::server::catalog::ResourceEntry;
use crate::server::catalog::ToolEntry;
use crate::server::catalog::{Entry, Features};
use crate::server::handler::{CallDef, Handler};
use crate::server::handler_kind::HandlerKind;
use crate::server::response::Step;
use crate::server::{Context, Reply, Response, Server, required_capabilities};

/// The location of the entries of other servers.
const RELAYED: &str = "at another server";

impl Server {
    /// Offers tools of other servers, replacing those that were relayed before; the handler gets
    /// the name and the arguments.
    ///
    /// Neither definitions nor arguments are checked here. Questions can be forwarded with
    /// [`Context::ask`]. A tool whose name is already taken is left out.
    ///
    /// ```
    /// use mcp_runtime_client::Client;
    /// use mcp_runtime::{Changes, server, tool};
    ///
    /// /// Adds two numbers.
    /// #[tool]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let behind = Client::builder("relay", "1.0").connect(server!().tool::<add>()).await?;
    /// let server = server!().changes(Changes::new().tools()).build()?;
    /// server.relay_tools(behind.list_tools().await?, move |_, name, arguments| {
    ///     behind.call_tool(&name, arguments).into_future()
    /// })?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::tools`](crate::Changes::tools).
    pub fn relay_tools<F>(
        &self,
        tools: Vec<Tool>,
        call: impl Fn(Context, String, Map<String, Value>) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        F: Future<Output = Result<CallToolResult>> + Send + 'static,
    {
        let call = Arc::new(call);
        let entries = tools.into_iter().map(|tool| {
            let kind = HandlerKind::Tool(tool.name.as_str().into());
            let handler = self.relay(kind, &call, Reply::Tool)?;
            Ok(ToolEntry::of(tool, handler, RELAYED))
        });
        self.change(List::Tools, |catalog| {
            replace_relayed(&mut catalog.tools, entries);
            Ok(())
        })
    }

    /// Offers prompts of other servers, replacing those that were relayed before; the handler gets
    /// the name and the arguments. A prompt whose name is already taken is left out.
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::prompts`](crate::Changes::prompts).
    pub fn relay_prompts<F>(
        &self,
        prompts: Vec<Prompt>,
        get: impl Fn(Context, String, Map<String, Value>) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        F: Future<Output = Result<GetPromptResult>> + Send + 'static,
    {
        let get = Arc::new(get);
        let entries = prompts.into_iter().map(|prompt| {
            let kind = HandlerKind::Prompt(prompt.name.as_str().into());
            let handler = self.relay(kind, &get, Reply::Prompt)?;
            Ok(PromptEntry::of(prompt, handler, RELAYED))
        });
        self.change(List::Prompts, |catalog| {
            replace_relayed(&mut catalog.prompts, entries);
            Ok(())
        })
    }

    /// Offers resources and resource templates of other servers, replacing those that were relayed
    /// before; the handler gets the URI. Entries that already exist are left out, and so are
    /// templates that this server cannot match.
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::resources`](crate::Changes::resources).
    pub fn relay_resources<F>(
        &self,
        resources: Vec<Resource>,
        templates: Vec<ResourceTemplate>,
        read: impl Fn(Context, String) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        F: Future<Output = Result<ReadResourceResult>> + Send + 'static,
    {
        let read = Arc::new(move |context: Context, _, _| {
            let uri = context.uri().unwrap_or_default().to_owned();
            read(context, uri)
        });
        let handler =
            |uri: &str| self.relay(HandlerKind::Resource(uri.into()), &read, Reply::Resource);
        let resources = resources.into_iter().map(|resource| {
            let handler = handler(&resource.uri)?;
            Ok(ResourceEntry::of(resource, false, handler, RELAYED))
        });
        let templates = templates.into_iter().map(|template| {
            let handler = handler(&template.uri_template)?;
            ResourceEntry::of_template(template, handler, RELAYED)
        });
        self.change(List::Resources, |catalog| {
            replace_relayed(&mut catalog.resources, resources);
            replace_relayed(&mut catalog.templates, templates);
            Ok(())
        })
    }

    fn relay<R: 'static, F>(
        &self,
        kind: HandlerKind,
        run: &Arc<impl Fn(Context, String, Map<String, Value>) -> F + Send + Sync + 'static>,
        reply: fn(R) -> Reply,
    ) -> Result<Handler>
    where
        F: Future<Output = Result<R>> + Send + 'static,
    {
        let run = Arc::clone(run);
        let mut handler = described(
            kind.clone(),
            CallDef::EMPTY,
            |inputs| inputs.context::<Context>(),
            move |call| {
                let (Some(context), Some(arguments)) = (call.context::<Context>(), call.all())
                else {
                    return call.refuse();
                };
                let kind = kind.clone();
                let version = context.request().version;
                // Boxed, since what is around it moves it several times.
                let result = Box::pin(run(context, kind.name().to_owned(), arguments));
                Step::future(call, async move {
                    result.await.map(reply).or_else(|error| failure(error, &kind, version))
                })
            },
        )?;
        self.admit(&mut handler);
        Ok(handler)
    }
}

fn replace_relayed<F: Entry>(features: &mut Features<F>, entries: impl Iterator<Item = Result<F>>) {
    replace(features, entries, |entry| entry.location() == RELAYED, "another server");
}

/// Replaces the entries that came from a server before. Entries that remain keep their position, so
/// that a client that pages through the list misses nothing.
pub(in crate::server) fn replace<F: Entry>(
    features: &mut Features<F>,
    entries: impl Iterator<Item = Result<F>>,
    is_replaced: impl Fn(&F) -> bool,
    from: &str,
) {
    let mut kept = HashSet::new();
    for entry in entries {
        let added = entry.and_then(|mut entry| {
            let key = entry.key().to_owned();
            let known = features.get(&key).filter(|before| is_replaced(before));
            if let Some(before) = known.filter(|_| !kept.contains(&key)) {
                entry.take_over(before);
                features.replace(entry);
            } else {
                add(features, entry)?;
            }
            kept.insert(key);
            Ok(())
        });
        if let Err(error) = added {
            tracing::warn!(%error, "skipped a {} from {from}", F::WHAT);
        }
    }
    features.retain(|entry| !is_replaced(entry) || kept.contains(entry.key()));
}

/// Passes on the protocol errors of the other server; any other failure is one of this server.
#[inline]
fn failure(error: Error, kind: &HandlerKind, version: ProtocolVersion) -> Response {
    let Some(refused) = error.protocol() else {
        return kind.failure(error.to_string(), |_| error.into());
    };
    match required_capabilities::missing_at(refused).filter(|_| !version.has_capability_errors()) {
        Some(missing) => required_capabilities::reject_legacy(&missing, kind),
        None => Err(of_newest(refused.clone(), kind)),
    }
}

/// The error in the form that responses of all revisions are written from: since 2026-07-28 a missing
/// resource has the code of invalid parameters.
#[inline]
fn of_newest(mut error: ErrorObject, kind: &HandlerKind) -> ErrorObject {
    let is_missing = matches!(kind, HandlerKind::Resource(_))
        && error.code == ErrorCode::INVALID_PARAMS
        && error.data.as_ref().is_some_and(|data| data.get("uri").is_some());
    if is_missing {
        error.code = ErrorCode::RESOURCE_NOT_FOUND;
    }
    error
}
