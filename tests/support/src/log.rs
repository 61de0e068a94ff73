//! The log, where a test looks at it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::dispatcher::Dispatch;
use tracing::subscriber::{DefaultGuard, NoSubscriber};

/// What this thread logs until this is dropped.
#[derive(Debug)]
pub struct CapturedLog {
    text: Log,
    _guard: DefaultGuard,
    _other: Dispatch,
}

#[derive(Clone, Debug, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl CapturedLog {
    /// Begins to capture messages of this level and above.
    #[must_use]
    pub fn start(level: tracing::Level) -> Self {
        // While there is only one dispatcher, the thread that comes first to a place in the source
        // decides whether anybody wants what is logged there: it may be that of another test.
        let other = Dispatch::new(NoSubscriber::new());
        let text = Log::default();
        let writer = text.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(level)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        Self { text, _guard: tracing::subscriber::set_default(subscriber), _other: other }
    }

    /// What was logged so far.
    #[must_use]
    pub fn text(&self) -> String {
        let text = self.text.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
