//! What a server that is a process writes to its standard error.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::jsonrpc::printable;
use crate::protocol::transport::lines::{Line, Lines};
use crate::sync::Mutex;

/// How many bytes of a line are logged and kept.
const MAX_LINE: usize = 4096;

/// How many bytes of the last lines are kept, for the error that tells that the process has exited.
const MAX_KEPT: usize = 4096;

/// How long the last lines of a process that has exited may take to arrive. Another process may
/// hold the pipe open.
const LAST_LINES: Duration = Duration::from_millis(100);

/// The standard error of a process: its lines are logged, since a process whose output nobody reads
/// would stop, and the last of them are kept.
pub(super) struct StandardError {
    last: Arc<Mutex<LastLines>>,
    reads: JoinHandle<()>,
}

/// The last lines, up to [`MAX_KEPT`] bytes.
#[derive(Default)]
struct LastLines {
    lines: VecDeque<String>,
    bytes: usize,
}

impl StandardError {
    /// Reads it in a task.
    pub(super) fn read(program: String, stderr: impl AsyncRead + Unpin + Send + 'static) -> Self {
        let last = Arc::<Mutex<LastLines>>::default();
        let reads = tokio::spawn(read(program, stderr, Arc::clone(&last)));
        Self { last, reads }
    }

    /// The last lines of a process that has exited.
    pub(super) async fn end(mut self) -> String {
        let _ = timeout(LAST_LINES, &mut self.reads).await;
        let last = self.last.lock();
        let lines: Vec<&str> = last.lines.iter().map(String::as_str).collect();
        lines.join("\n")
    }
}

async fn read(program: String, mut stderr: impl AsyncRead + Unpin, last: Arc<Mutex<LastLines>>) {
    let mut lines = Lines::new(MAX_LINE);
    while let Ok(1..) = stderr.read_buf(lines.space()).await {
        while let Some(line) = lines.next_line() {
            let whole = match line {
                Line::Text(text) => text.as_bytes(),
                Line::NotUtf8(bytes) | Line::TooLong(bytes) => bytes,
            };
            let bytes = whole.get(..MAX_LINE).unwrap_or(whole);
            let text = printable(String::from_utf8_lossy(bytes).trim_end()).to_string();
            tracing::info!(program, "{text}");
            last.lock().push(text);
        }
    }
}

impl LastLines {
    fn push(&mut self, line: String) {
        self.bytes += line.len();
        self.lines.push_back(line);
        while self.bytes > MAX_KEPT
            && let Some(first) = self.lines.pop_front()
        {
            self.bytes -= first.len();
        }
    }
}
