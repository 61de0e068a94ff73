//! A program with a command line.

use clap::{Arg, Args};

use super::runtime::block_on;
use super::serve_stdio;
use crate::cli::{self, CommandLine, Job, RunMode, Subcommands};
use crate::error::Result;
use crate::protocol::Implementation;
use crate::server::{Env, Server, ServerBuilder, States, environment};

#[inline]
pub(super) fn run(server: Server) -> Result<()> {
    let line = command_line(&server)?;
    block_on(line.runtime(), run_line(server, line))
}

pub(super) async fn run_async(server: Server) -> Result<()> {
    let line = command_line(&server)?;
    run_line(server, line).await
}

pub(super) fn build_and_run(server: ServerBuilder) -> Result<()> {
    server.run_with(|server, ()| Ok(server))
}

pub(super) async fn build_and_run_async(server: ServerBuilder) -> Result<()> {
    server.run_async_with(async |server, ()| Ok(server)).await
}

impl ServerBuilder {
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
    pub fn run_with<O: Args>(self, set_up: impl FnOnce(Self, O) -> Result<Self>) -> Result<()> {
        let (options, line) = self.read_line()?;
        let server = set_up(self, options)?;
        block_on(line.runtime(), server.run_line(line))
    }

    /// Runs the server as a program, like [`run_with`](Self::run_with), in the runtime of the
    /// caller.
    ///
    /// # Errors
    ///
    /// When `set_up` fails, the server cannot be built, or serving fails.
    pub async fn run_async_with<O: Args>(
        self,
        set_up: impl AsyncFnOnce(Self, O) -> Result<Self>,
    ) -> Result<()> {
        let (options, line) = self.read_line()?;
        set_up(self, options).await?.run_line(line).await
    }

    async fn run_line(self, line: CommandLine) -> Result<()> {
        let lists_late = self.lists_late();
        let must_open = line.is_listing() && lists_late;
        let server = if line.mode() == RunMode::Inspection && !must_open {
            cli::server_options::configure(self, &line)?.build_unopened()?
        } else {
            environment::check(&self.info().name, self.needed_environment())?;
            if lists_late {
                // Which servers cannot be reached is logged while it is opened.
                cli::log::install(line.verbosity);
            }
            cli::server_options::configure(self, &line)?.open().await?.build()?
        };
        run_line(server, line).await
    }

    /// Parses the command line, with the custom options of the program.
    fn read_line<O: Args>(&self) -> Result<(O, CommandLine)> {
        let instructions = self.all_instructions();
        let needs = self.needed_environment();
        of_process(
            self.info(),
            instructions.as_deref(),
            self.protocol(),
            needs,
            self.states(),
            true,
        )
    }
}

async fn run_line(server: Server, line: CommandLine) -> Result<()> {
    // As late as possible: a subscriber that the program itself installs stays.
    cli::log::install(line.verbosity);
    if line.mode() != RunMode::Inspection {
        environment::check(&server.info().name, server.needs())?;
    }
    match line.job {
        Job::Stdio => {
            cli::print_stdio_notice(&server);
            serve_stdio(server).await
        }
        Job::Http(options) => cli::http::serve(server, options).await,
        Job::Request(line) => cli::run_command(server, line).await,
        Job::Added(added) => {
            let subcommands = Subcommands::of(server.states());
            subcommands.run(server, &added.name, added.line).await
        }
    }
}

/// Parses the command line of a program without custom options.
#[inline]
fn command_line(server: &Server) -> Result<CommandLine> {
    let protocol = server.protocol();
    let needs = server.needs();
    let states = server.states();
    let instructions = server.instructions();
    Ok(of_process::<()>(server.info(), instructions, protocol, needs, states, false)?.1)
}

/// Parses the command line, with the custom options of the program.
fn of_process<O: Args>(
    info: &Implementation,
    instructions: Option<&str>,
    protocol: &'static str,
    needs: &[Env],
    states: &States,
    is_unbuilt: bool,
) -> Result<(O, CommandLine)> {
    CommandLine::of_process(cli::Facts {
        info,
        instructions,
        protocol,
        needs,
        added: Subcommands::of(states),
        transports: cli::http::args(states),
        for_operators: operator_args(states, is_unbuilt),
    })
}

/// The options for operators; for a server that is already built, only those that can still be
/// applied.
fn operator_args(states: &States, is_unbuilt: bool) -> Vec<Arg> {
    let of_server = if is_unbuilt { cli::server_options::args(states) } else { Vec::new() };
    cli::http::operator_args().into_iter().chain(of_server).collect()
}
