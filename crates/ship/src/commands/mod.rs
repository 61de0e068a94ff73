//! The commands of a program that is distributed to people.

mod doctor;
mod install;
mod lock;
mod manifest;

use std::future::ready;

use mcp_runtime::{RunMode, Subcommand};

/// The commands of a program that is distributed to people: `install`, `uninstall`, `installed`, `doctor`,
/// `manifest` and `lock`.
///
/// ```no_run
/// use mcp_runtime::server;
///
/// fn main() -> mcp_runtime::Result<()> {
///     server!().subcommands(mcp_runtime_ship::subcommands()).run()
/// }
/// ```
#[must_use]
pub fn subcommands() -> Vec<Subcommand> {
    let [install, uninstall, installed] = install::commands();
    let all = [
        Subcommand::new(install, |server, line| ready(install::install(&server, &line))),
        Subcommand::new(uninstall, |server, line| ready(install::uninstall(&server, &line))),
        Subcommand::new(installed, |server, line| ready(install::installed(&server, &line))),
        Subcommand::new(doctor::command(), async |server, line| doctor::run(&server, &line).await),
        Subcommand::new(manifest::command(), |server, line| ready(manifest::run(&server, &line)))
            .lists(),
        Subcommand::new(lock::command(), |server, line| ready(lock::run(&server, &line))).lists(),
    ];
    all.map(|command| command.mode(RunMode::Inspection)).into()
}
