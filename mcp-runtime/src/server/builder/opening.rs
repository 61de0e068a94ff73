//! Parts of a server that are created only when it is about to serve, such as an open database:
//! `list` and `schema` do without them.

use std::mem::take;
use std::sync::Arc;

use super::ServerBuilder;
use super::mounts::MountedServer;
use crate::error::Result;
use crate::protocol::Implementation;
use crate::server::handler_set::HandlerSet;
use crate::server::handler_traits::Handlers;
use crate::server::response::BoxFuture;
use crate::server::{Server, States};

/// Creates a part of a server, and adds it.
pub(super) type Opener = Box<dyn FnOnce(ServerBuilder) -> BoxFuture<Result<ServerBuilder>> + Send>;

/// The error for building such a server too early.
pub(super) const NOT_OPEN: &str = "`state_from`, `handlers_from` or `before_serving` has not run yet: await `open` before `build`, or let `run` do both";

impl ServerBuilder {
    /// Shares a value, as [`state`](Self::state) does, that is created only when the server is
    /// about to serve.
    ///
    /// Commands of [`run`](Self::run) that call no handler, such as `--help`, `list` and `schema`,
    /// work even if the value cannot be created.
    ///
    /// ```no_run
    /// use mcp_runtime::{Result, State, server, tool};
    ///
    /// struct Database;
    ///
    /// async fn connect() -> Result<Database> {
    ///     Ok(Database)
    /// }
    ///
    /// /// Counts the customers.
    /// #[tool(read_only)]
    /// fn count(database: State<Database>) -> u64 {
    ///     3
    /// }
    ///
    /// fn main() -> Result<()> {
    ///     server!().state_from(connect).tool::<count>().run()
    /// }
    /// ```
    pub fn state_from<T, F>(mut self, make: impl FnOnce() -> F + Send + 'static) -> Self
    where
        T: Send + Sync + 'static,
        F: Future<Output = Result<T>> + Send + 'static,
    {
        self.states.promise::<T>();
        self.open_later(make, |builder, value| builder.states.insert(value))
    }

    /// Adds the handlers of a type, as [`handlers`](Self::handlers) does, whose value is created
    /// only when the server is about to serve; see [`state_from`](Self::state_from).
    pub fn handlers_from<H, F>(mut self, make: impl FnOnce() -> F + Send + 'static) -> Self
    where
        H: Handlers,
        F: Future<Output = Result<H>> + Send + 'static,
    {
        let place = self.entries.len();
        self.entries.push(HandlerSet::<H>::unopened().gather(H::register));
        self.open_later(make, move |builder, handlers| {
            let opened = HandlerSet::new(Arc::new(handlers)).gather(H::register);
            // It is somewhere else only if `before_serving` has returned another server.
            match builder.entries.get_mut(place) {
                Some(entries) => *entries = opened,
                None => builder.entries.push(opened),
            }
        })
    }

    /// Changes the server when it is about to serve: with a store that has to connect first, for
    /// example. What commands such as `list` show cannot wait until then; see
    /// [`state_from`](Self::state_from) and [`handlers_from`](Self::handlers_from). Neither can
    /// [`subcommands`](Self::subcommands) and [`http_options`](Self::http_options), since the
    /// command line has been read by then.
    ///
    /// ```
    /// use mcp_runtime::store::Directory;
    /// use mcp_runtime::{Tasks, server};
    ///
    /// let server = server!().before_serving(|server| async {
    ///     let store = Directory::open("tasks")?;
    ///     Ok(server.tasks(Tasks::new().store(store)))
    /// });
    /// ```
    pub fn before_serving<F>(mut self, set_up: impl FnOnce(Self) -> F + Send + 'static) -> Self
    where
        F: Future<Output = Result<Self>> + Send + 'static,
    {
        self.openings.push(Box::new(|server| Box::pin(set_up(server))));
        self
    }

    /// Creates the values of [`state_from`](Self::state_from) and
    /// [`handlers_from`](Self::handlers_from), and runs what
    /// [`before_serving`](Self::before_serving) was given; [`run`](Self::run) does so itself,
    /// [`build`](Self::build) cannot.
    ///
    /// # Errors
    ///
    /// When one of them fails.
    pub async fn open(mut self) -> Result<Self> {
        while !self.openings.is_empty() {
            for opening in take(&mut self.openings) {
                self = opening(self).await?;
            }
        }
        if let Some(first) = self.mounts.first() {
            let mut opened = (first.open)(take(&mut self.mounts)).await?;
            self.mounts.append(&mut opened);
        }
        Ok(self)
    }

    /// Whether some of its values, or of the servers that are mounted in it, are not created yet.
    pub(super) fn has_openings(&self) -> bool {
        let mut mounts = self.mounts.iter();
        !self.openings.is_empty() || mounts.any(|mounted| mounted.server.has_openings())
    }

    /// Whether a server that is mounted in it has nothing to list until it is opened, such as one that
    /// is relayed.
    pub(crate) fn lists_late(&self) -> bool {
        self.lists_late
    }

    /// Builds a server that can only list what it offers: the values of its handlers are not
    /// created.
    pub(crate) fn build_unopened(self) -> Result<Server> {
        self.build_with(Vec::new(), false)
    }

    pub(crate) fn states(&self) -> &States {
        &self.states
    }

    /// Name, version and description of the server.
    pub(crate) fn info(&self) -> &Implementation {
        &self.info
    }

    /// The instructions of the builder, of all handlers and of mounted servers, combined.
    pub(crate) fn all_instructions(&self) -> Option<String> {
        let of_handlers = self.entries.iter().flat_map(|entries| &entries.instructions);
        let of_mounts: Vec<String> =
            self.mounts.iter().filter_map(MountedServer::instructions).collect();
        let texts = self.instructions.iter().chain(of_handlers).chain(&of_mounts);
        let all: Vec<&str> = texts.map(String::as_str).collect();
        (!all.is_empty()).then(|| all.join("\n\n"))
    }

    fn open_later<T, F>(
        self,
        make: impl FnOnce() -> F + Send + 'static,
        put_in: impl FnOnce(&mut Self, T) + Send + 'static,
    ) -> Self
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send + 'static,
    {
        self.before_serving(|mut server| {
            let making = make();
            async move {
                put_in(&mut server, making.await?);
                Ok(server)
            }
        })
    }
}
