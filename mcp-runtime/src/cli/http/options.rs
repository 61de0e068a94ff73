//! Options of a program's own for `--http`.

use std::sync::Arc;

use clap::{Arg, ArgMatches};

use crate::debug::short_debug;
use crate::error::Result;
use crate::http::Http;
use crate::server::{ServerBuilder, States};

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
        Self { args, apply: Arc::new(apply) }
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

    pub(super) fn apply(&self, http: Http, line: &ArgMatches) -> Result<Http> {
        self.0.iter().try_fold(http, |http, options| (options.apply)(http, line))
    }
}

impl ServerBuilder {
    /// Adds options for `--http` to the command line of the program; see [`HttpOptions`].
    pub fn http_options(self, options: HttpOptions) -> Self {
        let mut added = AddedHttpOptions::of(self.states());
        added.0.push(options);
        self.state(added)
    }
}
