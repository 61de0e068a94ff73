//! One message per line over a reader and a writer.
//!
//! Source: 2026-07-28, "Transports", stdio.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite};
use tokio::sync::watch;
use tokio::time::timeout;

use super::{Connect, Connection, Inbox, Link, Message, Transport};
use crate::error::{Error, Result};
use crate::protocol::ProtocolVersion;
use crate::transport::lines::{Line, Lines};
use crate::transport::outbox::{Closing, Outbox};
use crate::transport::output::Output;

/// How many bytes of requests may wait to be written before the next ones wait.
const OUTBOX: usize = 1024 * 1024;

/// How many bytes may wait in all: a server that asks and does not read the answers must not fill
/// the memory.
const MOST: usize = 64 * OUTBOX;

/// How long a server may take to read what was sent before the end.
const FLUSH: Duration = Duration::from_secs(1);

/// How long a server that has closed its output may take to leave, so that it is known how it did.
const LEAVE: Duration = Duration::from_millis(250);

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

/// Opens a connection over a reader and a writer; it has ended when `after` has, too, which may
/// know why.
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
    let outbox = Arc::new(Outbox::new(OUTBOX, Arc::clone(&closing)));
    let (ended, has_ended) = watch::channel(());
    let stream = Stream { outbox: Arc::clone(&outbox), closing: Arc::clone(&closing), has_ended };
    tokio::spawn(async move {
        drive(&connection, input, output, outbox, &closing, after).await;
        // Whoever waits for the end sees that the sender is gone.
        drop(ended);
    });
    Link(Arc::new(stream))
}

/// The sending side of a pair of streams.
struct Stream {
    outbox: Arc<Outbox>,
    closing: Arc<Closing>,
    has_ended: watch::Receiver<()>,
}

impl Transport for Stream {
    fn send(&self, message: &Message<'_>, _: &Arc<Connection>) {
        if self.outbox.len() < MOST {
            self.outbox.push(message.write);
        } else {
            tracing::warn!("a message is dropped: the server does not read those before it");
        }
    }

    fn poll_send(
        &self,
        cx: &mut Context<'_>,
        message: &Message<'_>,
        _: &Arc<Connection>,
    ) -> Poll<()> {
        self.outbox.poll_push(cx, message.write)
    }

    fn give_up(&self, _: u64) -> bool {
        false
    }

    fn opened(&self, _: ProtocolVersion) {}

    fn close(&self) {
        self.closing.close();
    }

    fn closed(&self) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let mut ended = self.has_ended.clone();
        Box::pin(async move { while ended.changed().await.is_ok() {} })
    }
}

/// Reads and writes until one side ends the connection.
async fn drive<R, W>(
    connection: &Arc<Connection>,
    mut input: R,
    output: W,
    outbox: Arc<Outbox>,
    closing: &Closing,
    after: impl Future<Output = Option<Error>>,
) where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut lines = Lines::new(connection.max_message());
    let mut meta = String::new();
    let mut output = Output::new(output, Arc::clone(&outbox));
    let mut asked_to_close = pin!(closing.wait());
    // Without a reason, the server has ended the connection.
    let why = loop {
        // What a turn of the loop sends is written by this turn; to wake it would cost another.
        outbox.writer_is_up();
        if let Err(error) = receive(connection, &mut lines, &mut meta) {
            break Some(error);
        }
        if output.write_now().await.is_err() {
            break None;
        }
        tokio::select! {
            biased;
            () = &mut asked_to_close => {
                let _ = timeout(FLUSH, output.flush()).await;
                break Some(Error::closed());
            }
            written = output.write() => if written.is_err() { break None },
            read = input.read_buf(lines.space()) => match read {
                Ok(0) => break None,
                Ok(_) => {}
                Err(error) => break Some(Error::io("reading from the server", error)),
            }
        }
    };
    let mut after = pin!(after);
    let left = match why {
        None => timeout(LEAVE, &mut after).await.ok(),
        Some(_) => None,
    };
    let has_left = left.is_some();
    connection.end(&why.or(left.flatten()).unwrap_or_else(Error::closed));
    // The server sees the end of its input.
    let _ = timeout(FLUSH, output.shutdown()).await;
    drop(output);
    if !has_left {
        see_off(input, after).await;
    }
}

/// Waits until the server has left, and lets it say what nobody needs any more.
async fn see_off<R: AsyncRead + Unpin, E>(
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

/// Takes the lines that are complete.
fn receive(connection: &Arc<Connection>, lines: &mut Lines, meta: &mut String) -> Result<()> {
    while let Some(line) = lines.next_line() {
        match line {
            Line::Text(text) => {
                connection.receive(text, None, Some(meta));
            }
            Line::NotUtf8 => tracing::warn!("the server sent a line that is not UTF-8"),
            // Whose answer it was to be is lost with it, so nobody may go on waiting.
            Line::TooLong => {
                let limit = connection.max_message();
                let message = format!("the server sent a message of more than {limit} bytes");
                return Err(Error::other(message));
            }
        }
    }
    Ok(())
}
