//! Reads certificates again when their files change.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::certificate::CertificateFiles;

/// A task that looks at files for as long as somebody uses what is read from them.
pub(super) struct Watch {
    files: Weak<CertificateFiles>,
    interval: Duration,
    has_begun: AtomicBool,
}

impl Watch {
    pub(super) fn new(files: &Arc<CertificateFiles>, interval: Duration) -> Self {
        Self { files: Arc::downgrade(files), interval, has_begun: AtomicBool::new(false) }
    }

    /// Begins, unless it has begun or there is no runtime yet.
    pub(super) fn begin(&self) {
        if self.has_begun.load(Ordering::Relaxed) {
            return;
        }
        if let Ok(runtime) = Handle::try_current()
            && !self.has_begun.swap(true, Ordering::Relaxed)
        {
            runtime.spawn(watch(Weak::clone(&self.files), self.interval));
        }
    }
}

async fn watch(files: Weak<CertificateFiles>, interval: Duration) {
    let mut hangups = Hangups::new();
    loop {
        let is_asked = tokio::select! {
            () = hangups.next() => true,
            () = sleep(interval) => false,
        };
        let Some(files) = files.upgrade() else { return };
        let _ = spawn_blocking(move || files.reload(is_asked)).await;
    }
}

/// SIGHUP, by which services are asked to read their files again.
struct Hangups {
    #[cfg(unix)]
    signals: Option<tokio::signal::unix::Signal>,
}

impl Hangups {
    fn new() -> Self {
        Self {
            #[cfg(unix)]
            signals: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())
                .inspect_err(|error| tracing::warn!(%error, "could not listen for SIGHUP"))
                .ok(),
        }
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(signals) = &mut self.signals
            && signals.recv().await.is_some()
        {
            return;
        }
        std::future::pending().await
    }
}
