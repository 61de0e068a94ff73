//! Serving: over any transport, over standard input and output, or as a program.

use std::future::pending;

use tokio::io::{AsyncRead, AsyncWrite};
#[cfg(feature = "signal")]
use tokio::runtime::{Builder, Handle};

#[cfg(feature = "cli")]
use crate::cli::{CommandLine, Job, Subcommands};
#[cfg(feature = "signal")]
use crate::error::Error;
use crate::error::Result;
use crate::server::Server;
#[cfg(feature = "stdio")]
use crate::server::ServerBuilder;
#[cfg(feature = "cli")]
use crate::server::States;
#[cfg(feature = "stdio")]
use crate::server::environment;
#[cfg(feature = "cli")]
use crate::server::other_protocol::OtherProtocol;
use crate::transport;

impl Server {
    /// Serves one connection over a pair of byte streams, until the input ends.
    ///
    /// # Errors
    ///
    /// When reading fails.
    pub async fn serve<R, W>(self, input: R, output: W) -> Result<()>
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        transport::serve(self, input, output, pending()).await
    }

    /// Serves the standard input and output of the process, until the input ends or the process
    /// is asked to end.
    ///
    /// From then on nothing else in the process reaches the real standard output: printed text goes
    /// to standard error. On systems other than Unix, handlers must not print: the client would
    /// read it as a message.
    ///
    /// # Errors
    ///
    /// When reading fails.
    #[cfg(feature = "stdio")]
    pub async fn serve_stdio(self) -> Result<()> {
        transport::stdio::serve(self).await
    }

    /// Runs the server over standard input and output, on a runtime of its own.
    ///
    /// # Errors
    ///
    /// When serving fails.
    #[cfg(feature = "stdio")]
    pub fn run_stdio(self) -> Result<()> {
        block_on(self.serve_stdio())
    }

    /// Runs the server over HTTP, on a runtime of its own; `into_http` has more options.
    ///
    /// # Errors
    ///
    /// As [`Http::serve`](crate::http::Http::serve).
    #[cfg(feature = "http")]
    pub fn run_http(self, address: std::net::SocketAddr) -> Result<()> {
        let runtime = Builder::new_multi_thread();
        block_on_in(runtime, self.into_http().serve(address))
    }

    /// Runs the server as a program: over standard input and output, or as the command line says.
    ///
    /// It starts its own runtime. A program that has to await something before it serves has a
    /// runtime already, and awaits [`run_async`](Self::run_async).
    ///
    /// # Errors
    ///
    /// When serving fails, or when called within a runtime.
    #[cfg(feature = "stdio")]
    pub fn run(self) -> Result<()> {
        #[cfg(feature = "cli")]
        return {
            let line = command_line(&self)?;
            block_on_in(runtime(&line), self.run_line(line))
        };
        #[cfg(not(feature = "cli"))]
        {
            environment::check(&self.info().name, self.needs())?;
            self.run_stdio()
        }
    }

    /// Runs the server as a program, like [`run`](Self::run), in the runtime of the caller.
    ///
    /// ```no_run
    /// # async fn connect() -> mcp_runtime::Result<()> { Ok(()) }
    /// #[tokio::main(flavor = "current_thread")]
    /// async fn main() -> mcp_runtime::Result<()> {
    ///     let database = connect().await?;
    ///     mcp_runtime::server!().state(database).run_async().await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When serving fails.
    #[cfg(feature = "stdio")]
    pub async fn run_async(self) -> Result<()> {
        #[cfg(feature = "cli")]
        return {
            let line = command_line(&self)?;
            self.run_line(line).await
        };
        #[cfg(not(feature = "cli"))]
        {
            environment::check(&self.info().name, self.needs())?;
            self.serve_stdio().await
        }
    }

    #[cfg(feature = "cli")]
    async fn run_line(self, line: CommandLine) -> Result<()> {
        // As late as possible: a subscriber that the program itself installs stays.
        crate::cli::log::install(line.verbosity);
        if !line.calls_no_handler() {
            environment::check(&self.info().name, self.needs())?;
        }
        match line.job {
            Job::Stdio => {
                crate::cli::print_stdio_notice(&self);
                self.serve_stdio().await
            }
            Job::Http(options) => self.serve_http(options).await,
            Job::Request(line) => crate::cli::run_command(self, line).await,
            Job::Added(line) => self.run_added(line).await,
        }
    }

    #[cfg(feature = "cli")]
    async fn run_added(self, added: crate::cli::AddedCommand) -> Result<()> {
        let subcommands = Subcommands::of(self.states());
        subcommands.run(self, &added.name, added.line).await
    }

    #[cfg(all(feature = "cli", feature = "http"))]
    async fn serve_http(self, line: clap::ArgMatches) -> Result<()> {
        crate::cli::http::serve(self, line).await
    }

    #[cfg(all(feature = "cli", not(feature = "http")))]
    async fn serve_http(self, _: clap::ArgMatches) -> Result<()> {
        let message = "this program is built without the feature `http` of mcp-runtime";
        Err(Error::other(message))
    }
}

#[cfg(feature = "stdio")]
impl ServerBuilder {
    /// Builds the server and runs it as the program; see [`Server::run`].
    ///
    /// # Errors
    ///
    /// When the server cannot be built, or serving fails.
    pub fn run(self) -> Result<()> {
        #[cfg(feature = "cli")]
        return self.run_with(|server, ()| Ok(server));
        #[cfg(not(feature = "cli"))]
        block_on(self.run_async())
    }

    /// Builds the server and runs it as the program; see [`Server::run_async`].
    ///
    /// # Errors
    ///
    /// When the server cannot be built, or serving fails.
    pub async fn run_async(self) -> Result<()> {
        #[cfg(feature = "cli")]
        return self.run_async_with(async |server, ()| Ok(server)).await;
        #[cfg(not(feature = "cli"))]
        {
            environment::check(&self.info().name, self.needed_environment())?;
            self.open().await?.build()?.serve_stdio().await
        }
    }

    /// Runs the server as a program, like [`run`](Self::run), with custom options: a type that
    /// derives [`clap::Args`], for which your crate needs clap with its feature `derive`.
    ///
    /// ```no_run
    /// use std::path::PathBuf;
    ///
    /// use mcp_runtime::clap::{self, Args};
    /// use mcp_runtime::{Result, State, server, tool};
    ///
    /// # struct Shop; impl Shop { fn open(path: PathBuf) -> Result<Self> { Ok(Self) } }
    /// #[derive(Args)]
    /// struct Options {
    ///     /// The database.
    ///     #[arg(long)]
    ///     db: PathBuf,
    /// }
    ///
    /// /// Counts the customers.
    /// #[tool(read_only)]
    /// fn count(shop: State<Shop>) -> u64 {
    ///     3
    /// }
    ///
    /// fn main() -> Result<()> {
    ///     server!().tool::<count>().run_with(|server, Options { db }| {
    ///         Ok(server.state_from(async || Shop::open(db)))
    ///     })
    /// }
    /// ```
    ///
    /// Then `shop --db shop.db` serves, `shop --db shop.db list` lists, and `shop --help` shows
    /// both sets of options. The state of [`state_from`](Self::state_from) is not created for
    /// `list` and `schema`.
    ///
    /// # Errors
    ///
    /// When `set_up` fails, the server cannot be built, or serving fails.
    #[cfg(feature = "cli")]
    pub fn run_with<O: clap::Args>(
        self,
        set_up: impl FnOnce(Self, O) -> Result<Self>,
    ) -> Result<()> {
        let (options, line) = self.read_line()?;
        let server = set_up(self, options)?;
        block_on_in(runtime(&line), server.run_line(line))
    }

    /// Runs the server as a program, like [`run_with`](Self::run_with), in the runtime of the
    /// caller.
    ///
    /// # Errors
    ///
    /// When `set_up` fails, the server cannot be built, or serving fails.
    #[cfg(feature = "cli")]
    pub async fn run_async_with<O: clap::Args>(
        self,
        set_up: impl AsyncFnOnce(Self, O) -> Result<Self>,
    ) -> Result<()> {
        let (options, line) = self.read_line()?;
        set_up(self, options).await?.run_line(line).await
    }

    #[cfg(feature = "cli")]
    async fn run_line(self, line: CommandLine) -> Result<()> {
        let calls_no_handler = line.calls_no_handler();
        let server = if calls_no_handler {
            self.for_operators(&line).await?.build_unopened()?
        } else {
            environment::check(&self.info().name, self.needed_environment())?;
            self.for_operators(&line).await?.open().await?.build()?
        };
        server.run_line(line).await
    }

    /// Parses the command line, with the custom options of the program.
    #[cfg(feature = "cli")]
    fn read_line<O: clap::Args>(&self) -> Result<(O, CommandLine)> {
        let (instructions, needs) = (self.all_instructions(), self.needed_environment());
        of_process(
            self.info(),
            instructions.as_deref(),
            self.other_protocol_name(),
            needs,
            self.states(),
            true,
        )
    }

    /// Applies the operator's options, if it is to serve.
    #[cfg(all(feature = "cli", feature = "observe"))]
    async fn for_operators(self, line: &CommandLine) -> Result<Self> {
        let server =
            crate::cli::observe::set_up(self, &line.for_operators, !line.calls_no_handler())?;
        #[cfg(feature = "http")]
        return match line.job {
            Job::Stdio | Job::Http(_) => {
                crate::cli::observe::metrics::set_up(server, &line.for_operators).await
            }
            _ => Ok(server),
        };
        #[cfg(not(feature = "http"))]
        Ok(server)
    }

    #[cfg(all(feature = "cli", not(feature = "observe")))]
    async fn for_operators(self, _: &CommandLine) -> Result<Self> {
        Ok(self)
    }
}

/// Parses the command line of a program without custom options.
#[cfg(feature = "cli")]
fn command_line(server: &Server) -> Result<CommandLine> {
    let other_protocol = server.other_protocol().map(OtherProtocol::name);
    let (needs, states) = (server.needs(), server.states());
    let instructions = server.instructions();
    Ok(of_process::<()>(server.info(), instructions, other_protocol, needs, states, false)?.1)
}

/// Parses the command line, with the custom options of the program.
#[cfg(feature = "cli")]
fn of_process<O: clap::Args>(
    info: &crate::protocol::Implementation,
    instructions: Option<&str>,
    other_protocol: Option<&'static str>,
    needs: &[crate::server::Env],
    states: &States,
    is_unbuilt: bool,
) -> Result<(O, CommandLine)> {
    CommandLine::of_process(crate::cli::Facts {
        info,
        instructions,
        other_protocol,
        needs,
        added: Subcommands::of(states),
        transports: http_args(states),
        for_operators: operator_args(is_unbuilt),
    })
}

/// The operator's options that features add; for a server that is already built, only those that
/// can still be applied.
#[cfg(feature = "cli")]
fn operator_args(is_unbuilt: bool) -> Vec<clap::Arg> {
    let added: &[(bool, Vec<clap::Arg>)] = &[
        #[cfg(feature = "http")]
        (true, vec![crate::cli::http::health()]),
        #[cfg(feature = "observe")]
        (is_unbuilt, crate::cli::observe::args()),
        #[cfg(all(feature = "observe", feature = "http"))]
        (is_unbuilt, vec![crate::cli::observe::metrics::arg()]),
        (is_unbuilt, Vec::new()),
    ];
    added.iter().filter(|(can_be, _)| *can_be).flat_map(|(_, args)| args.clone()).collect()
}

#[cfg(all(feature = "cli", feature = "http"))]
fn http_args(states: &States) -> Vec<clap::Arg> {
    let added = crate::cli::AddedHttpOptions::of(states);
    crate::cli::http::args().into_iter().chain(added.args()).collect()
}

#[cfg(all(feature = "cli", not(feature = "http")))]
fn http_args(_: &States) -> Vec<clap::Arg> {
    Vec::new()
}

/// The runtime of a program: standard input needs only one thread.
#[cfg(feature = "cli")]
fn runtime(line: &CommandLine) -> Builder {
    match line.job {
        Job::Http(_) => threads(),
        _ => Builder::new_current_thread(),
    }
}

/// Runs a future on a single-threaded runtime, which is enough for standard input.
#[cfg(feature = "stdio")]
fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    block_on_in(Builder::new_current_thread(), future)
}

/// The runtime for HTTP.
#[cfg(all(feature = "cli", feature = "http"))]
fn threads() -> Builder {
    Builder::new_multi_thread()
}

#[cfg(all(feature = "cli", not(feature = "http")))]
fn threads() -> Builder {
    Builder::new_current_thread()
}

#[cfg(feature = "signal")]
fn block_on_in<T>(mut runtime: Builder, future: impl Future<Output = Result<T>>) -> Result<T> {
    if Handle::try_current().is_ok() {
        return Err(Error::other(INSIDE));
    }
    let runtime =
        runtime.enable_all().build().map_err(|error| Error::io("starting the runtime", error))?;
    let done = runtime.block_on(future);
    // A blocking handler that never ends must not keep the process alive.
    runtime.shutdown_background();
    done
}

#[cfg(feature = "signal")]
const INSIDE: &str = "this starts a runtime of its own, but is called inside of one: make `main` a plain \
    `fn`, or await `run_async` (or `serve_stdio`, or `into_http().serve`)";
