//! One message per line over a reader and a writer.
//!
//! Source: [2026-07-28, "Transports", stdio](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio).

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite};
use tokio::sync::watch;
use tokio::time::timeout;

use super::{Connect, Inbox};
use crate::client::connection::Connection;
use crate::client::incoming;
use crate::client::link::{Link, Message, MessageKind, Transport};
use crate::error::{Error, Result};
use crate::protocol::ProtocolVersion;
use crate::transport::Closing;
use crate::transport::lines::{Line, Lines};
use crate::transport::outbox::Outbox;
use crate::transport::outbox::OutboxWriter;

/// How many bytes of requests may be queued before further requests wait.
const OUTBOX_BYTES: usize = 1024 * 1024;

/// Once the server leaves this many bytes of responses unread, nothing more is read from it: a
/// server that sends requests endlessly must not exhaust the memory.
const MAX_ANSWER_BYTES: usize = 4 * OUTBOX_BYTES;

/// How many bytes may be queued in total; beyond this, notifications are dropped, as nothing waits
/// for them to be queued.
const MAX_OUTBOX_BYTES: usize = 16 * OUTBOX_BYTES;

/// How long a server may take to read the queued messages when the connection ends.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a server that has closed its output may take to exit, so that its exit status is known.
const EXIT_STATUS_TIMEOUT: Duration = Duration::from_millis(250);

impl<R, W> Connect for (R, W)
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    fn open(self, inbox: Inbox) -> Result<Link> {
        let (input, output) = self;
        Ok(open(inbox, input, output, std::future::ready(None)))
    }
}

/// Opens a connection over a reader and a writer; it has ended once `after` has completed as well,
/// which may know the reason.
pub(super) fn open<R, W>(
    Inbox(connection): Inbox,
    input: R,
    output: W,
    after: impl Future<Output = Option<Error>> + Send + 'static,
) -> Link
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let closing = Arc::new(Closing::default());
    let outbox = Arc::new(Outbox::new(OUTBOX_BYTES, Arc::clone(&closing)));
    let (ended, has_ended) = watch::channel(());
    let unread = Arc::<AtomicUsize>::default();
    let stream = Stream {
        outbox: Arc::clone(&outbox),
        unread: Arc::clone(&unread),
        closing: Arc::clone(&closing),
        has_ended,
    };
    tokio::spawn(async move {
        let sending = Sending { outbox, unread, closing };
        drive(&connection, input, output, sending, after).await;
        // Dropping the sender notifies the tasks that wait for the end.
        drop(ended);
    });
    Link::new(stream)
}

/// The sending side of a pair of streams.
struct Stream {
    outbox: Arc<Outbox>,
    /// How many bytes of responses the server has not read yet.
    unread: Arc<AtomicUsize>,
    closing: Arc<Closing>,
    has_ended: watch::Receiver<()>,
}

impl Transport for Stream {
    fn network(&self) -> Option<&'static str> {
        Some("pipe")
    }

    fn send(&self, message: &Message<'_>) {
        let is_answer = matches!(message.kind, MessageKind::Response);
        if self.outbox.len() >= MAX_OUTBOX_BYTES && !is_answer {
            return tracing::warn!(
                "a message is dropped: the server is not reading earlier messages"
            );
        }
        self.outbox.push(|out| {
            let before = out.len();
            (message.write)(out);
            if is_answer {
                self.unread.fetch_add(out.len() - before, Ordering::Relaxed);
            }
        });
    }

    fn poll_send(&self, cx: &mut Context<'_>, message: &Message<'_>) -> Poll<()> {
        self.outbox.poll_push(cx, message.write)
    }

    fn cancel(&self, _: u64) -> bool {
        false
    }

    fn opened(&self, _: ProtocolVersion) {}

    fn close(&self) {
        self.closing.close();
    }

    fn ended(&self) -> watch::Receiver<()> {
        self.has_ended.clone()
    }
}

/// The state that is shared with the sending side.
struct Sending {
    outbox: Arc<Outbox>,
    unread: Arc<AtomicUsize>,
    closing: Arc<Closing>,
}

impl Sending {
    /// Whether too many responses are unread to accept further requests.
    fn is_full(&self) -> bool {
        let unread = self.unread.load(Ordering::Relaxed);
        if unread > 0 && self.outbox.is_empty() {
            // What was taken out of the outbox is being written, and is no longer counted.
            self.unread.store(0, Ordering::Relaxed);
            return false;
        }
        unread >= MAX_ANSWER_BYTES
    }
}

/// Reads and writes until one side ends the connection.
async fn drive<R, W>(
    connection: &Arc<Connection>,
    mut input: R,
    output: W,
    sending: Sending,
    after: impl Future<Output = Option<Error>>,
) where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut lines = Lines::new(connection.max_message_size());
    let mut meta = String::new();
    let mut output = OutboxWriter::new(output, Arc::clone(&sending.outbox));
    let mut asked_to_close = pin!(sending.closing.wait());
    // Without a reason, the server has ended the connection.
    let why = loop {
        // What this iteration sends is also written by it; waking the task would cost another
        // iteration.
        sending.outbox.mark_writer_awake();
        if let Err(error) = receive(connection, &mut lines, &mut meta, &sending) {
            break Some(error);
        }
        if connection.has_readers() {
            // The queue of a reader is limited, so let it read before the limit is reached.
            tokio::task::yield_now().await;
        }
        if output.write_now().await.is_err() {
            break None;
        }
        tokio::select! {
            biased;
            () = &mut asked_to_close => {
                let _ = timeout(FLUSH_TIMEOUT, output.flush()).await;
                break Some(Error::closed());
            }
            written = output.write() => if written.is_err() { break None },
            read = input.read_buf(lines.space()), if !sending.is_full() => match read {
                Ok(0) => break None,
                Ok(_) => {}
                Err(error) => break Some(Error::io("reading messages", error)),
            }
        }
    };
    let mut after = pin!(after);
    let left = match why {
        None => timeout(EXIT_STATUS_TIMEOUT, &mut after).await.ok(),
        Some(_) => None,
    };
    let has_left = left.is_some();
    connection.end(&why.or(left.flatten()).unwrap_or_else(Error::closed));
    // The server sees the end of its input.
    let _ = timeout(FLUSH_TIMEOUT, output.shutdown()).await;
    drop(output);
    if !has_left {
        drain_until_exit(input, after).await;
    }
}

/// Waits until the server has exited, and discards its remaining output.
async fn drain_until_exit<R: AsyncRead + Unpin, E>(
    mut input: R,
    mut after: Pin<&mut impl Future<Output = E>>,
) {
    let mut rest = vec![0; 16 * 1024];
    loop {
        tokio::select! {
            biased;
            _ = &mut after => return,
            read = input.read(&mut rest) => if !matches!(read, Ok(1..)) { break },
        }
    }
    after.await;
}

/// Takes the complete lines, as long as there is capacity for the responses.
fn receive(
    connection: &Arc<Connection>,
    lines: &mut Lines,
    meta: &mut String,
    sending: &Sending,
) -> Result<()> {
    while !sending.is_full()
        && let Some(line) = lines.next_line()
    {
        match line {
            Line::Text(text) => {
                incoming::receive(connection, text, None, Some(meta));
            }
            Line::NotUtf8(bytes) => incoming::receive_garbled(connection, bytes),
            // The id of a response is lost with the line, so its request must not continue to wait.
            Line::TooLong(_) => {
                let limit = connection.max_message_size();
                let side = connection.other_side();
                let message = format!(
                    "the {side} sent a message of more than {limit} bytes: the client's \
                     `max_message_size` allows more"
                );
                return Err(Error::other(message));
            }
        }
    }
    Ok(())
}
