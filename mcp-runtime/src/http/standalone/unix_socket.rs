//! A Unix socket in the file system, on which a server listens.

use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::{UnixListener, UnixSocket, UnixStream};
use tokio::time::timeout;

use super::listener::Listener;
use crate::error::{Error, Result};
use crate::http::Http;

/// How many bytes a path may have, which the system limits: 107 on Linux, 103 elsewhere.
const MAX_PATH_BYTES: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// How many clients may wait to be accepted.
const BACKLOG: u32 = 1024;

/// How long another server may take to accept a connection, before it is taken for busy.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// The file of a socket, removed on drop if it is still ours.
#[derive(Debug)]
pub(crate) struct SocketFile {
    path: PathBuf,
    /// Its device and inode.
    id: (u64, u64),
}

impl Http {
    /// Serves on a Unix socket at this path, as [`serve`](Self::serve) does on an address: for a
    /// proxy on the same machine.
    ///
    /// Whoever may open the file may use the server, by default only its own user; see
    /// [`socket_mode`](Self::socket_mode). All clients share one quota, unless
    /// [`trusted_proxies`](Self::trusted_proxies) has `unix`: then the proxy tells their addresses. A
    /// file that a killed server has left is replaced, and the file is removed at the end.
    ///
    /// # Errors
    ///
    /// When another server listens there, when the path is that of something else or too long, or
    /// when it cannot be created.
    pub async fn serve_unix(self, path: impl AsRef<Path>) -> Result<()> {
        let (listener, _file) = self.bind_unix(path.as_ref()).await?;
        self.serve_on(listener, crate::transport::signals::shutdown_signal()?).await
    }

    /// Sets who may open the [Unix socket](Self::serve_unix), such as `0o660` for its group, too
    /// (`0o600`).
    #[must_use]
    pub fn socket_mode(self, mode: u32) -> Self {
        self.set(|options| options.socket_mode = mode)
    }

    /// Listens at a path.
    ///
    /// # Errors
    ///
    /// As [`serve_unix`](Self::serve_unix).
    pub(crate) async fn bind_unix(&self, path: &Path) -> Result<(Listener, SocketFile)> {
        let failed =
            |why: String| Error::other(format!("cannot listen on {}: {why}", path.display()));
        check_path(path).map_err(|why| failed(why.to_owned()))?;
        make_way(path).await.map_err(|why| failed(why.to_owned()))?;
        let (listener, file) =
            bind(path, self.options.socket_mode).map_err(|error| failed(error.to_string()))?;
        Ok((listener.into(), file))
    }
}

fn check_path(path: &Path) -> Result<(), &'static str> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.is_empty() {
        Err("name a file, such as unix:/run/notes.sock")
    } else if bytes.starts_with(b"@") {
        Err("an abstract socket can be opened by every user: name a file")
    } else if bytes.len() > MAX_PATH_BYTES {
        Err("the path is too long: the system takes at most 107 bytes, on some systems 103")
    } else {
        Ok(())
    }
}

/// Removes a socket on which nobody listens any more.
async fn make_way(path: &Path) -> Result<(), &'static str> {
    let Ok(metadata) = fs::symlink_metadata(path) else { return Ok(()) };
    if !metadata.file_type().is_socket() {
        return Err("the path exists and is not a socket: remove it, or name another path");
    }
    match timeout(ANSWER_TIMEOUT, UnixStream::connect(path)).await {
        Ok(Err(error)) if error.kind() == ErrorKind::ConnectionRefused => {
            fs::remove_file(path).map_err(|_| "could not remove the socket of an earlier run")
        }
        _ => Err("another server listens on this socket"),
    }
}

/// Nobody can connect before the file has its mode, since only then does it listen.
fn bind(path: &Path, mode: u32) -> std::io::Result<(UnixListener, SocketFile)> {
    let socket = UnixSocket::new_stream()?;
    socket.bind(path)?;
    let metadata = fs::symlink_metadata(path)?;
    let file = SocketFile { path: path.to_owned(), id: (metadata.dev(), metadata.ino()) };
    fs::set_permissions(path, Permissions::from_mode(mode))?;
    Ok((socket.listen(BACKLOG)?, file))
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        let is_ours = fs::symlink_metadata(&self.path)
            .is_ok_and(|metadata| (metadata.dev(), metadata.ino()) == self.id);
        if is_ours {
            let _ = fs::remove_file(&self.path);
        }
    }
}
