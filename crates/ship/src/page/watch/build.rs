//! How a program is built.

use std::io;
use std::os::fd::AsFd as _;
use std::path::Path;
use std::process::Stdio;

use mcp_runtime::{Error, Result};
use tokio::process::Command;

/// A command that builds the program.
pub(super) struct Build(String);

impl Build {
    /// The given command, or that of cargo for the profile in whose folder the program is.
    ///
    /// # Errors
    ///
    /// When none is given, and cargo has not built the program here.
    pub(super) fn new(program: &Path, given: Option<&String>) -> Result<Self> {
        match given {
            Some(command) => Ok(Self(command.clone())),
            None => by_cargo(program).map(Self).ok_or_else(|| {
                Error::other(
                    "this program was not built by cargo here: start it with `cargo run -- dev \
                     --watch`, or set the build command with --build COMMAND",
                )
            }),
        }
    }

    /// Builds the program. What the command prints goes to standard error.
    pub(super) async fn run(&self) -> bool {
        eprintln!("dev: {}", self.0);
        let built = async {
            let output = io::stderr().as_fd().try_clone_to_owned()?;
            let mut command = Command::new("sh");
            command.args(["-c", &self.0]).stdin(Stdio::null()).stdout(output).kill_on_drop(true);
            command.status().await
        };
        match built.await {
            Ok(status) if status.success() => return true,
            Ok(status) => {
                eprintln!("dev: the build failed ({status}); the previous build keeps running")
            }
            Err(error) => eprintln!("dev: the build could not be started: {error}"),
        }
        false
    }
}

/// What builds a program in the folder of a profile, beside the list of its sources.
fn by_cargo(program: &Path) -> Option<String> {
    let name = program.file_stem()?.to_str()?;
    let profile = match program.parent()?.file_name()?.to_str()? {
        "debug" => "dev",
        other => other,
    };
    let is_built_here = program.with_extension("d").is_file();
    is_built_here.then(|| format!("cargo build --profile {profile} --bin {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_builds_with_the_profile_of_the_program() {
        let folder = tempfile::tempdir().unwrap();
        for (profile, named) in [("debug", "dev"), ("release", "release"), ("fast", "fast")] {
            let program = folder.path().join(profile).join("notes");
            assert_eq!(by_cargo(&program), None, "it is installed");
            std::fs::create_dir(folder.path().join(profile)).unwrap();
            std::fs::write(program.with_extension("d"), "").unwrap();
            let command = format!("cargo build --profile {named} --bin notes");
            assert_eq!(by_cargo(&program), Some(command));
        }
    }
}
