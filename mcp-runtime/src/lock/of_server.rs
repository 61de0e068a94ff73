//! The lock of a server in this process, from its responses.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::entries::{LockedPrompt, LockedResource, LockedServer, LockedTool};
use super::file::Lock;
use crate::negotiation::{BackChannel, ClientFacts, Params, RequestContext};
use crate::protocol::apps::Apps;
use crate::protocol::{
    ClientCapabilities, ClientCapability, ExtensionId, Method, Prompt, ProtocolVersion, Resource,
    ResourceTemplate, Tool,
};
use crate::server::response::Step;
use crate::server::{Context, Reply, Server};

impl Lock {
    /// Creates the lock of a server, as listed in the newest revision that it serves, for an
    /// anonymous client with all capabilities. No handler runs.
    #[must_use]
    pub fn of(server: &Server) -> Self {
        let version = server.versions().last().copied().unwrap_or(ProtocolVersion::LATEST);
        let client = able(server.extensions_of_tools());
        let discovered = ask(server, version, &client, Method::Discover, None);
        let mut lock = Self {
            server: LockedServer {
                revisions: server.versions().iter().map(ToString::to_string).collect(),
                capabilities: capabilities(&discovered["capabilities"]),
                ..LockedServer::of(server.info(), server.instructions())
            },
            ..Self::default()
        };
        let mut requirements = server.lock_requirements();
        for tool in all::<Tool>(server, version, &client, Method::ListTools, "tools") {
            let mut locked = LockedTool::of(&tool);
            let requirements = requirements.remove(&tool.name).unwrap_or_default();
            (locked.needs, locked.confirms) = (requirements.needs, requirements.confirms);
            lock.tools.insert(tool.name, locked);
        }
        for prompt in all::<Prompt>(server, version, &client, Method::ListPrompts, "prompts") {
            lock.prompts.insert(prompt.name.clone(), LockedPrompt::of(&prompt));
        }
        for resource in
            all::<Resource>(server, version, &client, Method::ListResources, "resources")
        {
            lock.resources.insert(resource.uri.clone(), LockedResource::of(&resource));
        }
        let (method, member) = (Method::ListResourceTemplates, "resourceTemplates");
        for template in all::<ResourceTemplate>(server, version, &client, method, member) {
            let locked = LockedResource::of_template(&template);
            lock.templates.insert(template.uri_template, locked);
        }
        lock
    }
}

/// A client with all capabilities, from which a server hides nothing.
fn able(extensions: Vec<ExtensionId>) -> ClientFacts {
    let able = [
        ClientCapability::ElicitationForm,
        ClientCapability::ElicitationUrl,
        ClientCapability::Sampling,
        ClientCapability::SamplingTools,
        ClientCapability::SamplingContext,
        ClientCapability::Roots,
    ];
    let mut capabilities: ClientCapabilities = able.into_iter().collect();
    let pages = Apps::of_host();
    capabilities.declare(pages.id, pages.settings.unwrap_or_default());
    for id in extensions.into_iter().chain([ExtensionId::TASKS, ExtensionId::SKILLS]) {
        capabilities.declare(id, serde_json::Map::new());
    }
    ClientFacts { capabilities, ..ClientFacts::default() }
}

/// The names of declared capabilities: `resources`, `resources.subscribe`,
/// `extensions.io.example/x`.
pub(super) fn capabilities(declared: &Value) -> Vec<String> {
    let mut names = Vec::new();
    for (name, settings) in declared.as_object().into_iter().flatten() {
        if name != "extensions" && name != "experimental" {
            names.push(name.clone());
        }
        let settings = settings.as_object().into_iter().flatten();
        let is_set = |(_, value): &(&String, &Value)| **value != Value::Bool(false);
        names.extend(settings.filter(is_set).map(|(key, _)| format!("{name}.{key}")));
    }
    names.sort_unstable();
    names
}

/// All entries of a list.
fn all<T: DeserializeOwned>(
    server: &Server,
    version: ProtocolVersion,
    client: &ClientFacts,
    method: Method,
    member: &str,
) -> Vec<T> {
    let (mut entries, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let mut page = ask(server, version, client, method, cursor.as_deref());
        let listed = page[member].take().as_array().cloned().unwrap_or_default();
        entries.extend(listed.into_iter().filter_map(|entry| serde_json::from_value(entry).ok()));
        cursor = page.get("nextCursor").map(Value::to_string);
        if cursor.is_none() {
            return entries;
        }
    }
}

/// The result of a request that is answered immediately, as it would be sent; the cursor is in
/// JSON.
pub(crate) fn ask(
    server: &Server,
    version: ProtocolVersion,
    client: &ClientFacts,
    method: Method,
    cursor: Option<&str>,
) -> Value {
    let request = RequestContext::unsent(1, version, client.clone(), BackChannel::none());
    let mut params = Params::default();
    params.cursor = cursor;
    let context = Context::new(server.clone(), request);
    match server.handle(context, method, &params, None) {
        Step::Ready(Ok(Reply::Encoded(json))) => {
            serde_json::from_str(json.get()).unwrap_or_default()
        }
        _ => Value::Null,
    }
}
