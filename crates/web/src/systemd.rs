//! Services of systemd: takes over the sockets that it has opened, and tells it when the server
//! is ready.
//!
//! With this socket, systemd starts the program when somebody connects to it first, and keeps it
//! open while the program is restarted:
//!
//! ```ini
//! # notes.socket
//! [Socket]
//! ListenStream=127.0.0.1:8000
//!
//! # notes.service
//! [Service]
//! Type=notify
//! ExecStart=/usr/local/bin/notes --http systemd
//! ```
//!
//! Source: [`sd_listen_fds(3)`](https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html)
//! and [`sd_notify(3)`](https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html).

use std::env;
use std::ffi::OsStr;
use std::io;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_runtime::http::Listener;
use mcp_runtime::{Error, Result};

/// Takes over the sockets that systemd has opened for this process, which has to be in a runtime of
/// tokio.
///
/// ```no_run
/// use mcp_runtime_web::systemd;
///
/// # async fn run() -> mcp_runtime::Result<()> {
/// let http = mcp_runtime::server!().build()?.into_http();
/// let http = http.on_started(systemd::notify_ready);
/// http.serve_on(systemd::sockets()?, std::future::pending()).await
/// # }
/// ```
///
/// Child processes do not inherit them.
///
/// # Errors
///
/// When there are none for this process, one of them is not a listening stream socket of TCP or
/// Unix, or they were taken over before.
pub fn sockets() -> Result<Listener> {
    static ARE_TAKEN: AtomicBool = AtomicBool::new(false);
    if ARE_TAKEN.swap(true, Ordering::Relaxed) {
        return Err(Error::other(
            "the sockets of systemd have already been taken over: call `sockets` only once",
        ));
    }
    let passed = sd_listen_fds::get().map_err(Error::other)?;
    if passed.is_empty() {
        return Err(Error::other(
            "systemd passed no sockets to this process: LISTEN_PID is not its id, or LISTEN_FDS is \
             missing; start it through the .socket unit",
        ));
    }
    let listeners = passed.into_iter().map(|(_, socket)| listener(socket));
    let listener = listeners.collect::<io::Result<Listener>>();
    let failed = |error| Error::other(format!("cannot take over the sockets of systemd: {error}"));
    listener.map_err(failed)
}

/// A socket of TCP or Unix on which somebody may connect.
#[cfg(target_os = "linux")]
fn listener(socket: sd_listen_fds::OwnedFd) -> io::Result<Listener> {
    use std::net;
    use std::os::unix::net::UnixListener;

    use rustix::net::sockopt::socket_acceptconn;

    // Unlike what systemd passes, a copy is closed in child processes.
    let socket = socket.into_std().try_clone()?;
    if !socket_acceptconn(&socket)? {
        return Err(io::Error::other("an inherited socket is not listening; use `ListenStream=`"));
    }
    let tcp = net::TcpListener::from(socket.try_clone()?);
    if tcp.local_addr().is_ok() {
        tcp.set_nonblocking(true)?;
        return Ok(tokio::net::TcpListener::from_std(tcp)?.into());
    }
    let unix = UnixListener::from(socket);
    unix.local_addr()?;
    unix.set_nonblocking(true)?;
    Ok(tokio::net::UnixListener::from_std(unix)?.into())
}

/// On other systems, there are no such sockets.
#[cfg(not(target_os = "linux"))]
fn listener(_: sd_listen_fds::OwnedFd) -> io::Result<Listener> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Tells systemd that the server is ready, if it has asked to be told: a unit with `Type=notify`.
/// Only the first call does something.
pub fn notify_ready() {
    static IS_TOLD: Once = Once::new();
    if let Some(socket) = env::var_os("NOTIFY_SOCKET") {
        IS_TOLD.call_once(|| {
            if let Err(error) = notify(&socket, b"READY=1") {
                tracing::warn!(%error, "could not notify systemd that the server is ready");
            }
        });
    }
}

/// Sends a message to a socket of systemd: a file, or a name that begins with `@`, which is none.
#[cfg(target_os = "linux")]
fn notify(socket: &OsStr, message: &[u8]) -> io::Result<()> {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let address = match socket.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name),
        None => SocketAddr::from_pathname(socket),
    };
    UnixDatagram::unbound()?.send_to_addr(message, &address?).map(drop)
}

/// On other systems, there is no systemd.
#[cfg(not(target_os = "linux"))]
fn notify(_: &OsStr, _: &[u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
