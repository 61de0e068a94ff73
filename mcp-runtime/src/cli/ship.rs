//! The commands of a program that is distributed to people.

use super::{AddedLine, doctor, install, manifest};
use crate::error::{Error, Result};
use crate::server::Server;

/// The definitions of the commands.
pub(crate) fn commands() -> Vec<clap::Command> {
    let [install, uninstall, installed] = install::commands();
    vec![install, uninstall, installed, doctor::command(), manifest::command()]
}

/// Runs a command of a program that serves HTTP, or does not.
///
/// # Errors
///
/// The error, worded for a person.
pub(crate) async fn run(server: Server, line: AddedLine, serves_http: bool) -> Result<()> {
    match line.name.as_str() {
        "install" => install::install(&server, &line),
        "uninstall" => install::uninstall(&server, &line),
        "doctor" => doctor::run(&server, &line).await,
        "manifest" => manifest::run(&server, &line, serves_http),
        "installed" => install::installed(&server, &line),
        other => Err(Error::other(format!("`{other}` is not a command"))),
    }
}
