//! Parts of a server that are created only when it is about to serve, such as an open database:
//! `list` and `schema` do without them.

use std::mem::take;
use std::sync::Arc;

use super::ServerBuilder;
use crate::error::Result;
use crate::protocol::Implementation;
use crate::server::handler_set::HandlerSet;
use crate::server::handler_traits::Handlers;
use crate::server::replicas::GivenStore;
use crate::server::response::BoxFuture;
use crate::server::{Server, States, Tasks};
use crate::store::Store;

/// Creates a part of a server, and then adds it.
pub(super) type Opener = Box<dyn FnOnce() -> BoxFuture<Result<PutIn>> + Send>;

/// The error for building such a server too early.
pub(super) const NOT_OPEN: &str = "`state_from`, `handlers_from`, `tasks_from` or `store_from` is still to be made: await `open` before `build`, or let `run` do both";

type PutIn = Box<dyn FnOnce(&mut ServerBuilder) + Send>;

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
            builder.entries[place] = HandlerSet::new(Arc::new(handlers), "").gather(H::register);
        })
    }

    /// Configures tasks, as [`tasks`](Self::tasks) does, with a store that is opened only when the
    /// server is about to serve.
    pub fn tasks_from<F>(self, make: impl FnOnce() -> F + Send + 'static) -> Self
    where
        F: Future<Output = Result<Tasks>> + Send + 'static,
    {
        self.open_later(make, |builder, tasks| builder.tasks = Some(tasks))
    }

    /// Sets the store that replicas share, as [`store`](Self::store) does, which is opened only
    /// when the server is about to serve.
    pub fn store_from<S, F>(self, make: impl FnOnce() -> F + Send + 'static) -> Self
    where
        S: Store,
        F: Future<Output = Result<S>> + Send + 'static,
    {
        self.open_later(make, |builder, store| builder.store = Some(GivenStore::new(store)))
    }

    /// Creates the values of [`state_from`](Self::state_from),
    /// [`handlers_from`](Self::handlers_from) and the like; [`run`](Self::run) does so itself,
    /// [`build`](Self::build) cannot.
    ///
    /// # Errors
    ///
    /// When one of them cannot be created.
    pub async fn open(mut self) -> Result<Self> {
        for opening in take(&mut self.openings) {
            let put_in = opening().await?;
            put_in(&mut self);
        }
        Ok(self)
    }

    /// Builds a server that can only list what it offers: the values of its handlers are not
    /// created.
    pub(crate) fn build_unopened(self) -> Result<Server> {
        self.build_with(Vec::new())
    }

    /// Name, version and description of the server.
    pub(crate) fn states(&self) -> &States {
        &self.states
    }

    pub(crate) fn info(&self) -> &Implementation {
        &self.info
    }

    /// The instructions of the builder and of all handlers, combined.
    pub(crate) fn all_instructions(&self) -> Option<String> {
        let of_handlers = self.entries.iter().flat_map(|entries| &entries.instructions);
        let all: Vec<&str> =
            self.instructions.iter().chain(of_handlers).map(String::as_str).collect();
        (!all.is_empty()).then(|| all.join("\n\n"))
    }

    fn open_later<T, F>(
        mut self,
        make: impl FnOnce() -> F + Send + 'static,
        put_in: impl FnOnce(&mut Self, T) + Send + 'static,
    ) -> Self
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send + 'static,
    {
        let opening: Opener = Box::new(|| {
            let making = make();
            Box::pin(async move {
                let made = making.await?;
                Ok::<PutIn, _>(Box::new(|builder| put_in(builder, made)))
            })
        });
        self.openings.push(opening);
        self
    }
}
