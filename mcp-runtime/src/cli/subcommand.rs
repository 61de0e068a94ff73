//! Commands of a program's own, beside `list`, `call` and the others.

use std::pin::Pin;
use std::sync::Arc;

use clap::{ArgMatches, Command};

use super::run_mode::RunMode;
use crate::debug::short_debug;
use crate::error::Result;
use crate::server::{Server, ServerBuilder, States};

type Run = dyn Fn(Server, SubcommandLine) -> Pin<Box<dyn Future<Output = Result<()>> + Send>>
    + Send
    + Sync;

/// A command of a program's own: `import` beside `list` and `call`.
///
/// ```no_run
/// use mcp_runtime::clap::{Arg, Command};
/// use mcp_runtime::{Result, Subcommand, server};
///
/// fn main() -> Result<()> {
///     let import = Command::new("import").about("Import notes").arg(Arg::new("file").required(true));
///     let import = Subcommand::new(import, async |server, line| {
///         let file = line.matches().get_one::<String>("file").expect("it is required");
///         println!("{} imports {file}", server.info().name);
///         Ok(())
///     });
///     server!().subcommands([import]).run()
/// }
/// ```
#[derive(Clone)]
pub struct Subcommand {
    command: Command,
    run: Arc<Run>,
    mode: RunMode,
    is_listing: bool,
}

short_debug!(Subcommand { command });

impl Subcommand {
    /// Creates a command from its definition, and what it does. An error is printed, and is the exit
    /// status 1.
    pub fn new<F>(
        command: Command,
        run: impl Fn(Server, SubcommandLine) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        let run =
            Arc::new(move |server, line| -> Pin<Box<dyn Future<Output = Result<()>> + Send>> {
                Box::pin(run(server, line))
            });
        Self { command, run, mode: RunMode::Command, is_listing: false }
    }

    /// Sets what the command is for, by default [`RunMode::Command`]. For [`RunMode::Inspection`], the
    /// state of [`state_from`](ServerBuilder::state_from) is not created, and the environment that the
    /// server needs is not checked.
    #[must_use]
    pub fn mode(self, mode: RunMode) -> Self {
        Self { mode, ..self }
    }

    /// Says that a command for [`RunMode::Inspection`] shows what the server offers, as `list` does:
    /// what is only known when the server is opened, such as the tools of relayed servers, is there
    /// for it, too.
    #[must_use]
    pub fn lists(self) -> Self {
        Self { is_listing: true, ..self }
    }

    fn name(&self) -> &str {
        self.command.get_name()
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.run, &other.run)
    }
}

/// What was written on the command line of a [`Subcommand`].
#[derive(Clone, Debug)]
pub struct SubcommandLine {
    pub(super) matches: ArgMatches,
    /// Whether the output is for a program.
    pub(super) json: bool,
    /// The arguments before the command, which configure the server.
    pub(super) before: Vec<String>,
    /// Whether the program can serve HTTP.
    pub(super) serves_http: bool,
}

impl SubcommandLine {
    /// The arguments of the command.
    #[must_use]
    pub fn matches(&self) -> &ArgMatches {
        &self.matches
    }

    /// Whether `--json` asks for output that programs read.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// The words before the command, such as the options of [`run_with`](ServerBuilder::run_with).
    #[must_use]
    pub fn words_before(&self) -> &[String] {
        &self.before
    }

    /// Whether the program has `--http`.
    #[must_use]
    pub fn serves_http(&self) -> bool {
        self.serves_http
    }
}

/// The commands of a program: those of its features, and its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subcommands(Vec<Subcommand>);

impl Subcommands {
    /// The commands that a program has registered.
    pub(crate) fn of(states: &States) -> Self {
        states.get::<Self>().map(|own| (*own).clone()).unwrap_or_default()
    }

    /// Those that a program has registered, and more.
    fn and(states: &States, added: impl IntoIterator<Item = Subcommand>) -> Self {
        let mut own = Self::of(states);
        own.0.extend(added);
        own
    }

    pub(crate) fn definitions(&self) -> Vec<Command> {
        let last = |one: &&Subcommand| self.find(one.name()).is_some_and(|last| last.is(one));
        self.0.iter().filter(last).map(|one| one.command.clone()).collect()
    }

    /// What a command is for, and whether it shows what the server offers, if there is one of this name.
    pub(super) fn mode(&self, name: &str) -> Option<(RunMode, bool)> {
        self.find(name).map(|one| (one.mode, one.is_listing))
    }

    fn find(&self, name: &str) -> Option<&Subcommand> {
        // One of the program takes the place of one that a feature adds.
        self.0.iter().rev().find(|one| one.name() == name)
    }

    /// Runs a command.
    ///
    /// # Errors
    ///
    /// When it fails.
    pub(crate) async fn run(&self, server: Server, name: &str, line: SubcommandLine) -> Result<()> {
        match self.find(name) {
            Some(one) => (one.run)(server, line).await,
            None => Ok(()),
        }
    }
}

/// Adds a command to a program, for what is not its builder.
#[inline]
pub fn add_subcommand(states: &mut States, subcommand: Subcommand) {
    let own = Subcommands::and(states, [subcommand]);
    states.set("subcommands", own);
}

impl ServerBuilder {
    /// Adds commands to the command line of the program, such as those of `mcp-runtime-ship`; see
    /// [`Subcommand`]. One with the name of a command that every server has takes its place.
    pub fn subcommands(self, subcommands: impl IntoIterator<Item = Subcommand>) -> Self {
        let own = Subcommands::and(self.states(), subcommands);
        self.program_setting("subcommands", own)
    }
}
