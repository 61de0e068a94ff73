//! Resources that are added and removed while a server runs.

use super::{ContextParameters, HandlerClosure, LOCATION, List, add, check, handler, remove};
use crate::error::{Error, Result};
use crate::protocol::Resource;
use crate::server::Server;
use crate::server::catalog::ResourceEntry;
use crate::server::handler_kind::HandlerKind;
use crate::server::respond::IntoResource;

impl Server {
    /// Adds a resource: a [closure](HandlerClosure) that takes context parameters; clients are
    /// notified.
    ///
    /// ```
    /// use mcp_runtime::protocol::Resource;
    /// use mcp_runtime::server;
    ///
    /// let server = server!().dynamic_resources().build()?;
    /// let note = Resource::new("notes://1", "first note");
    /// server.add_resource(note, async || "Buy milk.")?;
    /// server.remove_resource("notes://1")?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the server was not built with
    /// [`dynamic_resources`](crate::ServerBuilder::dynamic_resources), or the URI is taken or is a
    /// template.
    pub fn add_resource<Closure, Parameters>(&self, resource: Resource, read: Closure) -> Result<()>
    where
        Parameters: ContextParameters,
        Closure: HandlerClosure<Parameters, Value: IntoResource>,
    {
        if resource.uri.contains('{') {
            return Err(Error::other(format!("`{}` is a template, not a URI", resource.uri)));
        }
        let kind = HandlerKind::Resource(resource.uri.as_str().into());
        let handler = handler(kind, read, <Closure::Value>::respond)?;
        check(&handler, self)?;
        let is_watched = <Closure::Value>::IS_WATCHED;
        let entry = ResourceEntry::of(resource, is_watched, handler, LOCATION);
        self.change_one(List::Resources, |catalog| add(&mut catalog.resources, entry))
    }

    /// Removes a resource or a resource template; clients are notified.
    ///
    /// # Errors
    ///
    /// If the server was not built with
    /// [`dynamic_resources`](crate::ServerBuilder::dynamic_resources), or the resource does not
    /// exist.
    pub fn remove_resource(&self, uri: &str) -> Result<()> {
        self.change_one(List::Resources, |catalog| match uri.contains('{') {
            true => remove(&mut catalog.templates, uri),
            false => remove(&mut catalog.resources, uri),
        })
        .map(drop)
    }
}
