//! The loop of one connection: reads messages, drives calls and writes responses.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite};
use tokio::time::timeout;

use super::Closing;
use super::connection::{Opener, ServerConnection};
use super::lines::Lines;
use super::outbox::{Outbox, OutboxWriter};
use crate::error::{Error, Result};
use crate::server::Server;

/// How many bytes of responses may be queued before reading stops.
const OUTBOX_BYTES: usize = 1024 * 1024;

/// How long to wait at the end for the responses to aborted calls to be written.
const FINISH_TIMEOUT: Duration = Duration::from_millis(250);

/// Serves one connection until its input ends or `shutdown` resolves.
///
/// # Errors
///
/// When reading fails. A client that closes the output is a normal end.
pub(crate) async fn serve<R, W>(
    server: Server,
    mut reader: R,
    writer: W,
    opener: Opener,
    shutdown: impl Future<Output = ()>,
) -> Result<()>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let closing = Arc::new(Closing::default());
    let outbox = Arc::new(Outbox::new(OUTBOX_BYTES, Arc::clone(&closing)));
    let mut lines = Lines::new(server.max_message_size());
    let mut output = OutboxWriter::new(writer, Arc::clone(&outbox));
    server.begin_sharing();
    let drain = server.drain();
    let session_config = Arc::clone(server.session_config());
    let (mut connection, mut notifications) =
        ServerConnection::new(server, session_config, Arc::clone(&outbox), opener, None);
    let mut shutdown = pin!(shutdown);
    let ended = loop {
        // This turn writes its own responses; waking the writer for them would cost another turn.
        outbox.mark_writer_awake();
        // Serve the input that has been read, as long as there is room for the responses.
        while !outbox.is_full()
            && let Some(line) = lines.next_line()
        {
            connection.line(&line);
        }
        if output.write_now().await.is_err() {
            return Ok(());
        }
        let room = !outbox.is_full();
        tokio::select! {
            biased;
            () = &mut shutdown => break Ok(()),
            written = output.write() => if written.is_err() { return Ok(()) },
            Some(()) = connection.next_done() => {}
            changed = notifications.next(), if room => connection.notify(changed),
            read = reader.read_buf(lines.space()), if room => match read {
                Ok(0) => {
                    if let Some(line) = lines.rest() {
                        connection.line(&line);
                    }
                    break Ok(());
                }
                Ok(_) => {}
                Err(error) => break Err(Error::io("cannot read the input", error)),
            }
        }
    };
    // Running calls get a last chance, and queued responses are still written.
    connection.no_more_input();
    closing.close();
    if timeout(drain, finish(&mut connection, &mut output)).await.is_err() {
        connection.abort();
        let _ = timeout(FINISH_TIMEOUT, finish(&mut connection, &mut output)).await;
    }
    ended
}

async fn finish<W: AsyncWrite + Unpin>(
    connection: &mut ServerConnection,
    output: &mut OutboxWriter<W>,
) -> io::Result<()> {
    loop {
        tokio::select! {
            biased;
            written = output.write() => written?,
            done = connection.next_done() => if done.is_none() { break },
        }
    }
    output.flush().await
}
