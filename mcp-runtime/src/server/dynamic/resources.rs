//! Resources that are added, changed and removed while a server runs.

use std::sync::Arc;

use super::{ContextParameters, HandlerClosure, LOCATION, List, add, check, handler, remove};
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::Resource;
use crate::server::Server;
use crate::server::catalog::{Catalog, Entry as _, ResourceEntry};
use crate::server::handler::CallDef;
use crate::server::handler_kind::HandlerKind;
use crate::server::respond::IntoResource;

impl Server {
    /// Adds a resource: a [closure](HandlerClosure) that takes context parameters; clients are
    /// notified.
    ///
    /// ```
    /// use mcp_runtime::protocol::Resource;
    /// use mcp_runtime::{Changes, server};
    ///
    /// let server = server!().changes(Changes::new().resources()).build()?;
    /// let note = Resource::new("notes://1", "first note");
    /// server.add_resource(note, async || "Buy milk.")?;
    /// server.remove_resource("notes://1")?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::resources`](crate::Changes::resources), or the
    /// URI is taken or is a template.
    pub fn add_resource<Closure, Parameters>(&self, resource: Resource, read: Closure) -> Result<()>
    where
        Parameters: ContextParameters,
        Closure: HandlerClosure<Parameters, Value: IntoResource>,
    {
        let entry = self.resource_entry(resource, read)?;
        self.change_one(List::Resources, |catalog| add(&mut catalog.resources, entry))
    }

    /// Removes a resource or a resource template; clients are notified.
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::resources`](crate::Changes::resources), or the
    /// resource does not exist.
    #[inline]
    pub fn remove_resource(&self, uri: &str) -> Result<()> {
        self.change_one(List::Resources, |catalog| {
            if uri.contains('{') {
                remove(&mut catalog.templates, uri)
            } else {
                remove(&mut catalog.resources, uri)
            }
        })
        .map(drop)
    }

    /// Notifies clients that the list of resources has changed: that a
    /// [template](macro@crate::resource) lists others now, or that a caller may see others.
    ///
    /// ```
    /// use mcp_runtime::{Changes, Context, Result, resource, server, tool};
    ///
    /// /// An issue.
    /// #[resource("issues://{id}", list = ids)]
    /// fn issue(id: u64) -> String {
    ///     format!("Issue {id}")
    /// }
    ///
    /// # fn save() -> u64 { 3 }
    /// fn ids(_: &Context) -> Vec<u64> {
    ///     vec![1, 2] // what is stored
    /// }
    ///
    /// /// Opens an issue.
    /// #[tool]
    /// fn open_issue(context: &Context) -> Result<u64> {
    ///     let id = save();
    ///     context.server().resources_changed()?;
    ///     Ok(id)
    /// }
    ///
    /// let server = server!()
    ///     .tool::<open_issue>()
    ///     .resource::<issue>()
    ///     .changes(Changes::new().resources());
    /// # let _ = server;
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::resources`](crate::Changes::resources).
    #[inline]
    pub fn resources_changed(&self) -> Result<()> {
        self.announce_list(List::Resources)
    }

    /// Changes several resources at once: clients see all of the changes or none of them, and are
    /// notified once. The server waits for `change`, so that nothing slow should happen there, and
    /// no other use of the server.
    ///
    /// ```
    /// use mcp_runtime::protocol::Resource;
    /// use mcp_runtime::{Changes, server};
    ///
    /// let server = server!().changes(Changes::new().resources()).build()?;
    /// server.change_resources(|resources| {
    ///     for (uri, name) in [("notes://1", "first note"), ("notes://2", "second note")] {
    ///         resources.set(Resource::new(uri, name), async || "Buy milk.")?;
    ///     }
    ///     resources.remove("notes://0");
    ///     Ok(())
    /// })?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with [`Changes::resources`](crate::Changes::resources), or
    /// `change` fails: nothing changes then.
    pub fn change_resources(
        &self,
        change: impl FnOnce(&mut ResourceChanges<'_>) -> Result<()>,
    ) -> Result<()> {
        self.change(List::Resources, |catalog| {
            change(&mut ResourceChanges { server: self, catalog })
        })
    }

    /// Creates the entry of a resource of this server that a closure reads.
    fn resource_entry<Closure, Parameters>(
        &self,
        resource: Resource,
        read: Closure,
    ) -> Result<ResourceEntry>
    where
        Closure: HandlerClosure<Parameters, Value: IntoResource>,
    {
        let mut entry = resource_entry(resource, read, LOCATION)?;
        if let Some(handler) = Arc::get_mut(&mut entry.handler) {
            self.admit(handler);
        }
        check(&entry.handler, self)?;
        Ok(entry)
    }
}

/// Resources that are changed at once. See [`Server::change_resources`].
pub struct ResourceChanges<'a> {
    server: &'a Server,
    catalog: &'a mut Catalog,
}

short_debug!(ResourceChanges<'a> { server });

impl ResourceChanges<'_> {
    /// Adds a resource, or replaces the one with its URI.
    ///
    /// # Errors
    ///
    /// If the URI is a template, or the server lacks what the closure needs.
    pub fn set<Closure, Parameters>(&mut self, resource: Resource, read: Closure) -> Result<()>
    where
        Parameters: ContextParameters,
        Closure: HandlerClosure<Parameters, Value: IntoResource>,
    {
        let entry = self.server.resource_entry(resource, read)?;
        let resources = &mut self.catalog.resources;
        if resources.get(entry.key()).is_some() {
            resources.replace(entry);
        } else {
            resources.insert(entry, &mut Vec::new());
        }
        Ok(())
    }

    /// Removes a resource or a resource template; returns whether there was one.
    #[inline]
    pub fn remove(&mut self, uri: &str) -> bool {
        let Catalog { resources, templates, .. } = &mut *self.catalog;
        let features = if uri.contains('{') { templates } else { resources };
        features.remove(uri).is_some()
    }
}

/// Creates the entry of a resource that a closure reads.
///
/// # Errors
///
/// If its URI is a template, or the parameters of the closure do not go together.
pub(in crate::server) fn resource_entry<Closure, Parameters>(
    resource: Resource,
    read: Closure,
    location: &str,
) -> Result<ResourceEntry>
where
    Closure: HandlerClosure<Parameters, Value: IntoResource>,
{
    if resource.uri.contains('{') {
        return Err(Error::other(format!("`{}` is a template, not a URI", resource.uri)));
    }
    let kind = HandlerKind::Resource(resource.uri.as_str().into());
    let handler = handler(kind, CallDef::EMPTY, read, <Closure::Value>::respond)?;
    Ok(ResourceEntry::of(resource, <Closure::Value>::IS_WATCHED, handler, location))
}
