//! One message per line over a reader and a writer.
//!
//! Source: [2026-07-28, "Transports", stdio](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio).

use std::future::pending;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::Inbox;
use crate::call::ClientCall;
use crate::connection::Connection;
use crate::error::{Error, Result};
use crate::incoming;
use crate::jsonrpc::one_line;
use crate::link::{Link, Message, MessageKind, Transport};
use crate::protocol::connect::ServerEnd;
use crate::protocol::transport::Closing;
use crate::protocol::transport::lines::{Line, Lines};
use crate::protocol::transport::outbox::Outbox;
use crate::protocol::transport::outbox::OutboxWriter;
use crate::protocol::{Method, ProtocolVersion};
use crate::send_request::send;
use crate::sync::Mutex;

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

/// How long the child of a server that has exited may take to show that it serves on.
const LIFE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long the last output of a server that has exited may take to arrive.
const LAST_WORDS_TIMEOUT: Duration = Duration::from_millis(50);

/// How long a server that has closed its output may take to exit, so that its exit status is known.
const EXIT_STATUS_TIMEOUT: Duration = Duration::from_millis(250);

/// A server, what it says, and what it is told.
pub(super) struct Streams<R, W, S> {
    pub(super) server: S,
    pub(super) input: R,
    pub(super) output: W,
}

/// The server behind a pair of streams.
pub(super) trait RunningServer: Send + 'static {
    /// Waits until it has exited, although others may hold its streams open; returns whether it was
    /// successful.
    fn exited(&mut self) -> impl Future<Output = bool> + Send {
        pending()
    }

    /// Makes it exit after the end of its input; returns the reason for the end of the connection,
    /// if it knows that.
    fn end(self) -> impl Future<Output = Option<Error>> + Send;
}

/// A server of which only the streams are known, and perhaps its end.
pub(super) struct Elsewhere(pub(super) Option<ServerEnd>);

impl RunningServer for Elsewhere {
    async fn end(self) -> Option<Error> {
        self.0?.await
    }
}

/// Starts a server again.
pub(super) type Restart<R, W, S> = Box<dyn FnOnce() -> Result<Streams<R, W, S>> + Send>;

/// Opens a connection to a server; it has ended once the server has as well.
pub(super) fn open<R, W, S>(
    Inbox { connection, may_restart }: Inbox,
    streams: Streams<R, W, S>,
    again: Option<Restart<R, W, S>>,
) -> Link
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
    S: RunningServer,
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
        let sending = SenderState { outbox, unread, closing };
        let may_restart = again.as_ref().map(|_| &*may_restart);
        let restarts = drive(streams, &connection, &sending, may_restart).await;
        match again.filter(|_| restarts).map(|again| again()) {
            Some(Ok(streams)) => drop(drive(streams, &connection, &sending, None).await),
            Some(Err(error)) => connection.end(&error),
            None => {}
        }
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
            return tracing::warn!("dropped a message: the server is not reading earlier messages");
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
struct SenderState {
    outbox: Arc<Outbox>,
    unread: Arc<AtomicUsize>,
    closing: Arc<Closing>,
}

impl SenderState {
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

/// Reads and writes until one side ends the connection; returns whether the server has to be
/// started again.
async fn drive<R, W, S>(
    streams: Streams<R, W, S>,
    connection: &Arc<Connection>,
    sending: &SenderState,
    may_restart: Option<&AtomicBool>,
) -> bool
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
    S: RunningServer,
{
    // Where this future is dropped, the server is so last: its streams have ended then.
    let Streams { mut server, mut input, output } = streams;
    let mut output = OutboxWriter::new(output, Arc::clone(&sending.outbox));
    let why = exchange(&mut server, &mut input, &mut output, connection, sending).await;
    let mut end = pin!(server.end());
    // After `end`, so that they are dropped before it.
    let input = input;
    let mut output = output;
    let left = match why {
        None => timeout(EXIT_STATUS_TIMEOUT, &mut end).await.ok(),
        Some(_) => None,
    };
    let may_restart = may_restart.is_some_and(|may_restart| may_restart.load(Ordering::Relaxed));
    // A server that has answered may exit before its answer is looked at.
    let is_asked = connection.version().is_none() && connection.is_waiting();
    let restarts = may_restart && why.is_none() && is_asked;
    let has_left = left.is_some();
    let why = why.or(left.flatten()).unwrap_or_else(Error::closed);
    if !restarts {
        connection.end(&why);
    }
    // The server sees the end of its input.
    let _ = timeout(FLUSH_TIMEOUT, output.shutdown()).await;
    drop(output);
    if !has_left {
        drain_until_exit(input, end).await;
    }
    if restarts {
        tracing::debug!(why = %one_line(&why), "the server exited before it responded; restarting it");
        sending.outbox.clear();
        connection.fail_pending();
    }
    restarts
}

/// Reads and writes until one side ends the connection; returns the reason, unless it was the
/// server.
async fn exchange<R, W>(
    server: &mut impl RunningServer,
    input: &mut R,
    output: &mut OutboxWriter<W>,
    connection: &Arc<Connection>,
    sending: &SenderState,
) -> Option<Error>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut lines = Lines::new(connection.max_message_size());
    let mut meta = String::new();
    let cause = pin!(async {
        tokio::select! {
            biased;
            () = sending.closing.wait() => CloseCause::AskedToClose,
            () = is_dead(server, connection) => CloseCause::Dead,
        }
    });
    let mut end = Dormant::new(cause);
    loop {
        // What this iteration sends is also written by it; waking the task would cost another
        // iteration.
        sending.outbox.mark_writer_awake();
        if let Err(error) = receive(connection, &mut lines, &mut meta, sending) {
            return Some(error);
        }
        if connection.has_readers() {
            // The queue of a reader is limited, so let it read before the limit is reached.
            tokio::task::yield_now().await;
        }
        if output.write_now().await.is_err() {
            return None;
        }
        tokio::select! {
            biased;
            ended = &mut end => match ended {
                CloseCause::Dead => return None,
                CloseCause::AskedToClose => {
                    let _ = timeout(FLUSH_TIMEOUT, output.flush()).await;
                    return Some(Error::closed());
                }
            },
            written = output.write() => if written.is_err() { return None },
            read = input.read_buf(lines.space()), if !sending.is_full() => match read {
                Ok(0) => return None,
                Ok(_) => {}
                Err(error) => return Some(Error::io("cannot read messages", error)),
            },
        }
    }
}

/// What ends a connection from outside of its streams.
enum CloseCause {
    AskedToClose,
    Dead,
}

/// Resolves once a server has exited, and nobody answers in its place: a launcher exits while its
/// child serves, but any child may hold the streams open.
async fn is_dead(server: &mut impl RunningServer, connection: &Arc<Connection>) {
    let was_successful = server.exited().await;
    // Most servers take their streams with them: what they said last is still read.
    sleep(LAST_WORDS_TIMEOUT).await;
    // Before a revision is agreed on, the child of a launcher may still be starting: the handshake
    // has limits of its own.
    while connection.version().is_none() {
        sleep(LIFE_TIMEOUT).await;
        if !was_successful && connection.version().is_none() {
            return;
        }
    }
    let method = if connection.is_modern() { Method::Discover } else { Method::Ping };
    let mut call = ClientCall::new(method.name());
    (call.options.timeout, call.options.max_time) = (Some(LIFE_TIMEOUT), Some(LIFE_TIMEOUT));
    let heard = connection.heard();
    let answer = send(connection, &call, &call.answers).await;
    // An error is a sign of life, too, and so is whatever else a busy server says.
    let is_silent = answer.is_err_and(|error| error.is_timeout() || error.is_closed());
    if !is_silent || connection.heard() != heard {
        pending::<()>().await;
    }
}

/// A future that is polled only when it was woken: what else its task does costs it nothing.
struct Dormant<F> {
    future: F,
    flag: Arc<WakeFlag>,
}

struct WakeFlag {
    is_woken: AtomicBool,
    task: Mutex<Waker>,
}

impl<F> Dormant<F> {
    fn new(future: F) -> Self {
        let task = Mutex::new(Waker::noop().clone());
        Self { future, flag: Arc::new(WakeFlag { is_woken: AtomicBool::new(true), task }) }
    }
}

impl Wake for WakeFlag {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        let task = self.task.lock().clone();
        task.wake();
    }
}

impl<F: Future + Unpin> Future for Dormant<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Before it is looked at whether it was woken: whoever wakes it later wakes this task.
        let mut task = self.flag.task.lock();
        if !task.will_wake(context.waker()) {
            task.clone_from(context.waker());
        }
        drop(task);
        if !self.flag.is_woken.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        let waker = Waker::from(Arc::clone(&self.flag));
        Pin::new(&mut self.future).poll(&mut Context::from_waker(&waker))
    }
}

/// Waits until the server has exited, and discards its remaining output.
async fn drain_until_exit<R: AsyncRead + Unpin, E>(
    mut input: R,
    mut end: Pin<&mut impl Future<Output = E>>,
) {
    let mut rest = vec![0; 16 * 1024];
    loop {
        tokio::select! {
            biased;
            _ = &mut end => return,
            read = input.read(&mut rest) => if !matches!(read, Ok(1..)) { break },
        }
    }
    end.await;
}

/// Takes the complete lines, as long as there is capacity for the responses.
fn receive(
    connection: &Arc<Connection>,
    lines: &mut Lines,
    meta: &mut String,
    sending: &SenderState,
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
                    "the {side} sent a message of more than {limit} bytes: raise the \
                     client's `max_message_size`"
                );
                return Err(Error::other(message));
            }
        }
    }
    Ok(())
}
