//! `dev --watch`: builds the program again when one of its files changes, and replaces the server.
//!
//! This process keeps the address and the token. The server is a child, which is given the socket
//! as its standard input: while one ends and the next one starts, clients wait in the queue of the
//! socket. A server stays until the next one is built.

mod build;
mod child;
mod sources;

use std::env;
use std::io;
use std::path::PathBuf;

use mcp_runtime::clap::ArgMatches;
use mcp_runtime::{Error, Result, shutdown_signal};
use tokio::net::TcpListener;

use super::options::given_token;
use super::token;
use build::Build;
use child::ServedSocket;
pub(super) use child::{parent_has_ended, socket_of_parent};
use sources::Sources;

/// Serves on a socket until the process is asked to exit, with one server after the other.
///
/// # Errors
///
/// When it is not known how the program is built.
pub(super) async fn watch(listener: TcpListener, line: &ArgMatches) -> Result<()> {
    let program = env::current_exe()
        .map_err(|error| Error::io("cannot find the path of this program", error))?;
    let build = Build::new(&program, line.get_one::<String>("build"))?;
    let sources = Sources::of(&program, &package());
    // From here on, a signal shuts down gracefully.
    let end = shutdown_signal()?;
    let listener = listener
        .into_std()
        .map_err(|error| Error::io("cannot set up the listening socket", error))?;
    let token = given_token(line).unwrap_or_else(token::random);
    let mut served = ServedSocket::new(program, listener, token);
    tokio::select! {
        () = end => {}
        () = replace(&mut served, &build, sources) => {}
    }
    served.stop().await;
    Ok(())
}

/// Starts the server, and the next one whenever a change has made another program.
async fn replace(served: &mut ServedSocket, build: &Build, mut sources: Sources) {
    tell_failure("cannot start the server", served.start());
    loop {
        tokio::select! {
            () = sources.changed() => {}
            ended = served.ended() => {
                eprintln!("dev: the server exited ({ended}); it will be restarted after a change");
                sources.changed().await;
            }
        }
        if !build.run().await {
            continue;
        }
        if served.is_current() {
            eprintln!("dev: the program has not changed");
            continue;
        }
        served.stop().await;
        tell_failure("cannot start the server", served.start());
    }
}

/// The folder of the package, also where `cargo run` was started in another one.
fn package() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from)
}

fn tell_failure(what: &str, result: io::Result<()>) {
    if let Err(error) = result {
        eprintln!("dev: {what}: {error}");
    }
}
