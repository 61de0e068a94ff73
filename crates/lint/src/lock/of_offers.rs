//! The lock of what a server offers.

use serde_json::Value;

use super::entries::{LockedPrompt, LockedResource, LockedServer, LockedTool};
use super::file::Lock;
use crate::protocol::Offers;

impl Lock {
    /// Creates the lock of what a server offers: of one in this process, as `Server::offers` lists it in the
    /// newest revision that it serves; of any other, as `Client::offers` does.
    #[must_use]
    pub fn of(offers: &Offers) -> Self {
        let mut lock = Self {
            server: LockedServer {
                revisions: offers.versions.iter().map(ToString::to_string).collect(),
                capabilities: capabilities(&offers.handshake["capabilities"]),
                ..LockedServer::of(&offers.info, offers.instructions.as_deref())
            },
            ..Self::default()
        };
        for tool in offers.tools() {
            let mut locked = LockedTool::of(&tool);
            let requirements = offers.requirements.get(&tool.name).cloned().unwrap_or_default();
            (locked.needs, locked.confirms) = (requirements.needs, requirements.confirms);
            lock.tools.insert(tool.name, locked);
        }
        for prompt in offers.prompts() {
            lock.prompts.insert(prompt.name.clone(), LockedPrompt::of(&prompt));
        }
        for resource in offers.resources() {
            lock.resources.insert(resource.uri.clone(), LockedResource::of(&resource));
        }
        for template in offers.resource_templates() {
            let locked = LockedResource::of_template(&template);
            lock.templates.insert(template.uri_template, locked);
        }
        lock
    }
}

/// The names of declared capabilities: `resources`, `resources.subscribe`,
/// `extensions.io.example/x`.
fn capabilities(declared: &Value) -> Vec<String> {
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
