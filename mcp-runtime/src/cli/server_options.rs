//! Options that configure the server before it is built: `--read-only`, and those that a program or
//! another crate adds.

use std::any::Any;
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches};

use super::command::CommandLine;
use super::run_mode::RunMode;
use super::values::value;
use crate::debug::short_debug;
use crate::error::Result;
use crate::server::{ServerBuilder, States};

const READ_ONLY: &str = "mcp-read-only";

type Apply = dyn Fn(ServerBuilder, &ServerLine<'_>) -> Result<ServerBuilder> + Send + Sync;

/// Options for the operators of a server, which another crate adds to its command line.
///
/// A program that has an option of the same name keeps its own. The identifiers of the arguments
/// should begin with the name of the crate, since options of the program may have any other.
///
/// ```no_run
/// use mcp_runtime::clap::{Arg, ArgAction};
/// use mcp_runtime::{Result, ServerOptions, server};
///
/// fn main() -> Result<()> {
///     let brief = Arg::new("shop-brief")
///         .long("brief")
///         .action(ArgAction::SetTrue)
///         .help("Ask models for short answers");
///     let brief = ServerOptions::new([brief], |server, line| {
///         let is_brief = line.value("shop-brief") == Some(&true);
///         Ok(if is_brief { server.instructions("Answer in one sentence.") } else { server })
///     });
///     brief.add_to(server!()).run()
/// }
/// ```
///
/// A program's own options are better given to [`ServerBuilder::run_with`]; those that are only about
/// HTTP, to `HttpOptions`.
#[derive(Clone)]
pub struct ServerOptions {
    args: Vec<Arg>,
    apply: Arc<Apply>,
}

short_debug!(ServerOptions { args });

impl ServerOptions {
    /// Creates options from their definitions, and from how they configure the server.
    pub fn new(
        args: impl IntoIterator<Item = Arg>,
        apply: impl Fn(ServerBuilder, &ServerLine<'_>) -> Result<ServerBuilder> + Send + Sync + 'static,
    ) -> Self {
        Self { args: args.into_iter().collect(), apply: Arc::new(apply) }
    }

    /// Adds the options to the command line of a server.
    #[inline]
    pub fn add_to(self, server: ServerBuilder) -> ServerBuilder {
        let mut added = AddedServerOptions::of(server.states());
        added.0.push(self);
        server.program_setting("server_options", added)
    }
}

/// What was typed for [`ServerOptions`].
#[derive(Clone, Copy, Debug)]
pub struct ServerLine<'a> {
    matches: &'a ArgMatches,
    mode: RunMode,
}

impl<'a> ServerLine<'a> {
    /// The value of an argument by its identifier; `None` also if the program has an option of its own
    /// in its place.
    #[must_use]
    pub fn value<T: Any + Clone + Send + Sync>(&self, id: &str) -> Option<&'a T> {
        value(self.matches, id)
    }

    /// What the program was started for.
    #[must_use]
    pub fn mode(&self) -> RunMode {
        self.mode
    }
}

/// All such options of a program.
#[derive(Clone, Debug, Default)]
struct AddedServerOptions(Vec<ServerOptions>);

impl AddedServerOptions {
    fn of(states: &States) -> Self {
        states.get::<Self>().map(|added| (*added).clone()).unwrap_or_default()
    }
}

/// The options, each of which is left out if the program has one of that name.
pub(crate) fn args(states: &States) -> Vec<Arg> {
    let read_only = Arg::new(READ_ONLY)
        .long("read-only")
        .action(ArgAction::SetTrue)
        .help("Offer only tools that are marked as read-only");
    let added = AddedServerOptions::of(states).0.into_iter().flat_map(|options| options.args);
    std::iter::once(read_only).chain(added).collect()
}

/// Configures a server as the command line says.
///
/// # Errors
///
/// When one of the options cannot be applied.
pub(crate) fn configure(mut server: ServerBuilder, line: &CommandLine) -> Result<ServerBuilder> {
    let line = ServerLine { matches: &line.for_operators, mode: line.mode() };
    if line.value(READ_ONLY) == Some(&true) {
        server = server.visible(|_, feature| feature.is_read_only());
    }
    let added = AddedServerOptions::of(server.states());
    added.0.iter().try_fold(server, |server, options| (options.apply)(server, &line))
}
