//! Options of a program's own for `--http`.

use std::sync::Arc;

use clap::{Arg, ArgMatches};

use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::http::{Http, Listener};
use crate::server::{ServerBuilder, States};

type Open = dyn Fn() -> Result<Listener> + Send + Sync;
type Apply = dyn Fn(Http, &ArgMatches) -> Result<Http> + Send + Sync;

/// Options that change how a program serves HTTP, beside `--http` and `--allow-host`.
///
/// ```no_run
/// use mcp_runtime::clap::Arg;
/// use mcp_runtime::{HttpOptions, Result, server};
///
/// fn main() -> Result<()> {
///     let path = Arg::new("path").long("path").value_name("PATH").help("Serve MCP at this path");
///     let path = HttpOptions::new([path], |http, line| {
///         Ok(match line.get_one::<String>("path") {
///             Some(path) => http.path(path),
///             None => http,
///         })
///     });
///     server!().http_options(path).run()
/// }
/// ```
///
/// `mcp_runtime_auth::options()` are those for tokens: `--issuer` and `--audience`.
#[derive(Clone)]
pub struct HttpOptions {
    args: Vec<Arg>,
    apply: Arc<Apply>,
    opens: Vec<(&'static str, Arc<Open>)>,
}

short_debug!(HttpOptions { args });

impl HttpOptions {
    /// Creates options from their definitions, which need `--http`, and from how they change what
    /// is served.
    pub fn new(
        args: impl IntoIterator<Item = Arg>,
        apply: impl Fn(Http, &ArgMatches) -> Result<Http> + Send + Sync + 'static,
    ) -> Self {
        let args = args.into_iter().map(|arg| arg.requires("http")).collect();
        Self { args, apply: Arc::new(apply), opens: Vec::new() }
    }

    /// Makes `--http NAME` serve on the sockets that this opens, such as those that a supervisor
    /// has opened for the program.
    #[must_use]
    pub fn opens(
        mut self,
        name: &'static str,
        open: impl Fn() -> Result<Listener> + Send + Sync + 'static,
    ) -> Self {
        self.opens.push((name, Arc::new(open)));
        self
    }
}

/// All such options of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct AddedHttpOptions(Vec<HttpOptions>);

impl AddedHttpOptions {
    pub(super) fn of(states: &States) -> Self {
        states.get::<Self>().map(|added| (*added).clone()).unwrap_or_default()
    }

    pub(super) fn args(&self) -> impl Iterator<Item = Arg> {
        self.0.iter().flat_map(|options| options.args.clone())
    }

    /// The names by which sockets are opened.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.opens().map(|(name, _)| *name)
    }

    /// Opens the sockets of a name.
    pub(super) fn open(&self, name: &str) -> Result<Listener> {
        match self.opens().find(|(other, _)| *other == name) {
            Some((_, open)) => open(),
            None => Err(Error::other(format!("no inherited sockets are called {name}"))),
        }
    }

    fn opens(&self) -> impl Iterator<Item = &(&'static str, Arc<Open>)> {
        self.0.iter().flat_map(|options| &options.opens)
    }

    pub(super) fn apply(&self, http: Http, line: &ArgMatches) -> Result<Http> {
        self.0.iter().try_fold(http, |http, options| (options.apply)(http, line))
    }
}

impl ServerBuilder {
    /// Adds options for `--http` to the command line of the program; see [`HttpOptions`].
    pub fn http_options(self, options: HttpOptions) -> Self {
        let mut added = AddedHttpOptions::of(self.states());
        added.0.push(options);
        self.program_setting("http_options", added)
    }
}
