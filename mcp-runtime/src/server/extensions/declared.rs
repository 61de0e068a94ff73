//! The extensions of a server: their declarations, and what they provide.

use std::sync::Arc;

use tokio::sync::{Semaphore, broadcast};

use super::extension::AddedExtension;
use super::topics::{ExtensionBroadcast, MAX_BROADCASTS};
use crate::protocol::{
    ExtensionDeclaration, ExtensionId, ExtensionMethod, ExtensionTopic, Method, MethodKind,
    ServerCapabilities,
};
use crate::server::States;
use crate::server::catalog::{Entries, MethodEntry};
use crate::server::tool_middleware::AroundTool;

/// The maximum number of notification handlers that run at the same time; others are dropped.
const MAX_NOTIFIED: usize = 64;

/// The extensions that are being added to a server.
#[derive(Default)]
pub(crate) struct AddedExtensions(Vec<AddedExtension>);

/// The extensions that a server declares. It is among the [`States`], since that is where context
/// parameters look for what they need.
#[derive(Clone)]
pub(crate) struct DeclaredExtensions(Vec<ExtensionId>);

impl DeclaredExtensions {
    /// Checks that a server declares an extension, without which a client must not use it.
    ///
    /// # Errors
    ///
    /// If it does not, with how to do so.
    pub(super) fn check(states: &States, id: ExtensionId) -> Result<(), String> {
        // A server with pages declares that by itself; others may ask whether the client shows any.
        let is_automatic = id.as_str() == ExtensionId::UI.as_str();
        let all = states.get::<Self>();
        let mut declared = all.iter().flat_map(|declared| &declared.0);
        if is_automatic || declared.any(|declared| declared.as_str() == id.as_str()) {
            return Ok(());
        }
        Err(format!("needs the extension `{id}`; add it to the server with .extension(...)"))
    }
}

/// The extensions of a server.
#[derive(Default)]
pub(crate) struct Extensions {
    added: Vec<AddedExtension>,
    methods: Vec<MethodEntry>,
    /// The middleware around tools, outermost first.
    pub(crate) around: Vec<AroundTool>,
    /// The channel for notifications that clients can subscribe to.
    pub(super) broadcasts: Option<broadcast::Sender<Arc<ExtensionBroadcast>>>,
    pub(super) notified: Option<Arc<Semaphore>>,
}

impl AddedExtensions {
    pub(crate) fn add(&mut self, added: AddedExtension) {
        self.0.push(added);
    }

    /// Whether none is added.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The extensions that the server declares.
    pub(crate) fn declared(&self) -> DeclaredExtensions {
        DeclaredExtensions(self.0.iter().map(|added| added.declaration.id).collect())
    }

    /// Combines them with what handlers provide; reports every mistake.
    pub(crate) fn build(
        self,
        entries: &mut [Entries],
        states: &States,
        mistakes: &mut Vec<String>,
    ) -> Extensions {
        let mut extensions = Extensions::default();
        for added in self.0 {
            extensions.insert(added, mistakes);
        }
        for entries in entries {
            for method in std::mem::take(&mut entries.methods) {
                method.handler.check(states, mistakes);
                extensions.insert_method(method, mistakes);
            }
            for tool in &entries.tools {
                let needed =
                    tool.handler.target.call.only.map(|id| DeclaredExtensions::check(states, id));
                if let Some(Err(error)) = needed {
                    mistakes.push(format!("{}: {error}", tool.handler.target.kind));
                }
            }
            extensions.around.append(&mut entries.around);
        }
        for around in &extensions.around {
            let name = format!("`#[around(tool)]` ({})", around.location);
            extensions.check_owner(around.extension.as_str(), &name, mistakes);
        }
        let has_topics = extensions.topics().next().is_some();
        extensions.broadcasts = has_topics.then(|| broadcast::Sender::new(MAX_BROADCASTS));
        let has_notifications =
            extensions.methods().any(|method| method.kind == MethodKind::Notification);
        extensions.notified = has_notifications.then(|| Arc::new(Semaphore::new(MAX_NOTIFIED)));
        extensions
    }
}

impl Extensions {
    /// Adds their declarations to the capabilities of the server.
    pub(crate) fn declare(&self, capabilities: &mut ServerCapabilities) {
        for AddedExtension { declaration: ExtensionDeclaration { id, settings }, .. } in &self.added
        {
            if let Ok(settings) = settings {
                capabilities.declare(*id, settings.clone());
            }
        }
    }

    /// The methods that they add to those of the core.
    pub(crate) fn methods(&self) -> impl Iterator<Item = &'static ExtensionMethod> {
        self.methods.iter().map(|entry| entry.method)
    }

    pub(super) fn method(&self, method: &ExtensionMethod) -> Option<&MethodEntry> {
        self.methods.iter().find(|entry| entry.method.name == method.name)
    }

    /// The topics that clients can request in `subscriptions/listen`.
    pub(super) fn topics(&self) -> impl Iterator<Item = ExtensionTopic> {
        self.added.iter().flat_map(|added| added.topics).copied().flatten()
    }

    /// Whether there is middleware around tools.
    pub(crate) fn are_around_tools(&self) -> bool {
        !self.around.is_empty()
    }

    /// Whether a handler can ask its client questions.
    pub(crate) fn asks(&self) -> bool {
        self.methods.iter().any(|entry| entry.handler.target.resume.is_some())
    }

    /// Whether a handler may read the requests of the transport.
    pub(crate) fn reads_requests(&self) -> bool {
        self.are_around_tools()
            || self.methods.iter().any(|entry| entry.handler.target.reads_request)
    }

    /// Returns whether an extension has this kind of result.
    pub(crate) fn has_result(&self, extension: ExtensionId, kind: &str) -> bool {
        let is_it = |added: &&AddedExtension| added.declaration.id.as_str() == extension.as_str();
        self.added.iter().find(is_it).is_some_and(|added| added.results.contains(&kind))
    }

    fn insert(&mut self, added: AddedExtension, mistakes: &mut Vec<String>) {
        let AddedExtension { declaration: ExtensionDeclaration { id, settings }, at, .. } = &added;
        if let Err(wrong) = settings {
            mistakes.push(format!("{wrong} ({at})"));
        }
        let mut others = self.added.iter();
        if let Some(other) = others.find(|other| other.declaration.id.as_str() == id.as_str()) {
            let first = other.at;
            mistakes.push(format!("extension `{id}` is added twice: {first} and {at}"));
        }
        self.added.push(added);
    }

    fn insert_method(&mut self, entry: MethodEntry, mistakes: &mut Vec<String>) {
        let MethodEntry { method, location, .. } = &entry;
        let name = method.name;
        let extension = method.extension;
        self.check_owner(extension.as_str(), &format!("method `{name}` ({location})"), mistakes);
        if Method::parse(name).is_some() {
            mistakes.push(format!(
                "method `{name}` of the extension `{extension}` ({location}) is a method of MCP itself: choose another name, such as `{}/{}`",
                extension.as_str().split('/').next().unwrap_or_default(),
                name.rsplit('/').next().unwrap_or_default(),
            ));
        }
        if let Some(other) = self.method(method) {
            mistakes.push(format!(
                "two methods are called `{name}`: {} and {location}",
                other.location
            ));
        }
        self.methods.push(entry);
    }

    /// Checks that an extension is declared, which what it provides needs to work.
    fn check_owner(&self, id: &str, what: &str, mistakes: &mut Vec<String>) {
        if !self.added.iter().any(|added| added.declaration.id.as_str() == id) {
            mistakes.push(format!(
                "{what} belongs to the extension `{id}`: add it with `extension`, not with `handlers`"
            ));
        }
    }
}
