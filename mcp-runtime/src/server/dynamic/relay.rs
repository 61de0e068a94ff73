//! What another server offers, offered here: definitions as they are, calls passed on.

use std::future::Future;

use serde_json::{Map, Value};

use super::{LOCATION, List, add, handler};
use crate::error::{Error, Result};
use crate::protocol::{
    CallToolResult, GetPromptResult, Prompt, ProtocolVersion, ReadResourceResult, Resource,
    ResourceTemplate, Tool,
};
use crate::server::catalog::Handler;
use crate::server::handler::{Kind, Step};
use crate::server::prompts::PromptEntry;
use crate::server::resources::ResourceEntry;
use crate::server::tools::ToolEntry;
use crate::server::{Context, Reply, Response, Server, needs};

impl Server {
    /// Offers a tool of another server: neither its definition nor its arguments are checked here.
    ///
    /// Its questions are asked with [`Context::ask`].
    ///
    /// # Errors
    ///
    /// If the server was not built with [`dynamic_tools`](crate::ServerBuilder::dynamic_tools), or
    /// the name is taken.
    pub fn relay_tool<F>(
        &self,
        tool: Tool,
        call: impl Fn(Context, Map<String, Value>) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        F: Future<Output = Result<CallToolResult>> + Send + 'static,
    {
        let handler = relay(Kind::Tool(tool.name.as_str().into()), call, Reply::Tool)?;
        let entry = ToolEntry::of(tool, handler, LOCATION);
        self.change(List::Tools, |catalog| add(&mut catalog.tools, entry))
    }

    /// Offers a prompt of another server.
    ///
    /// # Errors
    ///
    /// If the server was not built with
    /// [`dynamic_prompts`](crate::ServerBuilder::dynamic_prompts), or the name is taken.
    pub fn relay_prompt<F>(
        &self,
        prompt: Prompt,
        get: impl Fn(Context, Map<String, Value>) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        F: Future<Output = Result<GetPromptResult>> + Send + 'static,
    {
        let handler = relay(Kind::Prompt(prompt.name.as_str().into()), get, Reply::Prompt)?;
        let entry = PromptEntry::of(prompt, handler, LOCATION);
        self.change(List::Prompts, |catalog| add(&mut catalog.prompts, entry))
    }

    /// Offers a resource of another server; the handler gets its URI.
    ///
    /// # Errors
    ///
    /// If the server was not built with
    /// [`dynamic_resources`](crate::ServerBuilder::dynamic_resources), or the URI is taken.
    pub fn relay_resource<F>(
        &self,
        resource: Resource,
        read: impl Fn(Context, String) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        F: Future<Output = Result<ReadResourceResult>> + Send + 'static,
    {
        let handler = relay_reading(&resource.uri, read)?;
        let entry = ResourceEntry::of(resource, false, handler, LOCATION);
        self.change(List::Resources, |catalog| add(&mut catalog.resources, entry))
    }

    /// Offers a resource template of another server; the handler gets the URI that is read.
    ///
    /// # Errors
    ///
    /// If the server was not built with
    /// [`dynamic_resources`](crate::ServerBuilder::dynamic_resources), the template is taken, or
    /// it is one that this server cannot match.
    pub fn relay_resource_template<F>(
        &self,
        template: ResourceTemplate,
        read: impl Fn(Context, String) -> F + Send + Sync + 'static,
    ) -> Result<()>
    where
        F: Future<Output = Result<ReadResourceResult>> + Send + 'static,
    {
        let handler = relay_reading(&template.uri_template, read)?;
        let entry = ResourceEntry::of_template(template, handler, LOCATION)?;
        self.change(List::Resources, |catalog| add(&mut catalog.templates, entry))
    }
}

fn relay<R: 'static, F>(
    kind: Kind,
    run: impl Fn(Context, Map<String, Value>) -> F + Send + Sync + 'static,
    reply: fn(R) -> Reply,
) -> Result<Handler>
where
    F: Future<Output = Result<R>> + Send + 'static,
{
    handler(
        kind.clone(),
        |inputs| inputs.context::<Context>(),
        move |call| {
            let (Some(context), Some(arguments)) = (call.context::<Context>(), call.all()) else {
                return call.refuse();
            };
            let version = context.request().version;
            let result = run(context, arguments);
            let kind = kind.clone();
            Step::future(call, async move {
                result.await.map(reply).or_else(|error| failure(error, &kind, version))
            })
        },
    )
}

/// What the other server refuses is refused in the same way; whatever else fails, fails here.
fn failure(error: Error, kind: &Kind, version: ProtocolVersion) -> Response {
    let Some(refused) = error.protocol() else {
        return kind.failure(error.to_string(), |_| error.into());
    };
    match needs::told(refused).filter(|_| !version.is_modern()) {
        Some(missing) => needs::refuse_before(&missing, kind),
        None => Err(refused.clone()),
    }
}

fn relay_reading<F>(
    uri: &str,
    read: impl Fn(Context, String) -> F + Send + Sync + 'static,
) -> Result<Handler>
where
    F: Future<Output = Result<ReadResourceResult>> + Send + 'static,
{
    let read = move |context: Context, _| {
        let uri = context.uri().unwrap_or_default().to_owned();
        read(context, uri)
    };
    relay(Kind::Resource(uri.into()), read, Reply::Resource)
}
