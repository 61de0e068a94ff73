//! The resources that are known only when a program runs.

use std::panic::Location;

use super::ServerBuilder;
use crate::protocol::Resource;
use crate::server::catalog::Entries;
use crate::server::dynamic::resource_entry;
use crate::server::respond::IntoResource;
use crate::server::{ContextParameters, HandlerClosure};

impl ServerBuilder {
    /// Adds a resource that is known only when the program runs: a [closure](HandlerClosure) that
    /// takes context parameters. [`Server::add_resource`](crate::Server::add_resource) does the
    /// same while the server runs.
    ///
    /// ```
    /// use mcp_runtime::protocol::Resource;
    /// use mcp_runtime::server;
    ///
    /// let mut server = server!();
    /// for name in ["milk", "bread"] {
    ///     let note = Resource::new(format!("notes://{name}"), name);
    ///     server = server.add_resource(note, move || async move { format!("Buy {name}.") });
    /// }
    /// # server.build()?;
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    #[track_caller]
    pub fn add_resource<Closure, Parameters>(mut self, resource: Resource, read: Closure) -> Self
    where
        Parameters: ContextParameters,
        Closure: HandlerClosure<Parameters, Value: IntoResource>,
    {
        let at = Location::caller();
        match resource_entry(resource, read, &at.to_string()) {
            Ok(entry) => {
                let resources = vec![entry];
                self.entries.push(Entries { resources, ..Entries::default() });
                self
            }
            Err(wrong) => self.mistake(wrong),
        }
    }
}
