//! What a client can connect to.

use std::any::Any;
use std::pin::Pin;

use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadHalf, WriteHalf};

use crate::debug::short_debug;
use crate::error::{Error, Result};

/// The buffer size of a connection in memory in each direction, in bytes.
const BUFFER_BYTES: usize = 64 * 1024;

/// What a client can connect to: a child process (`Stdio` of `mcp-runtime-client`), an HTTP endpoint (its
/// `HttpTransport`), a `Server` of `mcp-runtime` in the same process, and any pair of a reader and a writer.
///
/// A transport of your own is a pair of streams, with a message in each line:
///
/// ```
/// use mcp_runtime_protocol::{Connect, Opened, Result};
///
/// /// A server behind a serial port.
/// struct Serial(String);
///
/// impl Connect for Serial {
///     fn open(self) -> Result<Opened> {
///         # let port = |_: &str| tokio::io::duplex(64);
///         let (input, output) = port(&self.0);
///         Ok(Opened::streams(input, output))
///     }
/// }
/// ```
pub trait Connect {
    /// Opens the connection, within a tokio runtime.
    ///
    /// # Errors
    ///
    /// When the server cannot be started or reached.
    fn open(self) -> Result<Opened>;

    /// Opens the connection for a protocol other than MCP, by its name, such as `ACP`. By default it is
    /// opened as for MCP.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open); and when the protocol is not spoken there.
    fn open_for(self, protocol: &str) -> Result<Opened>
    where
        Self: Sized,
    {
        let _ = protocol;
        self.open()
    }
}

impl<R, W> Connect for (R, W)
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    fn open(self) -> Result<Opened> {
        let (input, output) = self;
        Ok(Opened::streams(input, output))
    }
}

/// A connection that is open; see [`Connect`].
pub struct Opened(OpenedKind);

short_debug!(Opened {});

/// The kinds of connections.
#[doc(hidden)]
pub enum OpenedKind {
    Streams(OpenedStreams),
    /// A transport of the client's own.
    Transport(Box<dyn Any + Send>),
}

short_debug!(OpenedKind {});

/// A pair of streams, with a message in each line.
#[doc(hidden)]
pub struct OpenedStreams {
    pub input: Box<dyn AsyncRead + Unpin + Send>,
    pub output: Box<dyn AsyncWrite + Unpin + Send>,
    /// Resolves once the server has ended, with the reason if it knows that.
    pub end: Option<ServerEnd>,
}

short_debug!(OpenedStreams {});

/// The end of a server.
#[doc(hidden)]
pub type ServerEnd = Pin<Box<dyn Future<Output = Option<Error>> + Send>>;

impl Opened {
    /// Creates a connection to a server of which the streams are known: one to read from, and one to
    /// write to.
    pub fn streams(
        input: impl AsyncRead + Unpin + Send + 'static,
        output: impl AsyncWrite + Unpin + Send + 'static,
    ) -> Self {
        let input = Box::new(input);
        let output = Box::new(output);
        Self(OpenedKind::Streams(OpenedStreams { input, output, end: None }))
    }

    /// Creates a connection to what `serve` runs, as a task, on the other end of a pair of streams.
    pub fn in_memory<F>(
        serve: impl FnOnce(ReadHalf<DuplexStream>, WriteHalf<DuplexStream>) -> F,
    ) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (ours, theirs) = tokio::io::duplex(BUFFER_BYTES);
        let (input, output) = tokio::io::split(theirs);
        let server = tokio::spawn(serve(input, output));
        let (input, output) = tokio::io::split(ours);
        // A server that has panicked has ended as well.
        let end = async move { server.await.err().map(|error| Error::ended(error.to_string())) };
        let input = Box::new(input);
        let output = Box::new(output);
        Self(OpenedKind::Streams(OpenedStreams { input, output, end: Some(Box::pin(end)) }))
    }

    #[doc(hidden)]
    pub fn transport(transport: impl Any + Send) -> Self {
        Self(OpenedKind::Transport(Box::new(transport)))
    }

    #[doc(hidden)]
    pub fn into_kind(self) -> OpenedKind {
        self.0
    }
}
