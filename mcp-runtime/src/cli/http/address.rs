//! What `--http` says: where to serve.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;
use std::str::FromStr;

/// The start of the path of a Unix socket.
const UNIX: &str = "unix:";

/// Where a program serves HTTP: the value of `--http`, as [`HttpOptions`](super::HttpOptions) find
/// it on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HttpAddress {
    /// An address, such as `127.0.0.1:8000`.
    Tcp(SocketAddr),
    /// A Unix socket, such as `unix:/run/notes.sock`.
    Unix(PathBuf),
    /// The sockets that options [open](super::HttpOptions::opens) by this name.
    Named(&'static str),
}

/// Reads a Unix socket, or an address: a port of this machine, or a host name or IP with a port.
impl FromStr for HttpAddress {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        Self::parse(typed, &[])
    }
}

impl HttpAddress {
    /// Whether only this machine reaches it, as far as its form tells.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self {
            Self::Tcp(address) => address.ip().is_loopback(),
            Self::Unix(_) => true,
            Self::Named(_) => false,
        }
    }

    /// Reads a name of sockets, a Unix socket, or an address.
    ///
    /// # Errors
    ///
    /// When it is none of these.
    pub(super) fn parse(typed: &str, names: &[&'static str]) -> Result<Self, String> {
        if let Some(name) = names.iter().find(|name| **name == typed) {
            return Ok(Self::Named(name));
        }
        match typed.strip_prefix(UNIX) {
            Some(_) if cfg!(not(unix)) => {
                Err("Unix sockets are not supported on this system".to_owned())
            }
            Some(path) => Ok(Self::Unix(path.into())),
            None => address(typed).map(Self::Tcp),
        }
    }
}

/// Parses a port of this machine, or an address with a host name or an IP.
///
/// # Errors
///
/// When it is neither, or the name does not resolve to an address.
pub fn address(typed: &str) -> Result<SocketAddr, String> {
    let is_port = typed.bytes().all(|byte| byte.is_ascii_digit());
    let address = if is_port { format!("127.0.0.1:{typed}") } else { typed.to_owned() };
    let found = address
        .to_socket_addrs()
        .map_err(|error| format!("{error}; write 8000 or localhost:8000"))?;
    // Clients that only try one address of a name use the IPv4 one.
    let found = found.min_by_key(SocketAddr::is_ipv6);
    found.ok_or_else(|| "the host name does not resolve to an address".to_owned())
}
